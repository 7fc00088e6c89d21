"""Phones around tables that record, listen and look, as static/js does: over plain HTTP.

Small and quick, for it runs on the cores that it measures: connections stay open, of an answer
only as much is unpacked as says which version of the board it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

CSRF = "x" * 32
VERSION = re.compile(rb'data-version="(\d+)"')
OPENING = 400
"""Bytes of a board, unpacked, that hold its version."""
PATIENCE = 10.0
"""Seconds after which an answer, or a board, counts as missing."""

Json = dict[str, Any]


@dataclass
class Findings:
    """What was measured in one stage. Seconds."""

    sights: list[float] = field(default_factory=list)
    """From a tap's POST to the new board on another phone: one of each other phone."""
    answers: list[float] = field(default_factory=list)
    """From a tap's POST to the new board on the phone that tapped."""
    errors: list[str] = field(default_factory=list)
    taps: int = 0
    boards: int = 0
    late: float = 0.0
    """By how much the tap that was most behind its time was behind."""


class Line:
    """A connection to a web process that is kept open, for one request at a time."""

    def __init__(self, port: int, cookie: str) -> None:
        self._port = port
        self._cookie = cookie
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect unless that was done."""
        if self._ends is None or self._ends[0].at_eof():
            self._ends = await asyncio.open_connection("127.0.0.1", self._port)
        return self._ends

    async def send(self, path: str, form: Json | None = None) -> asyncio.StreamReader:
        """Send a request, a POST if there is a form; where its answer comes."""
        reader, writer = await self.open()
        head = [
            f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
            "Host: localhost",
            f"Cookie: {self._cookie}",
            "Accept-Encoding: gzip, deflate, br",
            "Accept-Language: en",
            "HX-Request: true",
        ]
        body = b""
        if form is not None:
            body = urlencode(form, doseq=True).encode()
            head += [
                f"X-CSRFToken: {CSRF}",
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            ]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        return reader

    async def ask(self, path: str, form: Json | None = None) -> tuple[int, bytes]:
        """Send a request and take its whole answer: status and body as it came."""
        reader = await self.send(path, form)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", head)
        body = await reader.readexactly(int(length[1])) if length else b""
        return int(head[9:12]), body

    def close(self) -> None:
        if self._ends:
            self._ends[1].close()


class Phone:
    """One phone: a stream that tells of versions, and a line to fetch boards and tap on."""

    def __init__(self, table: Table, port: int, secret: str) -> None:
        self.table = table
        self.version = table.version
        self._wanted = 0
        self._busy = False
        cookie = f"ten_device={secret}; csrftoken={CSRF}"
        self.line = Line(port, cookie)
        self._ear = Line(port, cookie)
        self._hearing: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Open the stream; what it says is heard from now on."""
        reader = await self._ear.send(f"{self.table.path}stream?since={self.version}")
        status = (await reader.readuntil(b"\r\n\r\n"))[9:12]
        assert status == b"200", status
        self._hearing = asyncio.create_task(self._hear(reader))

    async def _hear(self, reader: asyncio.StreamReader) -> None:
        while line := await reader.readline():
            if line.startswith(b"data: "):
                self._wanted = max(self._wanted, int(line[6:]))
                self._look()
        self.table.findings.errors.append("a stream ended")

    def _look(self) -> None:
        if self.version < self._wanted and not self._busy:
            self._busy = True
            self.table.tasks.create_task(self._fetch())

    async def _fetch(self) -> None:
        await self._exchange(f"{self.table.path}board?since={self.version}", None)
        self.table.findings.boards += 1
        self._busy = False
        self._look()

    async def tap(self, verb: str, form: Json) -> None:
        """Record something: the answer is the board after it."""
        self._busy = True
        begun = time.perf_counter()
        if await self._exchange(self.table.path + verb, {"version": self.version} | form):
            self.table.findings.answers.append(time.perf_counter() - begun)
        self._busy = False
        self._look()

    async def _exchange(self, path: str, form: Json | None) -> bool:
        try:
            status, body = await asyncio.wait_for(self.line.ask(path, form), PATIENCE)
        except (TimeoutError, OSError, EOFError) as why:
            self.line.close()
            self.line = Line(self.line._port, self.line._cookie)
            self.table.findings.errors.append(type(why).__name__)
            return False
        if status not in {200, 204}:
            self.table.findings.errors.append(f"{status} to {path.rpartition('/')[2]}")
        elif status == 200:
            self._see(version_of(body), by_tapping=form is not None)
        return status == 200

    def _see(self, version: int, *, by_tapping: bool) -> None:
        if version <= self.version:
            return
        for seen in range(self.version + 1, version + 1):
            self.table.seen(seen, counts=not by_tapping)
        self.version = version

    def close(self) -> None:
        if self._hearing:
            self._hearing.cancel()
        self.line.close()
        self._ear.close()


