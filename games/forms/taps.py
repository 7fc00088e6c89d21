"""A POST -> one event, and what somebody is about to say.

One function a verb. Anything that is not well-formed raises notation.Malformed, which says which
field is wrong.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import QueryDict

from games.board.choices import Choice
from games.forms.fields import number
from games.rules import notation
from games.rules.cards import Card, is_kind
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
)
from games.rules.notation import Malformed

Reader = Callable[[QueryDict], Event]


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


def adjusted(post: QueryDict) -> Event:
    """A table check: of a seat's tokens, of a card's place, or of the pile."""
    if post.get("seat"):
        seat, tokens, busts = (number(post, name) for name in ("seat", "tokens", "busts"))
        return AdjustedSeat(seat, tokens, busts)
    if post.get("card"):
        return AdjustedCard(_card(post), _place(post, "from"), _place(post, "to"))
    return AdjustedPile(number(post, "remaining"))


def _place(post: QueryDict, end: str) -> Place:
    written = post.get(end, "")
    return number(post, end) if written.isdecimal() else notation.place(written, end)


def choice(fields: QueryDict) -> Choice:
    """What the holder is about to say. A nonsensical choice is none: nothing has been said yet."""

    def number_or_none(name: str) -> int | None:
        try:
            return number(fields, name)
        except Malformed:
            return None

    card = fields.get("card")
    return Choice(
        card if is_kind(card) else None,
        number_or_none("winner"),
        number_or_none("amount"),
        _payment_or_none(fields),
    )


def _payment_or_none(fields: QueryDict) -> Payment | None:
    if not any(name in fields for name in ("tokens", "busts", "cards")):
        return None
    try:
        return payment(fields)
    except Malformed:
        return None
