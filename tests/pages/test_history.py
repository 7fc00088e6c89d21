"""History: the finished games of this phone."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game
from tests.pages.phones import Phone, text_of


@pytest.mark.django_db
def test_says_that_there_is_none_yet() -> None:
    response = Client().get("/history")
    assert (response.status_code, response.context["games"]) == (200, [])
    assert "No finished game yet." in text_of(response)


def test_lists_finished_games_newest_first(host: Phone) -> None:
    first = host.plays_to_the_end(host.starts(["Ana", "Bo"]))
    host.starts(["still", "running"])
    second = host.plays_to_the_end(host.starts(["Chi", "Dee", "Eli"]), "stop")
    others = Phone()
    others.plays_to_the_end(others.starts(["not", "here"]))
    cards = host.get("history").context["games"]
    assert [(card.game, card.names, card.winners) for card in cards] == [
        (second, "Chi, Dee and Eli", "Chi, Dee and Eli"),
        (first, "Ana and Bo", "Ana"),
    ]


def test_who_watched_has_it_too(host: Phone) -> None:
    game = host.starts()
    watcher = Phone().joins(game, None)
    host.plays_to_the_end(game)
    assert [card.game for card in watcher.get("history").context["games"]] == [game]


def test_dates_are_there_for_scripts_and_without_them(host: Phone) -> None:
    game = host.plays_to_the_end(host.starts())
    game.ended_at = datetime(2026, 11, 30, 20, 5, tzinfo=UTC)
    game.save()
    page = text_of(host.get("history"))
    expected = 'datetime="2026-11-30T20:05:00+00:00">Nov. 30, 2026, 8:05 p.m. UTC</time>'
    assert page.count(expected) == 1


@pytest.mark.parametrize("games", [1, 3])
def test_asks_four_questions_however_many_games(
    host: Phone, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(games):
        host.plays_to_the_end(host.starts())
    with django_assert_num_queries(4):
        assert len(host.get("history").context["games"]) == games


def test_shows_names_as_they_were_typed(host: Phone) -> None:
    host.plays_to_the_end(host.starts(["<b>Bo</b>"]))
    page = text_of(host.get("history"))
    assert "<b>Bo" not in page
    # Among the players, and as the winner.
    assert page.count("&lt;b&gt;Bo&lt;/b&gt;") == 2
    page = text_of(host.get("history", query={"player": "<i>Chi</i>"}))
    assert "<i>Chi" not in page
    assert page.count("&lt;i&gt;Chi&lt;/i&gt;") == 1


def games_with(host: Phone, player: str, **query: str) -> list[Game]:
    response = host.get("history", query={"player": player, **query})
    return [card.game for card in response.context["games"]]


def test_can_be_read_by_player(host: Phone) -> None:
    first = host.plays_to_the_end(host.starts(["Ana", "Bo"]))
    second = host.plays_to_the_end(host.starts(["bo", "Zoë", "Ana"]))
    running = host.starts(["Bo", "Dee"])
    others = Phone()
    others.plays_to_the_end(others.starts(["Bo", "Eli"]))
    response = host.get("history")
    assert (response.context["players"], response.context["player"]) == (["Ana", "bo", "Zoë"], "")
    for link in ("?player=bo", "?player=Zo%C3%AB"):
        assert text_of(response).count(f'href="{link}"') == 1
    assert games_with(host, "Bo") == [second, first]
    assert games_with(host, " ZOE\u0308 ") == [second]
    for nobody in ("Dee", "Eli", "An"):
        assert games_with(host, nobody) == []
    assert running.status == Game.Status.PLAYING


def test_says_that_there_is_none_with_that_player(host: Phone) -> None:
    host.plays_to_the_end(host.starts(["Ana", "Bo"]))
    page = text_of(host.get("history", query={"player": "Chi"}))
    assert "No game with <bdi>Chi</bdi> among those that this phone took part in" in page
    assert "No finished game yet." not in page
    assert 'aria-current="page"' not in page


def test_older_games_of_a_player_are_on_further_pages(
    host: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.views.history.LATEST", 1)
    first = host.plays_to_the_end(host.starts(["Ana", "Bo"]))
    host.plays_to_the_end(host.starts(["Chi"]))
    second = host.plays_to_the_end(host.starts(["Ana", "Chi"]))
    assert games_with(host, "Ana") == [second]
    assert games_with(host, "Ana", page="2") == [first]
    page = text_of(host.get("history", query={"player": "Ana"}))
    assert page.count('href="?page=2&amp;player=Ana"') == 1


def test_offers_nobody_to_who_plays_alone(host: Phone) -> None:
    host.plays_to_the_end(host.starts(["Ana"]))
    assert "By player" not in text_of(host.get("history"))
