"""The buy phase after taking the numbers, and the final one of each seat (R-BUY, R-END-2)."""

from __future__ import annotations

from games.rules.cards import price
from games.rules.errors import RuleError
from games.rules.events import Bought, Skipped
from games.rules.play.ending import end_turn, next_buyer
from games.rules.play.moment import Moment, collect, without
from games.rules.play.paying import spend
from games.rules.table import Phase


def buy(m: Moment, event: Bought) -> None:
    buyer = m.table.actor
    assert buyer is not None  # somebody acts in every buy phase
    if event.card not in m.table.market:
        raise RuleError("not_in_market", "R-BUY-1", card=event.card)
    if event.card in m.table.seat(buyer).cards:
        raise RuleError("has_it_already", "R-BUY-2", seat=buyer, card=event.card)
    spend(m, buyer, price(event.card), event.payment)
    m.becomes(market=without(m.table.market, (event.card,)))
    collect(m, buyer, (event.card,))
    _end_buying(m)


def skip(m: Moment, _event: Skipped) -> None:
    _end_buying(m)


def _end_buying(m: Moment) -> None:
    if m.table.phase is Phase.BUY:
        end_turn(m)
    else:
        next_buyer(m, m.table.buyers[1:])
