"""Joining a game by its code."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings
from django.utils import timezone

from games.models import Device, Game, Membership
from tests.api.programs import Playing, Program, draw, error, malformed


def test_a_seat_is_answered_with_a_players_token(game: Playing) -> None:
    game.say(draw("R4"))
    response = Program().post("/games/join", {"code": game.code, "seat": 3})
    joined = response.json()
    assert response.status_code == 201
    assert list(joined) == ["id", "token", "role", "seat", "state"]
    assert joined == {
        "id": game.id,
        "token": joined["token"],
        "role": "player",
        "seat": 3,
        "state": game.now,
    }
    program = Program(joined["token"])
    body = {"version": 1, "event": draw("R5")}
    assert program.post(f"{game.path}/events", body).status_code == 201


def test_a_spectators_token_only_reads(game: Playing) -> None:
    joined = Program().post("/games/join", {"code": game.code, "spectator": True}).json()
    assert (joined["role"], joined["seat"], joined["state"]) == ("spectator", None, game.state)
    program = Program(joined["token"])
    assert program.get(game.path).status_code == 200
    body = {"version": 0, "event": draw("R5")}
    refused = program.post(f"{game.path}/events", body)
    assert error(refused) == (403, "not_allowed", None, None)


def test_several_phones_may_have_one_seat(game: Playing) -> None:
    answers = [Program().post("/games/join", {"code": game.code, "seat": 1}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["token"] != answers[1].json()["token"]
    assert Membership.objects.filter(seat=1, role="player").count() == 2


@pytest.mark.parametrize("change", [str.lower, " ".join, lambda code: f"  {code[:2]} {code[2:]} "])
def test_the_code_is_taken_in_either_case_and_with_spaces(game: Playing, change: Any) -> None:
    assert Program().post("/games/join", {"code": change(game.code), "seat": 1}).status_code == 201


@pytest.mark.parametrize(
    "code", ["", "00000", "K7QX", "x" * 10_000, "ß" * 5, "🂡" * 5, "%00", "' --"]
)
def test_a_wrong_code_finds_nothing_and_leaves_nothing(game: Playing, code: str) -> None:
    devices = Device.objects.count()
    response = Program().post("/games/join", {"code": code, "seat": 1})
    assert error(response) == (404, "not_found", None, None)
    assert Device.objects.count() == devices


def test_a_code_stops_working_a_day_after_the_end(game: Playing) -> None:
    for hours, status in [(23, 201), (25, 404)]:
        Game.objects.update(ended_at=timezone.now() - timedelta(hours=hours))
        body = {"code": game.code, "spectator": True}
        assert Program().post("/games/join", body).status_code == status


@pytest.mark.parametrize(
    ("body", "where", "problem"),
    [
        ({"seat": 1}, "code", "missing"),
        ({"code": 12345, "seat": 1}, "code", "not_text"),
        ({"code": None, "seat": 1}, "code", "not_text"),
        ({"code": ["K"], "seat": 1}, "code", "not_text"),
        ({"code": "K\x007QX", "seat": 1}, "body", "control_characters"),
        ({"code": "CODE"}, "seat", "missing"),
        ({"code": "CODE", "seat": 0}, "seat", "out_of_range"),
        ({"code": "CODE", "seat": 4}, "seat", "out_of_range"),
        ({"code": "CODE", "seat": 6}, "seat", "out_of_range"),
        ({"code": "CODE", "seat": 10**30}, "seat", "out_of_range"),
        ({"code": "CODE", "seat": None}, "seat", "not_a_number"),
        ({"code": "CODE", "seat": True}, "seat", "not_a_number"),
        ({"code": "CODE", "seat": 2.0}, "seat", "not_a_number"),
        ({"code": "CODE", "spectator": False}, "spectator", "unknown_choice"),
        ({"code": "CODE", "spectator": 1}, "spectator", "unknown_choice"),
        ({"code": "CODE", "spectator": True, "seat": 1}, "spectator", "unknown"),
        ({"code": "CODE", "seat": 1, "name": "Ana"}, "name", "unknown"),
    ],
)
def test_a_malformed_request_is_refused_and_names_the_place(
    game: Playing, body: dict[str, Any], where: str, problem: str
) -> None:
    devices = Device.objects.count()
    if body.get("code") == "CODE":
        body = body | {"code": game.code}
    assert error(Program().post("/games/join", body)) == malformed(where, problem)
    assert Device.objects.count() == devices


def test_a_game_takes_no_phone_more_than_it_can_have(
    game: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.joining.MOST_PHONES", 4)
    body = {"code": game.code, "seat": 1}
    assert Program().post("/games/join", body).status_code == 201
    refused = Program().post("/games/join", body)
    assert error(refused) == (403, "not_allowed", None, None)
    assert "60 phones" in refused.json()["error"]["message"]
    assert Device.objects.count() == Membership.objects.count() == 4


@override_settings(TEN_THROTTLE=True)
def test_ten_wrong_codes_a_minute_and_then_none_at_all(game: Playing) -> None:
    program = Program()
    right = {"code": game.code, "spectator": True}
    for _ in range(10):
        assert program.post("/games/join", right).status_code == 201
        assert program.post("/games/join", {"code": "00000", "seat": 1}).status_code == 404
    for body in ({"code": "00000", "seat": 1}, right):
        response = program.post("/games/join", body)
        assert error(response) == (429, "throttled", None, None)
        assert response.headers["Retry-After"] == "60"
    elsewhere = Program()
    elsewhere.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert elsewhere.post("/games/join", right).status_code == 201
