"""The table check: what lies on the table is put right, whatever was recorded.

Cards and tokens stay conserved: a token that a seat does not have is in the supply, and a card
that is not in one place is in another. Nothing is decided anew by it, so no phase changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from games.rules.cards import Card, in_order, is_currency, position
from games.rules.effects import DeckRanOut
from games.rules.errors import RuleError
from games.rules.events import AdjustedCard, AdjustedPile, AdjustedSeat, Place
from games.rules.play.drawing import see
from games.rules.play.moment import Moment, without
from games.rules.table import BUST_SUPPLY, TOKEN_CAP, Phase, Table


def adjust_seat(m: Moment, event: AdjustedSeat) -> None:
    """So many tokens; the rest is in the supply (R-SET-2, R-REW-3)."""
    _check_seat(m.table, event.seat)
    if event.tokens > TOKEN_CAP:
        raise RuleError("above_cap", "R-REW-3", seat=event.seat, cap=TOKEN_CAP)
    elsewhere = sum(seat.busts for seat in m.table.seats if seat.number != event.seat)
    if event.busts + elsewhere > BUST_SUPPLY:
        left = BUST_SUPPLY - elsewhere
        raise RuleError("no_such_busts", "R-SET-2", seat=event.seat, left=left)
    m.seat_becomes(event.seat, tokens=event.tokens, busts=event.busts)
    _check_high_bidder(m.table)


def adjust_card(m: Moment, event: AdjustedCard) -> None:
    """One copy of a card moved from where it is not to where it is (R-DECK-1)."""
    for place in (event.source, event.target):
        if isinstance(place, int):
            _check_seat(m.table, place)
    if event.source == event.target:
        raise RuleError("same_place", "R-DECK-1", card=event.card)
    if is_currency(event.card) and not {event.source, event.target} <= {"discard", "unseen"}:
        raise RuleError("no_place_for_currency", "R-DRAW-2", card=event.card)
    _take_from(m, event.card, event.source)
    _put_to(m, event.card, event.target)
    _check_high_bidder(m.table)
    _settle_last_turn(m)


def adjust_pile(m: Moment, event: AdjustedPile) -> None:
    """So many cards are left in the pile, of those that are unseen (R-PROF-2)."""
    table = m.table
    if event.remaining > sum(table.unseen):
        raise RuleError("fewer_unseen", "R-PROF-2", unseen=sum(table.unseen))
    deck = replace(table.deck, pile=table.drawn + event.remaining)
    m.becomes(deck=deck, emptied=table.emptied and event.remaining == 0)
    _settle_last_turn(m)


def _settle_last_turn(m: Moment) -> None:
    """The turn in which the deck runs out is the last (R-END-1); a final round goes on as it is.

    Before the first draw of a turn an empty pile means that the turn does not take place, which
    is for somebody to say (R-END-4).
    """
    table = m.table
    ran_out = table.remaining == 0
    if table.phase is Phase.FINAL_BUY or ran_out == table.last_turn:
        return
    if ran_out and not table.drawn_in_turn:
        raise RuleError("adjusted_to_empty", "R-END-4")
    m.becomes(last_turn=ran_out)
    if ran_out:
        m.follows(DeckRanOut())


def _check_seat(table: Table, number: int) -> None:
    if not table.has_seat(number):
        raise RuleError("nobody_sits_there", "R-SET-1", seat=number)


def _check_high_bidder(table: Table) -> None:
    """Whoever has the highest bid must still be able to pay it (R-AUC-3)."""
    high = table.auction.high if table.auction else None
    if high and high[1] > table.seat(high[0]).purse:
        purse = table.seat(high[0]).purse
        raise RuleError("bid_above_purse", "R-AUC-3", seat=high[0], amount=high[1], purse=purse)


def _take_from(m: Moment, card: Card, place: Place) -> None:
    if place == "unseen":
        see(m, card)
        return
    cards = _cards_at(m.table, place)
    if card not in cards:
        raise RuleError("card_not_there", "R-DECK-1", card=card)
    _lay(m, place, without(cards, (card,)))


def _put_to(m: Moment, card: Card, place: Place) -> None:
    if place == "unseen":
        unseen = list(m.table.unseen)
        unseen[position(card)] += 1
        m.becomes(unseen=tuple(unseen), drawn=m.table.drawn - 1)
        return
    _lay(m, place, in_order((*_cards_at(m.table, place), card)))


def _cards_at(table: Table, place: Place) -> tuple[Card, ...]:
    if isinstance(place, int):
        return table.seat(place).cards
    return _SHARED[place](table)


def _lay(m: Moment, place: Place, cards: tuple[Card, ...]) -> None:
    if isinstance(place, int):
        m.seat_becomes(place, cards=cards)
    else:
        m.becomes(**{place: cards})


_SHARED: Final[dict[str, Callable[[Table], tuple[Card, ...]]]] = {
    "market": lambda table: table.market,
    "discard": lambda table: table.discard,
}
