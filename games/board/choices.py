"""What the seat to act can choose: bids, payments, market cards; and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.board.pad import CardView, show
from games.rules.cards import Card, price
from games.rules.events import Payment
from games.rules.purse import Offer, points_lost, suggested
from games.rules.scoring import score
from games.rules.table import Auction, Phase, Seat, Table


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody is about to say but has not said: a market card, or an auction's outcome.

    ``payment``: what is to be paid with, if that was chosen too.
    """

    card: Card | None = None
    winner: int | None = None
    amount: int | None = None
    payment: Payment | None = None


@dataclass(frozen=True, slots=True)
class Bidder:
    """A seat in an open auction. ``said`` None: it has not spoken; 0: it passed.

    ``gain``: the points that the wild would bring it; None if scores are kept for the end.
    """

    seat: Seat
    name: str
    said: int | None
    is_next: bool
    is_high: bool
    gain: int | None
    may_win: bool
    is_chosen: bool
    amounts: range
    """What it could bid now, from the least to its whole purse; empty if that is too little."""


@dataclass(frozen=True, slots=True)
class AuctionView:
    """An open auction. ``winner`` and ``amounts``: the outcome that is being chosen in short."""

    card: CardView
    bidders: Sequence[Bidder]
    least: int
    next: Bidder | None
    chosen: Bidder | None
    nobody_has_bid: bool


@dataclass(frozen=True, slots=True)
class PaymentCard:
    """One own card that can pay. ``selected``: suggested or chosen.

    ``points_lost``: if it alone is spent on the card that is paid for; None if that is not told.
    """

    card: CardView
    selected: bool
    points_lost: int | None


@dataclass(frozen=True, slots=True)
class PaymentView:
    """A payment to be made: what was chosen, or else the cheapest sensible one (R-BUY-3).

    ``points_lost``: what that one costs; None if scores are kept for the end.
    """

    card: CardView
    payer: Seat
    name: str
    price: int
    offer: Offer
    cards: Sequence[PaymentCard]
    points_lost: int | None

    @property
    def state(self) -> str:
        """How it stands to the price: ``short``, ``exact``, ``over`` or ``wasteful``."""
        paid = self.offer.payment
        if paid.value <= self.price:
            return "exact" if paid.value == self.price else "short"
        return "wasteful" if paid.is_wasteful(self.price) else "over"

    @property
    def difference(self) -> int:
        """How much is missing, or would be lost."""
        return abs(self.offer.payment.value - self.price)


@dataclass(frozen=True, slots=True)
class Ware:
    """A market card and what it would mean for the buyer; ``why_not`` is empty if it can be had."""

    card: CardView
    price: int
    gain: int | None
    why_not: str
    copies: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class BuyView:
    """A buy phase. ``payment`` is there once a card has been chosen."""

    buyer: Seat
    name: str
    is_final: bool
    wares: Sequence[Ware]
    payment: PaymentView | None


def auction(table: Table, names: Sequence[str], choice: Choice) -> AuctionView | None:
    """The open auction, while bids are heard."""
    if table.phase is not Phase.AUCTION or table.auction is None:
        return None
    opened = table.auction
    bidders = [_bidder(table, opened, names, number, choice) for number in opened.order]
    return AuctionView(
        card=show(opened.card),
        bidders=bidders,
        least=opened.high_amount + 1,
        next=next((b for b in bidders if b.is_next), None),
        chosen=next((b for b in bidders if b.is_chosen), None),
        nobody_has_bid=opened.high is None,
    )


def _bidder(
    table: Table, opened: Auction, names: Sequence[str], number: int, choice: Choice
) -> Bidder:
    seat = table.seat(number)
    said = dict(opened.bids)
    is_high = opened.high is not None and opened.high[0] == number
    could_bid = range(opened.high_amount + 1, seat.purse + 1)
    amounts = range(0) if number in said else could_bid
    if is_high:
        amounts = range(opened.high_amount, opened.high_amount + 1)
    return Bidder(
        seat=seat,
        name=names[number - 1],
        said=(said[number] or 0) if number in said else None,
        is_next=opened.next_seat == number,
        is_high=is_high,
        gain=_gain(seat, opened.card),
        may_win=bool(amounts),
        is_chosen=choice.winner == number and bool(amounts),
        amounts=amounts,
    )


def payment(table: Table, names: Sequence[str], choice: Choice) -> PaymentView | None:
    """The payment that is due, or that the chosen outcome of an auction would ask for."""
    opened = table.auction
    if opened is None:
        return None
    if table.phase is Phase.PAYMENT and opened.high:
        return _payment(table, names, opened.high[0], opened.card, opened.high[1], choice)
    view = auction(table, names, choice)
    winner = view.chosen if view else None
    if winner is None or choice.amount is None or choice.amount not in winner.amounts:
        return None
    return _payment(table, names, winner.seat.number, opened.card, choice.amount, choice)


def _payment(
    table: Table, names: Sequence[str], number: int, card: Card, cost: int, choice: Choice
) -> PaymentView | None:
    seat = table.seat(number)
    offer = _chosen(seat, card, choice.payment) or suggested(seat, cost, card)
    if offer is None:
        return None
    spent = list(offer.payment.cards)
    cards = []
    for own in seat.cards:
        if selected := own in spent:
            spent.remove(own)
        cards.append(PaymentCard(show(own), selected, points_lost(seat.cards, (own,), card)))
    return PaymentView(show(card), seat, names[number - 1], cost, offer, cards, offer.points_lost)


def _chosen(seat: Seat, card: Card, chosen: Payment | None) -> Offer | None:
    """The chosen payment, if the seat has the cards for it."""
    if chosen is None or Counter(chosen.cards) - Counter(seat.cards):
        return None
    return Offer(chosen, points_lost(seat.cards, chosen.cards, card))


def buying(table: Table, names: Sequence[str], choice: Choice) -> BuyView | None:
    """The buy phase of the seat to act."""
    if table.phase not in (Phase.BUY, Phase.FINAL_BUY) or table.actor is None:
        return None
    buyer = table.seat(table.actor)
    wares = [_ware(table, buyer, card, choice) for card in dict.fromkeys(table.market)]
    chosen = next((ware for ware in wares if ware.is_chosen), None)
    return BuyView(
        buyer=buyer,
        name=names[buyer.number - 1],
        is_final=table.phase is Phase.FINAL_BUY,
        wares=wares,
        payment=_payment(table, names, buyer.number, chosen.card.code, chosen.price, choice)
        if chosen
        else None,
    )


def _ware(table: Table, buyer: Seat, card: Card, choice: Choice) -> Ware:
    why_not = ""
    if card in buyer.cards:
        why_not = _("has it")
    elif price(card) > buyer.purse:
        why_not = _("too dear")
    return Ware(
        card=show(card),
        price=price(card),
        gain=0 if why_not else _gain(buyer, card),
        why_not=why_not,
        copies=table.market.count(card),
        is_chosen=card == choice.card and not why_not,
    )


def _gain(seat: Seat, card: Card) -> int:
    return score((*seat.cards, card)) - score(seat.cards)