class Table:
    """A game and the phones around it, of which a random one records the next event in time."""

    def __init__(self, game_id: str, version: int, events: Sequence[Json], rng: Random) -> None:
        self.path = f"/games/{game_id}/"
        self.version = version
        self.phones: list[Phone] = []
        self.findings = Findings()
        self.tasks: asyncio.TaskGroup
        self._rng = rng
        self._taps = taps(events)
        self._begun: dict[int, float] = {}
        self._missing: dict[int, int] = {}

    async def play(self, every: float, seconds: float) -> None:
        """Record an event about every so many seconds."""
        now = asyncio.get_running_loop().time
        until = now() + seconds
        due = now() + self._rng.uniform(0, every)
        while due < until:
            await asyncio.sleep(due - now())
            self.findings.late = max(self.findings.late, now() - due)
            await self._record()
            due = max(due + every * self._rng.uniform(0.75, 1.25), now())

    async def _record(self) -> None:
        phone = self._rng.choice(self.phones)
        while phone.version < self.version:  # it has not seen the last one yet
            await asyncio.sleep(0.005)
        verb, form = next(self._taps)
        self.version += 1
        self._begun[self.version] = time.perf_counter()
        self._missing[self.version] = len(self.phones) - 1
        self.findings.taps += 1
        await phone.tap(verb, form)

    def seen(self, version: int, *, counts: bool) -> None:
        """A phone shows this version; it counts unless its own tap led to it."""
        if counts and version in self._begun:
            self.findings.sights.append(time.perf_counter() - self._begun[version])
            self._missing[version] -= 1

    def conclude(self) -> Findings:
        """What was found since the last time; what was never seen is an error."""
        unseen = sum(self._missing.values())
        self.findings.errors += ["a board was not seen"] * unseen
        self._begun.clear()
        self._missing.clear()
        found, self.findings = self.findings, Findings()
        return found


def taps(events: Sequence[Json]) -> Iterator[tuple[str, Json]]:
    """A game as what is posted, without an end: before it is over the last entry comes and goes."""
    yield from map(posted, events)
    while True:
        yield "undo", {}
        yield "redo", {}


VERBS = {"skip_buy": "skip", "auction": "sell"}


def posted(event: Json) -> tuple[str, Json]:
    """The verb and the form of one event."""
    fields = {name: value for name, value in event.items() if name not in {"type", "payment"}}
    verb = str(event["type"])
    return VERBS.get(verb, verb), fields | event.get("payment", {})


def version_of(body: bytes) -> int:
    """The version of a packed board."""
    found = VERSION.search(zlib.decompressobj(31).decompress(body, OPENING))
    assert found
    return int(found[1])


async def gather(tables: Sequence[Table]) -> None:
    """Have all phones listen, a few at a time."""
    for table in tables:
        await asyncio.gather(*(phone.listen() for phone in table.phones))


async def stage(tables: Sequence[Table], rate: float, seconds: float) -> Findings:
    """Record so many taps a second at all tables together; what was found."""
    every = len(tables) / rate
    async with asyncio.TaskGroup() as tasks:
        for table in tables:
            table.tasks = tasks
        async with asyncio.TaskGroup() as playing:
            for table in tables:
                playing.create_task(table.play(every, seconds))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(_all_seen(tables), PATIENCE)
    return merged([table.conclude() for table in tables])


async def _all_seen(tables: Sequence[Table]) -> None:
    while any(phone.version < table.version for table in tables for phone in table.phones):
        await asyncio.sleep(0.05)


def merged(found: Sequence[Findings]) -> Findings:
    """The findings of all tables as one."""
    return Findings(
        sights=[one for each in found for one in each.sights],
        answers=[one for each in found for one in each.answers],
        errors=[one for each in found for one in each.errors],
        taps=sum(each.taps for each in found),
        boards=sum(each.boards for each in found),
        late=max(each.late for each in found),
    )
