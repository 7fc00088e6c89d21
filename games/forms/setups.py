"""What a new game is set up with, and what a host may change of it: names, deck, options."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import regex
from django.http import QueryDict

from games.forms.fields import number
from games.rules import notation
from games.rules.cards import Card
from games.rules.deck import Deck, counted_deck, default_deck, sized_deck
from games.rules.notation import Malformed

LONGEST_NAME = 24
MOST_PLAYERS = 5
LARGEST_PILE = 129


def names(written: Sequence[str]) -> list[str]:
    """Players' names, trimmed: 1-5 of 1-24 characters, different from each other ignoring case."""
    trimmed = [name_of(name, f"players[{place}]") for place, name in enumerate(written)]
    if not 1 <= len(trimmed) <= MOST_PLAYERS:
        raise Malformed("players", "out_of_range")
    seen: set[str] = set()
    for place, name in enumerate(trimmed):
        if folded(name) in seen:
            raise Malformed(f"players[{place}]", "name_twice")
        seen.add(folded(name))
    return trimmed


def folded(name: str) -> str:
    """The name without what does not tell two people apart: case, and forms of the same letter."""
    return unicodedata.normalize("NFKC", name).casefold()


def name_of(written: str, where: str) -> str:
    """One name, trimmed; its length is counted in characters as people see them."""
    name = unicodedata.normalize("NFC", written.strip())
    if any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in name):
        raise Malformed(where, "control_characters")
    if not name:
        raise Malformed(where, "missing")
    # A grapheme cluster may hold any number of marks; the second bound keeps a name one name.
    if len(regex.findall(r"\X", name)) > LONGEST_NAME or len(name) > 32 * LONGEST_NAME:
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
    "odds": ("shown", "hidden"),
    "scores": ("shown", "hidden"),
}
"""A table's options and their values, the default first (R-AUC-5, R-BUY-4).

``odds`` and ``scores`` are about pages during play; a finished game shows everything, and the API
always does.
"""


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


CHANGEABLE_OPTIONS = ("recording", "odds", "scores")
"""Options that no rule of play depends on, so that they may change during a game."""


def changeable_options(post: QueryDict) -> dict[str, str]:
    """The options in a host's form that may change during a game."""
    chosen = {name: post[name] for name in CHANGEABLE_OPTIONS if name in post}
    checked = options(chosen)
    return {name: checked[name] for name in chosen}


def order(post: QueryDict, players: int) -> list[int]:
    """A new seating order: the repeated field ``seat`` lists every old seat once."""
    seats = [number(QueryDict(f"seat={seat}"), "seat") for seat in post.getlist("seat")]
    if sorted(seats) != list(range(1, players + 1)):
        raise Malformed("seat", "unknown_choice")
    return seats
