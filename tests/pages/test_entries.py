"""What was recorded, and mending one entry of it."""

import pytest
from django.urls import URLPattern, reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from games import tables
from games.urls import TABLE
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of

BUST = "R6 B5"
ANA, BO = "\u2068Ana\u2069", "\u2068Bo\u2069"


def lines(response: object) -> list[tuple[int, str, list[str]]]:
    context = response.context  # type: ignore[attr-defined]
    return [(line.number, line.sentence, list(line.consequences)) for line in context["lines"]]


def test_is_empty_before_the_first_card(table: Gathering) -> None:
    response = table.host.get("entries", table.game.pk)
    assert lines(response) == []
    assert "Nothing yet. The first card drawn comes here." in text_of(response)


def test_tells_everything_newest_first(table: Gathering) -> None:
    table.host.says(table.game, f"{BUST} $2 undo")
    assert lines(table.bo.get("entries", table.game.pk)) == [
        (
            2,
            f"{ANA} drew blue 5.",
            [f"{ANA} busts: the numbers went over 10.", f"Now it is {BO}’s turn."],
        ),
        (1, f"{ANA} drew red 6.", []),
    ]


def test_leads_back_to_the_table(table: Gathering) -> None:
    back = f'href="{reverse("games:table", args=[table.game.pk])}"'
    for phone in (table.host, table.watcher):
        assert text_of(phone.get("entries", table.game.pk)).count(back) == 2


def test_leads_to_each_entry_for_whom_may_mend_it(table: Gathering) -> None:
    table.host.says(table.game, BUST)
    url = reverse("games:entry", args=[table.game.pk, 2])
    assert text_of(table.bo.get("entries", table.game.pk)).count(f'href="{url}"') == 1
    assert text_of(table.watcher.get("entries", table.game.pk)).count(f'href="{url}"') == 0


@pytest.mark.parametrize("draws", [1, 3])
def test_asks_three_questions_however_long_the_game(
    table: Gathering, draws: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table.host.says(table.game, " ".join(["R1", "B1", "G1"][:draws]))
    tables.memory.clear()
    with django_assert_num_queries(3):
        assert len(lines(table.host.get("entries", table.game.pk))) == draws


def test_an_entry_tells_itself_and_how_it_can_be_mended(table: Gathering) -> None:
    table.host.says(table.game, BUST)
    response = table.bo.get("entry", table.game.pk, 2)
    assert (response.status_code, response.templates[0].name) == (200, "entry.html")
    assert response.context["line"].sentence == f"{ANA} drew blue 5."
    page = text_of(response)
    for way in ("change", "insert", "remove"):
        assert page.count(f'href="{escape(response.context[way])}"') == 1


def test_who_watches_only_reads(table: Gathering) -> None:
    table.host.says(table.game, BUST)
    response = table.watcher.get("entry", table.game.pk, 2)
    page = text_of(response)
    for way in ("change", "insert", "remove"):
        assert page.count(f'href="{escape(response.context[way])}"') == 0


@pytest.mark.parametrize("number", [0, 3, 10**30])
def test_there_is_no_such_entry(table: Gathering, number: int) -> None:
    table.host.says(table.game, BUST)
    assert table.host.get("entry", table.game.pk, number).status_code == 404


def test_shows_names_as_they_were_typed(host: Phone) -> None:
    game = host.says(host.starts(["<b>Bo</b>"]), "R4")
    for page in (host.get("entries", game.pk), host.get("entry", game.pk, 1)):
        assert "<b>Bo" not in text_of(page)
        assert text_of(page).count("&lt;b&gt;Bo&lt;/b&gt;") == 1
    assert "<b>Bo" not in text_of(host.get("table", game.pk))


SOME = {"number": 1, "op": "replace", "verb": "draw", "phone": 1}


@pytest.mark.parametrize("pattern", TABLE, ids=lambda pattern: pattern.name)
def test_strangers_find_no_game_at_all(table: Gathering, pattern: URLPattern) -> None:
    table.host.says(table.game, BUST)
    some = {name: SOME[name] for name in pattern.pattern.converters}
    url = reverse(f"games:{pattern.name}", kwargs={"game_id": table.game.pk, **some})
    answers = [table.stranger.get(url), table.stranger.post(url)]
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses in ([404, 404], [404, 405])
    assert [answer for answer in answers if "Ana" in text_of(answer)] == []


def test_tells_what_was_mended(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    table.bo.says(table.game, "undo")
    response = table.host.get("entries", table.game.pk)
    assert [(c.by, list(c.sentences)) for c in response.context["corrections"]] == [
        (f"the phone of {BO}", [f"Undone: “{ANA} drew red 4.”"])
    ]
    assert text_of(response).count("Mended 1 time<") == 1
