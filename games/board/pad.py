"""The pad: one key a kind, which at the same time shows what is left and what would bust."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language

from games.rules.cards import (
    ANY_COLOUR,
    COLOURS,
    CURRENCY,
    KINDS,
    Card,
    colour,
    is_currency,
    is_number,
    value,
)
from games.rules.table import LIMIT, Table
from games.wording import card_name


@dataclass(frozen=True, slots=True, eq=False)
class CardView:
    """A card as it is shown: its suit letter, the figure on it, and its name in words.

    There is one of each kind and language, so they are compared as quickly as can be.
    """

    code: Card
    suit: str
    figure: str
    name: str


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the pad. ``unseen``: copies not seen; ``busts``: drawing it would bust.

    At a table that keeps the odds for the end ``unseen`` is None, and no key is marked.
    """

    card: CardView
    unseen: int | None
    busts: bool
    assumed: bool

    @property
    def is_gone(self) -> bool:
        return self.unseen == 0

    @property
    def dots(self) -> range:
        """One turn a dot, for the template's loop."""
        return range(self.unseen or 0)


@dataclass(frozen=True, slots=True)
class Unseen:
    """What of one suit has not been seen yet: each kind with its copies.

    Hashable, so that it can be rendered once for many boards (templatetags/pieces.py).
    """

    suit: str
    copies: tuple[tuple[CardView, int], ...]


def show(card: Card) -> CardView:
    """The card, ready to be shown."""
    return shown(card, get_language())


@cache
def shown(card: Card, _language: str | None) -> CardView:
    """The same in the language of the moment, which has been asked for already."""
    return CardView(card, suit_of(card), card[1], card_name(card))


def suit_of(card: Card) -> str:
    """The suit as a word that CSS classes and SVG symbols are named for."""
    return SUITS[colour(card)]


SUITS = {"R": "red", "B": "blue", "O": "orange", "G": "green", ANY_COLOUR: "any", CURRENCY: "cash"}


def rows(table: Table) -> list[list[Key]]:
    """Six rows: the four colours, any colour, currency."""
    language = get_language()
    return [[key(table, kind, language) for kind in kinds] for kinds in ROWS]


ROWS = [
    [kind for kind in KINDS if colour(kind) == suit] for suit in (*COLOURS, ANY_COLOUR, CURRENCY)
]


def unseen(pad: list[list[Key]]) -> list[Unseen]:
    """What may still come, in the pad's rows."""
    return [
        Unseen(keys[0].card.suit, tuple((key.card, key.unseen or 0) for key in keys))
        for keys in pad
    ]


def key(table: Table, kind: Card, language: str | None) -> Key:
    """The key of one kind at this table."""
    return Key(
        card=shown(kind, language),
        unseen=table.unseen_of(kind),
        busts=would_bust(table, kind),
        assumed=kind in table.deck.assumed,
    )


def would_bust(table: Table, kind: Card) -> bool:
    """Whether drawing this kind now would bust (R-DRAW-4)."""
    if is_number(kind):
        return table.net + value(kind) > LIMIT
    return is_currency(kind) and table.currency + value(kind) > LIMIT
