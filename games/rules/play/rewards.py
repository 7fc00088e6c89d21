"""How drawing ends: a reward or a bust (R-REW, R-BUST)."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules import effects as fx
from games.rules.errors import RuleError
from games.rules.events import Took
from games.rules.play.ending import end_turn
from games.rules.play.moment import Moment, collect, discard, to_market
from games.rules.table import TOKEN_CAP, Phase, Table


def take(m: Moment, event: Took) -> None:
    if not m.table.drawn_in_turn:
        raise RuleError("nothing_drawn", "R-DRAW-1", seat=m.table.active)
    if event.what == "numbers":
        _take_numbers(m)
    else:
        _take_currency(m)


def _take_numbers(m: Moment) -> None:
    table, active = m.table, m.table.active
    collect(m, active, table.tableau_numbers)
    gain_all(m, _others(table), table.currency)
    discard(m, table.tableau_currency)
    m.becomes(tableau=(), phase=Phase.BUY, actor=active)


def _take_currency(m: Moment) -> None:
    table = m.table
    gain_all(m, [table.active], table.currency)
    to_market(m, table.tableau_numbers)
    discard(m, table.tableau_currency)
    end_turn(m)


def bust(m: Moment, *, by_numbers: bool) -> None:
    table = m.table
    m.follows(fx.Busted(table.active, "numbers" if by_numbers else "currency"))
    to_market(m, table.tableau_numbers)
    _gain_bust_token(m, table.active)
    if by_numbers:
        gain_all(m, _others(table), table.currency)
    discard(m, table.tableau_currency)
    end_turn(m)


def _others(table: Table) -> list[int]:
    return [number for number in table.left_of(table.active) if number != table.active]


def gain_all(m: Moment, numbers: Iterable[int], amount: int) -> None:
    """Black tokens for each of these seats, up to the cap of ten (R-REW-3)."""
    if not amount:
        return
    for number in numbers:
        held = m.table.seat(number).tokens
        gained = max(0, min(amount, TOKEN_CAP - held))
        m.seat_becomes(number, tokens=held + gained)
        m.follows(fx.Gained(number, gained, amount - gained))


def _gain_bust_token(m: Moment, number: int) -> None:
    if m.table.bust_supply:
        m.seat_becomes(number, busts=m.table.seat(number).busts + 1)
        m.follows(fx.BustToken(number))
    else:
        m.follows(fx.NoBustToken(number))
