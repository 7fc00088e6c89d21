"""The table fits: a turn is on one screen, nothing moves by itself, large text is all there."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games import devices, services
from games.models import Game, Membership
from games.rules.events import Drew, Event, Took
from tests.browser.phones import at_table

pytestmark = pytest.mark.browser

LONG_NAMES = ("Ana", "Bjørn-Alexander Øster", "Wolfeschlegelsteinhausen", "Priya", "Mihai")
SIZES = {
    (360, 600): (34, 52),
    (320, 568): (30, 48),
    (390, 664): (34, 52),
    (412, 915): (34, 52),
}
"""Visible area of a phone, and how large a key must at least be."""

CUT_OFF = """() => [...document.querySelectorAll('.holds, .actions > .button, .key > b, .risk > *')]
    .filter(part => part.scrollWidth > part.clientWidth + 1 && !part.matches('.spoken'))
    .map(part => part.textContent.trim())"""
BOXES = """selector => [...document.querySelectorAll(selector)].map(part => {
    const box = part.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
})"""
WATCH_SHIFTS = """() => {
    window.shifts = [];
    new PerformanceObserver(list => window.shifts.push(...list.getEntries().map(e => e.value)))
        .observe({type: 'layout-shift'});
}"""
SLACK = 0.1
"""Half-pixels of a browser's own rounding."""


def table_of(names: tuple[str, ...], *events: Event) -> tuple[Game, Membership]:
    host, _secret = devices.new_device()
    membership = services.create_game(host, names)
    for version, event in enumerate(events):
        services.record(membership, version, event)
    return Game.objects.get(pk=membership.game_id), membership


def boxes(page: Page, selector: str) -> list[list[float]]:
    found: list[list[float]] = page.evaluate(BOXES, selector)
    assert found, selector
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("names", [LONG_NAMES[:2], LONG_NAMES])
def test_a_turn_is_on_one_screen(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    size: tuple[int, int],
    names: tuple[str, ...],
) -> None:
    game, _host = table_of(names, Drew("R4"), Drew("$2"), Drew("B7"))
    width, height = size
    arguments = browser_context_args | {"viewport": {"width": width, "height": height}}
    with at_table(browser, server, game, arguments, 1) as [phone]:
        page = phone.open().page
        [[_left, bar, _right, bottom]] = boxes(page, "#actions")
        assert bottom == height
        parts = [boxes(page, part)[0] for part in ("#seats", "#status", "#tableau", "#pad")]
        for above, below in zip(parts, [*parts[1:], [0, bar, width, bottom]], strict=True):
            assert above[3] <= below[1] + SLACK
        least_width, least_height = SIZES[size]
        for left, top, right, end in boxes(page, ".key"):
            assert right - left >= least_width - SLACK
            assert end - top >= least_height - SLACK
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert page.evaluate(CUT_OFF) == []
        assert phone.errors == []


def test_nothing_moves_when_another_phone_taps(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of(LONG_NAMES, Drew("R4"))
    with at_table(browser, server, game, browser_context_args, 2) as [phone]:
        page = phone.open().page
        page.evaluate(WATCH_SHIFTS)
        page.locator('.key[value="G3"]').focus()
        told: list[Event] = [Drew("$2"), Drew("G3"), Drew("O1"), Took("currency"), Drew("G1")]
        for version, event in enumerate(told, 1):
            services.record(host, version, event)
            phone.waits_for(version + 1)
            page.wait_for_timeout(100)
        assert page.evaluate("document.activeElement.value") == "G3"
        assert sum(page.evaluate("window.shifts")) == 0


def test_text_of_twice_the_size_is_all_there(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of(LONG_NAMES, Drew("R4"), Drew("$2"))
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        page = phone.open().page
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert page.evaluate(CUT_OFF) == []
