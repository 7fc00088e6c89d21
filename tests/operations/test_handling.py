"""A request is answered in one go in one thread, and nothing of Django's own handler is lost."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished, request_started
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from pytest_django import Settings

from games.streaming import event_stream
from tencompanion.handling import THREADS, Handler

PATIENCE = 5

seen: list[str] = []
gate = threading.Event()
ended = threading.Event()


def plain(_request: HttpRequest) -> HttpResponse:
    seen.append(threading.current_thread().name)
    return HttpResponse("plain")


def slow(_request: HttpRequest) -> HttpResponse:
    gate.wait(PATIENCE)
    return HttpResponse("slow")


def body(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.body)


def broken(_request: HttpRequest) -> HttpResponse:
    raise ValueError("a bug")


def stream(_request: HttpRequest) -> HttpResponseBase:
    return event_stream(_events(), "phone")


def breaking(_request: HttpRequest) -> HttpResponseBase:
    async def events() -> AsyncGenerator[str]:
        yield "one"
        raise ValueError("a bug")

    return StreamingHttpResponse(events())


async def _events() -> AsyncGenerator[str]:
    try:
        while True:
            yield "event"
            await asyncio.sleep(0.01)
    finally:
        ended.set()


urlpatterns = [path(view.__name__, view) for view in (plain, slow, body, broken, stream, breaking)]


@pytest.fixture(autouse=True)
def handler(settings: Settings) -> Iterator[Handler]:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = ["tencompanion.inspection.inspected"]
    for fresh in (gate, ended):
        fresh.clear()
    seen.clear()
    yield Handler()
    gate.set()


def asking(handler: Handler, path: str, **more: Any) -> ApplicationCommunicator:
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
    }
    return ApplicationCommunicator(handler, scope | more)


def run(conversation: Callable[[], Awaitable[Any]]) -> Any:
    """In a thread of its own: a browser test before may have left its loop in this one."""

    async def timed() -> Any:
        return await asyncio.wait_for(conversation(), 2 * PATIENCE)

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, timed()).result()


async def answer_to(asked: ApplicationCommunicator, *sent: bytes) -> tuple[int, bytes]:
    """The status of the answer and its whole body."""
    for place, part in enumerate(sent or (b"",), 1):
        more = place < len(sent)
        await asked.send_input({"type": "http.request", "body": part, "more_body": more})
    start = await asked.receive_output(PATIENCE)
    content = b""
    while True:
        message = await asked.receive_output(PATIENCE)
        content += message.get("body", b"")
        if not message.get("more_body"):
            return start["status"], content


@contextlib.contextmanager
def signals() -> Iterator[list[str]]:
    """The signals of requests that are sent meanwhile."""
    sent: list[str] = []

    def started(**_: Any) -> None:
        sent.append("started")

    def finished(**_: Any) -> None:
        sent.append("finished")

    request_started.connect(started)
    request_finished.connect(finished)
    try:
        yield sent
    finally:
        request_started.disconnect(started)
        request_finished.disconnect(finished)


def test_all_of_a_request_is_done_in_one_thread(handler: Handler) -> None:
    with signals() as sent:
        assert run(lambda: answer_to(asking(handler, "/plain"))) == (200, b"plain")
    assert sent == ["started", "finished"]
    assert [name.rpartition("_")[0] for name in seen] == ["request"]


def test_what_was_sent_in_parts_arrives_whole(handler: Handler) -> None:
    async def conversation() -> Any:
        return await answer_to(asking(handler, "/body", method="POST"), b"one ", b"and ", b"two")

    assert run(conversation) == (200, b"one and two")


def test_a_bug_is_answered(handler: Handler, settings: Settings) -> None:
    settings.DEBUG_PROPAGATE_EXCEPTIONS = False
    with signals() as sent:
        status, _page = run(lambda: answer_to(asking(handler, "/broken")))
    assert status == 500
    assert sent == ["started", "finished"]


def test_who_hangs_up_while_sending_is_asked_nothing(handler: Handler) -> None:
    async def conversation() -> bool:
        asked = asking(handler, "/plain")
        await asked.send_input({"type": "http.request", "body": b"x", "more_body": True})
        await asked.send_input({"type": "http.disconnect"})
        await asked.wait(PATIENCE)
        return await asked.receive_nothing()

    assert run(conversation)
    assert seen == []


def test_who_leaves_a_stream_ends_it(handler: Handler) -> None:
    async def conversation() -> None:
        asked = asking(handler, "/stream")
        await asked.send_input({"type": "http.request"})
        assert (await asked.receive_output(PATIENCE))["status"] == 200
        assert (await asked.receive_output(PATIENCE))["body"] == b"event"
        assert not ended.is_set()
        await asked.send_input({"type": "http.disconnect"})
        await asked.wait(PATIENCE)
        await asyncio.to_thread(ended.wait, PATIENCE)

    with signals() as sent:
        run(conversation)
    assert ended.is_set()
    assert sent == ["started", "finished"]


def test_a_bug_in_a_stream_is_not_kept_quiet(handler: Handler) -> None:
    async def conversation() -> None:
        asked = asking(handler, "/breaking")
        await asked.send_input({"type": "http.request"})
        await asked.receive_output(PATIENCE)
        assert (await asked.receive_output(PATIENCE))["body"] == b"one"
        await asked.wait(PATIENCE)

    with pytest.raises(ValueError, match="a bug"):
        run(conversation)


def test_probes_are_answered_when_all_others_wait(handler: Handler) -> None:
    async def conversation() -> tuple[int, bytes]:
        waiting = [asking(handler, "/slow") for _ in range(THREADS + 1)]
        for one in waiting:
            await one.send_input({"type": "http.request"})
        probed = await answer_to(asking(handler, "/healthz"))
        gate.set()
        for one in waiting:
            assert (await one.receive_output(PATIENCE))["status"] == 200
        return probed

    assert run(conversation) == (200, b"ok\n")
