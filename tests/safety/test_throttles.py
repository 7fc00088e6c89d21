"""Too often: a clear answer with the time to wait, on pages and in the API; others are not hit."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, RequestFactory
from pytest_django import Settings

from games import throttles
from games.models import Device
from tencompanion import environment
from tests.api.programs import Program, draw, error, start
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone

THROTTLED = (429, "throttled", None, None)


@pytest.fixture(autouse=True)
def strict(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Throttles as in public, but two of everything are enough, and three for a whole table."""
    settings.TEN_THROTTLE = True
    settings.TEN_TRUSTED_PROXIES = 1
    for name in ("WRONG_CODES", "JOINS", "NEW_GAMES", "SCORINGS", "ENTRIES", "TABLE_ENTRIES"):
        throttle = getattr(throttles, name)
        few = throttles.Throttle(throttle.kind, 2 + (name == "TABLE_ENTRIES"), throttle.seconds)
        for room in ("views.joining", "views.pages", "views.box", "api.views", "throttles"):
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
    told(third(lambda: at("1.1.1.1").post("/box", {})), 3600, "Too much was written down")


def test_guessing_codes(table: Gathering) -> None:
    told(third(lambda: at("1.1.1.1").get("/join/ZZZZZ")), 60, "Too many wrong codes")
    told(at("1.1.1.1").post("/join", {"code": "YYYYY"}), 60, "Too many wrong codes")
    # Not even the right one, or guessing would go on unseen.
    assert at("1.1.1.1").get(f"/join/{table.game.code}").status_code == 429
    assert at("2.2.2.2").get(f"/join/{table.game.code}").status_code == 200


def test_joining_with_a_code_that_is_right(table: Gathering) -> None:
    def join(address: str) -> Any:
        return at(address).post(f"/join/{table.game.code}", {"seat": "1"})

    refused = third(lambda: join("1.1.1.1"))
    told(refused, 60, "Many phones joined")
    assert refused.templates[0].name == "seats.html"
    assert (table.game.memberships.count(), Device.objects.count()) == (5, 5)
    assert join("2.2.2.2").status_code == 302


def test_a_phone_that_takes_another_seat_is_no_new_one(table: Gathering) -> None:
    answer = third(lambda: table.bo.post("join_code", table.game.code, seat="1"))
    assert answer.status_code == 302


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


def test_many_phones_record_no_more_than_a_table_can(table: Gathering) -> None:
    def draw(phone: Phone) -> Any:
        return phone.post("draw", table.game.pk, version=table.now.version, card="R4")

    # They would be refused anyway, and cannot keep the others from recording.
    assert [draw(phone).status_code for phone in (table.watcher, table.watcher)] == [403, 403]
    answers = [draw(phone) for phone in (table.host, table.bo, table.host, table.bo)]
    assert 429 not in [answer.status_code for answer in answers[:3]]
    told(answers[3], 60, "too fast")
    elsewhere = Phone()
    assert elsewhere.post("draw", elsewhere.starts().pk, version=0, card="R4").status_code == 302


def test_programs_that_start_games(db: None) -> None:
    answer = third(lambda: Program(client=at("1.1.1.1")).post("/games", {"players": ["Ana"]}))
    assert (error(answer), answer.headers["Retry-After"]) == (THROTTLED, "3600")


def test_programs_that_guess_codes(db: None) -> None:
    body = {"code": "ZZZZZ", "seat": 1}
    answer = third(lambda: Program(client=at("1.1.1.1")).post("/games/join", body))
    assert (error(answer), answer.headers["Retry-After"]) == (THROTTLED, "60")


def test_programs_that_join(db: None) -> None:
    game = start()
    body = {"code": game.code, "spectator": True}
    answer = third(lambda: Program(client=at("1.1.1.1")).post("/games/join", body))
    assert (error(answer), answer.headers["Retry-After"]) == (THROTTLED, "60")
    assert Device.objects.count() == 5
    assert Program(client=at("2.2.2.2")).post("/games/join", body).status_code == 201


def test_programs_of_one_table(db: None) -> None:
    game = start()
    body = {"version": 0}
    programs = (game.host, game.player, game.host, game.player)
    answers = [program.post(f"{game.path}/undo", body) for program in programs]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]


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


@pytest.mark.parametrize(
    ("written", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("203.0.113.9:51234", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("[::ffff:203.0.113.9]:443", "203.0.113.9"),
        ("2001:db8:0:1:a::1", "2001:db8:0:1::/64"),
        ("[2001:db8:0:1::9]", "2001:db8:0:1::/64"),
        ("[2001:db8:0:1::9]:443", "2001:db8:0:1::/64"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("[]:1", "[]:1"),
    ],
)
def test_an_address_is_counted_alike_however_it_is_written(written: str, counted: str) -> None:
    forwarded = RequestFactory().get("/", headers={"X-Forwarded-For": written})
    direct = RequestFactory().get("/", REMOTE_ADDR=written)
    assert [throttles.address(request) for request in (forwarded, direct)] == [counted] * 2


@pytest.mark.parametrize(("said", "limit"), [("", 30), (" 60 ", 60)])
def test_how_many_games_an_address_may_start_can_be_said(
    monkeypatch: pytest.MonkeyPatch, said: str, limit: int
) -> None:
    monkeypatch.setenv("TEN_NEW_GAMES", said)
    assert environment.new_games() == limit


@pytest.mark.parametrize("said", ["0", "many", "-1"])
def test_but_it_has_to_be_a_number_of_games(monkeypatch: pytest.MonkeyPatch, said: str) -> None:
    monkeypatch.setenv("TEN_NEW_GAMES", said)
    with pytest.raises(ImproperlyConfigured, match="from 1 on"):
        environment.new_games()
