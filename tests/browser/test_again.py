"""A second game with the same people: two taps on one phone, one on each of the others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from games import results
from games.models import Game
from games.rules.events import Drew, Stopped, Took
from tests.browser.measuring import boxes
from tests.browser.phones import NAMES, at_table
from tests.browser.test_fits import table_of

pytestmark = [pytest.mark.browser, pytest.mark.live]

NEXT = "The next game has begun"


def finished(names: tuple[str, ...] = NAMES[:2]) -> Game:
    game, _host = table_of(names, Drew("R4"), Took("numbers"), Stopped())
    results.claim(game.pk, "test")
    results.settle(game.pk, "test")
    return game


def test_one_begins_and_the_others_sit_down(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    with at_table(browser, server, finished(), browser_context_args, 1, 2, None) as phones:
        ana, bo, watcher = phones
        for phone in phones:
            phone.open()
        ana.page.get_by_role("link", name="Play again").tap()
        ana.page.get_by_role("button", name="Start").tap()
        expect(ana.page.locator("#headline")).to_have_text("Bo draws")
        # By itself, on the boards that are open.
        bo.page.get_by_role("button", name=f"{NEXT}: sit down").tap()
        expect(bo.page.locator(".your-turn")).to_be_visible()
        watcher.page.get_by_role("button", name=f"{NEXT}: watch it").tap()
        expect(watcher.page.locator(".watching")).to_be_visible()
        bo.tap("draw", card="R4")
        for phone in phones:
            assert re.sub(r"[?#].*", "", phone.page.url) == re.sub(r"[?#].*", "", ana.page.url)
            expect(phone.page.locator("#tableau .card")).to_have_count(1)
            assert phone.errors == []
    assert Game.objects.count() == 2


def test_two_who_begin_at_once_play_one_game(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    with at_table(browser, server, finished(), browser_context_args, 1, 2) as phones:
        for phone in phones:
            phone.open()
            phone.page.get_by_role("link", name="Play again").tap()
            expect(phone.page.get_by_role("button", name="Start")).to_be_visible()
        for phone in phones:
            phone.page.get_by_role("button", name="Start").tap()
            expect(phone.page.locator("#headline")).to_have_text("Bo draws")
    assert [game.memberships.count() for game in Game.objects.order_by("-created_at")] == [2, 3]


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1024, 768)])
def test_the_way_on_hides_nothing_of_the_result(
    browser: Browser, browser_context_args: dict[str, Any], server: str, size: tuple[int, int]
) -> None:
    arguments = browser_context_args | {"viewport": {"width": size[0], "height": size[1]}}
    with at_table(browser, server, finished(NAMES), arguments, 1) as [ana]:
        page = ana.open().page
        page.get_by_role("link", name="Play again").tap()
        page.get_by_role("button", name="Start").tap()
        expect(page.locator("#headline")).to_have_text("Bo draws")
        page.goto(ana.url("games:table"))
        [[_left, top, _right, bottom]] = boxes(page, ".leads-on")
        assert (top, bottom <= boxes(page, "#seats")[0][1]) == (0, True)
        # However far somebody has read, it is there.
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert boxes(page, ".leads-on")[0][1] == 0
        assert boxes(page, "#below")[0][3] <= boxes(page, "#actions")[0][1] + 1
        assert Axe().run(page).response["violations"] == []
        assert ana.errors == []
