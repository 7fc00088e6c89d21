"""The highest total without the placing (R-SCORE-1 to R-SCORE-3).

A board shows five totals and no sheet, and few collections hold more than a shared wild or two. For
the colour that it is handed to, a number wild is as good as the number card, and the full wild as
good as a colour wild; what the colour then scores stands in a table. So with few shared wilds all
ways to hand them out are gone through: two colours share a set of wilds in the best way, the other
two share the rest. With more of them the ways get too many, and the search (search.py) finds the
same total sooner.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.rules.cards import ANY_COLOUR, COLOUR_WILDS, FULL_WILD, Card
from games.rules.scoring.search import best_placing
from games.rules.scoring.spans import COMPLETE, Mask, hand_of, points

FEW: Final = 4
"""The number of shared wilds up to which handing them out is faster than the search."""


@lru_cache(maxsize=4096)
def total(cards: tuple[Card, ...]) -> int:
    """The score of a collection. Takes number cards and wilds only, sorted to be known again."""
    shared = [card for card in cards if card[0] == ANY_COLOUR]
    if len(shared) > FEW:
        return points(best_placing(cards))
    held, wilds = hand_of(cards)
    handed = _handed(shared)
    red, blue, orange, green = [
        [_SCORES[own + jokers][ranks | extra] for extra, jokers in handed]
        for ranks, own in zip(
            held, [min(wilds[own], COMPLETE) for own in COLOUR_WILDS], strict=True
        )
    ]
    ways = _WAYS[len(shared)]
    # Sets are numbered by the bits of their members: the i-th from the end is the i-th one's rest.
    rests = reversed(_together(orange, green, ways))
    return max(map(int.__add__, _together(red, blue, ways), rests))


def _handed(shared: list[Card]) -> list[tuple[Mask, int]]:
    """For each set of these wilds the ranks of its number wilds, and its number of full wilds."""
    sets = [(0, 0)]
    for wild in shared:
        bit, joker = (0, 1) if wild == FULL_WILD else (1 << int(wild[1]) - 1, 0)
        sets += [(ranks | bit, jokers + joker) for ranks, jokers in sets]
    return sets


def _together(one: list[int], other: list[int], ways: list[list[tuple[int, int]]]) -> list[int]:
    """What two colours score with each set of wilds, shared in the best way."""
    return [max([one[mine] + other[yours] for mine, yours in split]) for split in ways]


def _ways(size: int) -> list[list[tuple[int, int]]]:
    """Each set of so many things, as its subsets with their complements."""
    return [
        [(part, whole ^ part) for part in range(whole + 1) if part & ~whole == 0]
        for whole in range(1 << size)
    ]


def _scores() -> list[bytes]:
    """By its own wilds and its mask of held ranks what a colour scores alone."""
    masks, ranks = range(1 << COMPLETE), range(COMPLETE)
    lengths = [max(map(len, f"{held:b}".split("0"))) for held in masks]
    scores = [bytes(length + (length == COMPLETE) for length in lengths)]
    for _ in range(COMPLETE + FEW):
        fewer = scores[-1]
        scores.append(bytes(max([fewer[held | 1 << rank] for rank in ranks]) for held in masks))
    return scores


_WAYS: Final = [_ways(size) for size in range(FEW + 1)]
_SCORES: Final = _scores()
