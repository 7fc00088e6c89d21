"""Pages whose token no longer counts, and phones that lost their cookies."""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import devices, tables
from games.models import Device, Membership
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of


@dataclass
class StrictPhone(Phone):
    """A browser whose tokens are checked."""

    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))


@pytest.fixture
def old(table: Gathering) -> StrictPhone:
    """A phone at the table whose page is too old to have a token that counts."""
    phone = StrictPhone()
    phone.joins(table.game, 2)
    return phone


def tap(phone: Phone, table: Gathering, verb: str, *, htmx: bool, **fields: Any) -> Any:
    stale = {"version": table.game.version, "csrfmiddlewaretoken": "x" * 64, "key": "old"}
    return phone.post(verb, table.game.pk, htmx=htmx, **stale | fields)


def token_in(response: Any) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text_of(response))
    assert found
    return found[1]


def test_a_page_is_answered_with_the_same_choice_once_more(
    table: Gathering, old: StrictPhone
) -> None:
    response = tap(old, table, "draw", htmx=False, card="R4")
    assert (response.status_code, response.templates[0].name) == (403, "403_csrf.html")
    assert table.now.version == 0
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text_of(response)))
    token = fields.pop("csrfmiddlewaretoken")
    assert fields == {"version": "0", "key": "old", "card": "R4"}
    assert response.context["again"] == reverse("games:draw", args=[table.game.pk])
    again = old.post("draw", table.game.pk, **fields, csrfmiddlewaretoken=token)
    assert again.status_code == 302
    assert tables.story(table.now).table.tableau == ("R4",)


def test_repeated_fields_are_all_kept(table: Gathering, old: StrictPhone) -> None:
    response = tap(old, table, "buy", htmx=False, card="R4", cards=["B1", "B2"])
    assert response.context["fields"] == [
        ("version", "0"),
        ("key", "old"),
        ("card", "R4"),
        ("cards", "B1"),
        ("cards", "B2"),
    ]


def test_the_board_offers_the_choice_and_brings_a_fresh_token(
    table: Gathering, old: StrictPhone
) -> None:
    table.host.says(table.game, "R2")
    response = tap(old, table, "draw", htmx=True, card="R4")
    assert (response.status_code, response.templates[0].name) == (409, "_board.html")
    notice = response.context["notice"]
    assert (notice.kind, notice.text) == ("stale", "This page was old, so nothing was recorded.")
    assert (notice.offer.text, notice.offer.url) == (
        "Drawn: red 4.",
        reverse("games:draw", args=[table.game.pk]),
    )
    page = text_of(response)
    assert page.count('name="again"') == 1
    assert '<span id="token" hx-swap-oob="true" hidden>' in page
    assert table.now.version == 1
    fields = {"again": notice.offer.again, "version": 1, "csrfmiddlewaretoken": token_in(response)}
    again = old.post("draw", table.game.pk, htmx=True, **fields)
    assert again.status_code == 200
    assert tables.story(table.now).table.tableau == ("R2", "R4")


def test_undo_is_offered_again(table: Gathering, old: StrictPhone) -> None:
    table.host.says(table.game, "R2")
    response = tap(old, table, "undo", htmx=True)
    assert response.context["notice"].offer.text == "Undo"
    fields = {"version": 1, "csrfmiddlewaretoken": token_in(response), "again": "[]"}
    assert old.post("undo", table.game.pk, htmx=True, **fields).status_code == 200
    assert tables.story(table.now).length == 0


def test_nonsense_is_not_offered(table: Gathering, old: StrictPhone) -> None:
    response = tap(old, table, "draw", htmx=True, card="X9")
    assert response.status_code == 409
    assert response.context["notice"].offer is None


def test_a_form_away_from_the_table_is_kept_too(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    fields = {"name": ["Ana", "Bo"], "starting_seat": "1"}
    response = client.post(reverse("games:new"), fields)
    assert response.status_code == 403
    token = token_in(response)
    again = client.post(reverse("games:new"), {**fields, "csrfmiddlewaretoken": token})
    assert again.status_code == 302
    assert Membership.objects.count() == 1


def test_what_another_site_sends_is_not_offered(table: Gathering, old: StrictPhone) -> None:
    for htmx in ({}, {"HX-Request": "true"}):
        response = old.client.post(
            reverse("games:draw", args=[table.game.pk]),
            {"card": "R4", "version": 0},
            headers={"Origin": "https://elsewhere.example", **htmx},
        )
        assert response.status_code == 403
        assert "<form" not in text_of(response)
    assert table.now.version == 0


def test_a_phone_that_lost_its_cookies_is_led_to_the_code(table: Gathering) -> None:
    url = reverse("games:draw", args=[table.game.pk])
    client = Client(enforce_csrf_checks=True)
    response = client.post(url, {"card": "R4"}, headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Redirect"]) == (200, reverse("games:join"))


def test_a_phone_that_lost_its_cookies_sits_down_again(table: Gathering) -> None:
    table.bo.says(table.game, "R4")
    del table.bo.client.cookies[devices.COOKIE]
    assert table.bo.get("table", table.game.pk).status_code == 404
    url = reverse("games:join_code", args=[table.game.code])
    assert table.bo.client.post(url, {"seat": "2"}).status_code == 302
    board = table.bo.get("table", table.game.pk).context["board"]
    assert [seat.name for seat in board.seats] == ["Ana", "Bo"]
    assert table.now.names == ["Ana", "Bo"]
    tapped = table.bo.post("draw", table.game.pk, version=table.game.version, card="R2")
    assert tapped.status_code == 302
    assert (tables.story(table.now).length, Device.objects.count()) == (2, 4)
