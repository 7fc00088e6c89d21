"""Collections and score sheets: nine places a colour, the wilds beside or in their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language

from games.board.pad import SUITS, CardView, show
from games.rules.cards import COLOURS, RANKS, Card, is_wild
from games.rules.scoring import ScoreSheet, score, score_sheet
from games.rules.table import Seat


@dataclass(frozen=True, slots=True)
class Place:
    """One of nine places of a colour. ``card`` None: nothing lies there.

    ``is_wild``: a wild stands for this rank. ``in_run``: it is part of the run that scores.
    """

    rank: int
    card: CardView | None
    is_wild: bool
    in_run: bool
    copies: int


@dataclass(frozen=True, slots=True)
class ColourRow:
    """One colour of a collection: its nine places, and its points unless they are kept back."""

    colour: str
    suit: str
    places: tuple[Place, ...]
    points: int | None


@dataclass(frozen=True, slots=True)
class Collection:
    """A seat's cards as they lie: each colour as a row of nine places, the wilds beside.

    Hashable, so that it can be rendered once for many boards (templatetags/pieces.py).
    ``score`` is None at a table that keeps scores for the end; then no run is told apart.
    """

    seat: Seat
    name: str
    rows: tuple[ColourRow, ...]
    wilds: tuple[CardView, ...]
    score: int | None


@dataclass(frozen=True, slots=True)
class RankedSheet:
    """A player's place in the result, with the runs and the wilds where they went."""

    rank: int
    seat: int
    name: str
    score: int
    tokens: int
    cards: int
    rows: Sequence[ColourRow]
    wilds: Sequence[tuple[CardView, CardView]]
    """Each placed wild, and the card that it stands for."""
    score_without_wilds: int
    unused: Sequence[CardView]
    is_winner: bool
    tie: str
    """Why it is not one place higher, where points alone do not tell; else empty."""

    @property
    def worth_of_wilds(self) -> int:
        return self.score - self.score_without_wilds


def collection(seat: Seat, name: str) -> Collection:
    """What this seat has collected so far."""
    return Collection(seat, name, *_as_they_lie(seat.cards, get_language()))


@lru_cache(500)
def _as_they_lie(
    cards: tuple[Card, ...], _language: str | None
) -> tuple[tuple[ColourRow, ...], tuple[CardView, ...], int]:
    sheet = score_sheet(cards)
    rows = tuple(_row_as_it_lies(cards, colour, sheet) for colour in COLOURS)
    return rows, tuple(show(card) for card in cards if is_wild(card)), sheet.score


def _row_as_it_lies(cards: Sequence[Card], colour: str, sheet: ScoreSheet) -> ColourRow:
    run = next(run for run in sheet.runs if run.colour == colour)
    places = []
    for rank in RANKS:
        code = f"{colour}{rank}"
        copies = cards.count(code)
        in_run = run.first is not None and run.last is not None and run.first <= rank <= run.last
        places.append(Place(rank, show(code) if copies else None, False, in_run, copies))
    return ColourRow(colour, SUITS[colour], tuple(places), run.points)


def ranked_sheet(
    place: dict[str, Any], collected: Seat, name: str, winners: Sequence[int], tie: str = ""
) -> RankedSheet:
    """One player's line of the stored result, as results.py wrote it."""
    rows = [_row_of_run(colour, place["colours"][colour]) for colour in COLOURS]
    placed = [
        (p.card, show(f"{row.colour}{p.rank}")) for row in rows for p in row.places if p.is_wild
    ]
    return RankedSheet(
        rank=place["rank"],
        seat=place["seat"],
        name=name,
        score=place["score"],
        tokens=place["tokens"],
        cards=place["cards"],
        rows=rows,
        wilds=[(wild, stands_for) for wild, stands_for in placed if wild],
        score_without_wilds=score(card for card in collected.cards if not is_wild(card)),
        unused=[show(card) for card in place["unused"]],
        is_winner=place["seat"] in winners,
        tie=tie,
    )


def _row_of_run(colour: str, run: dict[str, Any]) -> ColourRow:
    first = run["run"][0] if run["run"] else None
    by_rank = {first + i: card for i, card in enumerate(run["cards"])} if first else {}
    places = tuple(
        Place(
            rank,
            show(by_rank[rank]) if rank in by_rank else None,
            rank in by_rank and is_wild(by_rank[rank]),
            rank in by_rank,
            1 if rank in by_rank else 0,
        )
        for rank in RANKS
    )
    return ColourRow(colour, SUITS[colour], places, run["points"])
