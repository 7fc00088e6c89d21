"""The chances of the next cards, exact, from the cards that have not been seen.

Theory. Every unseen card is equally likely to be the next, also where cards were set aside at
random (R-PROF-2). What a card does to the turn depends on its number alone, so the 55 kinds fall
into fifteen classes: numbers 1-9, currency 1-5, and wilds, which do nothing to the totals. The
chance not to bust in k cards is a sum over ordered draws of k classes without replacement:

    survive(net, currency, k) = sum over classes c of  copies(c) / cards * survive(after c, k - 1)

stopping at a bust. Numerators are whole numbers over cards * (cards - 1) * ..., and only become
fractions at the end. Cards beyond the end of the pile change nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Final

from games.rules.cards import KINDS, is_currency, is_number, value
from games.rules.table import LIMIT, Table

LOOKAHEAD: Final = 3
"""How many cards ``bust_within`` looks ahead."""

Copies = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """Chances of the next card, and of having bust within 1, 2 and 3 cards.

    bust_number + bust_currency + wild + safe_number + safe_currency = 1.
    """

    bust_number: Fraction
    bust_currency: Fraction
    wild: Fraction
    safe_number: Fraction
    safe_currency: Fraction
    bust_within: tuple[Fraction, ...]

    @property
    def bust(self) -> Fraction:
        """The chance to bust on the next card, by whichever total."""
        return self.bust_number + self.bust_currency


def odds(table: Table) -> Odds | None:
    """The odds at this table (R-DRAW-4, R-PROF-2); None when no card may be drawn."""
    if not table.may_draw:
        return None
    return chances(table.unseen, table.net, table.currency, table.remaining)


def bust_chance(table: Table) -> Fraction | None:
    """The chance to bust on the next card alone, without looking further; None as with ``odds``."""
    if not table.may_draw:
        return None
    numbers, currencies, _wilds = _classes(table.unseen)
    busts = _busting(numbers, table.net) + _busting(currencies, table.currency)
    return Fraction(busts, sum(table.unseen))


def chances(unseen: Sequence[int], net: int, currency: int, pile: int | None = None) -> Odds:
    """The odds from these unseen copies (in the order of KINDS), at least one of them.

    ``pile``: how many of the unseen cards can still be drawn; all of them if None.
    """
    numbers, currencies, wilds = _classes(tuple(unseen))
    cards = sum(unseen)
    bust_number = _busting(numbers, net)
    bust_currency = _busting(currencies, currency)
    return Odds(
        bust_number=Fraction(bust_number, cards),
        bust_currency=Fraction(bust_currency, cards),
        wild=Fraction(wilds, cards),
        safe_number=Fraction(sum(numbers) - bust_number, cards),
        safe_currency=Fraction(sum(currencies) - bust_currency, cards),
        bust_within=_bust_within(numbers, currencies, wilds, net, currency, pile or cards),
    )


def _busting(copies: Copies, total: int) -> int:
    """How many of these cards, by their worth, would take the total over the limit (R-DRAW-4)."""
    return sum(n for worth, n in enumerate(copies) if total + worth > LIMIT)


@lru_cache(maxsize=256)
def _classes(unseen: Copies) -> tuple[Copies, Copies, int]:
    """Copies by number 0-9, by currency 0-5, and of wilds."""
    numbers, currencies, wilds = [0] * 10, [0] * 6, 0
    for kind, copies in zip(KINDS, unseen, strict=True):
        if is_number(kind):
            numbers[value(kind)] += copies
        elif is_currency(kind):
            currencies[value(kind)] += copies
        else:
            wilds += copies
    return tuple(numbers), tuple(currencies), wilds


def _bust_within(
    numbers: Copies, currencies: Copies, wilds: int, net: int, currency: int, pile: int
) -> tuple[Fraction, ...]:
    cards = sum(numbers) + sum(currencies) + wilds
    chances_so_far = []
    for ahead in range(1, LOOKAHEAD + 1):
        depth = min(ahead, pile, cards)
        surviving = _surviving([*numbers], [*currencies], wilds, net, currency, depth)
        chances_so_far.append(1 - Fraction(surviving, perm(cards, depth)))
    return tuple(chances_so_far)


def _surviving(
    numbers: list[int], currencies: list[int], wilds: int, net: int, currency: int, depth: int
) -> int:
    """In how many ordered draws of ``depth`` cards nobody busts."""
    if depth == 0:
        return 1
    if depth == 1:
        return (
            sum(numbers[: max(0, LIMIT - net + 1)])
            + sum(currencies[: max(0, LIMIT - currency + 1)])
            + wilds
        )
    ways = 0
    for rank, copies in enumerate(numbers):
        if copies and net + rank <= LIMIT:
            numbers[rank] -= 1
            ways += copies * _surviving(numbers, currencies, wilds, net + rank, currency, depth - 1)
            numbers[rank] += 1
    for worth, copies in enumerate(currencies):
        if copies and currency + worth <= LIMIT:
            currencies[worth] -= 1
            ways += copies * _surviving(
                numbers, currencies, wilds, net - worth, currency + worth, depth - 1
            )
            currencies[worth] += 1
    if wilds:
        ways += wilds * _surviving(numbers, currencies, wilds - 1, net, currency, depth - 1)
    return ways
