"""No request's body goes further than 64 kB: a wrapper around the ASGI application.

Django writes a body to memory and then to disk, whole, before it asks anybody whether it is
wanted. Here it is counted as it comes in. A larger one is thrown away and marked, and `troubles`
answers it; so that answer has its headers, its language and its line in the log like any other.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

LARGEST = 64 * 1024
"""Bytes."""

DRAINED = 1024 * 1024
"""Bytes that are read and thrown away: who is cut off while still sending misses the answer."""

MARK = "ten.too_large"
"""The key in the scope that says that the body was too large."""

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


def limited(application: Application) -> Application:
    """The application, given no body of more than 64 kB."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        waiting = await _body(scope, receive)

        async def replay() -> Message:
            if waiting:
                return waiting.pop()
            if scope.get(MARK):
                # Nothing more is wanted; asking would invite who waits for leave to send.
                await asyncio.Event().wait()
            return await receive()

        await application(scope, replay, send)

    return answer


async def _body(scope: Scope, receive: Receive) -> list[Message]:
    """What the application receives first: the whole body, or none with a mark in the scope."""
    headers = dict(scope["headers"])
    if not headers.keys() & {b"content-length", b"transfer-encoding"}:
        return []  # no body: the application asks for itself, and so hears of a hang-up
    if _declared(headers) > LARGEST:
        scope[MARK] = True
        # Who asks before sending has not begun to; receiving would invite it.
        left = 0 if b"expect" in headers else DRAINED
        return [await _drained(receive, left)]
    return [await _collected(scope, receive)]


async def _collected(scope: Scope, receive: Receive) -> Message:
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return message
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST:
            scope[MARK] = True
            return await _drained(receive, DRAINED if message.get("more_body") else 0)
        if not message.get("more_body"):
            return {"type": "http.request", "body": b"".join(parts), "more_body": False}


async def _drained(receive: Receive, left: int) -> Message:
    while left > 0:
        message = await receive()
        if message["type"] != "http.request":
            return message
        left = left - len(message["body"]) if message.get("more_body") else 0
    return {"type": "http.request", "body": b"", "more_body": False}


def _declared(headers: dict[bytes, bytes]) -> int:
    written = headers.get(b"content-length", b"0")
    return int(written) if written.isdigit() else 0
