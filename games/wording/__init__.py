"""Events, effects and refusals -> translated sentences, in words that a ten-year-old reads.

Every text is a whole sentence (or a short phrase that stands for itself) with named placeholders,
translated when it is asked for. Players' names are text as they were typed: nothing here is
marked safe, and each name is isolated so that its direction of writing cannot disturb a sentence.
Nothing here decides a rule, reads a row or looks at a request.

``names`` is always the players' names in seat order: seat 1 is ``names[0]``.
"""

from games.wording.correcting import corrected, recorder
from games.wording.following import consequence, consequences, word_to_all
from games.wording.naming import (
    card_name,
    colour_name,
    listed,
    phase_name,
    player,
    ranking_reason,
    told,
)
from games.wording.refusing import conflict, correction_refusal, malformed, refusal
from games.wording.telling import (
    followed,
    happening,
    new_turn,
    news,
    payment_phrase,
    sentence,
    unattributed,
)
from games.wording.turning_away import many_games, table_full

__all__ = [
    "card_name",
    "colour_name",
    "conflict",
    "consequence",
    "consequences",
    "corrected",
    "correction_refusal",
    "followed",
    "happening",
    "listed",
    "malformed",
    "many_games",
    "new_turn",
    "news",
    "payment_phrase",
    "phase_name",
    "player",
    "ranking_reason",
    "recorder",
    "refusal",
    "sentence",
    "table_full",
    "told",
    "unattributed",
    "word_to_all",
]
