"""The form of a response that goes on and on: server-sent events.

The streams of a process live in its event loop, and wait there without a thread and without a
database connection: what has to be asked meanwhile is asked ``aside``. Each takes a file
descriptor and some memory, so there is a bound to how many one phone may have.
"""

from __future__ import annotations

import threading
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import ParamSpec, TypeVar
from weakref import WeakSet

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.http import StreamingHttpResponse

from games.throttles import Throttled
from tencompanion.logs import doing

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")

MOST_STREAMS = 12
"""Of one phone at one table, in each process: its pages have three, and some may be dead."""
WAIT = 60
"""Seconds in which a connection that has died has often been noticed."""


def event_stream(events: AsyncGenerator[str], phone: object) -> StreamingHttpResponse:
    """A response that no proxy may hold back or change. Throttled if the phone has too many."""
    response = StreamingHttpResponse(
        _belonging(events, _Place(phone), doing.get()), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


async def _belonging(
    events: AsyncGenerator[str], place: _Place, to: dict[str, str] | None
) -> AsyncGenerator[str]:
    """The same events; what is logged on the way belongs to the request that asked for them."""
    doing.set(to)
    try:
        async with aclosing(events):
            async for event in events:
                yield event
    finally:
        place.leave()


class _Place:
    """One of the places that a phone has for its streams.

    It is free again when it is left, or when nobody holds on to it any more: a response that is
    never sent, because its client had gone, never comes to its end.
    """

    def __init__(self, phone: object) -> None:
        self._phone = phone
        with _lock:
            taken = _places.setdefault(phone, WeakSet())
            if settings.TEN_THROTTLE and len(taken) >= MOST_STREAMS:
                raise Throttled("streams", WAIT)
            taken.add(self)

    def leave(self) -> None:
        with _lock:
            taken = _places.get(self._phone, WeakSet())
            taken.discard(self)
            if not taken:
                _places.pop(self._phone, None)


_places: dict[object, WeakSet[_Place]] = {}
_lock = threading.Lock()


# Of each process: more would only wait for the interpreter.
_THREADS = ThreadPoolExecutor(8, "aside")


async def aside(
    question: Callable[Asked, Answer], *args: Asked.args, **kwargs: Asked.kwargs
) -> Answer:
    """The answer of a function that asks the database, from one of the process's spare threads.

    All ORM of a stream belongs into such a function. It leaves no connection behind.
    """

    def asked() -> Answer:
        try:
            return question(*args, **kwargs)
        finally:
            connections.close_all()

    return await sync_to_async(asked, thread_sensitive=False, executor=_THREADS)()
