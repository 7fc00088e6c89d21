"""The 55 kinds of card and what lies in a box (R-DECK).

A card is its short code, the one notation used on the wire, in storage and in tests:
``R4`` red 4, ``R#`` red of any rank, ``*7`` any-colour 7, ``*#`` the full wild, ``$3`` currency 3.
Two copies of a kind are the same value; a pile of cards is a tuple with repetitions.
What a card does in play is not here: see play.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

Card: TypeAlias = str

COLOURS: Final = ("R", "B", "O", "G")
ANY_COLOUR: Final = "*"
CURRENCY: Final = "$"
ANY_RANK: Final = "#"
RANKS: Final = range(1, 10)
CURRENCY_VALUES: Final = range(1, 6)

NUMBERS: Final[tuple[Card, ...]] = tuple(f"{c}{r}" for c in COLOURS for r in RANKS)
COLOUR_WILDS: Final[tuple[Card, ...]] = tuple(f"{c}{ANY_RANK}" for c in COLOURS)
NUMBER_WILDS: Final[tuple[Card, ...]] = tuple(f"{ANY_COLOUR}{r}" for r in RANKS)
FULL_WILD: Final[Card] = f"{ANY_COLOUR}{ANY_RANK}"
WILDS: Final[tuple[Card, ...]] = (*COLOUR_WILDS, *NUMBER_WILDS, FULL_WILD)
CURRENCIES: Final[tuple[Card, ...]] = tuple(f"{CURRENCY}{v}" for v in CURRENCY_VALUES)

KINDS: Final[tuple[Card, ...]] = (
    *(f"{suit}{rank}" for suit in (*COLOURS, ANY_COLOUR) for rank in (*RANKS, ANY_RANK)),
    *CURRENCIES,
)
"""All 55 kinds, in the order in which every pile is listed: R B O G *, 1-9, #, then $."""

_POSITION: Final = MappingProxyType({kind: place for place, kind in enumerate(KINDS)})
_NUMBERS: Final = frozenset(NUMBERS)
_WILDS: Final = frozenset(WILDS)
_CURRENCIES: Final = frozenset(CURRENCIES)

PRICE_OF_ANY_RANK: Final = 5
"""What any # costs in the market (R-BUY-2, ruling)."""


def _copies(card: Card) -> int:
    if card in _NUMBERS:
        return 3 if int(card[1]) <= 6 else 1
    if card in COLOUR_WILDS:
        return 2
    return 1


ASSUMED_CURRENCY: Final[Mapping[Card, int]] = MappingProxyType(
    {"$1": 6, "$2": 6, "$3": 5, "$4": 5, "$5": 5}
)
"""The split of the 27 currency cards until somebody counts them (R-DECK-3)."""

BOX: Final[Mapping[Card, int]] = MappingProxyType(
    {k: _copies(k) for k in KINDS if k not in _CURRENCIES} | dict(ASSUMED_CURRENCY)
)
"""Copies of each kind in a box: 129 cards (R-DECK-1, R-DECK-2)."""


def is_kind(code: object) -> bool:
    """Whether this is the code of one of the 55 kinds."""
    return isinstance(code, str) and code in _POSITION


def is_number(card: Card) -> bool:
    """Whether the card is a plain number card, which counts towards the total."""
    return card in _NUMBERS


def is_wild(card: Card) -> bool:
    """Whether the card starts an auction when drawn (R-DRAW-2)."""
    return card in _WILDS


def is_currency(card: Card) -> bool:
    """Whether the card is one of the currency cards."""
    return card in _CURRENCIES


def colour(card: Card) -> str:
    """The colour letter, ``*`` for any colour and ``$`` for currency."""
    return card[0]


def value(card: Card) -> int:
    """The number printed on a number or currency card, or on a number wild.

    Raises ValueError for a card with ``#``, which has no number of its own.
    """
    return int(card[1])


def price(card: Card) -> int:
    """What the card costs in the market, in black tokens (R-BUY-2)."""
    return PRICE_OF_ANY_RANK if card[1] == ANY_RANK else int(card[1])


def position(card: Card) -> int:
    """The place of the card's kind in KINDS, 0-54: the key that sorts cards for reading."""
    return _POSITION[card]


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The same cards, sorted as every multiset is shown."""
    return tuple(sorted(cards, key=position))
