"""One event on one table: refuse it, or say what the table is afterwards.

Theory. A table waits in one of six phases, and each phase takes few events:

    phase        takes                            and then
    draw         Drew a number or currency        draw; a bust ends the turn
                 Drew a wild                      auction
                 Took numbers                     buy
                 Took currency                    the turn ends
                 Emptied                          draw, as the last turn; or final_buy
    auction      Bid, Passed                      auction, until the last seat has spoken:
                                                  payment, or draw when everybody passed
                 Sold                             draw
    payment      Paid                             draw
    buy          Bought, Skipped                  the turn ends
    final_buy    Bought, Skipped                  final_buy of the next seat; then scoring
    scoring      nothing
    any but scoring takes Stopped                 scoring
                    and a table check (Adjusted)  the same phase

When a turn ends, the next seat draws; after the last turn the final round begins (R-END).

``play`` never changes a table: the rooms of this folder work on a ``Moment``, which holds the
newest table and collects what followed. Checks come first, so a refusal leaves nothing half done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from games.rules.effects import Effect
from games.rules.errors import RuleError
from games.rules.events import (
    AdjustedCard,
    AdjustedPile,
    AdjustedSeat,
    Bid,
    Bought,
    Drew,
    Emptied,
    Event,
    Paid,
    Passed,
    Skipped,
    Sold,
    Stopped,
    Took,
)
from games.rules.play.adjusting import adjust_card, adjust_pile, adjust_seat
from games.rules.play.auctions import bid, pass_, pay, sell
from games.rules.play.buying import buy, skip
from games.rules.play.drawing import draw, empty
from games.rules.play.ending import stop
from games.rules.play.moment import Moment
from games.rules.play.rewards import take
from games.rules.table import Phase, Table

WHILE_PLAYING: Final = frozenset(Phase) - {Phase.SCORING}

TAKEN_IN: Final[dict[type, frozenset[Phase]]] = {
    Drew: frozenset({Phase.DRAW}),
    Took: frozenset({Phase.DRAW}),
    Emptied: frozenset({Phase.DRAW}),
    Bid: frozenset({Phase.AUCTION}),
    Passed: frozenset({Phase.AUCTION}),
    Sold: frozenset({Phase.AUCTION}),
    Paid: frozenset({Phase.PAYMENT}),
    Bought: frozenset({Phase.BUY, Phase.FINAL_BUY}),
    Skipped: frozenset({Phase.BUY, Phase.FINAL_BUY}),
    Stopped: WHILE_PLAYING,
    AdjustedSeat: WHILE_PLAYING,
    AdjustedCard: WHILE_PLAYING,
    AdjustedPile: WHILE_PLAYING,
}
"""Which phase takes which event."""

WRONG_PHASE_RULE: Final[dict[type, str]] = {
    Bid: "R-AUC-1",
    Passed: "R-AUC-1",
    Sold: "R-AUC-1",
    Paid: "R-AUC-2",
    Bought: "R-BUY-1",
    Skipped: "R-BUY-1",
    Stopped: "R-END-3",
    AdjustedSeat: "R-END-3",
    AdjustedCard: "R-END-3",
    AdjustedPile: "R-END-3",
}
"""The rule that an event breaks in a phase that does not take it, where the event decides."""

BLOCKING_RULE: Final[dict[Phase, str]] = {
    Phase.AUCTION: "R-AUC-1",
    Phase.PAYMENT: "R-AUC-1",
    Phase.BUY: "R-BUY-1",
    Phase.FINAL_BUY: "R-BUY-1",
    Phase.SCORING: "R-END-3",
}
"""The rule that keeps somebody from drawing or taking, where the phase decides."""


_STEPS: Final[dict[type, Callable[[Moment, Any], None]]] = {
    Drew: draw,
    Took: take,
    Emptied: empty,
    Bid: bid,
    Passed: pass_,
    Sold: sell,
    Paid: pay,
    Bought: buy,
    Skipped: skip,
    Stopped: stop,
    AdjustedSeat: adjust_seat,
    AdjustedCard: adjust_card,
    AdjustedPile: adjust_pile,
}


class Played(NamedTuple):
    """The table after an event, and what followed from it, in order."""

    table: Table
    effects: tuple[Effect, ...]


def play(table: Table, event: Event) -> Played:
    """What the table is after this event.

    Raises RuleError, with the id of the broken rule, when the event cannot have happened.
    """
    if table.phase not in TAKEN_IN[type(event)]:
        rule = WRONG_PHASE_RULE.get(type(event)) or BLOCKING_RULE[table.phase]
        raise RuleError("wrong_phase", rule, phase=table.phase.value)
    moment = Moment(table)
    _STEPS[type(event)](moment, event)
    return Played(moment.table, tuple(moment.effects))
