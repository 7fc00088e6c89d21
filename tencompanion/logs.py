"""Log lines: events with their facts as key=value, one line each, on standard error.

logger.info("entry.recorded", extra={"game": game.pk, "version": 17})
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any

_OWN_ATTRIBUTES = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
# Django hangs whole requests and other objects on its records; these are not facts to print.
_FACTS = (str, int, float, bool)


class KeyValueFormatter(logging.Formatter):
    """Writes a record as `time level event key=value ...`, quoted where it has to be."""

    def format(self, record: logging.LogRecord) -> str:
        """One line; a traceback is escaped into it, so that every line starts with a time."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        pairs = {"logger": record.name, **facts(record)}
        if record.exc_info:
            pairs["traceback"] = self.formatException(record.exc_info)
        written = [f"{key}={_value(value)}" for key, value in pairs.items()]
        return " ".join([moment, record.levelname.lower(), _value(record.getMessage()), *written])


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


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"events": {"()": KeyValueFormatter}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "events"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "games": {"level": "INFO"},
        "tencompanion": {"level": "INFO"},
        # Django's own handlers would print a second time.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A warning for each page that is not there, or not allowed, helps nobody.
        "django.request": {"level": "ERROR"},
    },
}
