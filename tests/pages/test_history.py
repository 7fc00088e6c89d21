"""History: the finished games of this phone."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

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
def test_asks_three_questions_however_many_games(
    host: Phone, games: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(games):
        host.plays_to_the_end(host.starts())
    with django_assert_num_queries(3):
        assert len(host.get("history").context["games"]) == games


def test_shows_names_as_they_were_typed(host: Phone) -> None:
    host.plays_to_the_end(host.starts(["<b>Bo</b>"]))
    page = text_of(host.get("history"))
    assert "<b>Bo" not in page
    # Among the players, and as the winner.
    assert page.count("&lt;b&gt;Bo&lt;/b&gt;") == 2
