"""One phone has only so many streams, and gets those back that came to their end, or to nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games import devices, streaming
from games.streaming import MOST_STREAMS, event_stream
from games.throttles import Throttled
from tests.operations.test_metrics import counts
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone

REFUSED = ("ten_refusals_total", (("code", "throttled_streams"), ("rule", "")))


@pytest.fixture(autouse=True)
def strict(settings: Settings) -> None:
    """Throttles as in public."""
    settings.TEN_THROTTLE = True


async def events() -> AsyncGenerator[str]:
    yield "one"
    yield "two"


def opened(phone: object, number: int = MOST_STREAMS) -> list[Any]:
    """So many streams of this phone."""
    return [event_stream(events(), phone) for _ in range(number)]


def is_full(phone: object) -> bool:
    try:
        event_stream(events(), phone)
    except Throttled:
        return True
    return False


def test_one_more_is_refused_and_other_phones_are_not() -> None:
    held = opened("ana")
    assert (is_full("ana"), is_full("bo")) == (True, False)
    del held
    assert not is_full("ana")


async def read(response: Any, parts: int) -> list[bytes]:
    """So many parts of a stream, whose client goes then."""
    async with aclosing(aiter(response)) as content:
        read: list[bytes] = []
        while len(read) < parts and (part := await anext(content, b"")):
            read.append(part)
        return read


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_a_stream_that_ends_or_is_left_makes_room(parts: int) -> None:
    held = opened("ana")
    # In a thread of its own: a browser test before may have left its loop in this one.
    with ThreadPoolExecutor() as threads:
        reading = threads.submit(lambda: asyncio.run(read(held.pop(), parts)))
        assert reading.result() == [b"one", b"two"][:parts]
    held += opened("ana", 1)
    assert is_full("ana")


def test_phones_that_have_gone_are_forgotten() -> None:
    for phone in range(100):
        [response] = opened(phone, 1)
        with ThreadPoolExecutor() as threads:
            threads.submit(asyncio.run, read(response, 1)).result()
    del response
    assert not streaming._places.keys() & set(range(99))


def test_nobody_is_refused_where_nothing_is_throttled(settings: Settings) -> None:
    settings.TEN_THROTTLE = False
    assert len(opened("ana", 2 * MOST_STREAMS)) == 2 * MOST_STREAMS


def test_a_page_is_told(table: Gathering) -> None:
    def open_stream(phone: Phone) -> Any:
        return phone.get("stream", table.game.pk)

    held = [open_stream(table.bo) for _ in range(MOST_STREAMS)]
    assert {response.status_code for response in held} == {200}
    before = counts().get(REFUSED, 0)
    refused = open_stream(table.bo)
    assert (refused.status_code, refused["Retry-After"], refused.content) == (429, "60", b"")
    assert counts()[REFUSED] == before + 1
    assert open_stream(table.host).status_code == 200


def test_those_who_look_at_an_example_have_room_by_address(table: Gathering) -> None:
    game = table.host.plays_to_the_end(table.game)
    game.is_example = True
    game.save()
    url = reverse("games:stream", args=[game.pk])

    def open_stream(address: str) -> Any:
        client = Client(REMOTE_ADDR=address)
        assert devices.COOKIE not in client.cookies
        return client.get(url)

    held = [open_stream("192.0.2.1") for _ in range(MOST_STREAMS)]
    assert {response.status_code for response in held} == {200}
    statuses = [open_stream(address).status_code for address in ("192.0.2.1", "192.0.2.2")]
    assert statuses == [429, 200]
