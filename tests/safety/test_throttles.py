"""Too often: a clear answer with the time to wait, on pages and in the API; others are not hit."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games import throttles
from tests.api.programs import Program, draw, error, start
from tests.pages.conftest import Gathering

THROTTLED = (429, "throttled", None, None)


@pytest.fixture(autouse=True)
def strict(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Throttles as in public, but two of everything are enough."""
    settings.TEN_THROTTLE = True
    settings.TEN_TRUSTED_PROXIES = 1
    for name in ("WRONG_CODES", "NEW_GAMES", "SCORINGS", "ENTRIES"):
        throttle = getattr(throttles, name)
        few = throttles.Throttle(throttle.kind, 2, throttle.seconds)
        for room in (
            "throttles",
            "views.joining",
            "views.pages",
            "views.taps",
            "views.mending",
            "views.checking",
            "views.box",
            "api.views",
            "api.tokens",
        ):
            monkeypatch.setattr(f"games.{room}.{name}", few, raising=False)


def at(address: str) -> Client:
    return Client(headers={"X-Forwarded-For": address})


def third(ask: Any) -> Any:
    """The answer to the third of three requests; the two before were not throttled."""
    first, second, last = ask(), ask(), ask()
    assert 429 not in {first.status_code, second.status_code}
    return last


def told(answer: Any, seconds: int, words: str) -> None:
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(seconds))
    assert answer.context["notice"].kind == "refusal"
    assert words in answer.context["notice"].text


def test_starting_games(db: None) -> None:
    fields = {"name": ["Ana", "Bo"], "starting_seat": "1"}
    told(third(lambda: at("1.1.1.1").post("/new", fields)), 3600, "Many games were started")
    assert at("2.2.2.2").post("/new", fields).status_code == 302


def test_keeping_a_box_as_nobody_in_particular(db: None) -> None:
    told(third(lambda: at("1.1.1.1").post("/box", {})), 60, "Too much was written down")


def test_guessing_codes(table: Gathering) -> None:
    told(third(lambda: at("1.1.1.1").get("/join/ZZZZZ")), 60, "Too many wrong codes")
    told(at("1.1.1.1").post("/join", {"code": "YYYYY"}), 60, "Too many wrong codes")
    # Not even the right one, or guessing would go on unseen.
    assert at("1.1.1.1").get(f"/join/{table.game.code}").status_code == 429
    assert at("2.2.2.2").get(f"/join/{table.game.code}").status_code == 200


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("draw", {"card": "R4"}),
        ("undo", {}),
        ("redo", {}),
        ("check", {"seat": "1", "tokens": "3", "busts": "0"}),
        ("mend", {"ops": '[{"op":"delete","number":1}]'}),
    ],
)
def test_recording(table: Gathering, verb: str, fields: dict[str, Any]) -> None:
    def tap() -> Any:
        return table.host.post(verb, table.game.pk, version=table.now.version, **fields)

    told(third(tap), 60, "too fast")
    version = table.now.version
    # Another phone of the table is not hit.
    assert table.bo.post("draw", table.game.pk, version=version, card="B1").status_code != 429


def test_programs_that_start_games(db: None) -> None:
    answer = third(lambda: Program(client=at("1.1.1.1")).post("/games", {"players": ["Ana"]}))
    assert (error(answer), answer.headers["Retry-After"]) == (THROTTLED, "3600")


def test_programs_that_guess_codes(db: None) -> None:
    body = {"code": "ZZZZZ", "seat": 1}
    answer = third(lambda: Program(client=at("1.1.1.1")).post("/games/join", body))
    assert (error(answer), answer.headers["Retry-After"]) == (THROTTLED, "60")


def test_programs_that_score(db: None) -> None:
    answer = third(lambda: Program(client=at("1.1.1.1")).post("/score", {"cards": ["R4"]}))
    assert (error(answer), answer.headers["Retry-After"]) == (THROTTLED, "60")
    assert Program(client=at("2.2.2.2")).post("/score", {"cards": ["R4"]}).status_code == 200


@pytest.mark.parametrize("verb", ["events", "undo", "redo", "amend"])
def test_programs_that_record(db: None, verb: str) -> None:
    game = start()
    body = {"version": 0, "event": draw("R4"), "ops": []}
    answer = third(lambda: game.host.post(f"{game.path}/{verb}", body))
    assert (error(answer), answer.headers["Retry-After"]) == (THROTTLED, "60")
    assert game.player.post(f"{game.path}/events", {"version": 0}).status_code == 400


def test_the_address_is_the_one_that_the_front_saw(db: None) -> None:
    fields = {"name": ["Ana", "Bo"], "starting_seat": "1"}
    # What a client claims stands before what the front adds.
    answers = [at(f"{n}.9.9.9, 1.1.1.1").post("/new", fields).status_code for n in range(3)]
    assert answers == [302, 302, 429]
