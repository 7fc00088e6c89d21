"""Which payment to suggest: fewest points lost, then least waste, then busts, black, own cards."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.cards import Card, colour, is_number, is_wild, position, value
from games.rules.events import BUST_TOKEN_VALUE, Payment
from games.rules.play.moment import without
from games.rules.scoring import score
from games.rules.table import Seat


@dataclass(frozen=True, slots=True)
class Offer:
    """A payment, and the points that the collection loses by it."""

    payment: Payment
    points_lost: int


def suggested(seat: Seat, price: int, for_card: Card | None = None) -> Offer | None:
    """The cheapest sensible payment of this price (R-BUY-3); None if the seat cannot reach it.

    ``for_card`` joins the collection at the same time, so that a card which it makes useful is
    not spent on it.
    """
    if price > seat.purse:
        return None
    spendable = _spendable(seat.cards, for_card, price)
    offers = [
        Offer(Payment(tokens, busts, spendable[count][0]), spendable[count][1])
        for busts in range(min(seat.busts, -(-price // BUST_TOKEN_VALUE)) + 1)
        for tokens in range(seat.tokens + 1)
        if (count := max(0, price - BUST_TOKEN_VALUE * busts - tokens)) < len(spendable)
        and not Payment(tokens, busts, spendable[count][0]).is_wasteful(price)
    ]
    return min(offers, key=lambda offer: _costliness(offer, price), default=None)


def _costliness(offer: Offer, price: int) -> tuple[int, int, int, int]:
    paid = offer.payment
    return (offer.points_lost, paid.value - price, -paid.busts, -paid.tokens)


def _spendable(
    cards: tuple[Card, ...], for_card: Card | None, most: int
) -> list[tuple[tuple[Card, ...], int]]:
    """For 0, 1, 2 ... own cards spent: which ones, chosen one after the other, and points lost."""
    gained = (for_card,) if for_card else ()
    whole = score((*cards, *gained))
    spent: tuple[Card, ...] = ()
    choices = [(spent, 0)]
    left = cards
    while left and len(spent) < most:
        best = min(set(left), key=lambda card: _loss(left, gained, card))
        left = without(left, (best,))
        spent = (*spent, best)
        choices.append((spent, whole - score((*left, *gained))))
    return choices


def _loss(
    left: tuple[Card, ...], gained: tuple[Card, ...], card: Card
) -> tuple[int, bool, int, int]:
    # Of equals rather one that the gained card can make redundant: of its colour, and far from it.
    points = score((*without(left, (card,)), *gained))
    redundant = sum(_distance(card, other) for other in gained)
    return (-points, is_wild(card), -redundant, position(card))


def _distance(card: Card, other: Card) -> int:
    """How many ranks are between two number cards of a colour, from 1; 0 for all others."""
    if is_number(card) and is_number(other) and colour(card) == colour(other):
        return abs(value(card) - value(other))
    return 0
