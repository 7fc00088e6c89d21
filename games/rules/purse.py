"""Which payment to suggest: fewest points lost, then least waste, then busts, black, own cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.rules.cards import (
    ANY_COLOUR,
    ANY_RANK,
    COLOURS,
    FULL_WILD,
    RANKS,
    Card,
    colour,
    is_number,
    is_wild,
    position,
    value,
)
from games.rules.events import BUST_TOKEN_VALUE, Payment
from games.rules.play.moment import without
from games.rules.scoring import score
from games.rules.table import Seat

PATIENCE: Final = 40
"""Collections looked at for each number of cards. Whoever may have a whole run and many wilds could
ask for a million of them, to save a point at best."""


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


def points_lost(cards: tuple[Card, ...], spent: tuple[Card, ...], for_card: Card) -> int:
    """What it costs a collection to spend these of its cards on one that joins it."""
    return score((*cards, for_card)) - score((*without(cards, spent), for_card))


def _costliness(offer: Offer, price: int) -> tuple[int, int, int, int]:
    paid = offer.payment
    return (offer.points_lost, paid.value - price, -paid.busts, -paid.tokens)


def _spendable(
    cards: tuple[Card, ...], for_card: Card | None, most: int
) -> list[tuple[tuple[Card, ...], int]]:
    """For 0, 1, 2 ... own cards spent: the ones that lose the fewest points, and how many."""
    gained = (for_card,) if for_card else ()
    whole = score((*cards, *gained))
    chosen: tuple[Card, ...] = ()
    least = 0
    choices = [(chosen, least)]
    left = cards
    kinds = sorted(set(cards), key=lambda card: _loss(cards, gained, card))
    wholes = sum(_may_be_whole((*cards, *gained), one) for one in COLOURS)
    while left and len(chosen) < most:
        # One after the other is nearly always best. Where it is not, a point might be saved.
        best = min(set(left), key=lambda card: _loss(left, gained, card))
        left = without(left, (best,))
        chosen = (*chosen, best)
        lost = whole - score((*left, *gained))
        # Fewer cards never lose more; and each that is left scores a point, a whole run one more.
        remaining = len(left) + len(gained)
        ceiling = remaining + min(wholes, remaining // len(RANKS))
        search = _Search(gained, whole, max(least, whole - ceiling), chosen, lost)
        search.extend((), cards, kinds)
        least = search.least
        choices.append((search.best, least))
    return choices


def _may_be_whole(cards: tuple[Card, ...], one: str) -> bool:
    """Whether this colour alone, handed all wilds, could have a run of all ranks."""
    ranks = {value(card) for card in cards if card[0] in {one, ANY_COLOUR} and card[1] != ANY_RANK}
    jokers = sum(card in {f"{one}{ANY_RANK}", FULL_WILD} for card in cards)
    return len(ranks) + jokers >= len(RANKS)


class _Search:
    """The depth-first search for as many own cards as ``best`` has that lose fewer points."""

    def __init__(
        self, gained: tuple[Card, ...], whole: int, floor: int, best: tuple[Card, ...], least: int
    ) -> None:
        self.gained = gained
        self.whole = whole
        self.floor = floor
        self.best = best
        self.least = least
        self.patience = PATIENCE

    def extend(self, spent: tuple[Card, ...], left: tuple[Card, ...], kinds: list[Card]) -> None:
        """Tries each of these kinds as the next card spent; the later ones again after it."""
        for first, card in enumerate(kinds):
            if self.least <= self.floor or not self.patience:
                return
            if card not in left:
                continue
            self.patience -= 1
            rest = without(left, (card,))
            lost = self.whole - score((*rest, *self.gained))
            if lost >= self.least:
                continue
            if len(spent) + 1 == len(self.best):
                self.best, self.least = (*spent, card), lost
            else:
                self.extend((*spent, card), rest, kinds[first:])


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
