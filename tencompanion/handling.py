"""Django's ASGI handler, with each request answered in one go in one thread.

Django's own hops between the event loop and threads for every middleware, and once more for each
signal: about ten times a request, and each hop waits for its turn. Here a request goes to a thread
with all that is to be done, and comes back as a response; only event streams live in the loop.
tests/benchmarks/load.py measures what that is worth.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, cast

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.db import connections
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from tencompanion import inspection

THREADS = 8
"""Requests that are worked on at the same time: enough to fill the waits for the database. More
would wait for the interpreter and for each other's locks."""


class Handler(ASGIHandler):
    """Answers HTTP requests; one for each process."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(THREADS, "request")
        # These answer also when all the others wait for a database that is away.
        self._probes = ThreadPoolExecutor(2, "probe")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Called by the server with every request."""
        if scope["type"] != "http":
            raise ValueError(scope["type"])
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        threads = self._probes if scope["path"] in inspection.PATHS else self._threads
        with body:
            response = await asyncio.get_running_loop().run_in_executor(
                threads, copy_context().run, self._answer, scope, body
            )
        if response.streaming:
            await self._stream(response, receive, send)
        else:
            await self.send_response(response, send)

    def _answer(self, scope: Any, body: Any) -> HttpResponseBase:
        """All that is to be done for a request; no database connection is left open."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = self.get_response(request) if request else cast("HttpResponseBase", refusal)
        response._handler_class = self.__class__  # type: ignore[attr-defined]
        if response.streaming:
            # It may go on for hours, which no connection must be held for.
            connections.close_all()
        else:
            response.close()
        return response

    async def _stream(self, response: HttpResponseBase, receive: Any, send: Any) -> None:
        """Send a response that goes on until it ends or the client has gone."""
        sending = asyncio.create_task(self.send_response(response, send))
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        try:
            await asyncio.wait([sending, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, leaving):
                task.cancel()
            ends = await asyncio.gather(sending, leaving, return_exceptions=True)
            await asyncio.to_thread(response.close)
        if isinstance(ends[0], Exception):
            raise ends[0]
