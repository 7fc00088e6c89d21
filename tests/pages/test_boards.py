"""A board is rendered once for all phones, and for each what it may see."""

import gzip
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.test import RequestFactory
from django.utils import translation
from django.utils.html import escape

from games.board import pad
from games.views import boards
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of
from tests.pages.test_box import assumed_game

ANA, BO = "\u2068Ana\u2069", "\u2068Bo\u2069"
GZIP = {"Accept-Encoding": "gzip, deflate, br", "HX-Request": "true"}


def fetched(phone: Phone, table: Gathering, **headers: str) -> Any:
    return phone.client.get(f"/games/{table.game.pk}/board", headers=GZIP | headers)


@pytest.mark.django_db
def test_all_phones_get_the_same_board(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    phones = (table.host, table.bo, table.watcher)
    sent = {fetched(phone, table).content for phone in phones}
    assert len(sent) == 1
    plain = text_of(table.bo.get("board", table.game.pk, htmx=True))
    assert plain == gzip.decompress(sent.pop()).decode()
    assert 'data-version="1"' in plain


@pytest.mark.django_db
def test_each_version_has_its_own(table: Gathering) -> None:
    for version, card in enumerate(("R4", "B2"), 1):
        table.host.says(table.game, card)
        for phone in (table.host, table.bo):
            board = text_of(phone.get("board", table.game.pk, htmx=True))
            assert f'data-version="{version}"' in board


@pytest.mark.django_db
def test_each_language_has_its_own(table: Gathering) -> None:
    """Also each card and each key in it, of which there is one for all tables."""
    with translation.override("de"):
        german = pad.show("R4")
    assert pad.show("R4") is pad.show("R4")
    assert german is not pad.show("R4")
    keys = {
        boards.Key(table.game.pk, 0, language, teaches=False): language for language in ("de", "en")
    }
    for _ in range(2):
        sent = [boards.memory.recall(key, lambda key=key: keys[key]) for key in keys]  # type: ignore[misc]
        assert [gzip.decompress(board) for board in sent] == [b"de", b"en"]


@pytest.mark.django_db
def test_what_one_phone_is_told_no_other_is(table: Gathering) -> None:
    """A refusal stands on a board of its own."""
    refused = table.bo.post("skip", table.game.pk, version=0, htmx=True)
    assert refused.status_code == 422
    assert 'id="notice"' in text_of(refused)
    for phone in (table.host, table.bo):
        assert 'id="notice"' not in text_of(phone.get("board", table.game.pk, htmx=True))


@pytest.mark.django_db
def test_only_the_host_is_asked_to_keep_the_deck(host: Phone) -> None:
    """Whoever looked first."""
    game = assumed_game(host)
    bo = Phone().joins(game, 2)
    for first, second in ((host, bo), (bo, host)):
        boards.memory.clear()
        for phone in (first, second):
            board = text_of(phone.get("board", game.pk, htmx=True))
            assert ("/learn" in board) == (phone is host)


@pytest.mark.django_db
def test_names_are_escaped_in_every_piece(host: Phone) -> None:
    """Also in those that are kept."""
    name = "<b>Bo</b>"
    game = host.starts((name, "Ana"))
    host.says(game, "R4 take-numbers")
    for _ in range(2):
        boards.memory.clear()
        board = text_of(host.get("board", game.pk, htmx=True))
        assert name not in board
        assert escape(name) in board


KEY = boards.Key("game", 1, "en", teaches=False)  # type: ignore[arg-type]


def test_who_asks_at_the_same_time_waits_for_one_rendering() -> None:
    boards.memory.clear()
    rendered: list[int] = []
    all_there = threading.Barrier(5)

    def render() -> str:
        rendered.append(1)
        threading.Event().wait(0.1)
        return "board"

    def ask(_: int) -> bytes:
        all_there.wait()
        return boards.memory.recall(KEY, render)

    with ThreadPoolExecutor(5) as threads:
        sent = set(threads.map(ask, range(5)))
    assert (len(rendered), len(sent)) == (1, 1)


def test_a_rendering_that_failed_is_tried_again() -> None:
    boards.memory.clear()

    def fail() -> str:
        raise KeyError

    with pytest.raises(KeyError):
        boards.memory.recall(KEY, fail)
    assert gzip.decompress(boards.memory.recall(KEY, lambda: "board")) == b"board"


def test_a_browser_that_cannot_unpack_gets_it_plain() -> None:
    boards.memory.clear()
    request = RequestFactory().get("/")
    response = boards.answer(request, KEY, lambda: "board")
    assert (response.content, response.headers.get("Content-Encoding")) == (b"board", None)
    assert response.headers["Vary"] == "Accept-Encoding"


def test_only_the_latest_boards_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "REMEMBERED", 2)
    boards.memory.clear()
    rendered: list[int] = []

    def ask(version: int) -> None:
        key = boards.Key("game", version, "en", teaches=False)  # type: ignore[arg-type]
        boards.memory.recall(key, lambda: rendered.append(version) or "")  # type: ignore[func-returns-value]

    for version in (1, 2, 1, 3, 1, 2):
        ask(version)
    assert rendered == [1, 2, 3, 2]


@pytest.mark.django_db
def test_a_bust_is_news_until_something_else_happens(table: Gathering) -> None:
    """It stands where the cards of the next turn will lie."""
    seen = []
    for words in ("R9", "B9", "R1", "undo"):
        table.host.says(table.game, words)
        board = table.bo.get("table", table.game.pk).context["board"]
        seen.append((board.is_bust, board.opens_turn, board.news))
    assert seen == [
        (False, False, f"{ANA} drew red 9."),
        (True, True, f"{ANA} busts with blue 9: the numbers went over 10."),
        (False, False, f"{BO} drew red 1."),
        (False, True, f"Undone: “{BO} drew red 1.”"),
    ]
