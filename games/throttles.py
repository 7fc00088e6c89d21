"""How often one address or one device may do what could be misused.

Counters live in the cache, which all processes share. A window begins with its first request.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Network, ip_address

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from games.models import Membership

logger = logging.getLogger("games.throttles")


class Throttled(Exception):
    """Too many requests of a kind; ``wait`` is in how many seconds one may try again."""

    def __init__(self, kind: str, wait: int) -> None:
        super().__init__(f"{kind}: wait {wait} s")
        self.code = f"throttled_{kind}"
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Throttle:
    """At most ``limit`` of one kind of request in ``seconds``, for each who asks."""

    kind: str
    limit: int
    seconds: int

    def check(self, who: str) -> None:
        """Raise Throttled if ``who`` has used up the window; counts nothing."""
        if settings.TEN_THROTTLE and _counted(lambda: cache.get(self._key(who)) or 0) >= self.limit:
            raise Throttled(self.kind, self.seconds)

    def count(self, who: str) -> None:
        """Count one request of ``who``; raise Throttled if it is one too many."""
        if not settings.TEN_THROTTLE:
            return
        if _counted(lambda: self._one_more(self._key(who))) > self.limit:
            raise Throttled(self.kind, self.seconds)

    def _one_more(self, key: str) -> int:
        while not cache.add(key, 1, self.seconds):
            with suppress(ValueError):  # the window ended between the two
                return cache.incr(key)
        return 1

    def _key(self, who: str) -> str:
        return f"throttle:{self.kind}:{who}"


def _counted(count: Callable[[], int]) -> int:
    """What was counted; 0 while the counters are away, since a tap is worth more than a limit."""
    try:
        return count()
    except Exception as why:  # of Redis, of its driver, of SQLite, of the system
        logger.warning("throttle.blind", extra={"why": type(why).__name__})
        return 0


WRONG_CODES = Throttle("wrong_codes", 10, 60)
JOINS = Throttle("joins", 60, 60)
NEW_GAMES = Throttle("new_games", settings.TEN_NEW_GAMES, 3600)
SCORINGS = Throttle("scorings", 60, 60)
ENTRIES = Throttle("entries", 120, 60)
TABLE_ENTRIES = Throttle("table_entries", 300, 60)


def count_recording(you: Membership) -> None:
    """Count a request to record: of this phone, and of all at its table.

    Anybody can join with many phones, each of which would have a count of its own. Of a phone that
    may not record nothing is counted for the table, or it could keep the others from recording.
    """
    ENTRIES.count(str(you.device_id))
    if you.may_record:
        TABLE_ENTRIES.count(str(you.game_id))


def address(request: HttpRequest) -> str:
    """The client's address, the one that the outermost trusted proxy saw.

    Of an IPv6 address its network of 64 bits: one household has all the addresses in it.
    """
    proxies = settings.TEN_TRUSTED_PROXIES
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if proxies and len(forwarded) >= proxies and forwarded[-proxies].strip():
        return _household(forwarded[-proxies].strip())
    return _household(str(request.META.get("REMOTE_ADDR", "")))


def _household(written: str) -> str:
    try:
        address = ip_address(_WITH_PORT.sub(r"\1\2", written))
    except ValueError:
        return written
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address), 64), strict=False))


_WITH_PORT = re.compile(r"^(?:\[(.*)\]|([\d.]+))(?::\d+)?$")
"""How some fronts write addresses: with the port, which is another for each connection."""
