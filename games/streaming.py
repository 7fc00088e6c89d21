"""The form of a response that goes on and on: server-sent events."""

from __future__ import annotations

from collections.abc import AsyncIterator

from django.http import StreamingHttpResponse


def event_stream(events: AsyncIterator[str]) -> StreamingHttpResponse:
    """A response that no proxy may hold back or change."""
    response = StreamingHttpResponse(events, content_type="text/event-stream")
    response["Cache-Control"] = "no-cache, no-transform"
    response["X-Accel-Buffering"] = "no"
    return response
