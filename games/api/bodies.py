"""A request's body -> one JSON object, strictly: what Python's json lets through is refused here.

Not DRF's parsers: they take a body without a Content-Length for an empty one, and read without
a limit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any, NoReturn

from django.http import HttpRequest
from rest_framework.request import Request

from games.rules.notation import Malformed

LARGEST_BODY = 64 * 1024
"""Bytes."""

_NEVER_IN_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters, and surrogates, which JSON's escapes can leave alone."""

Json = dict[str, Any]


class NotJson(Exception):
    """The body is declared to be something else than JSON."""


class TooLarge(Exception):
    """The body is over 64 kB."""


def read(request: Request | HttpRequest, *needed: str, optional: Collection[str] = ()) -> Json:
    """The members of the body: all that are needed, and no others than these and the optional.

    Raises NotJson, TooLarge or Malformed.
    """
    members = _object(_content(request))
    for name in needed:
        if name not in members:
            raise Malformed(name, "missing")
    for name in members:
        if name not in needed and name not in optional:
            raise Malformed(name, "unknown")
    return members


def _content(request: Request | HttpRequest) -> bytes:
    media_type = request.META.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise NotJson
    content: bytes = request.read(LARGEST_BODY + 1)
    if len(content) > LARGEST_BODY:
        raise TooLarge
    return content


def _object(content: bytes) -> Json:
    try:
        written = json.loads(
            content.decode(),
            object_pairs_hook=_without_repetition,
            parse_constant=_no_number,
        )
    except (ValueError, RecursionError) as why:
        # Malformed is a ValueError: a repeated member has been named already.
        raise why if isinstance(why, Malformed) else Malformed("body", "not_json") from None
    if not isinstance(written, dict):
        raise Malformed("body", "not_an_object")
    _check_texts(written)
    return written


def _without_repetition(pairs: list[tuple[str, Any]]) -> Json:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        raise Malformed(next(name for name in names if names.count(name) > 1), "repeated")
    return members


def _no_number(word: str) -> NoReturn:
    raise ValueError(word)


def _check_texts(written: Any) -> None:
    """No text anywhere in these values holds what nobody can type or see."""
    waiting = [written]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str) and _NEVER_IN_TEXT.search(value):
            raise Malformed("body", "control_characters")
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list):
            waiting += value
