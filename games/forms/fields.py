"""Single fields: whole numbers, idempotency keys. Nothing is coerced in silence."""

from __future__ import annotations

import json
import secrets

from django.http import QueryDict

from games.rules import notation
from games.rules.notation import LARGEST_NUMBER, Malformed

LONGEST_KEY = 64
AROUND_THE_CHOICE = ("csrfmiddlewaretoken", "key", "version", "again")
"""Fields of every form at the table, which say nothing of what was chosen."""


def number(fields: QueryDict, name: str, most: int = LARGEST_NUMBER) -> int:
    """The whole number in this field."""
    written = fields.get(name)
    if written is None:
        raise Malformed(name, "missing")
    # isdecimal alone would let other scripts' digits through, and int() spaces and signs.
    if not (written.isascii() and written.isdecimal() and len(written) <= 7):
        raise Malformed(name, "not_a_number")
    return notation.number(int(written), name, most=most)


def kept(post: QueryDict) -> str:
    """What was chosen, written as one field, so that it can be offered again as it was."""
    pairs = [[n, v] for n, values in post.lists() if n not in AROUND_THE_CHOICE for v in values]
    return json.dumps(pairs, separators=(",", ":"))


def chosen(post: QueryDict) -> QueryDict:
    """What was chosen: the form's own fields, or those that ``kept`` wrote into ``again``."""
    if "again" not in post:
        return post
    fields = QueryDict(mutable=True)
    try:
        for name, value in json.loads(post.get("again") or ""):
            fields.appendlist(str(name), str(value))
    except (ValueError, TypeError, RecursionError) as why:
        raise Malformed("again", "unknown_choice") from why
    return fields


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
