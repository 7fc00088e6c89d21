"""The form of a response that goes on and on: server-sent events.

The streams of a process live in its event loop, and wait there without a thread and without a
database connection: what has to be asked meanwhile is asked ``aside``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import StreamingHttpResponse

from tencompanion.logs import doing

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def event_stream(events: AsyncGenerator[str]) -> StreamingHttpResponse:
    """A response that no proxy may hold back or change."""
    response = StreamingHttpResponse(
        _belonging(events, doing.get()), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


async def _belonging(events: AsyncGenerator[str], to: dict[str, str] | None) -> AsyncGenerator[str]:
    """The same events; what is logged on the way belongs to the request that asked for them."""
    doing.set(to)
    async with aclosing(events):
        async for event in events:
            yield event


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
