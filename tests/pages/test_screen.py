"""The big screen: everything on it, nothing to tap, for whoever is at the table."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games.rules.deck import counted_deck
from tests.pages.conftest import Gathering
from tests.pages.phones import text_of

PHASES = {
    "draw": ("R4 $2", "Ana draws"),
    "auction": ("R4 *7", "Bo bids or passes"),
    "payment": ("R4 *7 2:2 1:pass", "Bo pays"),
    "buy": ("R4 take-numbers", "Ana may buy one card"),
}


@pytest.mark.parametrize("phase", PHASES)
def test_shows_every_phase_with_nothing_to_tap(table: Gathering, phase: str) -> None:
    text, headline = PHASES[phase]
    game = table.host.says(table.game, text)
    response = table.watcher.get("screen", game.pk)
    page = text_of(response).split("<main")[1]
    assert response.templates[0].name == "screen.html"
    assert headline in page
    assert f'data-version="{game.version}" data-phase="{phase}"' in page
    for control in ("<button", "<form", "<input", "formaction"):
        assert control not in page
    assert game.code in page
    # What is drawn is of no interest to those who bid, pay or buy.
    assert page.count('class="gauge') == (2 if phase == "draw" else 0)
    assert response["Cache-Control"] == "no-store"


def test_counts_the_wilds_of_each_collection(table: Gathering) -> None:
    table.host.says(table.game, "R# sold-2:1=1 *7 sold-2:2=2")
    page = text_of(table.watcher.get("screen", table.game.pk))
    assert re.findall(r'<span class="wilds".*?</svg>(\d+)</span>', page) == ["2"]
    assert "red #, any-colour 7, </p>" in page


def test_chances_from_assumed_numbers_say_so(table: Gathering) -> None:
    page = text_of(table.host.get("screen", table.host.says(table.game, "R4").pk))
    assert page.count(", from assumed numbers") == 1
    game = table.host.starts(deck=counted_deck({"R4": 1, "B5": 2}))
    assert "assumed numbers" not in text_of(table.host.get("screen", game.pk))


def test_shows_the_result(table: Gathering) -> None:
    game = table.host.plays_to_the_end(table.game)
    page = text_of(table.watcher.get("screen", game.pk))
    assert "Ana wins with 1" in page
    assert page.count('class="sheet') == 2


def test_the_moving_part_comes_alone_and_only_if_it_is_new(table: Gathering) -> None:
    game = table.host.says(table.game, "R4")
    response = table.bo.get("screen_board", game.pk, query={"since": "0"})
    assert response.templates[0].name == "_screen.html"
    assert text_of(response).startswith('<section id="board"')
    response = table.bo.get("screen_board", game.pk, query={"since": str(game.version)})
    assert (response.status_code, response.content) == (204, b"")


def test_keeps_for_the_end_what_the_table_keeps(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    table.host.post("options", table.game.pk, odds="hidden", scores="hidden")
    page = text_of(table.watcher.get("screen", table.game.pk))
    assert 'class="risk none"' in page
    assert "bust ·" not in page
    assert 'class="points"' not in page


def test_is_for_the_table_alone(table: Gathering) -> None:
    for name in ("screen", "screen_board"):
        url = reverse(f"games:{name}", args=[table.game.pk])
        assert table.stranger.get(url).status_code == 404
        assert table.host.post(name, table.game.pk).status_code == 405


def test_the_menu_leads_there(table: Gathering) -> None:
    url = reverse("games:screen", args=[table.game.pk])
    assert text_of(table.bo.get("table", table.game.pk)).count(f'class="choice" href="{url}"') == 1
