"""What people at the table say: events in the past tense, each a small frozen value.

An event holds only what was said, never what follows from it (law 1 of the log). The proposed
event is the command: play.py refuses it or returns the next table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.cards import Card

Place: TypeAlias = int | Literal["market", "discard", "unseen"]
"""Where a card can be put right: a seat's collection, or one of the shared places."""

Reward: TypeAlias = Literal["numbers", "currency"]

BUST_TOKEN_VALUE = 3
"""What one bust token pays (R-BUY-3)."""


@dataclass(frozen=True, slots=True)
class Payment:
    """A mix of black tokens, bust tokens and own cards (R-BUY-3)."""

    tokens: int = 0
    busts: int = 0
    cards: tuple[Card, ...] = ()

    @property
    def value(self) -> int:
        """What the mix is worth, in black tokens."""
        return self.tokens + BUST_TOKEN_VALUE * self.busts + len(self.cards)

    def is_wasteful(self, price: int) -> bool:
        """Whether a piece could be left out and the price still be reached (R-BUY-3)."""
        excess = self.value - price
        single = bool(self.tokens or self.cards)
        return (single and excess >= 1) or (self.busts > 0 and excess >= BUST_TOKEN_VALUE)


@dataclass(frozen=True, slots=True)
class Drew:
    """The active player turned over this card."""

    card: Card


@dataclass(frozen=True, slots=True)
class Took:
    """The active player stopped and took a reward (R-REW)."""

    what: Reward


@dataclass(frozen=True, slots=True)
class Emptied:
    """The physical pile turned out to be empty (R-END-4)."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A seat's one bid in the open auction (R-AUC-1)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed in the open auction (R-AUC-1)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Sold:
    """The outcome of an auction and its payment in one; winner None: everybody passed."""

    winner: int | None
    amount: int = 0
    payment: Payment = Payment()


@dataclass(frozen=True, slots=True)
class Paid:
    """The highest bidder paid and took the wild (R-AUC-2)."""

    payment: Payment


@dataclass(frozen=True, slots=True)
class Bought:
    """The seat to act bought this card from the market (R-BUY)."""

    card: Card
    payment: Payment


@dataclass(frozen=True, slots=True)
class Skipped:
    """The seat to act bought nothing."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The players agreed to stop early and count (R-END-5)."""


@dataclass(frozen=True, slots=True)
class AdjustedSeat:
    """Table check: a seat has so many tokens, whatever was recorded. Absolute values."""

    seat: int
    tokens: int
    busts: int


@dataclass(frozen=True, slots=True)
class AdjustedCard:
    """Table check: this card lies there and not here. A place is a seat's number or a word."""

    card: Card
    source: Place
    target: Place


@dataclass(frozen=True, slots=True)
class AdjustedPile:
    """Table check: so many cards are left in the pile."""

    remaining: int


Event: TypeAlias = (
    Drew
    | Took
    | Emptied
    | Bid
    | Passed
    | Sold
    | Paid
    | Bought
    | Skipped
    | Stopped
    | AdjustedSeat
    | AdjustedCard
    | AdjustedPile
)
