"""Who wants to hear of which game: ``nudge`` after a change, ``listen`` for them.

The only room that knows publish and subscribe. A nudge says nothing but "now at version N"; a
listener fetches what it may see. A lost nudge is mended by the next one, and slow listeners keep
no queue: each holds only the newest version.

PostgreSQL carries nudges between processes by NOTIFY, inside the transaction and so only if it is
committed. A connection can die without a word; whoever then finds a version that no nudge told of
says so (``missed``), and another one is made. On SQLite a thread in each process asks the database
file ten times a second whether another connection has written (3 microseconds), and then which of
the listened games moved on. Listeners hold no database connection.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from games.models import Game
from tencompanion.databases import LIFE_SIGNS

logger = logging.getLogger("games.live")

CHANNEL = "games"
LOOK_EVERY = 0.1
"""Seconds between two looks at the database file's change counter."""
LONGEST_BACKOFF = 5.0
DEAF_AFTER = 5.0
"""Seconds of silence after which a version that was missed means a dead connection."""


class HangUp(Exception):
    """The site is about to stop."""


class Listener:
    """One stream's ear: the newest version of its game, and a way to wait for the next."""

    def __init__(self, game_id: UUID) -> None:
        self.game_id = game_id
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._version = 0

    def hear(self, version: int) -> None:
        """Take note of a version; from any thread. The loop may have stopped meanwhile."""
        try:
            self._loop.call_soon_threadsafe(self._note, version)
        except RuntimeError:
            _forget(self)

    def _note(self, version: int) -> None:
        self._version = max(self._version, version)
        self._news.set()

    async def newer(self, timeout: float) -> int | None:
        """The newest version once something was heard; None after so many seconds of silence.

        Raises HangUp when the site is about to stop: whoever listens should end its stream.
        """
        try:
            await asyncio.wait_for(self._news.wait(), timeout)
        except TimeoutError:
            return None
        self._news.clear()
        if _stopping.is_set():
            raise HangUp
        return self._version


_listeners: defaultdict[UUID, set[Listener]] = defaultdict(set)
_versions: dict[UUID, int] = {}
# Reentrant, for the signal to stop comes to the thread of the event loop, whatever it is doing.
_lock = threading.RLock()
_stopping = threading.Event()
_missed = threading.Event()


@contextmanager
def listen(game_id: UUID) -> Iterator[Listener]:
    """Subscribe to a game's nudges for as long as the context is open.

    Subscribe first and read the version then, so that nothing falls in between.
    """
    listener = Listener(game_id)
    with _lock:
        _listeners[game_id].add(listener)
    _start_watching()
    try:
        yield listener
    finally:
        _forget(listener)


def _forget(listener: Listener) -> None:
    with _lock:
        _listeners[listener.game_id].discard(listener)
        if not _listeners[listener.game_id]:
            del _listeners[listener.game_id]
            _versions.pop(listener.game_id, None)


def hang_up() -> None:
    """End all streams of this process, because its server is about to stop."""
    _stopping.set()
    with _lock:
        listeners = [listener for those in _listeners.values() for listener in those]
    for listener in listeners:
        listener.hear(0)


def pick_up() -> None:
    """Take streams again: in tests one process is many servers, one after the other."""
    _stopping.clear()


def listening() -> int:
    """How many streams are open in this process."""
    with _lock:
        return sum(map(len, _listeners.values()))


def nudge(game_id: UUID, version: int) -> None:
    """Tell everybody who listens that the game is now at this version, once it is committed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{game_id} {version}"])
    else:
        transaction.on_commit(lambda: _wake(game_id, version))


def missed(game_id: UUID, version: int) -> None:
    """Tell the listeners of this process of a version that somebody found who heard no nudge."""
    _missed.set()
    _wake(game_id, version)


def _wake(game_id: UUID, version: int) -> None:
    with _lock:
        listeners = list(_listeners.get(game_id, ()))
        if listeners:
            _versions[game_id] = max(version, _versions.get(game_id, 0))
    for listener in listeners:
        listener.hear(version)


# Hearing of what other processes did


_watcher: threading.Thread | None = None


def _start_watching() -> None:
    global _watcher
    with _lock:
        if _watcher and _watcher.is_alive():
            return
        _watcher = threading.Thread(target=_watch, name="live", daemon=True)
        _watcher.start()


def _watch() -> None:
    """Pass on nudges of other processes for as long as somebody listens."""
    backoff = LOOK_EVERY
    while _is_wanted():
        try:
            if connection.vendor == "postgresql":
                _watch_notifications()
            else:
                _watch_file()
            backoff = LOOK_EVERY
        except Exception:  # of Django, of a driver or of the system: the listeners are still there
            logger.warning("live.interrupted", exc_info=True)
            time.sleep(backoff)
            backoff = min(2 * backoff, LONGEST_BACKOFF)
        finally:
            connection.close()


def _is_wanted() -> bool:
    """Whether somebody listens. If not, the watcher ends, and whoever comes now starts another."""
    global _watcher
    with _lock:
        if not _listeners:
            _watcher = None
        return bool(_listeners)


def _watch_file() -> None:
    connection.ensure_connection()
    counter = connection.connection.execute
    seen = None
    while listening():
        changed = counter("PRAGMA data_version").fetchone()
        if changed != seen:
            seen = changed
            _catch_up()
        time.sleep(LOOK_EVERY)


def _watch_notifications() -> None:
    import psycopg

    with psycopg.connect(settings.LISTEN_DSN, autocommit=True, **LIFE_SIGNS) as listener:
        listener.execute(f"LISTEN {CHANNEL}")
        _missed.clear()
        _catch_up()
        connection.close()
        heard = time.monotonic()
        while listening():
            for notification in listener.notifies(timeout=1.0):
                heard = time.monotonic()
                game_id, version = notification.payload.split()
                _wake(UUID(game_id), int(version))
            if _missed.is_set():
                # Somebody may just have been quicker than the nudge.
                _missed.clear()
                if time.monotonic() - heard > DEAF_AFTER:
                    logger.warning("live.deaf")
                    return


def _catch_up() -> None:
    """Wake the listeners of every game that is not at the version they know."""
    with _lock:
        known = {game_id: _versions.get(game_id, 0) for game_id in _listeners}
    for game_id, version in Game.objects.filter(pk__in=known).values_list("pk", "version"):
        if version != known[game_id]:
            _wake(game_id, version)
