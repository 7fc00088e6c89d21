"""How often one address or one device may do what could be misused.

Counters live in the cache, which all processes share. A window begins with its first request.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

logger = logging.getLogger("games.throttles")


class Throttled(Exception):
    """Too many requests; ``wait`` is in how many seconds one may try again."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"wait {wait} s")
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
            raise Throttled(self.seconds)

    def count(self, who: str) -> None:
        """Count one request of ``who``; raise Throttled if it is one too many."""
        if not settings.TEN_THROTTLE:
            return
        if _counted(lambda: self._one_more(self._key(who))) > self.limit:
            raise Throttled(self.seconds)

    def _one_more(self, key: str) -> int:
        cache.add(key, 0, self.seconds)
        try:
            return cache.incr(key)
        except ValueError:  # the window ended between the two
            cache.add(key, 1, self.seconds)
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


WRONG_CODES = Throttle("wrong-codes", 10, 60)
NEW_GAMES = Throttle("new-games", 30, 3600)
SCORINGS = Throttle("scorings", 60, 60)
ENTRIES = Throttle("entries", 120, 60)


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
        address = ip_address(written)
    except ValueError:
        return written
    if isinstance(address, IPv4Address) or address.ipv4_mapped:
        return str(address)
    return str(ip_network((address, 64), strict=False))
