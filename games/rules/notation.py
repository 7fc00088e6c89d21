"""Events in writing: the one notation used on the wire, in storage and in tests.

``write`` makes plain JSON values of an event, ``read`` the event of plain JSON values; each
undoes the other. Reading is strict: no coercion, no unknown member, nothing left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from games.rules.cards import KINDS, Card, is_kind
from games.rules.deck import Deck
from games.rules.effects import Effect
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
from games.rules.profiles import Profile
from games.rules.replay import Op

LARGEST_NUMBER: Final = 10**6
"""No amount at a table is larger; anything above it is a mistake or mischief."""

Json = dict[str, Any]


class Malformed(ValueError):
    """Something written is not an event. ``where`` is the path, ``problem`` a closed code.

    Problems: ``not_an_object``, ``missing``, ``unknown``, ``not_a_number``, ``out_of_range``,
    ``not_text``, ``unknown_card``, ``not_a_list``, ``empty``, ``unknown_choice``.
    """

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


def write(event: Event) -> Json:
    """The event as plain JSON values, as in the API contract."""
    match event:
        case Drew(card):
            return {"type": "draw", "card": card}
        case Took(what):
            return {"type": "take", "what": what}
        case Emptied():
            return {"type": "deck_empty"}
        case Bid(seat, amount):
            return {"type": "bid", "seat": seat, "amount": amount}
        case Passed(seat):
            return {"type": "pass", "seat": seat}
        case Sold(None):
            return {"type": "auction", "winner": None}
        case Sold(winner, amount, payment):
            return {
                "type": "auction",
                "winner": winner,
                "amount": amount,
                "payment": write_payment(payment),
            }
        case Paid(payment):
            return {"type": "pay", "payment": write_payment(payment)}
        case Bought(card, payment):
            return {"type": "buy", "card": card, "payment": write_payment(payment)}
        case Skipped():
            return {"type": "skip_buy"}
        case Stopped():
            return {"type": "stop"}
        case AdjustedSeat(seat, tokens, busts):
            return {"type": "adjust", "seat": seat, "tokens": tokens, "busts": busts}
        case AdjustedCard(card, source, target):
            return {"type": "adjust", "card": card, "from": source, "to": target}
        case AdjustedPile(remaining):
            return {"type": "adjust", "remaining": remaining}


def write_payment(payment: Payment) -> Json:
    """The payment as plain JSON values."""
    return {
        "tokens": payment.tokens,
        "busts": payment.busts,
        "cards": list(payment.cards),
    }


def write_effect(effect: Effect) -> Json:
    """The effect as plain JSON values: its type in snake case, then its fields."""
    name = type(effect).__name__
    kind = "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")
    fields = {f: getattr(effect, f) for f in effect.__slots__}
    return {"type": kind} | {f: list(v) if isinstance(v, tuple) else v for f, v in fields.items()}


def read(written: object, where: str = "event") -> Event:
    """The event of plain JSON values. Raises Malformed, naming the first wrong member."""
    members = dict(_object(written, where))
    kind = _choice(_take(members, "type", where), tuple(_READERS), f"{where}.type")
    event = _READERS[kind](members, where)
    _nothing_left(members, where)
    return event


def _read_sold(members: Json, where: str) -> Sold:
    winner = _take(members, "winner", where)
    if winner is None:
        return Sold(None)
    return Sold(
        number(winner, f"{where}.winner"),
        number(_take(members, "amount", where), f"{where}.amount"),
        _payment(members, where),
    )


def _read_adjusted(members: Json, where: str) -> Event:
    if "seat" in members:
        seat, tokens, busts = (_number(members, n, where) for n in ("seat", "tokens", "busts"))
        return AdjustedSeat(seat, tokens, busts)
    if "card" in members:
        source, target = (_place(members, end, where) for end in ("from", "to"))
        return AdjustedCard(_card(members, where), source, target)
    return AdjustedPile(_number(members, "remaining", where))


def _place(members: Json, end: str, where: str) -> Place:
    return place(_take(members, end, where), f"{where}.{end}")


def place(written: object, where: str) -> Place:
    """Where a card can lie at a table check. Raises Malformed for anything else."""
    if isinstance(written, str):
        return _choice(written, ("market", "discard", "unseen"), where)  # type: ignore[return-value]
    return number(written, where, least=1)


def _payment(members: Json, where: str) -> Payment:
    path = f"{where}.payment"
    parts = dict(_object(_take(members, "payment", where), path))
    cards = parts.pop("cards", [])
    if not isinstance(cards, list):
        raise Malformed(f"{path}.cards", "not_a_list")
    payment = Payment(
        number(parts.pop("tokens", 0), f"{path}.tokens"),
        number(parts.pop("busts", 0), f"{path}.busts"),
        tuple(card(c, f"{path}.cards[{i}]") for i, c in enumerate(cards)),
    )
    _nothing_left(parts, path)
    return payment


def _card(members: Json, where: str) -> Card:
    return card(_take(members, "card", where), f"{where}.card")


def _number(members: Json, name: str, where: str) -> int:
    return number(_take(members, name, where), f"{where}.{name}")


_READERS: Final[dict[str, Callable[[Json, str], Event]]] = {
    "draw": lambda m, at: Drew(_card(m, at)),
    "take": lambda m, at: Took(
        _choice(_take(m, "what", at), ("numbers", "currency"), f"{at}.what")  # type: ignore[arg-type]
    ),
    "deck_empty": lambda _m, _at: Emptied(),
    "bid": lambda m, at: Bid(_number(m, "seat", at), _number(m, "amount", at)),
    "pass": lambda m, at: Passed(_number(m, "seat", at)),
    "auction": _read_sold,
    "pay": lambda m, at: Paid(_payment(m, at)),
    "buy": lambda m, at: Bought(_card(m, at), _payment(m, at)),
    "skip_buy": lambda _m, _at: Skipped(),
    "stop": lambda _m, _at: Stopped(),
    "adjust": _read_adjusted,
}


def card(written: object, where: str) -> Card:
    """A card's code. Raises Malformed for anything else."""
    if not isinstance(written, str) or not is_kind(written):
        raise Malformed(where, "unknown_card")
    return written


