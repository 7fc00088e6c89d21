"""What somebody filled in -> values that the rules and services understand.

One function a verb makes an event of a POST. Anything that is not well-formed raises
notation.Malformed, which says which field is wrong; nothing is coerced in silence.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Sequence

import regex
from django.http import QueryDict

from games.board.choices import Choice
from games.rules import notation
from games.rules.cards import Card, is_kind
from games.rules.deck import Deck, counted_deck, default_deck, sized_deck
from games.rules.events import (
    Bid,
    Bought,
    Drew,
    Emptied,
    Event,
    Paid,
    Passed,
    Payment,
    Skipped,
    Sold,
    Stopped,
)
from games.rules.notation import LARGEST_NUMBER, Malformed

LONGEST_NAME = 24
MOST_PLAYERS = 5
LONGEST_KEY = 64
LARGEST_PILE = 129

Reader = Callable[[QueryDict], Event]


# Events


def drew(post: QueryDict) -> Event:
    return Drew(_card(post))


def took(post: QueryDict) -> Event:
    return notation.read({"type": "take", "what": post.get("what")}, "form")


def bid(post: QueryDict) -> Event:
    return Bid(number(post, "seat"), number(post, "amount"))


def passed(post: QueryDict) -> Event:
    return Passed(number(post, "seat"))


def sold(post: QueryDict) -> Event:
    if not post.get("winner"):
        return Sold(None)
    return Sold(number(post, "winner"), number(post, "amount"), payment(post))


def paid(post: QueryDict) -> Event:
    return Paid(payment(post))


def bought(post: QueryDict) -> Event:
    return Bought(_card(post), payment(post))


def skipped(_post: QueryDict) -> Event:
    return Skipped()


def emptied(_post: QueryDict) -> Event:
    return Emptied()


def stopped(_post: QueryDict) -> Event:
    return Stopped()


def payment(post: QueryDict) -> Payment:
    """The payment of the fields ``tokens``, ``busts`` and the repeated field ``cards``."""
    cards = [notation.card(card, "cards") for card in post.getlist("cards")]
    tokens = number(post, "tokens") if post.get("tokens") else 0
    busts = number(post, "busts") if post.get("busts") else 0
    return Payment(tokens, busts, tuple(cards))


def _card(post: QueryDict) -> Card:
    return notation.card(post.get("card"), "card")


def number(fields: QueryDict, name: str, most: int = LARGEST_NUMBER) -> int:
    """The whole number in this field."""
    written = fields.get(name)
    if written is None:
        raise Malformed(name, "missing")
    # isdecimal alone would let other scripts' digits through, and int() spaces and signs.
    if not (written.isascii() and written.isdecimal() and len(written) <= 7):
        raise Malformed(name, "not_a_number")
    return notation.number(int(written), name, most=most)


def choice(fields: QueryDict) -> Choice:
    """What the holder is about to say. A nonsensical choice is none: nothing has been said yet."""

    def number_or_none(name: str) -> int | None:
        try:
            return number(fields, name)
        except Malformed:
            return None

    card = fields.get("card")
    return Choice(
        card if is_kind(card) else None, number_or_none("winner"), number_or_none("amount")
    )


def key(written: str | None) -> str | None:
    """An idempotency key: 1-64 visible ASCII characters, or none."""
    if not written:
        return None
    if len(written) > LONGEST_KEY or not all("!" <= c <= "~" for c in written):
        raise Malformed("Idempotency-Key", "out_of_range")
    return written


def new_key() -> str:
    """A fresh idempotency key for a form, so that sending it twice records once."""
    return secrets.token_urlsafe(12)


# New games


def names(written: Sequence[str]) -> list[str]:
    """Players' names, trimmed: 1-5 of 1-24 characters, different from each other ignoring case."""
    trimmed = [name_of(name, f"players[{place}]") for place, name in enumerate(written)]
    if not 1 <= len(trimmed) <= MOST_PLAYERS:
        raise Malformed("players", "out_of_range")
    seen: set[str] = set()
    for place, name in enumerate(trimmed):
        folded = unicodedata.normalize("NFKC", name).casefold()
        if folded in seen:
            raise Malformed(f"players[{place}]", "name_twice")
        seen.add(folded)
    return trimmed


def name_of(written: str, where: str) -> str:
    """One name, trimmed; its length is counted in characters as people see them."""
    name = unicodedata.normalize("NFC", written.strip())
    if any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in name):
        raise Malformed(where, "control_characters")
    if not name:
        raise Malformed(where, "missing")
    # A grapheme cluster may hold any number of marks; the second bound keeps a name one name.
    if len(regex.findall(r"\X", name)) > LONGEST_NAME or len(name) > 8 * LONGEST_NAME:
        raise Malformed(where, "name_too_long")
    return name


def deck(written: object, players: int) -> Deck:
    """The deck of a new game: None, ``{"counts": ...}`` or ``{"pile": ...}`` of the contract."""
    if written is None:
        return default_deck(players)
    if not isinstance(written, dict):
        raise Malformed("deck", "not_an_object")
    match list(written):
        case ["counts"]:
            return counted_deck(_counts(written["counts"]))
        case ["pile"]:
            pile = notation.number(written["pile"], "deck.pile", 1, LARGEST_PILE)
            return sized_deck(players, pile)
        case ["counts" | "pile", other, *_] | [other, *_]:
            raise Malformed(f"deck.{other}", "unknown")
    raise Malformed("deck.counts", "missing")


def _counts(written: object) -> dict[Card, int]:
    if not isinstance(written, dict):
        raise Malformed("deck.counts", "not_an_object")
    counts = {
        notation.card(kind, f"deck.counts.{kind}"): notation.number(
            copies, f"deck.counts.{kind}", 0, 99
        )
        for kind, copies in written.items()
    }
    if not 1 <= sum(counts.values()) <= 500:
        raise Malformed("deck.counts", "out_of_range")
    return counts


OPTIONS: dict[str, tuple[str, ...]] = {
    "all_pass": ("discard", "active", "market"),
    "spent_cards": ("discard", "market"),
    "recording": ("all", "host"),
}
"""A table's options and their values, the default first (R-AUC-5, R-BUY-4)."""


def options(written: object) -> dict[str, str]:
    """The options of a new game, each one of its values."""
    if not isinstance(written, dict):
        raise Malformed("options", "not_an_object")
    for name, chosen in written.items():
        if name not in OPTIONS:
            raise Malformed(f"options.{name}", "unknown")
        if not isinstance(chosen, str):
            raise Malformed(f"options.{name}", "not_text")
        if chosen not in OPTIONS[name]:
            raise Malformed(f"options.{name}", "unknown_choice")
    return {name: written.get(name, values[0]) for name, values in OPTIONS.items()}
