"""Whole games as text.

A game is told in words with spaces between them, one for each thing that is said::

    R4  $3  *7               the active player drew this card
    take-numbers             the active player stopped and took that reward
    take-currency
    empty                    the pile turned out to be empty (R-END-4)
    2:3  2:pass              seat 2 bids 3, or passes
    sold-2:3=2+R4            an auction in short: seat 2 wins at 3 and pays
    unsold                   an auction in short: everybody passed
    pay=2+1b+R4              the highest bidder pays 2 black tokens, a bust token and a card
    buy-B5=5                 the seat to act buys a market card
    skip                     the seat to act buys nothing
    stop                     the players agree to stop early (R-END-5)
    check-2=4+1b             table check: seat 2 has 4 black tokens and a bust token
    check-R4:1>market        table check: this card lies there and not here
    check-pile=30            table check: so many cards are left
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from games.rules.cards import Card, is_kind
from games.rules.deck import Deck, counted_deck
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

_PLAIN: Final[dict[str, Event]] = {
    "take-numbers": Took("numbers"),
    "take-currency": Took("currency"),
    "empty": Emptied(),
    "unsold": Sold(None),
    "skip": Skipped(),
    "stop": Stopped(),
}


def words(text: str) -> list[str]:
    """The words of a game, or the codes of cards, one by one."""
    return text.split()


def events(text: str) -> list[Event]:
    """The events of a game told in words."""
    return [event(word) for word in words(text)]


def event(word: str) -> Event:
    """The event of one word; ValueError for a word that means nothing."""
    if is_kind(word):
        return Drew(word)
    if word in _PLAIN:
        return _PLAIN[word]
    if said := re.fullmatch(r"(\d):pass", word):
        return Passed(int(said[1]))
    if said := re.fullmatch(r"(\d):(\d+)", word):
        return Bid(int(said[1]), int(said[2]))
    if said := re.fullmatch(r"sold-(\d):(\d+)=(.+)", word):
        return Sold(int(said[1]), int(said[2]), payment(said[3]))
    if said := re.fullmatch(r"pay=(.+)", word):
        return Paid(payment(said[1]))
    if said := re.fullmatch(r"buy-(..)=(.+)", word):
        return Bought(said[1], payment(said[2]))
    return _table_check(word)


def _table_check(word: str) -> Event:
    if said := re.fullmatch(r"check-pile=(\d+)", word):
        return AdjustedPile(int(said[1]))
    if said := re.fullmatch(r"check-(\d)=(.+)", word):
        has = payment(said[2])
        return AdjustedSeat(int(said[1]), has.tokens, has.busts)
    if said := re.fullmatch(r"check-(..):(\w+)>(\w+)", word):
        return AdjustedCard(said[1], _place(said[2]), _place(said[3]))
    raise ValueError(word)


def _place(word: str) -> Place:
    return int(word) if word.isdigit() else word  # type: ignore[return-value]


def payment(word: str) -> Payment:
    """A payment in a word: ``2+1b+R4``, in any order; ``0`` is nothing."""
    pieces = word.split("+")
    return Payment(
        tokens=sum(int(piece) for piece in pieces if piece.isdigit()),
        busts=sum(int(piece[:-1]) for piece in pieces if re.fullmatch(r"\d+b", piece)),
        cards=tuple(piece for piece in pieces if is_kind(piece)),
    )


def cards(text: str) -> tuple[Card, ...]:
    """Cards with spaces between them."""
    return tuple(words(text))


def deck_of(text: str) -> Deck:
    """A deck of exactly these cards, all of them counted."""
    return counted_deck(Counter(cards(text)))
