"""The best placing of all wilds (R-SCORE-3).

The theory. Each colour chooses a span. Colour c has w[c] colour wilds, rank r has n[r] number
wilds, and F full wilds fit anywhere: a missing cell (c, r) is filled from w[c], from n[r] or from
F. By Hall's theorem the chosen spans can be filled together exactly when for every set A of colours

    sum over ranks r of max(0, cells of A missing at r - n[r])  -  sum of w[c] over A  <=  F

So no wild is tried out anywhere: spans are chosen on masks alone, and the wilds are dealt once, at
the end (sheet.py). A colour whose own wilds suffice puts no strain on the rest and is left out of
every A; so is a rank that is not scarce.

The search. Of the 46 spans of a colour few are worth a look (spans.py): none if another one is
worth as much and misses no other cell, none that cannot be filled even if no other colour asks for
anything, none worth less than the best that needs no shared wild. The rest is searched depth
first, colour by colour, the best spans first. Three thoughts cut that short:

- Budget. Whatever the ranks, there are only so many shared wilds. A small knapsack table tells what
  the colours still to come are worth at most, for what is left.
- Waste. Number wilds that too few of the colours still to come can use are no part of what is left.
- Tolls (tolls.py), only for big searches: a hostile heap of wilds, hardly ever a real collection.

A span is worth its points; far behind them the wilds that it saves; far behind those the square of
its length. So of the placings with the highest total one with the fewest wilds is taken, and of
those one whose runs are long rather than many, as a person would lay them. Of equal ones the first
colour in the order R, B, O, G gets the most, and a run grows upwards before downwards.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from math import inf, prod
from operator import or_
from typing import Final, TypeAlias

from games.rules.cards import COLOURS, Card
from games.rules.scoring.spans import Choice, Mask, Span, Supply, choices_of, hand_of, supply_of
from games.rules.scoring.tolls import tolled

Load: TypeAlias = tuple[int, Mask, Mask, Mask]
"""What a set A asks for: shared wilds; scarce ranks missing at least once, twice, thrice."""

BIG: Final = 40_000
"""The number of combinations from which on tolls pay off."""


@lru_cache(maxsize=4096)
def best_placing(cards: tuple[Card, ...]) -> tuple[Span, ...]:
    """The spans of the four colours, in R, B, O, G order. Takes number cards and wilds only."""
    hand = hand_of(cards)
    supply = supply_of(hand)
    choices, ceiling = choices_of(hand, supply), inf
    size = prod(map(len, choices))
    if size == 1:
        return tuple([spans[0][4] for spans in choices])
    if size >= BIG:
        choices, ceiling = tolled(choices, hand)
    search = _Search(choices, supply)
    search.extend((), 0, [(0, 0, 0, 0)], supply.budget, ceiling)
    return search.best_placing


class _Search:
    """The depth-first search over the choices of the four colours, and the best found so far."""

    def __init__(self, choices: list[list[Choice]], supply: Supply) -> None:
        self.choices = choices
        self.supply = supply
        self.later = _later(choices, supply.budget)
        self.askers = _askers(choices)
        self.best_worth = -1
        self.best_placing: tuple[Span, ...] = ()

    def extend(
        self, placing: tuple[Span, ...], worth: int, loads: list[Load], left: int, ceiling: float
    ) -> None:
        """Tries the spans of the next colour.

        The loads are those of every set of colours so far; left is how many shared wilds there
        still are for the others; no placing that starts like this is worth more than the ceiling.
        """
        colour = len(placing)
        if colour == len(COLOURS):
            self.best_worth, self.best_placing = worth, placing
            return
        later = self.later[colour + 1]
        for gain, demand, need, loss, span in self.choices[colour]:
            total, rest = worth + gain, left - need
            # Worths are whole numbers, ceilings are not: the missing thousandth is for rounding.
            if (
                rest < 0
                or total + later[rest] <= self.best_worth
                or ceiling - loss < self.best_worth + 0.999
            ):
                continue
            if need:
                added = self._added(loads, demand, need)
                if not added:
                    continue
                rest = min(rest, self._useful(added[-1], colour + 1))
                if total + later[rest] > self.best_worth:
                    self.extend((*placing, span), total, loads + added, rest, ceiling - loss)
            else:
                self.extend((*placing, span), total, loads, rest, ceiling - loss)

    def _added(self, loads: list[Load], demand: Mask, need: int) -> list[Load]:
        """The loads of all sets with one more colour in them; none if one of them is too much."""
        _, one, two, three, full = self.supply
        added: list[Load] = []
        for asked, once, twice, thrice in loads:
            thrice |= twice & demand
            twice |= once & demand
            once |= demand
            asked += need
            filled = (once & one).bit_count() + (twice & two).bit_count()
            if asked - filled - (thrice & three).bit_count() > full:
                return []
            added.append((asked, once, twice, thrice))
        return added

    def _useful(self, load: Load, colour: int) -> int:
        """How many shared wilds the colours from this one on could use, next to that load."""
        _, one, two, three, full = self.supply
        asked, once, twice, thrice = load
        once_more, twice_more, thrice_more = self.askers[colour]
        thrice |= thrice_more | twice & once_more | once & twice_more
        twice |= twice_more | once & once_more
        once |= once_more
        used = (once & one).bit_count() + (twice & two).bit_count() + (thrice & three).bit_count()
        return full + used - asked


def _later(choices: list[list[Choice]], budget: int) -> list[list[int]]:
    """What the colours from the i-th on are worth at most for k shared wilds: a knapsack table."""
    after = [0] * (budget + 1)
    later = [after]
    for spans in reversed(choices):
        if len(spans) == 1:
            after = [spans[0][0] + worth for worth in after]
        else:
            options = [(span[0], span[2]) for span in spans]
            after = [
                max([worth + after[k - need] for worth, need in options if need <= k])
                for k in range(budget + 1)
            ]
        later.append(after)
    return later[::-1]


def _askers(choices: list[list[Choice]]) -> list[tuple[Mask, Mask, Mask]]:
    """The scarce ranks that at least 1, 2, 3 of the colours from the i-th on might ask for."""
    once = twice = thrice = 0
    askers = [(0, 0, 0)]
    for spans in reversed(choices):
        asked = reduce(or_, [span[1] for span in spans])
        once, twice, thrice = once | asked, twice | once & asked, thrice | twice & asked
        askers.append((once, twice, thrice))
    return askers[::-1]
