"""What things and people are called, and how several of them are put into one phrase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.cards import Card, colour
from games.rules.events import Place
from games.rules.table import Phase

ISOLATE, POP = "\u2068", "\u2069"
"""First strong isolate and its end: what is between them cannot turn the text around it."""

_WITHOUT_ISOLATES = dict.fromkeys(range(0x2066, 0x206A))

_COLOURS = {
    "R": gettext_lazy("red"),
    "B": gettext_lazy("blue"),
    "O": gettext_lazy("orange"),
    "G": gettext_lazy("green"),
    "*": gettext_lazy("any colour"),
    "$": gettext_lazy("currency"),
}

_CARDS = {
    # Translators: a card, for instance "red 4"; the number can also be the sign #, for any number.
    "R": gettext_lazy("red %(number)s"),
    "B": gettext_lazy("blue %(number)s"),
    "O": gettext_lazy("orange %(number)s"),
    "G": gettext_lazy("green %(number)s"),
    "*": gettext_lazy("any-colour %(number)s"),
    "$": gettext_lazy("currency %(number)s"),
}

_PHASES = {
    Phase.DRAW: gettext_lazy("drawing"),
    Phase.AUCTION: gettext_lazy("auction"),
    Phase.PAYMENT: gettext_lazy("paying"),
    Phase.BUY: gettext_lazy("buying"),
    Phase.FINAL_BUY: gettext_lazy("final round"),
    Phase.SCORING: gettext_lazy("counting"),
    "finished": gettext_lazy("finished"),
}

_RANKING_REASONS = {
    "score": gettext_lazy("Most points."),
    "tokens": gettext_lazy("Equal points: more black decided."),
    "cards": gettext_lazy("Equal points and black: fewer cards decided."),
    "shared": gettext_lazy("Equal in points, black and cards: the victory is shared."),
}


def colour_name(letter: str) -> str:
    """The colour with this letter; ``*`` is any colour, ``$`` currency."""
    return str(_COLOURS[letter])


def card_name(card: Card) -> str:
    """The card in words: "red 4", "any-colour #", "currency 3"."""
    return _CARDS[colour(card)] % {"number": card[1]}


def phase_name(phase: Phase | str) -> str:
    """What the table is busy with, one word or two; also for "finished"."""
    return str(_PHASES[phase])


def ranking_reason(decided_by: str) -> str:
    """What decided the first place (R-SCORE-4): ``score``, ``tokens``, ``cards``, ``shared``."""
    return str(_RANKING_REASONS[decided_by])


def player(names: Sequence[str], seat: int) -> str:
    """The name of the player in this seat, isolated; its number where nobody sits there."""
    if not 1 <= seat <= len(names):
        return _("seat %(seat)d") % {"seat": seat}
    return isolated(names[seat - 1])


def isolated(name: str) -> str:
    """A name that cannot turn the direction of the sentence around it."""
    # An isolate of the name's own could end this one too early, or swallow its end.
    return f"{ISOLATE}{name.translate(_WITHOUT_ISOLATES)}{POP}"


def place_name(place: Place, names: Sequence[str]) -> str:
    """Where a card lies: a player's name, or one of the shared places."""
    if isinstance(place, int):
        return player(names, place)
    return {"market": _("market"), "discard": _("discard"), "unseen": _("not seen yet")}[place]


def listed(items: Iterable[str]) -> str:
    """The items as one phrase: "a, b and c"; nothing for no item."""
    *most, last = tuple(items) or ("",)
    if not most:
        return last
    return _with_last(reduce(_with_next, most), last)


def _with_next(so_far: str, item: str) -> str:
    # Translators: puts one more item to a list: "a" becomes "a, b", and that "a, b, c".
    return _("%(list)s, %(item)s") % {"list": so_far, "item": item}


def _with_last(so_far: str, item: str) -> str:
    # Translators: puts the last item to a list: "a, b" becomes "a, b and c".
    return _("%(list)s and %(item)s") % {"list": so_far, "item": item}


def told(sentences: Iterable[str]) -> str:
    """The sentences one after the other; there must be at least one."""
    return reduce(_with_sentence, sentences)


def _with_sentence(so_far: str, sentence: str) -> str:
    # Translators: one sentence after another; leave out the space if your writing has none.
    return _("%(before)s %(sentence)s") % {"before": so_far, "sentence": sentence}
