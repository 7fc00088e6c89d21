"""Log lines: events with their facts as key=value, one line each, on standard error.

logger.info("entry.recorded", extra={"game": game.pk, "version": 17})

Every line says which request or task it belongs to. None says who: no names, addresses, codes or
tokens; so paths, which can hold a join code, stay out too.
"""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

doing: ContextVar[dict[str, str] | None] = ContextVar("doing", default=None)
"""What this thread or coroutine works on, ``{"request": ID}`` or ``{"task": ID}``."""

_OWN_ATTRIBUTES = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Django hangs whole requests and other objects on its records; these are not facts to print.
_FACTS = (str, int, float, bool)
# Where PostgreSQL tells the values of the row that it refused.
_VALUES = re.compile(r"^(DETAIL|CONTEXT): .*$", re.MULTILINE)


class KeyValueFormatter(logging.Formatter):
    """Writes a record as `time level event key=value ...`, quoted where it has to be."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; a traceback is escaped into it, so that every line starts with a time."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        pairs = {"logger": record.name, **(doing.get() or {}), **facts(record)}
        if record.exc_info:
            pairs["traceback"] = _VALUES.sub(r"\1: …", self.formatException(record.exc_info))
        written = [f"{key}={_value(value)}" for key, value in pairs.items()]
        return " ".join([moment, record.levelname.lower(), _value(message(record)), *written])


def message(record: logging.LogRecord) -> str:
    """What happened; where Django would name the path, the name of its route."""
    request = getattr(record, "request", None)
    if request is None or not isinstance(record.args, tuple):
        return record.getMessage()
    route = route_of(request)
    is_path = [isinstance(one, str) and one.startswith("/") for one in record.args]
    args = [route if path else one for one, path in zip(record.args, is_path, strict=True)]
    return str(record.msg) % tuple(args)


def route_of(request: Any) -> str:
    """The name of the route that a request took, such as ``games:draw``; never its path."""
    match = getattr(request, "resolver_match", None)
    return (match and match.view_name) or "none"


def facts(record: logging.LogRecord) -> dict[str, Any]:
    """What the caller passed as `extra`."""
    return {
        key: value
        for key, value in vars(record).items()
        if key not in _OWN_ATTRIBUTES and isinstance(value, _FACTS)
    }


def _value(value: object) -> str:
    """As it is if it is one plain word; else as a JSON string, which cannot break the line."""
    text = str(value)
    plain = text.isascii() and text.isprintable() and not set(text) & set(' "=\\')
    return text if text and plain else json.dumps(text)


def logging_settings(*, each_request: bool) -> dict[str, Any]:
    """Django's LOGGING; with a line for each request or without."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"events": {"()": KeyValueFormatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "events"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "games": {"level": "INFO"},
            "tencompanion": {"level": "INFO"},
            "tencompanion.requests": {"level": "INFO" if each_request else "WARNING"},
            # Django's own handlers would print a second time.
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            # A warning for each page that is not there, or not allowed, helps nobody.
            "django.request": {"level": "ERROR"},
            # A name that somebody else made up for this site is no error of ours.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
        },
    }
