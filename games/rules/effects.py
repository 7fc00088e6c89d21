"""What followed from an event, in the order in which it happened.

Effects are computed by play.py and never stored. Field and type names are those of the API
contract, so that ``asdict`` plus the type's name is the wire form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Busted:
    """R-DRAW-4: too many points, or too much currency."""

    seat: int
    by: Literal["numbers", "currency"]


@dataclass(frozen=True, slots=True)
class Gained:
    """Black tokens from the supply; ``lost`` is the surplus over the cap of ten (R-REW-3)."""

    seat: int
    tokens: int
    lost: int


@dataclass(frozen=True, slots=True)
class BustToken:
    """R-BUST-1: one white token for the player who bust."""

    seat: int


@dataclass(frozen=True, slots=True)
class NoBustToken:
    """R-BUST-4: none was left in the supply."""

    seat: int


@dataclass(frozen=True, slots=True)
class ToCollection:
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ToMarket:
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarded:
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AuctionOpened:
    card: Card


@dataclass(frozen=True, slots=True)
class Won:
    """R-AUC-2: the highest bidder has the wild and has paid ``amount`` for it."""

    seat: int
    card: Card
    amount: int


@dataclass(frozen=True, slots=True)
class AllPassed:
    card: Card


@dataclass(frozen=True, slots=True)
class Recount:
    """R-PROF-4: one copy more than assumed, so there is one less of another assumed kind."""

    card: Card
    instead_of: Card


@dataclass(frozen=True, slots=True)
class PileHadMore:
    """A card came from a pile whose entered size was used up."""


@dataclass(frozen=True, slots=True)
class DeckRanOut:
    """R-END-1: this turn is the last."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Another seat's turn begins."""

    seat: int


@dataclass(frozen=True, slots=True)
class FinalRound:
    """R-END-2: one more buy phase for everybody."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """R-END-3: nothing more can be said; the scores are counted."""


Effect: TypeAlias = (
    Busted
    | Gained
    | BustToken
    | NoBustToken
    | ToCollection
    | ToMarket
    | Discarded
    | AuctionOpened
    | Won
    | AllPassed
    | Recount
    | PileHadMore
    | DeckRanOut
    | Turn
    | FinalRound
    | Scoring
)
