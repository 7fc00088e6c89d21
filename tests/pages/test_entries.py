"""What was recorded, and mending one entry of it."""

import re
from typing import Any

import pytest
from django.urls import URLPattern, reverse
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries

from games import services, tables
from games.models import Game
from games.rules.deck import counted_deck
from games.urls import TABLE
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of

BUST = "R6 B5"
ANA, BO = "\u2068Ana\u2069", "\u2068Bo\u2069"


def lines(response: Any) -> list[tuple[int, str, list[str]]]:
    """All entries as the page has them from top to bottom, whatever their turn."""
    newest_first = not response.context["from_start"]
    told = [entry for turn in response.context["turns"] for entry in turn.entries]
    shown = re.findall(r'<span class="number">(\d+)<', text_of(response))
    ordered = told[::-1] if newest_first else told
    assert shown == [str(entry.number) for entry in ordered]
    return [(entry.number, entry.sentence, list(entry.consequences)) for entry in ordered]


def facts(response: Any) -> list[str]:
    """What is told beside each entry, in the order of the game."""
    turns = response.context["turns"]
    return [" · ".join(entry.facts) for turn in turns for entry in turn.entries]


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


def test_is_told_turn_by_turn(table: Gathering) -> None:
    response = table.host.get("entries", table.host.says(table.game, f"{BUST} $2 *7 1:1").pk)
    assert [(turn.heading, len(turn.entries)) for turn in response.context["turns"]] == [
        (f"Turn 1: {ANA}", 2),
        (f"Turn 2: {BO}", 3),
    ]
    page = text_of(response)
    assert page.index(f"Turn 2: {BO}") < page.index(f"Turn 1: {ANA}")


def test_the_final_round_is_no_turn(host: Phone) -> None:
    game = host.starts(deck=counted_deck({"R4": 2}))
    host.plays_to_the_end(game, "R4 take-currency R4 take-numbers skip buy-R4=4 skip")
    response = host.get("entries", game.pk)
    assert [(turn.heading, len(turn.entries)) for turn in response.context["turns"]] == [
        (f"Turn 1: {ANA}", 2),
        (f"Turn 2: {BO}", 3),
        ("Final round", 2),
    ]


def test_a_pile_found_empty_belongs_to_the_turn_before(host: Phone) -> None:
    """R-END-4."""
    game = host.says(host.starts(), "R4 take-numbers skip empty skip")
    response = host.get("entries", game.pk)
    assert [(turn.heading, len(turn.entries)) for turn in response.context["turns"]] == [
        (f"Turn 1: {ANA}", 4),
        ("Final round", 1),
    ]


def test_a_game_that_is_over_is_told_from_the_beginning(table: Gathering) -> None:
    game = table.host.plays_to_the_end(table.game)
    response = table.bo.get("entries", game.pk)
    assert [number for number, _said, _followed in lines(response)] == [1, 2, 3, 4]
    assert "From the beginning. Tap an entry to mend it." in text_of(response)
    response = table.bo.get("entries", game.pk, query={"from": "end"})
    assert [number for number, _said, _followed in lines(response)] == [4, 3, 2, 1]


def test_each_draw_tells_the_chance_to_bust_before_it(host: Phone) -> None:
    game = host.starts(deck=counted_deck({"R9": 1, "B2": 1, "B1": 2, "$5": 1}))
    host.says(game, "B1 R9 $5 B1 take-numbers skip B2 undo")
    response = host.get("entries", game.pk)
    assert "≈" not in text_of(response)
    assert facts(response) == [
        "bust chance was 0 % · the host’s phone",
        "bust chance was 0 % · the host’s phone",
        # 9 and 1: each of the three others but the currency busts.
        "bust chance was 67 % · the host’s phone",
        "bust chance was 0 % · the host’s phone",
        "the host’s phone",
        "the host’s phone",
    ]


def test_chances_from_assumed_numbers_say_so(table: Gathering) -> None:
    response = table.host.get("entries", table.host.says(table.game, "R9 B1").pk)
    assert facts(response) == [
        "bust chance was ≈ 0 % · the host’s phone",
        "bust chance was ≈ 55 % · the host’s phone",
    ]
    assert text_of(response).count("≈ stands before chances from assumed numbers.") == 1


def test_tells_whose_phone_recorded_each(table: Gathering) -> None:
    table.bo.says(table.game, "R4")
    table.host.says(table.game, "take-numbers")
    told = facts(table.watcher.get("entries", table.game.pk))
    assert told == [f"bust chance was ≈ 0 % · the phone of {BO}", "the host’s phone"]


def test_keeps_the_odds_for_the_end_with_the_table(host: Phone) -> None:
    game = host.says(host.starts(odds="hidden"), "R4")
    for name, rest in (("entries", ()), ("entry", (1,))):
        assert "bust chance" not in text_of(host.get(name, game.pk, *rest))
    host.plays_to_the_end(game, "take-numbers skip stop")
    for name, rest in (("entries", ()), ("entry", (1,))):
        assert text_of(host.get(name, game.pk, *rest)).count("bust chance was ≈ 0 %") == 1


def test_nobody_recorded_an_example(host: Phone) -> None:
    services.lay_out_examples()
    response = host.get("entries", Game.objects.examples()[0].pk)
    assert facts(response)[0] == "bust chance was ≈ 0 %"
    assert "phone" not in " ".join(facts(response))


def test_leads_to_each_entry_for_whom_may_mend_it(table: Gathering) -> None:
    table.host.says(table.game, BUST)
    url = reverse("games:entry", args=[table.game.pk, 2])
    assert text_of(table.bo.get("entries", table.game.pk)).count(f'href="{url}"') == 1
    assert text_of(table.watcher.get("entries", table.game.pk)).count(f'href="{url}"') == 0


@pytest.mark.parametrize("draws", [1, 3])
def test_asks_four_questions_however_long_the_game(
    table: Gathering, draws: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    table.host.says(table.game, " ".join(["R1", "B1", "G1"][:draws]))
    tables.memory.clear()
    with django_assert_num_queries(4):
        assert len(lines(table.host.get("entries", table.game.pk))) == draws


def test_an_entry_tells_itself_and_how_it_can_be_mended(table: Gathering) -> None:
    table.host.says(table.game, BUST)
    response = table.bo.get("entry", table.game.pk, 2)
    assert (response.status_code, response.templates[0].name) == (200, "entry.html")
    assert response.context["line"].sentence == f"{ANA} drew blue 5."
    assert list(response.context["line"].facts) == ["bust chance was ≈ 27 %", "the host’s phone"]
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
    # In the story also at the head of the turn.
    for page, times in ((host.get("entries", game.pk), 2), (host.get("entry", game.pk, 1), 1)):
        assert "<b>Bo" not in text_of(page)
        assert text_of(page).count("&lt;b&gt;Bo&lt;/b&gt;") == times
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
