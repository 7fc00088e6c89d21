"""Log lines: one a request, tied together by an id, and nothing in them that tells of people."""

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from celery import signals
from django.db import IntegrityError
from django.http import StreamingHttpResponse
from django.test import Client
from pytest_django import Settings

from games import devices, tasks
from games.streaming import event_stream
from tencompanion import logs
from tests.api.programs import Program, draw, start
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone

KEY_VALUE = re.compile(r'(\w+)=("(?:[^"\\]|\\.)*"|\S+)')


@pytest.fixture
def written() -> Iterator[list[str]]:
    """Every line that is logged, as it is written."""
    lines: list[str] = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler = Keeping()
    handler.setFormatter(logs.KeyValueFormatter())
    logging.getLogger().addHandler(handler)
    yield lines
    logging.getLogger().removeHandler(handler)


def facts(line: str) -> dict[str, str]:
    return dict(KEY_VALUE.findall(line))


def requests(lines: list[str]) -> list[dict[str, str]]:
    return [facts(line) for line in lines if " request logger=tencompanion.requests" in line]


def test_a_request_is_one_line(written: list[str], db: None) -> None:
    response = Client().get("/history")
    assert response.headers["X-Request-ID"]
    (line,) = requests(written)
    assert float(line.pop("ms")) > 0
    assert line == {
        "logger": "tencompanion.requests",
        "request": response.headers["X-Request-ID"],
        "method": "GET",
        "route": "games:history",
        "status": "200",
    }


def test_every_line_of_a_request_has_its_id(written: list[str], table: Gathering) -> None:
    ids = [table.host.get("table", table.game.pk).headers["X-Request-ID"] for _ in range(2)]
    assert [line["request"] for line in requests(written)] == ids
    assert len(set(ids)) == 2
    logging.getLogger("games").info("after")
    assert "request" not in facts(written[-1])


def test_a_stream_belongs_to_its_request(written: list[str]) -> None:
    async def events() -> AsyncGenerator[str]:
        logging.getLogger("games").warning("of the stream")
        yield "event"

    async def read(response: StreamingHttpResponse) -> list[Any]:
        return [part async for part in response]

    token = logs.doing.set({"request": "0123456789abcdef"})
    response = event_stream(events(), "phone")
    logs.doing.reset(token)
    # In a thread of its own: a browser test before may have left its loop in this one.
    with ThreadPoolExecutor() as threads:
        assert threads.submit(asyncio.run, read(response)).result() == [b"event"]
    assert facts(written[-1])["request"] == "0123456789abcdef"
    logging.getLogger("games").warning("after")
    assert "request" not in facts(written[-1])


@pytest.mark.parametrize(
    ("given", "proxies", "is_taken"),
    [
        ("0123-abcd.EF_9", 1, True),
        ("0123-abcd.EF_9", 0, False),
        ("short", 1, False),
        ("x" * 65, 1, False),
        ("with space and more", 1, False),
        ('quote"quote', 1, False),
        ("zeile\nzeile", 1, False),
    ],
)
def test_an_id_is_taken_from_proxies_only(
    db: None, settings: Settings, given: str, proxies: int, is_taken: bool
) -> None:
    settings.TEN_TRUSTED_PROXIES = proxies
    answered = Client().get("/rules", headers={"X-Request-ID": given}).headers["X-Request-ID"]
    assert (answered == given) == is_taken
    assert re.fullmatch(r"[A-Za-z0-9._-]{8,64}", answered)


def test_what_is_not_there_has_no_route(written: list[str], db: None) -> None:
    Client().get("/secret-of-ana")
    Client().generic("BREW", "/")
    Client().get("/static/css/looks.css")
    assert [(line["method"], line["route"], line["status"]) for line in requests(written)] == [
        ("GET", "none", "404"),
        ("other", "games:home", "405"),
        ("GET", "static", "200"),
    ]


def test_probes_leave_no_line(written: list[str], db: None) -> None:
    Client().get("/healthz")
    assert requests(written) == []


def test_no_line_tells_of_people(
    written: list[str], db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole evening, with everything that goes wrong in it, at the most talkative level."""
    settings.TEN_THROTTLE = True
    logging.getLogger().setLevel(logging.INFO)
    phone = Phone(client=Client(REMOTE_ADDR="203.0.113.77", enforce_csrf_checks=True))
    secret = phone.client.cookies[devices.COOKIE].value
    game = phone.starts(["Zerlina", "Bohumil"])
    phone.plays_to_the_end(game)
    for path in (f"/join/{game.code}", f"/join/{game.code}x", f"/games/{game.pk}/", "/nowhere"):
        phone.client.get(path, {"name": "Zerlina"})
        phone.client.post(path, {"name": "Zerlina"})
    api = start(["Zerlina", "Bohumil"])
    api.host.post(f"{api.path}/events", {"version": 0, "event": draw("R4")})
    Program("made-up-token").get(api.path)
    api.host.post(f"{api.path}/events", b"{Zerlina")

    def broken(*_: object, **__: object) -> None:
        raise IntegrityError(
            f'duplicate key value violates "x"\nDETAIL:  Key (code)=({game.code}) already exists.'
        )

    monkeypatch.setattr("games.views.pages.devices.known", broken)
    phone.client.raise_request_exception = False
    assert phone.client.get("/history").status_code == 500
    logging.getLogger().setLevel(logging.WARNING)
    said = "\n".join(written)
    assert "IntegrityError" in said
    assert "security.csrf" in said
    assert api.host.token
    private = ["Zerlina", "Bohumil", "203.0.113.77", secret, game.code, api.code, api.host.token]
    assert [word for word in private if word in said] == []


def test_a_task_is_named_in_its_lines(written: list[str], transactional_db: None) -> None:
    task = tasks.score_game
    signals.task_prerun.send(sender=task, task_id="task-1", task=task)
    logging.getLogger("games").info("counting")
    signals.task_postrun.send(sender=task, task_id="task-1", task=task, state="SUCCESS")
    logging.getLogger("games").info("after")
    assert [facts(line).get("task") for line in written] == ["task-1", None]


def test_at_home_the_terminal_stays_calm() -> None:
    def level(*, each_request: bool) -> Any:
        return logs.logging_settings(each_request=each_request)["loggers"]["tencompanion.requests"]

    assert level(each_request=True) == {"level": "INFO"}
    assert level(each_request=False) == {"level": "WARNING"}
