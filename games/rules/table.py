"""The table: everything that can be seen at one moment of a game, as one frozen value.

The table holds only what cannot be derived from the rest of it; totals, the supply and who bids
next are properties. It is made by ``lay_table`` and changed by play.py alone, which returns a new
one. Player names, phones and clocks are not here: to the rules a player is a seat's number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from games.rules.cards import KINDS, Card, is_currency, is_number, position, value
from games.rules.deck import Deck
from games.rules.events import BUST_TOKEN_VALUE

BLACK_SUPPLY = 50
BUST_SUPPLY = 15
STARTING_TOKENS = 5
TOKEN_CAP = 10
"""R-SET-2 and R-REW-3."""

LIMIT = 10
"""The highest safe net and the highest safe currency (R-DRAW-4)."""

AllPass: TypeAlias = Literal["discard", "active", "market"]
SpentCards: TypeAlias = Literal["discard", "market"]


class Phase(StrEnum):
    """What the table is waiting for."""

    DRAW = "draw"
    AUCTION = "auction"
    PAYMENT = "payment"
    BUY = "buy"
    FINAL_BUY = "final_buy"
    SCORING = "scoring"


@dataclass(frozen=True, slots=True)
class Rulings:
    """What this table agreed on where the rules are open (R-AUC-5, R-BUY-4)."""

    all_pass: AllPass = "discard"
    spent_cards: SpentCards = "discard"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in turn order: black tokens, bust tokens and the collection (sorted)."""

    number: int
    tokens: int = STARTING_TOKENS
    busts: int = 0
    cards: tuple[Card, ...] = ()

    @property
    def purse(self) -> int:
        """The most this seat could pay (R-AUC-3)."""
        return self.tokens + BUST_TOKEN_VALUE * self.busts + len(self.cards)


@dataclass(frozen=True, slots=True)
class Auction:
    """An open auction: the wild, the order of bidding, and what was said so far (R-AUC-1)."""

    card: Card
    order: tuple[int, ...]
    bids: tuple[tuple[int, int | None], ...] = ()
    """Pairs of seat and amount; None for a pass."""

    @property
    def high(self) -> tuple[int, int] | None:
        """Seat and amount of the highest bid, which is always the latest."""
        for seat, amount in reversed(self.bids):
            if amount is not None:
                return seat, amount
        return None

    @property
    def high_amount(self) -> int:
        """The amount that the next bid has to exceed."""
        return self.high[1] if self.high else 0

    @property
    def next_seat(self) -> int | None:
        """Who bids next; None when everybody had their chance."""
        return self.order[len(self.bids)] if len(self.bids) < len(self.order) else None


@dataclass(frozen=True, slots=True)
class Table:
    """A game at one moment. Seats are in turn order and numbered from 1."""

    rulings: Rulings
    deck: Deck
    seats: tuple[Seat, ...]
    active: int
    actor: int | None
    unseen: tuple[int, ...]
    """Copies not seen yet of each kind, in the order of KINDS."""
    phase: Phase = Phase.DRAW
    turn: int = 1
    drawn: int = 0
    """Cards drawn in the whole game."""
    drawn_in_turn: int = 0
    tableau: tuple[Card, ...] = ()
    auction: Auction | None = None
    market: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    emptied: bool = False
    """Somebody said that the pile is empty (R-END-4)."""
    last_turn: bool = False
    buyers: tuple[int, ...] = field(default=())
    """Seats that still have their final buy, the one to act first (R-END-2)."""
    stopped: bool = False

    @property
    def net(self) -> int:
        """Sum of the tableau's numbers less its currency; may be negative (R-DRAW-3)."""
        return sum(map(value, self.tableau_numbers)) - self.currency

    @property
    def currency(self) -> int:
        """Sum of the tableau's currency (R-DRAW-3)."""
        return sum(value(card) for card in self.tableau_currency)

    @property
    def tableau_numbers(self) -> tuple[Card, ...]:
        return tuple(card for card in self.tableau if is_number(card))

    @property
    def tableau_currency(self) -> tuple[Card, ...]:
        return tuple(card for card in self.tableau if is_currency(card))

    @property
    def token_supply(self) -> int:
        """Black tokens that nobody holds (R-SET-2)."""
        return BLACK_SUPPLY - sum(seat.tokens for seat in self.seats)

    @property
    def bust_supply(self) -> int:
        """Bust tokens that nobody holds (R-SET-2)."""
        return BUST_SUPPLY - sum(seat.busts for seat in self.seats)

    @property
    def remaining(self) -> int:
        """Cards left in the pile; at most so many where its size is not known."""
        if self.emptied:
            return 0
        if self.deck.pile is None:
            return sum(self.unseen)
        return max(0, self.deck.pile - self.drawn)

    @property
    def remaining_is_known(self) -> bool:
        """Whether ``remaining`` is the size of the pile, and not only the most that it can be."""
        return self.deck.pile is not None or self.emptied

    @property
    def deck_is_certain(self) -> bool:
        """Whether nothing is assumed and the unseen cards are exactly the pile."""
        known = self.deck.pile is not None and not self.deck.assumed
        return known and self.remaining == sum(self.unseen)

    @property
    def seen(self) -> dict[Card, int]:
        """Copies of each kind that have come up: after a whole game, the deck (R-PROF-3)."""
        pairs = zip(KINDS, self.deck.counts, self.unseen, strict=True)
        return {kind: counted - unseen for kind, counted, unseen in pairs if counted > unseen}

    @property
    def may_draw(self) -> bool:
        """Whether another card can come from the pile now."""
        return self.phase is Phase.DRAW and self.remaining > 0

    def seat(self, number: int) -> Seat:
        """The seat with this number, from 1."""
        return self.seats[number - 1]

    def has_seat(self, number: int) -> bool:
        """Whether somebody sits there."""
        return 1 <= number <= len(self.seats)

    def unseen_of(self, card: Card) -> int:
        """Copies of this kind that have not been seen."""
        return self.unseen[position(card)]

    def left_of(self, number: int) -> tuple[int, ...]:
        """All seats clockwise from the left of this one, which comes last (R-SET-1)."""
        count = len(self.seats)
        return tuple((number + step) % count + 1 for step in range(count))


def lay_table(
    players: int, starting_seat: int, deck: Deck, rulings: Rulings | None = None
) -> Table:
    """The table before the first draw (R-SET). ``players`` 1-5, ``starting_seat`` from 1."""
    return Table(
        rulings=rulings or Rulings(),
        deck=deck,
        seats=tuple(Seat(number) for number in range(1, players + 1)),
        active=starting_seat,
        actor=starting_seat,
        unseen=deck.counts,
    )
