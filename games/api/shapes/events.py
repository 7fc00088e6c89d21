"""EVENT: what can be recorded; and what follows from it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.shapes import parts
from games.api.shapes.parts import Shape
from games.forms import MOST_PLAYERS


class Payment(Shape):
    """A mix of black tokens, bust tokens (worth 3 each) and own cards (worth 1 each)."""

    tokens = parts.whole(default=0)
    busts = parts.whole(default=0)
    cards = parts.cards(default=[])


@extend_schema_field(
    {
        "oneOf": [
            {"type": "integer", "minimum": 1, "maximum": MOST_PLAYERS},
            {"type": "string", "enum": ["market", "discard", "unseen"]},
        ]
    }
)
class Place(serializers.Field):
    """Where a card lies: with a seat, or in a shared place."""


def _name(kind: str, suffix: str) -> str:
    return "".join(part.title() for part in kind.split("_")) + suffix


def _event(kind: str, what: str, /, form: str = "", **members: Any) -> type[Shape]:
    type_ = {"type": parts.word(kind)}
    return parts.shape(_name(kind, f"{form}Event"), what, type_ | members)


_SOLD = _event(
    "auction",
    "Outcome and payment in one, at any moment of the auction.",
    form="Sold",
    winner=parts.whole(),
    amount=parts.whole(),
    payment=Payment(),
)
_UNSOLD = _event(
    "auction",
    "Everybody passed; only while nobody has bid.",
    form="Unsold",
    winner=parts.Nothing(),
)
_ADJUSTED_SEAT = _event(
    "adjust",
    "Table check: this seat has so many tokens, whatever was recorded.",
    form="Seat",
    seat=parts.whole(),
    tokens=parts.whole(),
    busts=parts.whole(),
)
_ADJUSTED_CARD = _event(
    "adjust",
    "Table check: this card lies there and not here.",
    form="Card",
    **{"card": parts.card(), "from": Place(), "to": Place()},
)
_ADJUSTED_PILE = _event(
    "adjust",
    "Table check: so many cards are left in the pile.",
    form="Pile",
    remaining=parts.whole(),
)

_EVENTS: dict[str, Any] = {
    "draw": _event("draw", "The active player turned over this card.", card=parts.card()),
    "take": _event("take", "Stop and take that reward.", what=parts.word("numbers", "currency")),
    "deck_empty": _event("deck_empty", "The physical pile is empty (R-END-4)."),
    "bid": _event("bid", "That seat's one bid.", seat=parts.whole(), amount=parts.whole()),
    "pass": _event("pass", "That seat passes.", seat=parts.whole()),
    "auction": parts.one_of("AuctionEvent", [_SOLD, _UNSOLD]),
    "pay": _event("pay", "The highest bidder pays and takes the wild.", payment=Payment()),
    "buy": _event("buy", "The seat to act buys.", card=parts.card(), payment=Payment()),
    "skip_buy": _event("skip_buy", "The seat to act buys nothing."),
    "stop": _event("stop", "Stop early and count (R-END-5)."),
    "adjust": parts.one_of("AdjustEvent", [_ADJUSTED_SEAT, _ADJUSTED_CARD, _ADJUSTED_PILE]),
}


def event(**how: Any) -> Any:
    """One thing that happened at the table."""
    return parts.one_of("Event", _EVENTS, "type", **how)


_EFFECTS: dict[str, dict[str, Any]] = {
    "busted": {"seat": parts.seat(), "by": parts.word("numbers", "currency")},
    "gained": {"seat": parts.seat(), "tokens": parts.whole(), "lost": parts.whole()},
    "bust_token": {"seat": parts.seat()},
    "no_bust_token": {"seat": parts.seat()},
    "to_collection": {"seat": parts.seat(), "cards": parts.collected()},
    "to_market": {"cards": parts.collected()},
    "discarded": {"cards": parts.cards()},
    "auction_opened": {"card": parts.card()},
    "won": {"seat": parts.seat(), "card": parts.card(), "amount": parts.whole()},
    "all_passed": {"card": parts.card()},
    "recount": {"card": parts.card(), "instead_of": parts.card()},
    "pile_had_more": {},
    "deck_ran_out": {},
    "turn": {"seat": parts.seat()},
    "final_round": {},
    "scoring": {},
}
_EFFECT_SHAPES = {
    kind: parts.shape(_name(kind, "Effect"), "", {"type": parts.word(kind), **members})
    for kind, members in _EFFECTS.items()
}


def effects() -> serializers.ListField:
    """What followed, in order."""
    return serializers.ListField(child=parts.one_of("Effect", _EFFECT_SHAPES, "type"))
