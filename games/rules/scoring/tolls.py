"""A ceiling for the total, for searches that would get out of hand.

Let a player pay a toll for each wild that fills a cell, and always take the cheapest that fits.
Then each colour can be looked at alone: its best span is the one whose worth, less the tolls, is
highest. Whatever the tolls, what the four gain like that and the tolls of all the wilds there are
make a ceiling: no placing is worth more, for it pays each wild at most once. A span that gains less
than the best of its colour lowers the ceiling by the difference, its *loss*.

Low ceilings come from a subgradient method (Lagrangian relaxation): raise the toll of wilds that
more cells want than there are, lower that of the others, in strides that shrink while nothing is
gained. It takes a millisecond or two.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from math import inf
from typing import Final, TypeAlias

from games.rules.cards import COLOUR_WILDS, FULL_WILD, NUMBER_WILDS, Card
from games.rules.scoring.spans import POINT, Choice, Hand, Mask

Tolls: TypeAlias = dict[Card, float]

ROUNDS: Final = 40
PATIENCE: Final = 4
"""Rounds without a lower ceiling after which the strides are halved."""
STRIDE: Final = 1.0
SOLD_OUT: Final = 100.0 * POINT
"""The toll of a wild that is not there: finite, so that sums of it can be subtracted."""


def tolled(choices: list[list[Choice]], hand: Hand) -> tuple[list[list[Choice]], float]:
    """The same choices with what they lose under low tolls, and the ceiling of these tolls."""
    floor = sum([spans[-1][0] for spans in choices])
    tolls = {wild: POINT / 2 if copies else SOLD_OUT for wild, copies in hand.wilds.items()}
    lowest, ceiling, stride, idle = tolls, inf, STRIDE, 0
    for _ in range(ROUNDS):
        total, wanted = _total(choices, hand, tolls)
        idle += 1
        if total < ceiling:
            lowest, ceiling, idle = tolls, total, 0
        elif idle == PATIENCE:
            stride, idle = stride / 2, 0
        tolls = _moved(tolls, wanted, hand, stride * (total - floor))
    return _with_losses(choices, hand, lowest), ceiling


def _total(choices: list[list[Choice]], hand: Hand, tolls: Tolls) -> tuple[float, Counter[Card]]:
    """The ceiling of some tolls, and how many of each wild the best spans want."""
    total = sum([copies * tolls[wild] for wild, copies in hand.wilds.items()])
    wanted: Counter[Card] = Counter()
    for own, held, spans in zip(COLOUR_WILDS, hand.held, choices, strict=True):
        cheapest = _cheapest(own, tolls)
        gains = _gains(spans, held, [tolls[wild] for wild in cheapest])
        best = max(gains)
        total += best
        _, missing, *_ = spans[gains.index(best)][4]
        wanted.update([wild for rank, wild in enumerate(cheapest) if missing >> rank & 1])
    return total, wanted


def _cheapest(own: Card, tolls: Tolls) -> list[Card]:
    """For each rank of a colour the wild that costs least there."""
    joker = own if tolls[own] <= tolls[FULL_WILD] else FULL_WILD
    return [wild if tolls[wild] <= tolls[joker] else joker for wild in NUMBER_WILDS]


def _gains(spans: list[Choice], held: Mask, costs: list[float]) -> list[float]:
    """The worth of each span less the tolls of its missing cells."""
    missing = [0.0 if held >> rank & 1 else cost for rank, cost in enumerate(costs)]
    upto = list(accumulate(missing, initial=0.0))
    return [worth - upto[last] + upto[first - 1] for worth, _, _, _, (_, _, first, last) in spans]


def _moved(tolls: Tolls, wanted: Counter[Card], hand: Hand, stride: float) -> Tolls:
    excess = {
        wild: wanted[wild] - copies
        for wild, copies in hand.wilds.items()
        if copies and (tolls[wild] > 0 or wanted[wild] > copies)
    }
    square = sum([more * more for more in excess.values()]) or 1
    moved = {wild: tolls[wild] + stride * more / square for wild, more in excess.items()}
    return tolls | {wild: max(0.0, toll) for wild, toll in moved.items()}


def _with_losses(choices: list[list[Choice]], hand: Hand, tolls: Tolls) -> list[list[Choice]]:
    priced: list[list[Choice]] = []
    for own, held, spans in zip(COLOUR_WILDS, hand.held, choices, strict=True):
        gains = _gains(spans, held, [tolls[wild] for wild in _cheapest(own, tolls)])
        best = max(gains)
        priced.append(
            [
                (worth, demand, need, best - gain, span)
                for (worth, demand, need, _, span), gain in zip(spans, gains, strict=True)
            ]
        )
    return priced
