"""Which ranks the run of a colour could cover, and what that would take.

A *span* is a stretch of ranks; its cells are *missing* where the colour has no number card. Ranks
are bits of a mask, bit 0 for rank 1. What the spans of a colour miss depends only on the ranks that
it holds, so they are listed once for each of the 512 masks; which of them are worth a look in a
collection also depends on its wilds. How the four colours go together is settled in search.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from games.rules.cards import (
    COLOUR_WILDS,
    COLOURS,
    FULL_WILD,
    NUMBER_WILDS,
    NUMBERS,
    RANKS,
    WILDS,
    Card,
)

Mask: TypeAlias = int
Span: TypeAlias = tuple[int, Mask, int, int]
"""Worth, missing cells, first rank, last rank."""
Choice: TypeAlias = tuple[int, Mask, int, float, Span]
"""In one collection: worth, scarce missing cells, shared wilds needed, loss by tolls, span."""

COMPLETE: Final = len(RANKS)
"""The length of a complete run."""
WILD: Final = 512
"""The worth of a wild saved: more than the squares of the lengths of four runs."""
POINT: Final = 40 * WILD
"""The worth of a point: more than all the wilds that four runs could save."""
NO_SPAN: Final[Span] = (0, 0, 1, 0)

_CELLS: Final = {n: (COLOURS.index(n[0]), 1 << int(n[1]) - 1) for n in NUMBERS}
_NUMBER_WILD_BITS: Final = tuple((wild, 1 << int(wild[1]) - 1) for wild in NUMBER_WILDS)
_NO_WILDS: Final = dict.fromkeys(WILDS, 0)


class Hand(NamedTuple):
    """A collection without its duplicates: the ranks held by colour, the copies of each wild."""

    held: list[Mask]
    wilds: dict[Card, int]


class Supply(NamedTuple):
    """The shared wilds of a hand.

    A rank is scarce unless there is a number wild for each colour that lacks it. The masks are the
    ranks that are not scarce, and the scarce ones with at least one, two, three number wilds.
    """

    plenty: Mask
    one: Mask
    two: Mask
    three: Mask
    full: int

    @property
    def budget(self) -> int:
        """How many wilds there are for the scarce cells of all colours."""
        return self.one.bit_count() + self.two.bit_count() + self.three.bit_count() + self.full


def points(spans: Iterable[Span]) -> int:
    """What the spans score together (R-SCORE-1, R-SCORE-2)."""
    lengths = [last - first + 1 for _, _, first, last in spans]
    return sum(lengths) + lengths.count(COMPLETE)


def hand_of(cards: Iterable[Card]) -> Hand:
    """The number cards as masks, the wilds counted. Takes no other cards."""
    held, wilds = [0] * len(COLOURS), _NO_WILDS.copy()
    for card in cards:
        if card in wilds:
            wilds[card] += 1
        else:
            colour, bit = _CELLS[card]
            held[colour] |= bit
    return Hand(held, wilds)


def supply_of(hand: Hand) -> Supply:
    """What the colours of the hand have to share."""
    held, wilds = hand
    plenty, scarce = 0, [0, 0, 0]
    for wild, bit in _NUMBER_WILD_BITS:
        if copies := wilds[wild]:
            if copies >= sum([not ranks & bit for ranks in held]):
                plenty |= bit
            else:
                for enough in range(copies):
                    scarce[enough] |= bit
    one, two, three = scarce
    return Supply(plenty, one, two, three, wilds[FULL_WILD])


def choices_of(hand: Hand, supply: Supply) -> list[list[Choice]]:
    """For each colour the spans worth a look, best first; the last one asks for no shared wild."""
    return [
        _choices(held, hand.wilds[wild], supply)
        for held, wild in zip(hand.held, COLOUR_WILDS, strict=True)
    ]


def _choices(held: Mask, own: int, supply: Supply) -> list[Choice]:
    """The spans that a colour with so many colour wilds could fill if the others asked for none."""
    plenty, one, _, _, full = supply
    wilds = own + ((plenty | one) & ~held).bit_count() + full
    choices: list[Choice] = []
    for span in spans_within(held, min(wilds, COMPLETE)):
        demand = span[1] & ~plenty
        need = demand.bit_count() - own
        if need <= 0:
            choices.append((span[0], 0, 0, 0.0, span))
            break
        if need - (demand & one).bit_count() <= full:
            choices.append((span[0], demand, need, 0.0, span))
    return choices


@lru_cache(maxsize=512 * 10)
def spans_within(held: Mask, wilds: int) -> tuple[Span, ...]:
    """The useful spans that miss no more cells than that."""
    return tuple(span for span in useful_spans(held) if span[1].bit_count() <= wilds)


@lru_cache(maxsize=512)
def useful_spans(held: Mask) -> tuple[Span, ...]:
    """The useful spans, best first: no other is worth as much and misses no other cell."""
    useful: list[Span] = []
    for span in sorted(_all_spans(held), key=lambda span: _appeal(held, span)):
        if all(better[1] & ~span[1] for better in useful):
            useful.append(span)
    return tuple(useful)


def _all_spans(held: Mask) -> list[Span]:
    spans = [NO_SPAN]
    for first in RANKS:
        for last in range(first, COMPLETE + 1):
            length = last - first + 1
            missing = ((1 << length) - 1 << first - 1) & ~held
            worth = (length + (length == COMPLETE)) * POINT - missing.bit_count() * WILD + length**2
            spans.append((worth, missing, first, last))
    return spans


def _appeal(held: Mask, span: Span) -> tuple[int, int, int]:
    """What spans are sorted by: worth, then as few wilds as can be before the first number."""
    worth, _, first, last = span
    numbers = [rank for rank in range(first, last + 1) if held >> rank - 1 & 1]
    return -worth, numbers[0] - first if numbers else 0, first
