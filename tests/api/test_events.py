"""The list of what was said."""

from __future__ import annotations

import re
from typing import Any

from tests.api.programs import SKIP, Playing, draw, error, malformed, start, take

Json = dict[str, Any]


def entry(number: int | None, id: str, event: Json, seat: int | None, role: str = "host") -> Json:
    return {
        "number": number,
        "id": id,
        "event": event,
        "seat": seat,
        "recorded_by": {"role": role, "seat": 2 if role == "player" else None},
        "standing": number is not None,
    }


def listed(game: Playing, query: str = "") -> list[Json]:
    """The events without their times, which must be times."""
    response = game.spectator.get(f"{game.path}/events{query}")
    body = response.json()
    assert (response.status_code, list(body)) == (200, ["events"])
    for event in body["events"]:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", event.pop("at"))
    return body["events"]


def test_a_new_game_has_none(game: Playing) -> None:
    assert listed(game) == []
    assert listed(game, "?all=1") == []


def test_what_stands_is_listed_in_order_with_who_said_it(game: Playing) -> None:
    game.say(draw("R4"), draw("*7"))
    game.player.post(f"{game.path}/events", {"version": 2, "event": {"type": "pass", "seat": 2}})
    game.say({"type": "auction", "winner": 3, "amount": 2, "payment": {"tokens": 2}})
    game.say({"type": "stop"})
    paid = {"tokens": 2, "busts": 0, "cards": []}
    assert listed(game) == [
        entry(1, "1", draw("R4"), 1),
        entry(2, "2", draw("*7"), 1),
        entry(3, "3", {"type": "pass", "seat": 2}, 2, "player"),
        entry(4, "4", {"type": "auction", "winner": 3, "amount": 2, "payment": paid}, 3),
        entry(5, "5", {"type": "stop"}, None),
    ]


def test_numbers_change_with_corrections_and_ids_do_not(game: Playing) -> None:
    game.say(draw("R4"), draw("R5"), take("numbers"), SKIP)
    game.send("/undo", {})
    ops = [
        {"op": "insert", "number": 1, "event": draw("B1")},
        {"op": "delete", "number": 2},
        {"op": "replace", "number": 1, "event": draw("B2")},
    ]
    game.send("/amend", {"ops": ops})
    assert listed(game) == [
        entry(1, "6.0", draw("B1"), 1),
        entry(2, "6.2", draw("B2"), 1),
        entry(3, "3", take("numbers"), 1),
    ]
    assert listed(game, "?all=1") == [
        entry(None, "1", draw("R4"), 1),
        entry(None, "2", draw("R5"), 1),
        entry(3, "3", take("numbers"), 1),
        entry(None, "4", SKIP, 1),
        entry(1, "6.0", draw("B1"), 1),
        entry(2, "6.2", draw("B2"), 1),
    ]
    assert listed(game, "?all=0") == listed(game)


def test_all_is_0_or_1(game: Playing) -> None:
    for query in ("all", "all=", "all=true", "all=2", "all=%00", "all=%ff"):
        response = game.host.get(f"{game.path}/events?{query}")
        assert error(response) == malformed("all", "unknown_choice")


def test_only_the_games_own_tokens_read_it(game: Playing) -> None:
    path = f"{game.path}/events"
    assert error(game.stranger.get(path)) == (401, "no_token", None, None)
    assert error(start().host.get(path)) == (404, "not_found", None, None)
