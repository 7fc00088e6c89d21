"""The form of a response that goes on and on: server-sent events.

The streams of a process live in its event loop, and wait there without a thread and without a
database connection: what has to be asked meanwhile is asked ``aside``.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections
from django.http import StreamingHttpResponse

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def event_stream(events: AsyncIterator[str]) -> StreamingHttpResponse:
    """A response that no proxy may hold back or change."""
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response


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

    return await sync_to_async(asked, thread_sensitive=False)()
