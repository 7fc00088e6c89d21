"""The start page: what runs on this phone, joining, the latest results."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games import devices
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of


@pytest.mark.django_db
def test_a_phone_that_is_new_here_gets_no_cookie() -> None:
    response = Client().get("/")
    assert response.status_code == 200
    assert response.context["running"] == []
    assert response.context["finished"] == []
    assert response.cookies == {}


def test_shows_what_runs_here_and_what_is_over(host: Phone) -> None:
    over = host.plays_to_the_end(host.starts())
    running = host.starts(["Dee", "Eli", "Chi"])
    Phone().starts()
    response = host.get("home")
    assert [(c.game, c.names, c.winners) for c in response.context["running"]] == [
        (running, "Dee, Eli and Chi", "")
    ]
    assert [(c.game, c.names, c.winners) for c in response.context["finished"]] == [
        (over, "Ana and Bo", "Ana")
    ]


def test_renews_the_cookie_of_a_phone_that_has_one(host: Phone) -> None:
    cookie = host.get("home").cookies[devices.COOKIE]
    assert (cookie["max-age"], cookie["httponly"], cookie["samesite"]) == (34560000, True, "Lax")


@pytest.mark.parametrize("games", [1, 3])
def test_asks_four_questions_however_much_there_is(
    host: Phone, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(games):
        host.plays_to_the_end(host.starts())
        host.starts()
    with django_assert_num_queries(4):
        host.get("home")


def test_says_that_it_is_not_official(host: Phone) -> None:
    assert "Unofficial: made by players, not by the publisher" in text_of(host.get("home"))


def test_only_looks(host: Phone) -> None:
    assert host.post("home").status_code == 405
    assert host.post("rules").status_code == 405


def test_the_rules_are_told_to_anybody(db: None) -> None:
    response = Client().get("/rules")
    assert (response.status_code, response.templates[0].name) == (200, "rules.html")


def test_the_rules_lead_back_to_the_table_where_they_were_asked_for(table: Gathering) -> None:
    way = reverse("games:rules") + f"?table={table.game.pk}"
    assert f'href="{way}"' in text_of(table.bo.get("table", table.game.pk))
    back = f'href="{reverse("games:table", args=[table.game.pk])}"'
    assert text_of(table.bo.client.get(way)).count(back) == 2
    # Who is not at that table is led nowhere, and nonsense leads nowhere either.
    assert back not in text_of(table.stranger.get(way))
    assert table.bo.client.get("/rules?table=7").status_code == 200
