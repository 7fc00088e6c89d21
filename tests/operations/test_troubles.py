"""What is too large, or cannot be kept: a clear answer, and the games unharmed."""

import asyncio
import http.client
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client

from games import services, tables
from games.models import Entry
from tencompanion import bodies, metrics
from tests.api.programs import draw, start
from tests.api.test_schema import problems, shape
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of

LIMIT = 64 * 1024


# Too large


@pytest.fixture
def address(server: str) -> tuple[str, int]:
    parts = urlsplit(server)
    return parts.hostname or "", parts.port or 0


def sent(
    address: tuple[str, int], path: str, body: Any, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """What a real server answers to a body."""
    caller = http.client.HTTPConnection(*address, timeout=10)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    caller.request("POST", path, body, {"Content-Type": "application/json", **named})
    answer = caller.getresponse()
    heads = {name.lower(): value for name, value in answer.getheaders()}
    return answer.status, heads, answer.read()


def pieces(size: int) -> Iterator[bytes]:
    for _ in range(size // 1024):
        yield b" " * 1024


@pytest.mark.parametrize("size", [LIMIT + 1, 100_000, 900_000])
@pytest.mark.parametrize("is_declared", [True, False])
def test_a_program_that_sends_too_much_is_told(
    address: tuple[str, int], size: int, *, is_declared: bool
) -> None:
    body = b" " * size if is_declared else pieces(size + 1024)
    status, headers, content = sent(address, "/api/v1/games", body)
    assert (status, headers["content-type"]) == (413, "application/json")
    assert problems(json.loads(content), shape("TooLarge")) == []
    assert headers["x-request-id"]
    assert "default-src 'self'" in headers["content-security-policy"]


def test_a_person_who_sends_too_much_gets_a_page(address: tuple[str, int]) -> None:
    status, headers, content = sent(address, "/new", b"n" * 100_000, Accept_Language="en")
    assert (status, headers["content-type"]) == (413, "text/html; charset=utf-8")
    assert "The body must not be over 64 kB." in content.decode()


def test_what_fits_arrives_whole(address: tuple[str, int]) -> None:
    members = json.dumps({"cards": ["R4"]}).encode()
    for body in (members + b" " * (LIMIT - len(members)), iter([members, b" " * 1024])):
        status, _headers, content = sent(address, "/api/v1/score", body)
        assert (status, json.loads(content)["score"]) == (200, 1)


def test_who_asks_before_sending_need_not_send(address: tuple[str, int]) -> None:
    with socket.create_connection(address, timeout=10) as line:
        line.sendall(
            b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
            b"Content-Type: application/json\r\nContent-Length: 5000000\r\n\r\n"
        )
        assert line.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_no_more_than_the_limit_is_ever_in_memory() -> None:
    received = 0

    async def receive() -> dict[str, Any]:
        nonlocal received
        received += 1
        return {"type": "http.request", "body": b" " * 60_000, "more_body": True}

    seen: list[Any] = []

    async def application(scope: Any, receive: Any, _send: Any) -> None:
        seen.append((scope.get(bodies.MARK), await receive()))

    scope = {"type": "http", "headers": [(b"transfer-encoding", b"chunked")]}
    # In a thread of its own: a browser test before may have left its loop in this one.
    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, bodies.limited(application)(scope, receive, receive)).result()  # type: ignore[arg-type]
    assert seen == [(True, {"type": "http.request", "body": b"", "more_body": False})]
    # Two to see that it is too much, and a megabyte that is thrown away; not for ever.
    assert received == 2 + 18


def test_who_hangs_up_meanwhile_is_passed_on() -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    seen: list[Any] = []

    async def application(_scope: Any, receive: Any, _send: Any) -> None:
        seen.append(await receive())

    scope = {"type": "http", "headers": [(b"content-length", b"10")]}
    # In a thread of its own: a browser test before may have left its loop in this one.
    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, bodies.limited(application)(scope, receive, receive)).result()  # type: ignore[arg-type]
    assert seen == [{"type": "http.disconnect"}]


# The database


def unavailable(response: Any) -> str:
    """What a person is told by a 503."""
    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")
    assert response.headers["Cache-Control"] == "no-store"
    return text_of(response)


@pytest.mark.parametrize(
    ("why", "says"),
    [
        (OperationalError("database or disk is full"), "disk is full"),
        (OperationalError('could not extend file "base/1": No space left on device'), "is full"),
        (OperationalError("database is locked"), "cannot be reached right now"),
        (OperationalError("couldn't get a connection after 10.00 sec"), "cannot be reached"),
        (InterfaceError("connection already closed"), "cannot be reached"),
    ],
)
def test_a_database_in_trouble_is_told_in_a_sentence(
    table: Gathering, monkeypatch: pytest.MonkeyPatch, why: Exception, says: str
) -> None:
    def fail(*_: object) -> None:
        raise why

    monkeypatch.setattr(services, "record", fail)
    tap = {"version": 0, "card": "R4"}
    for htmx in (False, True):
        page = unavailable(table.host.post("draw", table.game.pk, htmx=htmx, **tap))
        assert says in page
        assert str(why) not in page
    api = start()
    response = api.host.post(f"{api.path}/events", {"version": 0, "event": draw("R4")})
    assert says in unavailable(response)
    assert problems(response.json(), shape("Unavailable")) == []


def test_a_bug_is_no_such_trouble(table: Gathering, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(services, "record", fail)
    api = start()
    table.host.client.raise_request_exception = api.host.client.raise_request_exception = False
    page = table.host.post("draw", table.game.pk, version=0, card="R4")
    assert (page.status_code, page.templates[0].name) == (500, "500.html")
    answer = api.host.post(f"{api.path}/events", {"version": 0, "event": draw("R4")})
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "broke")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_leaves_the_game_as_it_was() -> None:
    if connection.vendor != "sqlite":
        # PostgreSQL's own limit is the machine's; its message is among those above.
        return
    ana = Phone()
    game = ana.says(ana.starts(), "R4")
    with connection.cursor() as cursor:
        # What other tests left free in the file is given back; then it may grow no more.
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA max_page_count = 1")
        try:
            answers = [full(ana, game, version) for version in range(1, 400)]
        finally:
            cursor.execute("PRAGMA max_page_count = 4294967294")
    refused = answers.index(503)
    assert set(answers[:refused]) <= {302}
    kept = Entry.objects.filter(game=game).count()
    assert kept == refused + 1
    game.refresh_from_db()
    assert game.version == kept
    assert len(tables.story(game).standing()) <= kept
    assert full(ana, game, game.version) == 302


def full(ana: Phone, game: Any, version: int) -> int:
    """Undo and redo for ever: entries of which there is no end in the rules."""
    verb = "undo" if version % 2 else "redo"
    return int(ana.post(verb, game.pk, version=version).status_code)


# Counters


def test_a_tap_is_worth_more_than_its_count(
    table: Gathering, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object, **__: object) -> None:
        raise ConnectionError

    settings.TEN_THROTTLE = True
    for name in ("add", "incr", "get"):
        monkeypatch.setattr(f"games.throttles.cache.{name}", away)
    assert table.host.post("draw", table.game.pk, version=0, card="R4").status_code == 302
    assert Client().get(f"/join/{table.game.code}").status_code == 200
    assert metrics.page()
