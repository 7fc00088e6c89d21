"""Whether the parts that the site needs are there: database, broker, and games being counted.

Each is asked in a thread of its own and given two seconds. One that hangs is not asked a second
time meanwhile, so that probes never pile up.
"""

import logging
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from typing import Any

from django.conf import settings
from django.db import connection, connections

PATIENCE = 2.0
"""Seconds until a part that says nothing counts as missing."""

logger = logging.getLogger("tencompanion.health")

Part = dict[str, Any]


class Check:
    """One part, and the question to it that is open at the moment, if any."""

    def __init__(self, ask: Callable[[], Part]) -> None:
        self._ask = ask
        self._lock = threading.Lock()
        self._open: Future[Part] | None = None

    def begin(self) -> Future[Part]:
        """Ask, unless an earlier question is still open; what will be answered."""
        with self._lock:
            if self._open is None or self._open.done():
                self._open = Future()
                threading.Thread(target=self._run, args=[self._open], daemon=True).start()
            return self._open

    def _run(self, future: Future[Part]) -> None:
        try:
            future.set_result({"ok": True} | self._ask())
        except Exception as why:  # whatever the driver's trouble is, the part is missing
            # Its class alone: messages name hosts and users, and this is for anybody's eyes.
            logger.warning("health.missing", extra={"why": type(why).__name__})
            future.set_result({"ok": False, "why": type(why).__name__})
        finally:
            connections.close_all()


def database() -> Part:
    """One question to the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return {}


def broker() -> Part:
    """Whether a task could be sent."""
    if not settings.REDIS_URL:
        return {"ok": os.access(settings.TEN_DATA, os.W_OK)}
    # Only where there is a Redis.
    import redis

    with redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
    ) as client:
        client.ping()
    return {}


def scorings() -> Part:
    """Whether a game waits to be counted although both worker and site should have done it."""
    # Imported late: the page of health is there before the apps are.
    from games import results

    overdue = len(results.overdue())
    return {"ok": not overdue, "overdue": overdue}


CHECKS: Mapping[str, Check] = {
    "database": Check(database),
    "broker": Check(broker),
    "scorings": Check(scorings),
}


def parts() -> dict[str, Part]:
    """How each part is; takes two seconds at most."""
    asked = {name: check.begin() for name, check in CHECKS.items()}
    wait_for(asked.values(), PATIENCE)
    return {
        name: future.result() if future.done() else {"ok": False, "why": "Silence"}
        for name, future in asked.items()
    }
