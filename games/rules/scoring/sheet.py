"""The score of some cards, and the sheet that shows how it comes about (R-SCORE-1 to R-SCORE-3).

search.py says which ranks the runs cover; here the cards are dealt to them. A number card always
comes before a wild, the more specific wild before the full one; whatever is left over is unused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from games.rules.cards import (
    ANY_COLOUR,
    ANY_RANK,
    COLOURS,
    FULL_WILD,
    NUMBERS,
    RANKS,
    WILDS,
    Card,
    in_order,
)
from games.rules.scoring.search import best_placing
from games.rules.scoring.spans import Span, points
from games.rules.scoring.totals import total

Cell: TypeAlias = tuple[str, int]
"""A colour and a rank."""

_SCORING: Final = frozenset((*NUMBERS, *WILDS))


@dataclass(frozen=True, slots=True)
class Run:
    """The run of one colour: the i-th card stands for the i-th rank from first to last."""

    colour: str
    points: int
    first: int | None
    last: int | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A collection as it is counted: a run for each colour, and the cards that score nothing."""

    score: int
    runs: tuple[Run, Run, Run, Run]
    unused: tuple[Card, ...]


def score(cards: Iterable[Card]) -> int:
    """The highest total of the cards. ValueError if one is neither a number card nor a wild."""
    return total(_collection(cards))


def score_sheet(cards: Iterable[Card]) -> ScoreSheet:
    """The placing that gives the highest total. ValueError as in score."""
    return _sheet(_collection(cards))


def _collection(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards in one fixed order, so that a collection is known again however it is listed."""
    collection = tuple(cards)
    if not _SCORING.issuperset(collection):
        strange = next(card for card in collection if card not in _SCORING)
        raise ValueError(f"{strange!r} is neither a number card nor a wild")
    return tuple(sorted(collection))


@lru_cache(maxsize=1024)
def _sheet(cards: tuple[Card, ...]) -> ScoreSheet:
    spans = best_placing(cards)
    dealt = _dealt(Counter(cards), spans)
    red, blue, orange, green = map(_run, COLOURS, spans, [dealt] * len(COLOURS))
    runs = (red, blue, orange, green)
    unused = Counter(cards) - Counter(card for run in runs for card in run.cards)
    return ScoreSheet(points(spans), runs, in_order(unused.elements()))


def _run(colour: str, span: Span, dealt: dict[Cell, Card]) -> Run:
    _, _, first, last = span
    if last < first:
        return Run(colour, 0, None, None, ())
    ranks = range(first, last + 1)
    cards = tuple(dealt.get((colour, rank), f"{colour}{rank}") for rank in ranks)
    return Run(colour, points([span]), first, last, cards)


def _dealt(supply: Counter[Card], spans: Iterable[Span]) -> dict[Cell, Card]:
    """A wild for each missing cell: few full wilds, number wilds before colour wilds."""
    cells = [
        (colour, rank)
        for colour, (_, missing, _, _) in zip(COLOURS, spans, strict=True)
        for rank in RANKS
        if missing >> rank - 1 & 1
    ]
    holders: dict[Card, list[Cell]] = {wild: [] for wild in WILDS}
    holders[FULL_WILD] = [cell for cell in cells if not _fill(cell, holders, supply, set())]
    return {cell: wild for wild, filled in holders.items() for cell in filled}


def _fill(
    cell: Cell, holders: dict[Card, list[Cell]], supply: Counter[Card], asked: set[Card]
) -> bool:
    """Fills the cell, if need be by moving other cells to other wilds (an augmenting path)."""
    colour, rank = cell
    for wild in (f"{ANY_COLOUR}{rank}", f"{colour}{ANY_RANK}"):
        if wild in asked:
            continue
        asked.add(wild)
        filled = holders[wild]
        if len(filled) < supply[wild]:
            filled.append(cell)
            return True
        for place, other in enumerate(filled):
            if _fill(other, holders, supply, asked):
                filled[place] = cell
                return True
    return False
