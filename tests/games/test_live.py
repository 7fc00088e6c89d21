"""Who hears of what: after the commit, in this process and from others."""

import asyncio
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from django.db import transaction

from games import live, services, tasks
from games.models import Game, Membership
from games.rules.errors import RuleError
from tencompanion import environment
from tests import serving
from tests.casts import event
from tests.games.phones import host, now, say

pytestmark = pytest.mark.django_db(transaction=True)

A_WHILE = 0.4
"""Seconds after which nothing more is to be heard: some looks of the watcher at the file."""


@contextmanager
def ear(game_id: object) -> Iterator[list[int]]:
    """The versions that a stream of this game hears of, in the order in which it does."""
    heard: list[int] = []
    ready, enough = threading.Event(), threading.Event()

    async def hear() -> None:
        with live.listen(game_id) as listener:  # type: ignore[arg-type]
            ready.set()
            while not enough.is_set():
                if (version := await listener.newer(0.02)) is not None:
                    heard.append(version)

    thread = threading.Thread(target=lambda: asyncio.run(hear()))
    thread.start()
    ready.wait()
    try:
        yield heard
    finally:
        enough.set()
        thread.join()


def wait_for(heard: list[int], version: int) -> None:
    serving.wait_until(lambda: version in heard, 3)


def silence() -> None:
    threading.Event().wait(A_WHILE)


def test_a_listener_hears_of_each_change() -> None:
    hosting = host()
    with ear(hosting.game_id) as heard:
        for version, word in enumerate(("R1", "R2", "B1"), 1):
            say(hosting, word)
            wait_for(heard, version)
        services.undo(hosting, 3)
        wait_for(heard, 4)
    assert heard == sorted(heard)
    assert set(heard) == {1, 2, 3, 4}


def test_all_listeners_of_a_game_and_no_others() -> None:
    hosting, other = host(), host()
    with (
        ear(hosting.game_id) as one,
        ear(hosting.game_id) as two,
        ear(other.game_id) as elsewhere,
    ):
        say(hosting, "R1")
        wait_for(one, 1)
        wait_for(two, 1)
        silence()
    assert set(one) == set(two) == {1}
    assert elsewhere == []


def test_nothing_is_heard_before_the_commit() -> None:
    """Never publish before the commit."""
    hosting = host()
    with ear(hosting.game_id) as heard:
        with transaction.atomic():
            services.record(hosting, 0, event("R1"))
            silence()
            assert heard == []
        wait_for(heard, 1)


def test_nothing_is_heard_of_what_was_rolled_back() -> None:
    hosting = host()
    with ear(hosting.game_id) as heard:
        with transaction.atomic():
            services.record(hosting, 0, event("R1"))
            transaction.set_rollback(True)
        with pytest.raises(RuleError):
            say(hosting, "skip")
        silence()
        assert heard == []
        say(hosting, "R2")
        wait_for(heard, 1)


def test_a_slow_listener_hears_only_of_the_newest() -> None:
    """It keeps no queue."""
    hosting = host()

    async def hear() -> list[int | None]:
        with live.listen(hosting.game_id) as listener:
            await asyncio.to_thread(say_three, hosting)
            await asyncio.sleep(A_WHILE)
            return [await listener.newer(1), await listener.newer(A_WHILE)]

    # In a thread of its own: a browser test before may have left its loop in this one.
    with ThreadPoolExecutor() as threads:
        assert threads.submit(asyncio.run, hear()).result() == [3, None]


def say_three(by: Membership) -> None:
    say(by, "R1 R2 R3")
    transaction.get_connection().close()


def test_the_result_is_heard() -> None:
    """R-END-3: it is a change like any other."""
    hosting = host()
    say(hosting, "R1 stop")
    with ear(hosting.game_id) as heard:
        tasks.score_game(str(hosting.game_id))
        wait_for(heard, 3)


def test_whoever_has_gone_is_forgotten() -> None:
    hosting = host()
    before = live.listening()
    with ear(hosting.game_id), ear(hosting.game_id):
        assert live.listening() == before + 2
    assert live.listening() == before
    say(hosting, "R1")
    assert now(hosting).version == 1


def test_a_signal_to_stop_finds_whoever_it_interrupts() -> None:
    """It comes to the event loop's own thread, which may be just about to listen."""

    def interrupted() -> None:
        with live._lock:
            live.hang_up()

    thread = threading.Thread(target=interrupted, daemon=True)
    thread.start()
    thread.join(5)
    try:
        assert not thread.is_alive()
    finally:
        live.pick_up()


# From other processes

ELSEWHERE = """
import sys, django
django.setup()
from games import services
from games.models import Membership
from tests.casts import event
by = Membership.objects.select_related("game").get(pk=sys.argv[1])
print(services.record(by, int(sys.argv[2]), event(sys.argv[3])).version)
"""


def say_elsewhere(by: Membership, version: int, word: str) -> None:
    """Record in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(by.pk), str(version), word],
        cwd=environment.ROOT,
        env={**os.environ, **serving.site_environment(serving.queue_folder())},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == version + 1


def test_what_another_process_recorded_is_heard() -> None:
    hosting = host()
    with ear(hosting.game_id) as heard:
        say_elsewhere(hosting, 0, "R1")
        wait_for(heard, 1)
        say(hosting, "R2")
        wait_for(heard, 2)
        say_elsewhere(hosting, 2, "R3")
        wait_for(heard, 3)
    assert heard == sorted(heard)


def write_without_a_nudge(of: Membership, version: int) -> None:
    """A commit that nobody in this process was told of, as one by another process."""
    Game.objects.filter(pk=of.game_id).update(version=version)


on_sqlite = pytest.mark.only_on("sqlite")
on_postgresql = pytest.mark.only_on("postgresql")


@on_sqlite
def test_the_file_is_watched() -> None:
    """In well under half a second."""
    hosting = host()
    with ear(hosting.game_id) as heard:
        silence()
        write_without_a_nudge(hosting, 7)
        serving.wait_until(lambda: heard == [7], 0.4)


@on_sqlite
def test_what_happened_before_anybody_listened_is_heard_at_once() -> None:
    """Subscribe first and read the version then: nothing falls in between."""
    hosting = host()
    write_without_a_nudge(hosting, 7)
    with ear(hosting.game_id) as heard:
        wait_for(heard, 7)


@on_sqlite
def test_who_listens_again_hears_again() -> None:
    """Also when the watcher was just about to end, because the last listener had gone."""
    hosting = host()
    for round_ in range(6):
        with ear(hosting.game_id):
            pass
        threading.Event().wait(0.07 + round_ * 0.01)
        with ear(hosting.game_id) as heard:
            write_without_a_nudge(hosting, round_ + 1)
            wait_for(heard, round_ + 1)


@on_postgresql
def test_a_connection_that_was_lost_is_made_again(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever was listening hears on."""
    hosting = host()
    with ear(hosting.game_id) as heard:
        say(hosting, "R1")
        wait_for(heard, 1)
        with transaction.get_connection().cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
        serving.wait_until(lambda: "live.interrupted" in caplog.messages)
        say(hosting, "R2")
        wait_for(heard, 2)
