"""The order of turns, the final round, and the count (R-END)."""

from __future__ import annotations

from games.rules import effects as fx
from games.rules.events import Stopped
from games.rules.play.moment import Moment, discard, to_market
from games.rules.table import Phase


def end_turn(m: Moment) -> None:
    m.becomes(tableau=(), drawn_in_turn=0)
    if m.table.last_turn:
        begin_final_round(m)
        return
    following = m.table.left_of(m.table.active)[0]
    m.becomes(phase=Phase.DRAW, active=following, actor=following, turn=m.table.turn + 1)
    m.follows(fx.Turn(following))


def begin_final_round(m: Moment) -> None:
    m.follows(fx.FinalRound())
    next_buyer(m, m.table.left_of(m.table.active))


def next_buyer(m: Moment, buyers: tuple[int, ...]) -> None:
    if buyers:
        m.becomes(phase=Phase.FINAL_BUY, buyers=buyers, actor=buyers[0])
    else:
        count(m)


def stop(m: Moment, _event: Stopped) -> None:
    table = m.table
    to_market(m, table.tableau_numbers)
    on_table = (table.auction.card,) if table.auction else ()
    discard(m, (*table.tableau_currency, *on_table))
    m.becomes(stopped=True, tableau=(), auction=None, drawn_in_turn=0)
    count(m)


def count(m: Moment) -> None:
    m.becomes(phase=Phase.SCORING, buyers=(), actor=None)
    m.follows(fx.Scoring())
