"""Where the throttles' counters live: in Redis, or in a file that one machine's processes share.

Django's own choices fall short in both cases. Without a server its database cache would wait for,
and hold up, those who record a card; its file cache counts in two steps, so that requests at the
same moment go uncounted, and throws random entries away. Its cache on Redis also counts in two
steps, and a counter that ends between them comes back without an end.
"""

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.core.cache.backends import redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

_ADD_IF_THERE = """
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
return redis.call('INCRBY', KEYS[1], ARGV[1])
"""
"""For Redis, which lets nothing end while a script runs."""

_TABLE = "CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends REAL)"
_INDEX = "CREATE INDEX IF NOT EXISTS entries_ends ON entries (ends)"


class RedisCache(redis.RedisCache):
    """Django's cache on Redis; `incr` is exact, and no number outlives its end."""

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _RedisClient


class _RedisClient(redis.RedisCacheClient):
    def incr(self, key: Any, delta: int) -> int:
        """Add to a number, which ends when it would have ended; ValueError if there is none."""
        client = self.get_client(key, write=True)
        value: int | None = client.eval(_ADD_IF_THERE, 1, key, delta)
        if value is None:
            raise ValueError(f"Key {key!r} not found")
        return value


class SqliteCache(BaseCache):
    """Django's cache on an SQLite file; `add` and `incr` are exact among processes.

    Values are JSON.
    """

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._path = Path(location)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The value kept under a key, or the default."""
        with self._reading() as connection:
            row = self._row(connection, self.make_and_validate_key(key, version=version))
        return default if row is None else json.loads(row[0])

    def set(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        """Keep a value for `timeout` seconds; None keeps it for good."""
        with self._writing() as connection:
            self._put(connection, self.make_and_validate_key(key, version=version), value, timeout)

    def add(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """Keep a value unless there is one; whether it was kept."""
        stored = self.make_and_validate_key(key, version=version)
        with self._writing() as connection:
            if self._row(connection, stored) is not None:
                return False
            self._put(connection, stored, value, timeout)
        return True

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to a number, which ends when it would have ended; ValueError if there is none."""
        stored = self.make_and_validate_key(key, version=version)
        with self._writing() as connection:
            row = self._row(connection, stored)
            if row is None:
                raise ValueError(f"Key {key!r} not found")
            value: int = json.loads(row[0]) + delta
            connection.execute(
                "UPDATE entries SET value = ? WHERE key = ?", (json.dumps(value), stored)
            )
        return value

    def touch(
        self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Let a value end `timeout` seconds from now; whether there was one."""
        stored = self.make_and_validate_key(key, version=version)
        with self._writing() as connection:
            found = self._row(connection, stored) is not None
            connection.execute(
                "UPDATE entries SET ends = ? WHERE key = ?",
                (self.get_backend_timeout(timeout), stored),
            )
        return found

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget a value; whether there was one."""
        stored = self.make_and_validate_key(key, version=version)
        with self._writing() as connection:
            found = self._row(connection, stored) is not None
            connection.execute("DELETE FROM entries WHERE key = ?", (stored,))
        return found

    def clear(self) -> None:
        """Forget everything."""
        with self._writing() as connection:
            connection.execute("DELETE FROM entries")

    def _row(self, connection: sqlite3.Connection, stored: str) -> tuple[str] | None:
        row: tuple[str] | None = connection.execute(
            "SELECT value FROM entries WHERE key = ? AND (ends IS NULL OR ends > ?)",
            (stored, time.time()),
        ).fetchone()
        return row

    def _put(
        self, connection: sqlite3.Connection, stored: str, value: Any, timeout: float | None
    ) -> None:
        # What has ended goes with the next new entry: the file stays as small as what is counted.
        connection.execute("DELETE FROM entries WHERE ends <= ?", (time.time(),))
        connection.execute(
            "INSERT OR REPLACE INTO entries (key, value, ends) VALUES (?, ?, ?)",
            (stored, json.dumps(value), self.get_backend_timeout(timeout)),
        )

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection of its own: cheap to open, and safe with any mix of threads and forks."""
        with closing(self._open()) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A connection inside a transaction that nobody else can write during."""
        with closing(self._open()) as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self._path, timeout=20, isolation_level=None)
        # Counters may be lost with the power; waiting for the disk would cost every request.
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute(_TABLE)
        connection.execute(_INDEX)
        return connection
