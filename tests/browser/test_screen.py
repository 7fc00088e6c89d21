"""The big screen follows the table, and all of it fits."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from games import demo, results, services
from games.models import Game
from games.rules.events import Drew, Event, Payment, Sold, Stopped, Took
from tests.browser.phones import at_table
from tests.browser.test_fits import LONG_NAMES, boxes, table_of

pytestmark = pytest.mark.browser

SIZES = [(1280, 720), (1920, 1080), (1024, 768), (768, 1024), (800, 1280)]
FEWEST_LINES = 32
FEWEST_LINES_OF_DIGITS = 30
"""So many lines of the smallest text, or of a collection's digits, would fill the short side: read
from two metres on a tablet. Of 768 px that is 24 and 25.6."""

SMALLEST = """within => Math.min(...[...document.querySelectorAll(within)]
    .filter(part => part.checkVisibility() && !part.closest('.spoken')
        && [...part.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(part => parseFloat(getComputedStyle(part).fontSize)))"""

CUT_OFF = """() => [...document.querySelectorAll('#board :is(h1, .chance, .gauge, .place)')]
    .filter(part => part.scrollWidth > part.clientWidth + 1
        || part.matches('h1') && part.scrollHeight > part.clientHeight + 1)
    .map(part => part.textContent.trim())"""

OUTLINE = """part => {
    const style = getComputedStyle(part);
    return [style.outlineStyle, style.outlineColor, style.backgroundColor];
}"""


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
@pytest.mark.parametrize("part", [0.85, 0.92, 0.98, 0.99, 1])
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
        assert min(size) / page.evaluate(SMALLEST, "#board *") <= FEWEST_LINES
        assert min(size) / page.evaluate(SMALLEST, "#board .place") <= FEWEST_LINES_OF_DIGITS
        assert page.evaluate(CUT_OFF) == []
        assert screen.errors == []


@pytest.mark.parametrize("size", SIZES)
def test_a_word_on_the_connection_covers_nothing(
    browser: Browser, browser_context_args: dict[str, Any], server: str, size: tuple[int, int]
) -> None:
    game, _host = table_of(LONG_NAMES, Drew("R4"))
    arguments = screen_arguments(browser_context_args, size)
    with at_table(browser, server, game, arguments, None) as [screen]:
        page = screen.page
        page.goto(screen.url("games:screen"))
        expect(page.locator("html.scripted:not(.out-of-date)")).to_be_visible()
        screen.context.set_offline(True)
        expect(page.locator("#connection span")).to_be_visible()
        [[_left, _top, _right, below]] = boxes(page, "#connection span")
        [[_left, headline, _right, _bottom]] = boxes(page, "#headline")
        assert below <= headline
        root = "document.documentElement"
        assert page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == list(size)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_placed_wilds_stand_out_in_the_result(
    browser: Browser, browser_context_args: dict[str, Any], server: str, theme: str
) -> None:
    game, _host = table_of(("Ana",), Drew("R#"), Sold(1, 1, Payment(tokens=1)), Stopped())
    results.claim(game.pk, "test")
    results.settle(game.pk, "test")
    arguments = screen_arguments(browser_context_args, SIZES[2]) | {"color_scheme": theme}
    with at_table(browser, server, game, arguments, None) as [screen]:
        screen.page.goto(screen.url("games:screen"))
        drawn = screen.page.locator(".place.wild").evaluate(OUTLINE)
        # White dashes on the colour, whatever the theme.
        assert drawn == ["dashed", "rgb(255, 255, 255)", "rgb(196, 45, 71)"]
