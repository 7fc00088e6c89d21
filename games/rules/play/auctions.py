"""Auctions of wilds: bids in order, or their outcome in short (R-AUC)."""

from __future__ import annotations

from dataclasses import replace

from games.rules import effects as fx
from games.rules.cards import Card, in_order
from games.rules.errors import RuleError
from games.rules.events import Bid, Paid, Passed, Payment, Sold
from games.rules.play.moment import Moment, collect, discard, to_market
from games.rules.play.paying import spend
from games.rules.table import Auction, Phase, Table


def open_auction(m: Moment, card: Card) -> None:
    auction = Auction(card, m.table.left_of(m.table.active))
    m.becomes(phase=Phase.AUCTION, auction=auction, actor=auction.next_seat)
    m.follows(fx.AuctionOpened(card))


def _auction(table: Table) -> Auction:
    assert table.auction is not None  # the phases auction and payment always have one
    return table.auction


def bid(m: Moment, event: Bid) -> None:
    auction = _auction(m.table)
    if event.seat != auction.next_seat:
        raise RuleError("not_your_bid", "R-AUC-1", seat=event.seat, next_seat=auction.next_seat)
    _check_bid(m.table, event.seat, event.amount)
    _heard(m, event.seat, event.amount)


def _check_bid(table: Table, number: int, amount: int) -> None:
    least = _auction(table).high_amount + 1
    if amount < least:
        raise RuleError("bid_too_low", "R-AUC-1", seat=number, amount=amount, least=least)
    purse = table.seat(number).purse
    if amount > purse:
        raise RuleError("bid_above_purse", "R-AUC-3", seat=number, amount=amount, purse=purse)


def pass_(m: Moment, event: Passed) -> None:
    auction = _auction(m.table)
    if event.seat != auction.next_seat:
        raise RuleError("not_your_bid", "R-AUC-1", seat=event.seat, next_seat=auction.next_seat)
    _heard(m, event.seat, None)


def _heard(m: Moment, number: int, amount: int | None) -> None:
    auction = _auction(m.table)
    auction = replace(auction, bids=(*auction.bids, (number, amount)))
    m.becomes(auction=auction, actor=auction.next_seat)
    if auction.next_seat is not None:
        return
    if auction.high is None:
        _all_passed(m)
    else:
        m.becomes(phase=Phase.PAYMENT, actor=auction.high[0])


def _all_passed(m: Moment) -> None:
    card = _auction(m.table).card
    m.follows(fx.AllPassed(card))
    if m.table.rulings.all_pass == "active":
        collect(m, m.table.active, (card,))
    elif m.table.rulings.all_pass == "market":
        to_market(m, (card,))
    else:
        discard(m, (card,))
    _resume_turn(m)


def sell(m: Moment, event: Sold) -> None:
    auction = _auction(m.table)
    if event.winner is None:
        if auction.high:
            raise RuleError("somebody_has_bid", "R-AUC-1", seat=auction.high[0])
        _all_passed(m)
        return
    if not m.table.has_seat(event.winner):
        raise RuleError("no_such_seat", "R-AUC-1", seat=event.winner)
    _check_winner(m.table, event.winner, event.amount)
    _win(m, event.winner, event.amount, event.payment)


def _check_winner(table: Table, winner: int, amount: int) -> None:
    """The short form of an auction must agree with the bids that were heard (R-AUC-1)."""
    auction = _auction(table)
    said = dict(auction.bids)
    if winner not in said:
        _check_bid(table, winner, amount)
    elif said[winner] is None:
        raise RuleError("has_passed", "R-AUC-1", seat=winner)
    elif auction.high != (winner, amount):
        high_seat, high_amount = auction.high or (winner, 0)
        raise RuleError("not_the_high_bid", "R-AUC-1", seat=high_seat, amount=high_amount)


def pay(m: Moment, event: Paid) -> None:
    high = _auction(m.table).high
    assert high is not None  # the phase payment follows a bid
    _win(m, *high, event.payment)


def _win(m: Moment, number: int, amount: int, payment: Payment) -> None:
    card = _auction(m.table).card
    spend(m, number, amount, payment)
    m.seat_becomes(number, cards=in_order((*m.table.seat(number).cards, card)))
    m.follows(fx.Won(number, card, amount))
    _resume_turn(m)


def _resume_turn(m: Moment) -> None:
    m.becomes(phase=Phase.DRAW, auction=None, actor=m.table.active)
