"""Django's settings for the two databases that we support, and why they are what they are."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

LIFE_SIGNS: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""For libpq: a server that vanished without a word is given up after some 45 seconds, and what was
sent to it after 20."""

_KINDS = {"postgres": "postgresql", "postgresql": "postgresql", "sqlite": "sqlite"}


def database(url: str, default: Path) -> dict[str, Any]:
    """The entry of DATABASES for a URL; for an empty one, an SQLite file at `default`."""
    if not url:
        return sqlite(default)
    parts = urlsplit(url)
    match _KINDS.get(parts.scheme):
        case "sqlite":
            return sqlite(Path(unquote(parts.path)))
        case "postgresql":
            return postgresql(url)
    raise ImproperlyConfigured("DATABASE_URL starts with postgres:// or sqlite:///.")


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite for many writers.

    IMMEDIATE takes the write lock when a transaction begins: with Django's default, two that
    read before they write fail at once instead of waiting. WAL lets readers go on meanwhile.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }


def postgresql(url: str) -> dict[str, Any]:
    """PostgreSQL through a pool: connections go back after each request, and are not made anew.

    A process that freezes in the middle of a transaction must not keep others from its game for
    ever: the server ends that transaction, and nobody waits for a lock longer than for an answer.
    """
    parts = urlsplit(url)
    options = LIFE_SIGNS | dict(parse_qsl(parts.query))
    # As libpq has it, `?host=/folder` is a server on a local socket.
    host = options.pop("host", None) or unquote(parts.hostname or "")
    options.setdefault("options", "-c idle_in_transaction_session_timeout=10s -c lock_timeout=5s")
    # Of each process, however many streams it has open: those hold no connection. There are more
    # than threads (handling.py, streaming.py), so whoever waits longer than a moment waits for a
    # server that is away.
    options["pool"] = {"min_size": 1, "max_size": 20, "timeout": 3}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        # A server that was restarted costs nobody a tap: what it cut is noticed and made anew.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }
