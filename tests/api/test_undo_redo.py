"""Undo and redo."""

from __future__ import annotations

import pytest
from django.test import override_settings

from tests.api.programs import STOP, Playing, draw, error, malformed, take


def without_version(state: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in state.items() if name != "version"}


def test_undo_walks_back_and_redo_forward(game: Playing) -> None:
    states = [game.state] + [game.say(event)["state"] for event in (draw("R4"), take("numbers"))]
    for at in (1, 0):
        answer = game.send("/undo", {})
        assert list(answer) == ["version", "effects", "state"]
        assert answer["version"] == answer["state"]["version"] == game.now["version"]
        assert without_version(answer["state"]) == without_version(states[at])
        assert answer["effects"] == []
    for at in (1, 2):
        answer = game.send("/redo", {})
        assert without_version(answer["state"]) == without_version(states[at])
    assert answer["version"] == 6


def test_redo_tells_again_what_followed(game: Playing) -> None:
    game.say(draw("R4"))
    effects = game.say(take("numbers"))["effects"]
    game.send("/undo", {})
    assert game.send("/redo", {})["effects"] == effects


def test_an_amendment_is_taken_back_as_a_whole(game: Playing) -> None:
    before = game.say(draw("R4"), draw("R5"))["state"]
    ops = [
        {"op": "replace", "number": 1, "event": draw("B1")},
        {"op": "delete", "number": 2},
    ]
    assert game.send("/amend", {"ops": ops})["state"]["tableau"] == ["B1"]
    assert without_version(game.send("/undo", {})["state"]) == without_version(before)
    assert game.send("/redo", {})["state"]["tableau"] == ["B1"]


def test_there_may_be_nothing_to_undo_or_redo(game: Playing) -> None:
    for verb in ("undo", "redo"):
        response = game.host.post(f"{game.path}/{verb}", {"version": 0})
        assert error(response) == (422, f"nothing_to_{verb}", None, None)
    game.say(draw("R4"))
    game.send("/undo", {})
    game.say(draw("R5"))
    response = game.host.post(f"{game.path}/redo", {"version": 3})
    assert error(response) == (422, "nothing_to_redo", None, None)
    assert game.now["version"] == 3


@override_settings(SCORING_PATIENCE=0)
def test_undo_withdraws_the_result(game: Playing) -> None:
    game.say(draw("R4"), STOP)
    assert game.now["phase"] == "finished"
    state = game.send("/undo", {})["state"]
    assert (state["phase"], state["stopped"], state["result"]) == ("draw", False, None)
    assert game.send("/redo", {})["state"]["phase"] == "scoring"
    assert game.now["phase"] == "finished"


@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_both_take_a_version_and_a_key_as_recording_does(game: Playing, verb: str) -> None:
    game.say(draw("R4"))
    if verb == "redo":
        game.send("/undo", {})
    version = game.now["version"]
    path = f"{game.path}/{verb}"
    assert error(game.host.post(path, {"version": version - 1}))[:2] == (409, "stale_version")
    first = game.host.post(path, {"version": version}, Idempotency_Key="k")
    again = game.host.post(path, {"version": version}, Idempotency_Key="k")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert game.now["version"] == version + 1


@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_there_is_nothing_else_to_say(game: Playing, verb: str) -> None:
    path = f"{game.path}/{verb}"
    assert error(game.host.post(path, {})) == malformed("version", "missing")
    refused = game.host.post(path, {"version": 0, "steps": 2})
    assert error(refused) == malformed("steps", "unknown")
