"""Pieces that many boards share, such as a key of the pad: rendered once, then remembered.

Of all keys and collections of a board, one or two differ from the board before. So rendering a
board anew costs a third of what it would.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

REMEMBERED = 10_000
"""Pieces kept in each process, at about 700 bytes: those of some 60 tables."""


@register.simple_tag
def piece(template_name: str, **values: Any) -> SafeString:
    """The template of this name, given these values and nothing else.

    They must be hashable, and all that it depends on besides the language.
    """
    return _rendered(template_name, get_language(), tuple(values.items()))


@lru_cache(REMEMBERED)
def _rendered(name: str, _language: str | None, values: tuple[tuple[str, Any], ...]) -> SafeString:
    return cast("SafeString", get_template(name).render(dict(values)))
