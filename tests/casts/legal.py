"""Random legal games: at each table one of the things that may be said.

``rng`` is any source of chance with the methods of random.Random; Hypothesis has one that shrinks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from games.rules.cards import CURRENCIES, KINDS, NUMBERS, WILDS, Card, is_kind, price
from games.rules.deck import default_deck, sized_deck
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
    Payment,
    Place,
    Skipped,
    Sold,
    Stopped,
    Took,
)
from games.rules.play import play
from games.rules.table import Phase, Rulings, Seat, Table, lay_table
from tests.casts.words import deck_of

SMALL_DECKS: Final = (
    "R3 R4 *5 $2",
    "R1 R1 R2 R3 R# B7 *# $1 $5 G4 G5 O6",
    "*1 *2 *3 B# B# O4 O4 $3 $3 R9",
    "R6 R5 B6 B5 O6 O5 G6 G5 $1 $2 $3 $4 $5 *# R#",
)


def random_start(rng: Random) -> Table:
    """A table before the first draw: any number of players, any kind of deck, any rulings."""
    players = rng.randint(1, 5)
    deck = rng.choice(
        (
            default_deck(players),
            default_deck(players),
            sized_deck(players, rng.randint(1, 20)),
            *map(deck_of, SMALL_DECKS),
        )
    )
    rulings = Rulings(
        rng.choice(("discard", "active", "market")), rng.choice(("discard", "market"))
    )
    return lay_table(players, rng.randint(1, players), deck, rulings)


def random_game(rng: Random, table: Table, longest: int) -> Iterator[Event]:
    """Legal events one after the other, to the end of the game or ``longest`` of them."""
    for _ in range(longest):
        if table.phase is Phase.SCORING:
            return
        said = random_event(rng, table)
        table = play(table, said).table
        yield said


def random_event(rng: Random, table: Table) -> Event:
    """One of the things that may be said at this table; most often what is usual."""
    if rng.randint(0, 299) == 299:
        return Stopped()
    if rng.randint(0, 59) == 59 and (check := random_check(rng, table)):
        return check
    match table.phase:
        case Phase.DRAW:
            return _drawing(rng, table)
        case Phase.AUCTION:
            return _bidding(rng, table)
        case Phase.PAYMENT:
            assert table.auction
            assert table.auction.high
            seat, amount = table.auction.high
            return Paid(random_payment(rng, table.seat(seat), amount))
    return _buying(rng, table)


def random_check(rng: Random, table: Table) -> Event | None:
    """A table check, if chance comes up with one that the rules accept."""
    check = _checking(rng, table)
    return check if _is_legal(table, check) else None


def _drawing(rng: Random, table: Table) -> Event:
    drawable = [] if table.emptied else [k for k in KINDS if _may_come(table, k)]
    rewards = [Took("numbers"), Took("currency")] if table.drawn_in_turn else []
    may_be_empty = not table.last_turn and (table.turn > 1 or table.drawn_in_turn)
    if may_be_empty and rng.randint(0, 99) == 99:
        return Emptied()
    if rewards and (not drawable or rng.randint(0, 2) == 2):
        return rng.choice(rewards)
    family = rng.choice((NUMBERS, NUMBERS, CURRENCIES, WILDS))
    return Drew(rng.choice([k for k in drawable if k in family] or drawable))


def _may_come(table: Table, kind: Card) -> bool:
    others = any(table.unseen_of(k) for k in table.deck.assumed)
    return table.unseen_of(kind) > 0 or (kind in table.deck.assumed and others)


def _bidding(rng: Random, table: Table) -> Event:
    auction = table.auction
    assert auction
    seat, least = auction.next_seat or 0, auction.high_amount + 1
    purse = table.seat(seat).purse
    short = rng.randint(0, 3) == 3
    if purse >= least and rng.randint(0, 1):
        amount = rng.randint(least, purse)
        if short:
            return Sold(seat, amount, random_payment(rng, table.seat(seat), amount))
        return Bid(seat, amount)
    if short and auction.high is None:
        return Sold(None)
    if short and auction.high:
        winner, amount = auction.high
        return Sold(winner, amount, random_payment(rng, table.seat(winner), amount))
    return Passed(seat)


def _buying(rng: Random, table: Table) -> Event:
    seat = table.seat(table.actor or 0)
    wanted = [
        card
        for card in sorted(set(table.market))
        if card not in seat.cards and price(card) <= seat.purse
    ]
    if not wanted or rng.randint(0, 2) == 0:
        return Skipped()
    card = rng.choice(wanted)
    return Bought(card, random_payment(rng, seat, price(card)))


def _checking(rng: Random, table: Table) -> Event:
    """A table check, which the rules may refuse."""
    seat = rng.choice(table.seats)
    match rng.randint(0, 2):
        case 0:
            return AdjustedSeat(seat.number, rng.randint(0, 10), rng.randint(0, 4))
        case 1:
            return AdjustedPile(rng.randint(0, 60))
    places: tuple[tuple[Place, tuple[Card, ...]], ...] = (
        (seat.number, seat.cards),
        ("market", table.market),
        ("discard", table.discard),
        ("unseen", tuple(kind for kind in KINDS if table.unseen_of(kind))),
    )
    filled = [place for place in places if place[1]]
    if not filled:
        return AdjustedPile(0)
    source, lying = rng.choice(filled)
    target, _ = rng.choice([place for place in places if place[0] != source])
    return AdjustedCard(rng.choice(lying), source, target)


def _is_legal(table: Table, said: Event) -> bool:
    try:
        play(table, said)
    except RuleError:
        return False
    return True


def random_payment(rng: Random, seat: Seat, least: int) -> Payment:
    """A payment that reaches this price, which the seat can pay; sometimes a wasteful one."""
    pieces: list[str] = ["t"] * seat.tokens + ["b"] * seat.busts + list(seat.cards)
    paid: list[str] = []
    while _worth(paid) < least:
        paid.append(pieces.pop(rng.randint(0, len(pieces) - 1)))
    return Payment(paid.count("t"), paid.count("b"), tuple(p for p in paid if is_kind(p)))


def _worth(pieces: Iterable[str]) -> int:
    return sum(3 if piece == "b" else 1 for piece in pieces)
