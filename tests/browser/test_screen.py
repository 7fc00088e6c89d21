"""The big screen follows the table, and all of it fits."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from games import demo, results, services
from games.models import Game
from games.rules.events import Drew, Event, Stopped, Took
from tests.browser.phones import at_table
from tests.browser.test_fits import LONG_NAMES, table_of

pytestmark = pytest.mark.browser

SIZES = [(1280, 720), (1920, 1080), (1024, 768), (768, 1024), (800, 1280)]
FEWEST_LINES = 50
"""So many lines of the smallest text would fill the short side: read from two metres."""

SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll('#board *')]
    .filter(part => part.checkVisibility() && !part.closest('.spoken, .sheet, .card.small')
        && [...part.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(part => parseFloat(getComputedStyle(part).fontSize)))"""


def screen_arguments(arguments: dict[str, Any], size: tuple[int, int]) -> dict[str, Any]:
    viewport = {"width": size[0], "height": size[1]}
    return arguments | {"viewport": viewport, "is_mobile": False, "has_touch": False}


def test_follows_the_table_to_the_end(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of(("Ana", "Bo"), Drew("R4"))
    arguments = screen_arguments(browser_context_args, SIZES[0])
    with at_table(browser, server, game, arguments, None) as [screen]:
        page = screen.page
        page.goto(screen.url("games:screen"))
        expect(page.locator("html.scripted:not(.out-of-date)")).to_be_visible()
        told: list[Event] = [Drew("$2"), Took("numbers"), Stopped()]
        for version, event in enumerate(told, 1):
            services.record(host, version, event)
            screen.waits_for(version + 1)
        expect(page.locator("#spoken")).to_have_text("The table stopped here to count.")
        results.claim(game.pk, "test")
        results.settle(game.pk, "test")
        expect(page.locator("#headline")).to_have_text("Ana wins with 1")
        expect(page).to_have_title("Ana wins with 1 · TEN Companion")
        assert Axe().run(page).response["violations"] == []
        assert screen.errors == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("part", [0.35, 0.8, 1])
def test_all_of_it_fits(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    size: tuple[int, int],
    part: float,
) -> None:
    events = demo.recorded("five").events
    game, _host = table_of(LONG_NAMES, *events[: int(len(events) * part)])
    if part == 1:
        results.claim(game.pk, "test")
        results.settle(game.pk, "test")
    arguments = screen_arguments(browser_context_args, size)
    with at_table(browser, server, Game.objects.get(), arguments, None) as [screen]:
        page = screen.page
        page.goto(screen.url("games:screen"))
        root = "document.documentElement"
        assert page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == list(size)
        assert min(size) / page.evaluate(SMALLEST_TEXT) <= FEWEST_LINES
        assert screen.errors == []
