"""Errors: one form, and what is in it for each code."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.shapes import parts
from games.api.shapes.parts import Shape
from games.api.shapes.states import Entry, State


class Where(Shape):
    """Which member is wrong, and a code of what is wrong with it."""

    where = serializers.CharField()
    problem = serializers.CharField()


class Since(Shape):
    """The game now, and the standing entries that were recorded since."""

    version = parts.whole()
    state = State()
    entries = Entry(many=True)


class Clash(Shape):
    """The first entry that could no longer have happened; or the op of which that is true."""

    number = parts.whole(1, allow_null=True)
    op = parts.whole(allow_null=True)
    rule = serializers.RegexField(parts.RULE_PATTERN)
    message = serializers.CharField()


class Copies(Shape):
    """The numbers of the entries that hold all the copies of the card there are (R-PROF-4)."""

    card = parts.card()
    entries = serializers.ListField(child=parts.whole(1))


def error(name: str, code: str, details: Any = None, rule: Any = None) -> type[Shape]:
    """The error with this code."""
    inner = parts.shape(
        f"{name}Error",
        "",
        {
            "code": parts.word(code),
            "message": serializers.CharField(),
            "rule": rule or parts.Nothing(),
            "details": details or parts.Nothing(),
        },
    )
    return parts.shape(name, "", {"error": inner()})


Malformed = error("Malformed", "malformed", Where())
NoToken = error("NoToken", "no_token")
NotAllowed = error("NotAllowed", "not_allowed")
NotFound = error("NotFound", "not_found")
Stale = error("Stale", "stale_version", Since())
Conflict = error("Conflict", "conflict", Clash(), serializers.RegexField(parts.RULE_PATTERN))
TooLarge = error("TooLarge", "too_large")
NotJson = error("NotJson", "not_json")
AgainstRules = error(
    "AgainstRules",
    "against_rules",
    Copies(allow_null=True),
    serializers.RegexField(parts.RULE_PATTERN),
)
NothingToUndo = error("NothingToUndo", "nothing_to_undo")
NothingToRedo = error("NothingToRedo", "nothing_to_redo")
KeyReused = error("KeyReused", "idempotency_mismatch")
Throttled = error("Throttled", "throttled")
Unavailable = error("Unavailable", "unavailable")


def stale_or_conflict() -> Any:
    """What may stand in the way of an amendment."""
    return parts.one_of("StaleOrConflict", [Stale, Conflict])


def refused(name: str, *shapes: type[Shape]) -> Any:
    """Well-formed, but refused."""
    return parts.one_of(name, shapes)
