"""The fixed cast of the tests: tables, whole games as text, and random legal games.

Nothing here needs a database; the phones of tests/games are in that folder.
"""

from tests.casts.legal import (
    random_check,
    random_event,
    random_game,
    random_payment,
    random_start,
)
from tests.casts.tables import (
    NAMES,
    Setting,
    busted_times,
    effects,
    in_words,
    laid,
    played,
    refusal,
    tell_on,
    told,
)
from tests.casts.words import cards, deck_of, event, events, payment, words

__all__ = [
    "NAMES",
    "Setting",
    "busted_times",
    "cards",
    "deck_of",
    "effects",
    "event",
    "events",
    "in_words",
    "laid",
    "payment",
    "played",
    "random_check",
    "random_event",
    "random_game",
    "random_payment",
    "random_start",
    "refusal",
    "tell_on",
    "told",
    "words",
]
