"""What all shapes are made of: objects without further members, cards, seats, whole numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from games.forms import MOST_PLAYERS
from games.rules.notation import LARGEST_NUMBER

CARD_PATTERN = r"^([RBOG*][1-9#]|\$[1-5])$"
"""The 55 kinds."""
COLLECTABLE_PATTERN = r"^[RBOG*][1-9#]$"
"""Those that can be in a collection."""
RULE_PATTERN = r"^R-[A-Z]+-[0-9]+$"

Json = dict[str, Any]
Field = serializers.Field[Any, Any, Any, Any]


class Shape(serializers.Serializer[Any]):
    """An object with exactly these members."""


@extend_schema_field({"type": "null"})
class Nothing(serializers.Field):
    """Always null."""


@extend_schema_field({"type": "boolean", "const": True})
class Yes(serializers.Field):
    """Always true."""


def shape(name: str, what: str, members: dict[str, Any]) -> type[Shape]:
    """A shape whose members cannot be written as a class's attributes, or are many alike."""
    return type(name, (Shape,), {"__doc__": what, **members})


def one_of(
    name: str, shapes: Iterable[Any] | dict[str, Any], by: str | None = None, **how: Any
) -> PolymorphicProxySerializer:
    """One of several shapes, told apart by a member where that is possible."""
    several = shapes if isinstance(shapes, dict) else list(shapes)
    return PolymorphicProxySerializer(name, several, by, **how)


def word(*words: str, **how: Any) -> serializers.ChoiceField:
    """One of these words."""
    return serializers.ChoiceField(list(words), **how)


def card(**how: Any) -> serializers.RegexField:
    """The code of a card."""
    return serializers.RegexField(CARD_PATTERN, **how)


def cards(**how: Any) -> serializers.ListField:
    """Codes of cards."""
    return serializers.ListField(child=card(), **how)


def collected(**how: Any) -> serializers.ListField:
    """Codes of cards that can be in a collection."""
    return serializers.ListField(child=serializers.RegexField(COLLECTABLE_PATTERN), **how)


def whole(least: int = 0, most: int = LARGEST_NUMBER, **how: Any) -> serializers.IntegerField:
    """A whole number."""
    return serializers.IntegerField(min_value=least, max_value=most, **how)


def seat(**how: Any) -> serializers.IntegerField:
    """The number of a seat at this table."""
    return whole(1, MOST_PLAYERS, **how)


def chance(**how: Any) -> serializers.FloatField:
    """A probability."""
    return serializers.FloatField(min_value=0, max_value=1, **how)
