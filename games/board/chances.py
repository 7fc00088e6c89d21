"""Odds in words and tints: what a glance at the phone must tell."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from games.rules.odds import Odds, odds
from games.rules.table import LIMIT, Table

CALM_BELOW = Fraction(15, 100)
RISKY_FROM = Fraction(35, 100)
"""Where the word and the tint change; a matter of feel, not a rule."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The odds of the next card as they are shown.

    ``mood`` is ``calm``, ``tense`` or ``risky``; ``word`` the same in the reader's language.
    """

    bust: str
    mood: str
    word: str
    within: tuple[str, ...]
    assumed: bool


@dataclass(frozen=True, slots=True)
class Gauge:
    """A total from 0 to 10; ``level`` is what the bar shows, never below 0."""

    total: int
    limit: int = LIMIT

    @property
    def level(self) -> int:
        return max(0, self.total)


def percent(chance: Fraction) -> str:
    """Whole percent; what is not certain never reads as certain."""
    hundred = chance * 100
    if chance in (0, 1):
        return f"{int(hundred)} %"
    if hundred < Fraction(1, 2):
        return "<1 %"
    if hundred >= Fraction(199, 2):
        return ">99 %"
    return f"{int(hundred + Fraction(1, 2))} %"


def chances(table: Table) -> Chances | None:
    """The odds to show; None when no card may be drawn."""
    exact = odds(table)
    if exact is None:
        return None
    mood = mood_of(exact)
    words = {"calm": _("calm"), "tense": _("tense"), "risky": _("risky")}
    return Chances(
        bust=percent(exact.bust),
        mood=mood,
        word=words[mood],
        within=tuple(percent(chance) for chance in exact.bust_within),
        assumed=bool(table.deck.assumed),
    )


def mood_of(exact: Odds) -> str:
    """How dangerous the next card is, in one of three words."""
    if exact.bust < CALM_BELOW:
        return "calm"
    return "tense" if exact.bust < RISKY_FROM else "risky"
