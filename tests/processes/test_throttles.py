"""What one process counts keeps the others from letting too much pass."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests import sites
from tests.processes.phones import ask

pytestmark = pytest.mark.slow


@pytest.fixture
def strict(prepared: sites.Site) -> Iterator[sites.Site]:
    """Two web processes with throttles as in public, but three games an hour are enough."""
    prepared.more = prepared.more | {"TEN_THROTTLE": "on", "TEN_NEW_GAMES": "3"}
    with sites.running(prepared, worker=False):
        yield prepared


def test_counters_are_shared(strict: sites.Site) -> None:
    """In turn by one process and by the other, and then by both at the same time."""
    webs = strict.ports * 2
    answers = [ask(port, "POST", "/api/v1/games", {"players": ["Ana"]}) for port in webs]
    assert [answer.status for answer in answers] == [201, 201, 201, 429]
    assert answers[3].headers["retry-after"] == "3600"
    with ThreadPoolExecutor(4) as threads:
        guess = {"code": "00000", "seat": 1}
        guesses = threads.map(
            lambda port: ask(port, "POST", "/api/v1/games/join", guess).status, strict.ports * 8
        )
        assert sorted(guesses) == [404] * 10 + [429] * 6
