"""The result as a small event: its words, its link for others, its picture."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from games import devices
from games.board.endings import Ending, ending
from games.board.picture import writable
from games.models import Game
from games.results import count
from games.rules.table import Seat, Table
from games.views.sharing import token_of
from tests.casts import told
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, stranger, text_of

ANA, BO, CHI = "\u2068Ana\u2069", "\u2068Bo\u2069", "\u2068Chi\u2069"


def ended(*seats: tuple[int, str], text: str = "stop") -> Ending:
    """The ending of a game in which the seats had these black tokens and cards."""
    names = ["Ana", "Bo", "Chi"][: len(seats)]
    story = told(text, players=len(seats))
    held = tuple(
        Seat(number, tokens=tokens, cards=tuple(cards.split()))
        for number, (tokens, cards) in enumerate(seats, 1)
    )
    return ending(Game(names=names), story, _counted(story.table, held))


def _counted(table: Table, seats: tuple[Seat, ...]) -> dict[str, Any]:
    from dataclasses import replace

    return count(replace(table, seats=seats))


@pytest.mark.parametrize(
    ("seats", "headline", "verdict"),
    [
        ([(0, "R1 R2"), (9, "R1")], "Ana wins with 2", f"One point ahead of {BO}."),
        ([(0, ""), (0, "R1 R2")], "Bo wins with 2", f"2 points ahead of {ANA}."),
        (
            [(0, "R1 R2"), (0, ""), (0, "")],
            "Ana wins with 2",
            f"2 points ahead of {BO} and {CHI}.",
        ),
        (
            [(2, "R1"), (5, "R1")],
            "Bo wins with 1",
            f"As many points as {ANA}, but more black: 5 to 2.",
        ),
        (
            [(2, "R1"), (2, "R1 R1")],
            "Ana wins with 1",
            f"As many points and black as {BO}, but fewer cards: 1 to 2.",
        ),
        (
            [(2, "R1"), (2, "R1")],
            "Ana and Bo share the victory with 1",
            "Equal in points, black and cards: the victory is shared.",
        ),
        ([(2, "R1")], "Ana has 1", ""),
    ],
)
def test_what_decided_in_words(seats: list[tuple[int, str]], headline: str, verdict: str) -> None:
    how = ended(*seats)
    assert (how.headline, how.verdict) == (headline, verdict)


@pytest.mark.parametrize(
    ("seats", "ties"),
    [
        ([(0, "R1 R2"), (9, "R1")], ["", ""]),
        ([(2, "R1"), (5, "R1")], ["", f"Fewer black than {BO}: 2 to 5."]),
        (
            [(2, "R1"), (2, "R1 R1")],
            ["", f"As much black as {ANA}, but more cards: 2 to 1."],
        ),
        ([(2, "R1"), (2, "R1")], ["", f"Level with {ANA}."]),
        (
            [(0, "R1 R2"), (1, "R1"), (0, "R1")],
            ["", "", f"Fewer black than {BO}: 0 to 1."],
        ),
    ],
)
def test_why_somebody_is_behind_with_as_many_points(
    seats: list[tuple[int, str]], ties: list[str]
) -> None:
    assert [sheet.tie for sheet in ended(*seats).sheets] == ties


def test_how_long_it_was(host: Phone) -> None:
    game = host.plays_to_the_end(host.starts(), "R6 R5 B4 take-numbers skip stop")
    for minutes, fact in ((74, "74 minutes"), (240, "4 hours"), (0, "1 minute")):
        Game.objects.update(ended_at=game.created_at + timedelta(minutes=minutes))
        board = host.get("table", game.pk).context["board"]
        assert board.ending.facts == [fact, "3 turns", "1 bust"]
    Game.objects.update(ended_at=game.created_at + timedelta(days=3))
    assert host.get("table", game.pk).context["board"].ending.facts == ["3 turns", "1 bust"]


def test_wilds_are_marked_where_they_went(host: Phone) -> None:
    text = "R1 *2 2:pass 1:1 pay=1 R3 take-numbers skip stop"
    game = host.plays_to_the_end(host.starts(), text)
    page = text_of(host.get("table", game.pk))
    assert page.count('class="place has wild"') == 1
    assert "any-colour 2 as red 2. The wilds were worth 2 points; without them 1." in page


# Passing it on


@pytest.fixture
def over(table: Gathering) -> Gathering:
    table.host.plays_to_the_end(table.game)
    return table


def address(game: Game, name: str = "shared") -> str:
    return reverse(f"games:{name}", args=[token_of(game)])


def test_everybody_at_the_table_can_share_the_result(over: Gathering) -> None:
    assert reverse("games:share", args=[over.game.pk]) in text_of(
        over.bo.get("table", over.game.pk)
    )
    for phone in (over.host, over.bo, over.watcher):
        response = phone.get("share", over.game.pk)
        assert response.templates[0].name == "share.html"
        link = response.context["link"]
        assert link.endswith(address(over.game))
        assert f'readonly value="{link}"' in text_of(response)
        assert f'href="{address(over.game, "shared_picture")}" download' in text_of(response)
    url = reverse("games:share", args=[over.game.pk])
    assert over.stranger.get(url).status_code == 404


def test_before_the_end_there_is_nothing_to_share(table: Gathering) -> None:
    response = table.host.get("share", table.game.pk)
    assert (response.status_code, response.url) == (
        302,
        reverse("games:table", args=[table.game.pk]),
    )
    assert stranger().get(address(table.game)).status_code == 404
    assert stranger().get(address(table.game, "shared_picture")).status_code == 404


def test_who_has_the_link_sees_the_result_and_nothing_else(over: Gathering) -> None:
    response: Any = stranger().get(address(over.game))
    page = text_of(response)
    assert (response.status_code, response.templates[0].name) == (200, "shared.html")
    assert "Ana wins with 1" in page
    for secret in (over.game.code, str(over.game.pk), "/games/"):
        assert secret not in page
    assert response.cookies == {}
    assert response["X-Robots-Tag"] == "noindex"
    assert response["Cache-Control"] == "private, no-cache"


def test_chats_are_told_what_to_show(over: Gathering) -> None:
    page = text_of(stranger().get(address(over.game)))
    told_to_chats = dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)">', page))
    assert told_to_chats["og:title"] == "Ana wins with 1"
    assert told_to_chats["og:description"].startswith(f"One point ahead of {BO}. 1 minute · ")
    assert told_to_chats["og:image"].startswith("http")
    assert told_to_chats["og:image"].endswith(address(over.game, "shared_picture"))


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token[:-1] + ("A" if token[-1] != "A" else "B"),
        lambda token: ("A" if token[0] != "A" else "B") + token[1:],
        lambda token: token.partition(".")[0],
        lambda token: "x",
        lambda token: token + "é",
    ],
)
def test_a_link_cannot_be_made_up(over: Gathering, change: Any) -> None:
    token = change(token_of(over.game))
    for name in ("shared", "shared_picture"):
        url = reverse(f"games:{name}", args=[token])
        assert Client().get(url).status_code == 404


def test_a_link_is_dead_while_the_game_goes_on_again(over: Gathering) -> None:
    over.host.says(over.game, "undo")
    assert stranger().get(address(over.game)).status_code == 404


def test_it_is_only_looked_at(over: Gathering) -> None:
    assert stranger().post(address(over.game)).status_code == 405
    assert over.host.post("share", over.game.pk).status_code == 405


def test_the_picture_is_one_that_chats_take(over: Gathering) -> None:
    response: Any = stranger().get(address(over.game, "shared_picture"))
    assert response["Content-Type"] == "image/png"
    drawn = Image.open(io.BytesIO(response.content))
    assert (drawn.format, drawn.size) == ("PNG", (1200, 630))
    assert len(response.content) < 100_000
    assert response.cookies == {}


def test_the_picture_has_a_number_for_a_name_that_it_cannot_write(host: Phone) -> None:
    names = ["Ænne Øster", "中村", "Ελένη", "😀", "Жанна"]
    assert writable(names) == ["Ænne Øster", "Player 2", "Ελένη", "Player 4", "Жанна"]
    game = host.plays_to_the_end(host.starts(names))
    assert stranger().get(address(game, "shared_picture")).status_code == 200
    assert devices.COOKIE not in stranger().cookies
