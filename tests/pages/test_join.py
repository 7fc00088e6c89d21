"""Joining: a code, a seat or none, and no guessing."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from games import devices
from games.models import Device
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of


def roles(table: Gathering) -> list[tuple[str, int | None]]:
    return [(m.role, m.seat) for m in table.game.memberships.order_by("pk")]


AROUND = [("host", None), ("player", 2), ("spectator", None)]


@pytest.mark.django_db
@pytest.mark.parametrize("code", [None, "", "  "])
def test_asks_for_a_code(code: str | None) -> None:
    response = Client().get("/join", {} if code is None else {"code": code})
    assert (response.status_code, response.templates[0].name) == (200, "join.html")
    assert "notice" not in response.context


def test_accepts_small_letters_and_spaces(table: Gathering) -> None:
    code = table.game.code
    expected = (302, reverse("games:join_code", args=[code]))
    for typed in (code, code.lower(), f" {code[:2]} {code[2:]} "):
        for ask in (table.stranger.get, table.stranger.post):
            response: Any = ask("/join", {"code": typed})
            assert (response.status_code, response.url) == expected


@pytest.mark.parametrize("code", ["ZZZZZ", "12345", "A", "<i>x</i>", "\x00", "é" * 300])
def test_a_wrong_code_can_be_mended(table: Gathering, code: str) -> None:
    response = table.stranger.get("/join", {"code": code})
    assert (response.status_code, response.templates[0].name) == (404, "join.html")
    assert response.context["notice"].text == (
        "No game has this code. Look at the code on the host’s screen once more."
    )
    assert response.context["code"] == code[:20]
    assert "<i>x" not in text_of(response)


def test_a_wrong_code_in_the_address_is_the_same(table: Gathering) -> None:
    response = table.stranger.get("/join/ZZZZZ")
    assert (response.status_code, response.templates[0].name) == (404, "join.html")


def test_looking_at_the_seats_joins_nothing(table: Gathering) -> None:
    response = table.stranger.get(f"/join/{table.game.code.lower()}")
    assert response.status_code == 200
    assert response.context["seats"] == [(1, "Ana", False), (2, "Bo", True)]
    assert response.context["you"] is None
    assert devices.COOKIE not in response.cookies
    assert roles(table) == AROUND


@pytest.mark.parametrize(
    ("seat", "expected"),
    [("1", ("player", 1)), ("2", ("player", 2)), ("watch", ("spectator", None))],
)
def test_takes_a_seat_or_watches(
    table: Gathering, seat: str, expected: tuple[str, int | None]
) -> None:
    response = table.stranger.post(f"/join/{table.game.code}", {"seat": seat})
    assert response.status_code == 302
    assert response.url == reverse("games:table", args=[table.game.pk])  # type: ignore[attr-defined]
    assert roles(table) == [*AROUND, expected]
    assert table.stranger.get(reverse("games:table", args=[table.game.pk])).status_code == 200


@pytest.mark.parametrize("seat", ["0", "3", "Ana", "", None])
def test_asks_again_without_a_sensible_seat(table: Gathering, seat: str | None) -> None:
    known = Device.objects.count()
    response = table.stranger.post(
        f"/join/{table.game.code}", {} if seat is None else {"seat": seat}
    )
    assert (response.status_code, response.templates[0].name) == (400, "seats.html")
    assert response.context["notice"].text == "Choose a seat, or watch."
    assert (roles(table), Device.objects.count()) == (AROUND, known)


def test_a_full_table_says_so(table: Gathering, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.joining.MOST_PHONES", 3)
    known = Device.objects.count()
    response = table.stranger.post(f"/join/{table.game.code}", {"seat": "1"})
    assert (response.status_code, response.templates[0].name) == (403, "seats.html")
    assert response.context["notice"].text == (
        "This table has all the 60 phones it can have. The host can remove one."
    )
    assert (roles(table), Device.objects.count()) == (AROUND, known)
    assert devices.COOKIE not in response.cookies


def test_another_seat_replaces_the_first(table: Gathering) -> None:
    table.bo.post("join_code", table.game.code, seat="1")
    assert roles(table) == [("host", None), ("player", 1), ("spectator", None)]


def test_the_host_stays_the_host(table: Gathering) -> None:
    table.host.post("join_code", table.game.code, seat="1")
    assert roles(table) == [("host", 1), ("player", 2), ("spectator", None)]


@pytest.mark.parametrize(("hours", "status"), [(23, 200), (25, 404)])
def test_a_code_outlives_its_game_by_a_day(table: Gathering, hours: int, status: int) -> None:
    table.game.ended_at = timezone.now() - timedelta(hours=hours)
    table.game.save()
    assert table.stranger.get(f"/join/{table.game.code}").status_code == status


@pytest.mark.parametrize("path", ["/join?code=ZZZZZ", "/join/ZZZZZ"])
def test_wrong_codes_are_throttled(table: Gathering, settings: Settings, path: str) -> None:
    settings.TEN_THROTTLE = True
    guesses = [table.stranger.get(path).status_code for _ in range(11)]
    assert guesses == [404] * 10 + [429]
    response = table.stranger.post(f"/join/{table.game.code}", {"seat": "1"})
    assert (response.status_code, response["Retry-After"]) == (429, "60")
    assert response.context["notice"].text == (
        "Too many wrong codes. Wait a minute, then try again."
    )
    assert roles(table) == AROUND


def test_right_codes_are_not_counted(table: Gathering, settings: Settings) -> None:
    settings.TEN_THROTTLE = True
    seen = [table.stranger.get(f"/join/{table.game.code}").status_code for _ in range(20)]
    assert seen == [200] * 20


def test_shows_names_as_they_were_typed(host: Phone) -> None:
    game = host.starts(["<b>Bo</b>"])
    page = text_of(Client().get(f"/join/{game.code}"))
    assert "<b>Bo" not in page
    assert page.count("&lt;b&gt;Bo&lt;/b&gt;") == 1
