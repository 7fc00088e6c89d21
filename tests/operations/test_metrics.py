"""What is counted, and under which names."""

import asyncio
from collections.abc import Callable

import pytest
from celery import signals
from django.test import Client, override_settings
from prometheus_client.parser import text_string_to_metric_families

from games import live, tasks
from games.throttles import Throttle
from tencompanion import metrics
from tests.api.programs import draw, start
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone

Counts = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def counts() -> Counts:
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(metrics.page().decode())
        for sample in family.samples
        if sample.name.startswith("ten_")
    }


def grown(do: Callable[[], object], *names: str) -> dict[tuple[str, ...], float]:
    """What grew by doing something: the metric's name and its labels' values."""
    before = counts()
    do()
    return {
        (name, *(value for _, value in labels)): value - before.get((name, labels), 0)
        for (name, labels), value in counts().items()
        if value != before.get((name, labels), 0) and name in names
    }


def test_requests_by_route_method_and_status(table: Gathering) -> None:
    def do() -> None:
        table.host.get("table", table.game.pk)
        table.stranger.get(f"/games/{table.game.pk}/")
        table.host.get("table", table.game.pk)

    names = ("ten_requests_total", "ten_request_seconds_count")
    assert grown(do, *names) == {
        ("ten_requests_total", "GET", "games:table", "200"): 2,
        ("ten_requests_total", "GET", "games:table", "404"): 1,
        ("ten_request_seconds_count", "games:table"): 3,
    }


@pytest.mark.django_db(transaction=True)
def test_entries_by_kind() -> None:
    ana, api = Phone(), start()
    game = ana.starts()

    def do() -> None:
        ana.says(game, "R4 *7 undo redo")
        api.say(draw("R4"))

    assert grown(do, "ten_entries_total") == {
        ("ten_entries_total", "draw"): 3,
        ("ten_entries_total", "undo"): 1,
        ("ten_entries_total", "redo"): 1,
    }


def test_refusals_by_rule(table: Gathering) -> None:
    api = start()

    def do() -> None:
        table.host.post("take", table.game.pk, version=0, what="numbers")
        table.host.post("draw", table.game.pk, version=7, card="R4")
        table.watcher.post("draw", table.game.pk, version=0, card="R4")
        api.host.post(f"{api.path}/undo", {"version": 0})
        api.host.post(f"{api.path}/undo", {})

    assert grown(do, "ten_refusals_total") == {
        ("ten_refusals_total", "nothing_drawn", "R-DRAW-1"): 1,
        ("ten_refusals_total", "Stale", ""): 1,
        ("ten_refusals_total", "NotAllowed", ""): 1,
        ("ten_refusals_total", "nothing_to_undo", ""): 1,
        ("ten_refusals_total", "Malformed", ""): 1,
    }


@override_settings(TEN_THROTTLE=True)
def test_refusals_of_what_was_too_often(table: Gathering, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what it was, which is a closed list."""
    code = table.game.code
    for room in ("views.joining.WRONG_CODES", "views.joining.JOINS", "views.pages.NEW_GAMES"):
        monkeypatch.setattr(f"games.{room}", Throttle(room.rpartition(".")[2].lower(), 0, 60))
    monkeypatch.setattr("games.views.box.NEW_GAMES", Throttle("new_games", 0, 60))

    def do() -> None:
        client = Client()
        client.post("/new", {"name": ["Ana", "Bo"], "starting_seat": "1"})
        client.post("/box", {})
        client.get("/join", {"code": code})
        client.get(f"/join/{code}")
        monkeypatch.setattr("games.views.joining.WRONG_CODES", Throttle("wrong_codes", 9, 60))
        client.post(f"/join/{code}", {"seat": "1"})

    assert grown(do, "ten_refusals_total") == {
        ("ten_refusals_total", "throttled_new_games", ""): 2,
        ("ten_refusals_total", "throttled_wrong_codes", ""): 2,
        ("ten_refusals_total", "throttled_joins", ""): 1,
    }


def test_open_streams_of_this_moment(table: Gathering) -> None:
    async def two() -> float:
        with live.listen(table.game.pk), live.listen(table.game.pk):
            return counts()["ten_streams", ()]

    assert asyncio.run(two()) - counts()["ten_streams", ()] == 2


@pytest.mark.django_db(transaction=True)
def test_tasks_and_who_counted() -> None:
    ana = Phone()
    game = ana.says(ana.starts(), "R4 take-numbers skip stop")
    task = tasks.score_game

    def do() -> None:
        signals.task_prerun.send(sender=task, task_id="1", task=task)
        task(str(game.pk))
        signals.task_postrun.send(sender=task, task_id="1", task=task, state="SUCCESS")

    names = ("ten_tasks_total", "ten_task_seconds_count", "ten_scorings_total")
    assert grown(do, *names) == {
        ("ten_tasks_total", "SUCCESS", "games.tasks.score_game"): 1,
        ("ten_task_seconds_count", "games.tasks.score_game"): 1,
        ("ten_scorings_total", "worker"): 1,
    }


@override_settings(TEN_METRICS="on")
def test_nothing_in_them_is_private(table: Gathering) -> None:
    table.host.get("table", table.game.pk)
    Client().get(f"/join/{table.game.code}")
    said = Client().get("/metrics").content.decode()
    assert "ten_requests_total" in said
    for private in (str(table.game.pk), table.game.code, *table.game.names):
        assert f'"{private}"' not in said
