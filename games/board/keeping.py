"""What a table keeps for the end: a board without its odds, or without what cards are worth.

The templates find None there, and leave it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from games.board.choices import AuctionView, BuyView, PaymentView
from games.board.pad import Key
from games.board.sheets import Collection, ColourRow

if TYPE_CHECKING:
    from games.board import Board


def without_odds(board: Board) -> Board:
    """No chance in any form: no number, word or tint, no marks on the keys, no unseen copies."""
    return replace(board, chances=None, deck=None, pad=[unmarked(keys) for keys in board.pad])


def unmarked(keys: Sequence[Key]) -> list[Key]:
    """Keys that tell neither what is left nor what would bust."""
    return [replace(key, unseen=None, busts=False) for key in keys]


def without_scores(board: Board) -> Board:
    """Nothing of what a collection is worth, or what a card would add to it or cost it."""
    return replace(
        board,
        seats=[replace(seat, score=None) for seat in board.seats],
        collections=[_unscored(held) for held in board.collections],
        auction=_unscored_auction(board.auction),
        payment=_unscored_payment(board.payment),
        buying=_unscored_buying(board.buying),
    )


def _unscored(held: Collection) -> Collection:
    return replace(held, score=None, rows=tuple(map(_unscored_row, held.rows)))


def _unscored_row(row: ColourRow) -> ColourRow:
    # All places alike, or they would tell which run counts.
    places = tuple(replace(place, in_run=True) for place in row.places)
    return replace(row, points=None, places=places)


def _unscored_auction(auction: AuctionView | None) -> AuctionView | None:
    if auction is None:
        return None
    return replace(
        auction,
        bidders=[replace(bidder, gain=None) for bidder in auction.bidders],
        next=auction.next and replace(auction.next, gain=None),
        chosen=auction.chosen and replace(auction.chosen, gain=None),
    )


def _unscored_payment(payment: PaymentView | None) -> PaymentView | None:
    if payment is None:
        return None
    cards = [replace(own, points_lost=None) for own in payment.cards]
    return replace(payment, cards=cards, points_lost=None)


def _unscored_buying(buying: BuyView | None) -> BuyView | None:
    if buying is None:
        return None
    wares = [replace(ware, gain=None) for ware in buying.wares]
    return replace(buying, wares=wares, payment=_unscored_payment(buying.payment))
