"""Paying with tokens and own cards (R-BUY-3, R-BUY-4), for wilds and for market cards alike."""

from __future__ import annotations

from games.rules.errors import RuleError
from games.rules.events import Payment
from games.rules.play.moment import Moment, discard, to_market, without
from games.rules.table import Seat


def check_payment(seat: Seat, price: int, payment: Payment) -> None:
    """Raise RuleError unless this seat holds the payment and it reaches the price (R-BUY-3)."""
    if payment.tokens > seat.tokens:
        raise RuleError("too_few_tokens", "R-BUY-3", seat=seat.number, held=seat.tokens)
    if payment.busts > seat.busts:
        raise RuleError("too_few_busts", "R-BUY-3", seat=seat.number, held=seat.busts)
    for card in payment.cards:
        if payment.cards.count(card) > seat.cards.count(card):
            raise RuleError("card_not_owned", "R-BUY-3", seat=seat.number, card=card)
    if payment.value < price:
        raise RuleError("paid_too_little", "R-BUY-3", price=price, paid=payment.value)


def spend(m: Moment, number: int, cost: int, payment: Payment) -> None:
    seat = m.table.seat(number)
    check_payment(seat, cost, payment)
    m.seat_becomes(
        number,
        tokens=seat.tokens - payment.tokens,
        busts=seat.busts - payment.busts,
        cards=without(seat.cards, payment.cards),
    )
    if m.table.rulings.spent_cards == "market":
        to_market(m, payment.cards)
    else:
        discard(m, payment.cards)
