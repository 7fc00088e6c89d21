"""Amendments: several changes as one, and trying them out."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import override_settings

from games.models import Entry
from tests.api.programs import SKIP, STOP, Playing, draw, error, malformed, take

Json = dict[str, Any]


def replace(number: int, event: Json) -> Json:
    return {"op": "replace", "number": number, "event": event}


def insert(number: int, event: Json) -> Json:
    return {"op": "insert", "number": number, "event": event}


def delete(number: int) -> Json:
    return {"op": "delete", "number": number}


def tableau(game: Playing, *ops: Json) -> list[str]:
    return game.send("/amend", {"ops": list(ops)})["state"]["tableau"]


def test_a_changed_card_decides_the_bust_anew(game: Playing) -> None:
    game.say(draw("R5"), draw("R6"))
    assert game.now["turn_number"] == 2
    answer = game.send("/amend", {"ops": [replace(2, draw("R4"))]})
    assert (answer["version"], answer["effects"]) == (3, [])
    assert (answer["state"]["turn_number"], answer["state"]["net"]) == (1, 9)
    back = game.send("/amend", {"ops": [replace(2, draw("B6"))]})
    assert {"type": "busted", "seat": 1, "by": "numbers"} in back["effects"]


def test_numbers_are_those_before_the_change(game: Playing) -> None:
    game.say(draw("R1"), draw("R2"), draw("R3"))
    ops = [insert(3, draw("B1")), delete(1), insert(3, draw("O1")), insert(4, draw("G1"))]
    assert tableau(game, *ops) == ["R2", "B1", "O1", "R3", "G1"]
    assert tableau(game, replace(2, draw("B2")), insert(6, draw("$1"))) == [
        *("R2", "B2", "O1", "R3", "G1", "$1")
    ]


def test_an_insert_may_be_the_first_entry(game: Playing) -> None:
    assert tableau(game, insert(1, draw("R1")), insert(1, draw("R2"))) == ["R1", "R2"]


def test_a_dry_run_shows_what_would_follow_and_changes_nothing(game: Playing) -> None:
    before = game.say(draw("R5"), draw("B6"))["state"]
    body = {"version": 2, "ops": [replace(2, draw("R4"))], "dry_run": True}
    tried = game.player.post(f"{game.path}/amend", body, Idempotency_Key="k")
    assert (tried.status_code, game.now) == (200, before)
    assert Entry.objects.count() == 2
    done = game.player.post(f"{game.path}/amend", body | {"dry_run": False}, Idempotency_Key="k")
    assert done.status_code == 201
    answer = done.json()
    unchanged = {"version": 2, "state": answer["state"] | {"version": 2}}
    assert tried.json() == answer | unchanged


@override_settings(SCORING_PATIENCE=0)
def test_a_dry_run_of_a_finished_game_has_no_result_yet(game: Playing) -> None:
    game.say(draw("R5"), STOP)
    finished = game.now
    body = {"ops": [replace(1, draw("R4"))], "dry_run": True}
    state = game.send("/amend", body, 200)["state"]
    assert (state["phase"], state["result"]) == ("scoring", None)
    assert game.now == finished


def test_a_conflict_names_the_first_later_entry_and_nothing_changes(game: Playing) -> None:
    before = game.say(draw("R5"), take("numbers"), SKIP, draw("R6"))["state"]
    for dry_run in (False, True):
        body = {"version": 4, "ops": [delete(1)], "dry_run": dry_run}
        response = game.player.post(f"{game.path}/amend", body)
        status, code, rule, details = error(response)
        assert (status, code, rule) == (409, "conflict", "R-DRAW-1")
        message = response.json()["error"]["message"]
        assert details == {"number": 2, "op": None, "rule": "R-DRAW-1", "message": message}
    assert game.now == before


def test_a_conflict_of_an_op_names_its_index(game: Playing) -> None:
    game.say(draw("R5"), take("numbers"))
    body = {"version": 2, "ops": [replace(1, draw("R4")), insert(3, draw("R1"))]}
    _, code, rule, details = error(game.host.post(f"{game.path}/amend", body))
    assert (code, rule) == ("conflict", "R-BUY-1")
    assert (details["number"], details["op"], details["rule"]) == (None, 1, "R-BUY-1")


def test_an_amendment_takes_a_version_and_a_key_as_recording_does(game: Playing) -> None:
    game.say(draw("R5"), draw("R4"))
    path, ops = f"{game.path}/amend", [delete(2)]
    for dry_run in (False, True):
        response = game.host.post(path, {"version": 1, "ops": ops, "dry_run": dry_run})
        status, code, _, details = error(response)
        assert (status, code) == (409, "stale_version")
        assert [entry["number"] for entry in details["entries"]] == [2]
    first = game.host.post(path, {"version": 2, "ops": ops}, Idempotency_Key="k")
    again = game.host.post(path, {"version": 2, "ops": ops}, Idempotency_Key="k")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()


@pytest.mark.parametrize(
    ("ops", "where", "problem"),
    [
        ([delete(3)], "ops", "no_such_number"),
        ([replace(3, draw("R1"))], "ops", "no_such_number"),
        ([insert(4, draw("R1"))], "ops", "no_such_number"),
        ([delete(1), delete(1)], "ops", "number_twice"),
        ([delete(1), replace(1, draw("R1"))], "ops", "number_twice"),
        ([], "ops", "empty"),
        ({}, "ops", "not_a_list"),
        (None, "ops", "not_a_list"),
        (["delete"], "ops[0]", "not_an_object"),
        ([{"number": 1}], "ops[0].op", "missing"),
        ([{"op": "move", "number": 1}], "ops[0].op", "unknown_choice"),
        ([{"op": "delete"}], "ops[0].number", "missing"),
        ([delete(0)], "ops[0].number", "out_of_range"),
        ([delete(True)], "ops[0].number", "not_a_number"),
        ([{"op": "delete", "number": 1.0}], "ops[0].number", "not_a_number"),
        ([delete(1) | {"event": draw("R1")}], "ops[0].event", "unknown"),
        ([delete(1)] * 1001, "ops", "out_of_range"),
        ([delete(1), {"op": "insert", "number": 1}], "ops[1].event", "missing"),
        ([replace(1, {"type": "draw", "card": "R0"})], "ops[0].event.card", "unknown_card"),
        ([replace(1, draw("R1")) | {"why": "?"}], "ops[0].why", "unknown"),
    ],
)
def test_malformed_ops_are_refused_and_name_the_place(
    game: Playing, ops: Any, where: str, problem: str
) -> None:
    game.say(draw("R5"), draw("R4"))
    response = game.host.post(f"{game.path}/amend", {"version": 2, "ops": ops})
    assert error(response) == malformed(where, problem)
    assert game.now["version"] == 2


@pytest.mark.parametrize("dry_run", [None, 0, 1, "true", []])
def test_a_dry_run_is_true_or_false(game: Playing, dry_run: Any) -> None:
    body = {"version": 0, "ops": [insert(1, draw("R1"))], "dry_run": dry_run}
    response = game.host.post(f"{game.path}/amend", body)
    assert error(response) == malformed("dry_run", "not_a_boolean")
