"""Who wins, and what decided it (R-SCORE-4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Standing: TypeAlias = tuple[int, int, int, int]
"""Seat, score, black tokens, number of cards in the collection."""


@dataclass(frozen=True, slots=True)
class Rank:
    """The place of one seat: score, black tokens and number of cards are what is compared."""

    rank: int
    seat: int
    score: int
    tokens: int
    cards: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """All seats, best first, equal ones in seat order; the winners; what the first place turned on.

    decided_by is score, tokens or cards, or shared where even the cards are equal.
    """

    ranks: tuple[Rank, ...]
    winners: tuple[int, ...]
    decided_by: str


def ranking(standings: Iterable[Standing]) -> Ranking:
    """Ranks (seat, score, black tokens, number of cards); equal ranks are shared: 1, 1, 3."""
    ordered = sorted(standings, key=lambda standing: (_merit(standing), standing[0]))
    merits = [_merit(standing) for standing in ordered]
    ranks = tuple(Rank(merits.index(_merit(one)) + 1, *one) for one in ordered)
    winners = tuple(one.seat for one in ranks if one.rank == 1)
    return Ranking(ranks, winners, _decided_by(merits))


def _merit(standing: Standing) -> tuple[int, int, int]:
    """What is compared, the least first: most points, then most tokens, then fewest cards."""
    _, points, tokens, cards = standing
    return -points, -tokens, cards


def _decided_by(merits: Sequence[tuple[int, int, int]]) -> str:
    if len(merits) < 2:
        return "score"
    criteria = zip(("score", "tokens", "cards"), merits[0], merits[1], strict=True)
    return next((name for name, first, second in criteria if first != second), "shared")
