"""JSON values -> what services and rules understand; nothing is coerced.

Whatever is wrong raises Malformed, which names the place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rest_framework.request import Request

from games import forms
from games.rules import notation
from games.rules.cards import Card, is_currency
from games.rules.deck import Deck
from games.rules.notation import Malformed
from games.rules.replay import Op

MOST_CARDS = 200
"""In one ``POST /score``."""
MOST_OPS = 1_000
"""In one amendment: more than a game has entries."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NewGame:
    """What ``POST /games`` asks for."""

    names: list[str]
    starting_seat: int
    deck: Deck
    options: dict[str, str]


def new_game(members: Json) -> NewGame:
    """The game that is asked for; whatever is left out has its default."""
    names = forms.names(_texts(members["players"], "players"))
    return NewGame(
        names,
        notation.number(members.get("starting_seat", 1), "starting_seat", 1, len(names)),
        _deck(members, len(names)),
        forms.options(members.get("options", {})),
    )


def _deck(members: Json, players: int) -> Deck:
    # Left out is the default; null is nothing that a deck could be.
    if "deck" in members and members["deck"] is None:
        raise Malformed("deck", "not_an_object")
    return forms.deck(members.get("deck"), players)


def _texts(written: object, where: str) -> list[str]:
    return [text(item, f"{where}[{place}]") for place, item in enumerate(_list(written, where))]


def _list(written: object, where: str) -> list[Any]:
    if not isinstance(written, list):
        raise Malformed(where, "not_a_list")
    return written


def text(written: object, where: str) -> str:
    """Text as it was written."""
    if not isinstance(written, str):
        raise Malformed(where, "not_text")
    return written


def seat_or_watching(members: Json) -> int | None:
    """The seat that somebody takes; None for one who watches. It has to be one of the two."""
    if "seat" in members and "spectator" in members:
        raise Malformed("spectator", "unknown")
    if "seat" in members:
        return notation.number(members["seat"], "seat", 1, forms.MOST_PLAYERS)
    if "spectator" not in members:
        raise Malformed("seat", "missing")
    if members["spectator"] is not True:
        raise Malformed("spectator", "unknown_choice")
    return None


def version(members: Json) -> int:
    """The version that the recorder saw."""
    return notation.number(members["version"], "version")


def ops(members: Json) -> list[Op]:
    """The changes of an amendment."""
    if len(_list(members["ops"], "ops")) > MOST_OPS:
        raise Malformed("ops", "out_of_range")
    return notation.read_ops(members["ops"])


def is_dry_run(members: Json) -> bool:
    """Whether nothing is to be recorded."""
    written = members.get("dry_run", False)
    if not isinstance(written, bool):
        raise Malformed("dry_run", "not_a_boolean")
    return written


def key(request: Request) -> str | None:
    """The idempotency key, if there is one."""
    written = request.headers.get("Idempotency-Key")
    if written == "":
        raise Malformed("Idempotency-Key", "empty")
    return forms.key(written)


def wants_all(request: Request) -> bool:
    """Whether events that do not stand are wanted too."""
    written = request.GET.get("all", "0")
    if written not in ("0", "1"):
        raise Malformed("all", "unknown_choice")
    return written == "1"


def collection(members: Json) -> list[Card]:
    """The cards of a collection: any but currency, which is never in one."""
    written = _list(members["cards"], "cards")
    if len(written) > MOST_CARDS:
        raise Malformed("cards", "out_of_range")
    cards = [notation.card(card, f"cards[{place}]") for place, card in enumerate(written)]
    for place, card in enumerate(cards):
        if is_currency(card):
            raise Malformed(f"cards[{place}]", "unknown_card")
    return cards