def number(written: object, where: str, least: int = 0, most: int = LARGEST_NUMBER) -> int:
    """A whole number within the bounds. Raises Malformed; true and 2.0 are no numbers."""
    if type(written) is not int:
        raise Malformed(where, "not_a_number")
    if not least <= written <= most:
        raise Malformed(where, "out_of_range")
    return written


def _object(written: object, where: str) -> Mapping[str, Any]:
    if not isinstance(written, dict):
        raise Malformed(where, "not_an_object")
    return written


def _choice(written: object, choices: tuple[str, ...], where: str) -> str:
    if not isinstance(written, str):
        raise Malformed(where, "not_text")
    if written not in choices:
        raise Malformed(where, "unknown_choice")
    return written


def _take(members: Json, name: str, where: str) -> Any:
    if name not in members:
        raise Malformed(f"{where}.{name}", "missing")
    return members.pop(name)


def _nothing_left(members: Json, where: str) -> None:
    for name in members:
        raise Malformed(f"{where}.{name}", "unknown")


def write_deck(deck: Deck) -> Json:
    """What a deck was declared to hold, as plain JSON values."""
    return {
        "counts": {kind: n for kind, n in zip(KINDS, deck.counts, strict=True) if n},
        "assumed": [kind for kind in KINDS if kind in deck.assumed],
        "pile": deck.pile,
    }


def read_deck(written: Json) -> Deck:
    """The deck that ``write_deck`` wrote. Trusts its source: only stored decks come here."""
    counts = tuple(written["counts"].get(kind, 0) for kind in KINDS)
    return Deck(counts, frozenset(written["assumed"]), written["pile"])


def write_ops(ops: Sequence[Op]) -> list[Json]:
    """The changes of an amendment as plain JSON values, as in the API contract."""
    return [
        {"op": op.op, "number": op.number} | ({"event": write(op.event)} if op.event else {})
        for op in ops
    ]


def read_ops(written: object, where: str = "ops") -> list[Op]:
    """The changes of plain JSON values, at least one. Raises Malformed."""
    if not isinstance(written, list):
        raise Malformed(where, "not_a_list")
    if not written:
        raise Malformed(where, "empty")
    return [_read_op(op, f"{where}[{index}]") for index, op in enumerate(written)]


def _read_op(written: object, where: str) -> Op:
    members = dict(_object(written, where))
    kind = _choice(_take(members, "op", where), ("replace", "insert", "delete"), f"{where}.op")
    place = number(_take(members, "number", where), f"{where}.number", least=1)
    event = None if kind == "delete" else read(_take(members, "event", where), f"{where}.event")
    _nothing_left(members, where)
    return Op(kind, place, event)  # type: ignore[arg-type]


def write_profile(profile: Profile) -> Json:
    """What is known of a box, as plain JSON values; set-ups become text, as JSON keys are."""
    return {
        "currency": dict(profile.currency) if profile.currency is not None else None,
        "lost": dict(profile.lost),
        "set_aside": {str(setup): dict(cards) for setup, cards in profile.set_aside.items()},
        "piles": {str(setup): size for setup, size in profile.piles.items()},
        "learned": {str(setup): dict(cards) for setup, cards in profile.learned.items()},
    }


def read_profile(written: Json) -> Profile:
    """The profile that ``write_profile`` wrote; nothing written is a box nobody looked into."""
    return Profile(
        currency=written.get("currency"),
        lost=written.get("lost", {}),
        set_aside={int(setup): cards for setup, cards in written.get("set_aside", {}).items()},
        piles={int(setup): size for setup, size in written.get("piles", {}).items()},
        learned={int(setup): cards for setup, cards in written.get("learned", {}).items()},
    )
