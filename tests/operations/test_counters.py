"""Counters on a real Redis, as the site's settings have them."""

from __future__ import annotations

import runpy
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from pytest_django import Settings

from games.throttles import Throttle, Throttled
from tencompanion import environment
from tests import sites

pytestmark = pytest.mark.slow

SETTINGS = environment.ROOT / "tencompanion/settings.py"


@pytest.fixture
def server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[redis.Redis]:
    """A Redis that counts for the throttles."""
    started = sites.Redis(tmp_path)
    monkeypatch.setenv("REDIS_URL", started.url)
    settings.CACHES = runpy.run_path(str(SETTINGS))["CACHES"]
    settings.TEN_THROTTLE = True
    yield redis.Redis.from_url(started.url)
    started.stop()


def endings(server: redis.Redis) -> list[int]:
    """In how many seconds each counter ends; -1 for never."""
    return [server.ttl(key) for key in server.scan_iter()]


def test_each_is_counted_until_the_window_ends(server: redis.Redis) -> None:
    throttle = Throttle("test", 2, 60)
    for _ in range(2):
        throttle.count("ana")
        throttle.count("ana")
        for refused in (throttle.count, throttle.check):
            with pytest.raises(Throttled):
                refused("ana")
        throttle.check("bo")
        [left] = endings(server)
        assert 0 < left <= 60
        server.flushall()


def test_no_counter_outlives_its_window(server: redis.Redis) -> None:
    """Not even if the window ends while something is counted."""
    throttle, seconds = Throttle("test", 10**6, 60), 2
    enough = threading.Event()

    def end_windows() -> None:
        while not enough.wait(0.001):
            for key in server.scan_iter():
                server.pexpire(key, 1)

    ending = threading.Thread(target=end_windows)
    ending.start()
    until = time.monotonic() + seconds
    try:
        while time.monotonic() < until:
            throttle.count("ana")
            assert -1 not in endings(server)
    finally:
        enough.set()
        ending.join()
