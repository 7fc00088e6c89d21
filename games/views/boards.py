"""Boards that this process rendered: each version once, for whoever asks for it.

Everything on the table is open information, so a board is a function of the game at its version,
of the language, and of whether it offers to keep the deck as learned. When five phones hear of a
version at the same moment, the first to ask has it rendered and the others wait for that.

What belongs to one phone alone stays out: notices, choices, and the page around the board. So do
secrets, which is why boards can be kept as they are sent, compressed: about 4 kB each.
"""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

REMEMBERED = 500
"""Boards kept in each process."""

LEVEL = 6


@dataclass(frozen=True, slots=True)
class Key:
    """All that a board depends on."""

    game: UUID
    version: int
    language: str | None
    teaches: bool
    """Whether it is shown to who may keep the deck as learned, now that the game is over."""


class _Boards:
    """The boards that were asked for lately, compressed; some of them still being rendered."""

    def __init__(self) -> None:
        self._boards: OrderedDict[Key, Future[bytes]] = OrderedDict()
        self._lock = threading.Lock()

    def recall(self, key: Key, render: Callable[[], str]) -> bytes:
        with self._lock:
            if known := self._boards.get(key):
                self._boards.move_to_end(key)
            else:
                mine = self._boards[key] = Future[bytes]()
                if len(self._boards) > REMEMBERED:
                    self._boards.popitem(last=False)
        return known.result() if known else self._render(key, mine, render)

    def _render(self, key: Key, mine: Future[bytes], render: Callable[[], str]) -> bytes:
        try:
            mine.set_result(gzip.compress(render().encode(), LEVEL))
        except BaseException as why:
            # Those who wait fail alike; who comes later tries again.
            mine.set_exception(why)
            with self._lock:
                self._boards.pop(key, None)
        return mine.result()

    def clear(self) -> None:
        with self._lock:
            self._boards.clear()


memory = _Boards()


def answer(request: HttpRequest, key: Key, render: Callable[[], str]) -> HttpResponse:
    """The board with this key as a response, rendered now if it has not been before."""
    packed = memory.recall(key, render)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(packed)
        response["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(gzip.decompress(packed))
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
