"""The newest table while one event is played, and cards on the move between its places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.rules import effects as fx
from games.rules.cards import Card, in_order
from games.rules.table import Table


class Moment:
    """The newest table while one event is played, and the effects so far."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.effects: list[fx.Effect] = []

    def becomes(self, **changes: Any) -> None:
        self.table = replace(self.table, **changes)

    def seat_becomes(self, number: int, **changes: Any) -> None:
        changed = replace(self.table.seat(number), **changes)
        seats = tuple(changed if s.number == number else s for s in self.table.seats)
        self.becomes(seats=seats)

    def follows(self, effect: fx.Effect) -> None:
        self.effects.append(effect)


def collect(m: Moment, number: int, cards: tuple[Card, ...]) -> None:
    if cards:
        m.seat_becomes(number, cards=in_order((*m.table.seat(number).cards, *cards)))
        m.follows(fx.ToCollection(number, in_order(cards)))


def to_market(m: Moment, cards: tuple[Card, ...]) -> None:
    if cards:
        m.becomes(market=in_order((*m.table.market, *cards)))
        m.follows(fx.ToMarket(in_order(cards)))


def discard(m: Moment, cards: tuple[Card, ...]) -> None:
    if cards:
        m.becomes(discard=in_order((*m.table.discard, *cards)))
        m.follows(fx.Discarded(in_order(cards)))


def without(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that are left when these copies are taken; ValueError if one is not there."""
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)
