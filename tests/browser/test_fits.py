"""The table fits: a turn is on one screen, nothing moves by itself, large text is all there."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games import devices, services
from games.models import Game, Membership
from games.rules.deck import counted_deck
from games.rules.events import Drew, Event, Took
from tests.browser.hearing import sentence
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
IS_WHOLE = """selector => {
    const part = [...document.querySelectorAll(selector)].find(part => part.checkVisibility());
    return part.scrollWidth <= part.clientWidth + 1 && part.scrollHeight <= part.clientHeight + 1;
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
        told += [Drew("B9"), Drew("O2"), Drew("R1")]
        for version, event in enumerate(told, 1):
            services.record(host, version, event)
            phone.waits_for(version + 1)
            page.wait_for_timeout(100)
        assert page.evaluate("document.activeElement.value") == "G3"
        assert sum(page.evaluate("window.shifts")) == 0


BUST = (Drew("R9"), Drew("B9"))


@pytest.mark.parametrize("size", [*SIZES, (844, 390), (1024, 768)])
def test_a_bust_cannot_be_overlooked(
    browser: Browser, browser_context_args: dict[str, Any], server: str, size: tuple[int, int]
) -> None:
    game, _host = table_of(("Ana", "Bo"), *BUST)
    arguments = browser_context_args | {"viewport": {"width": size[0], "height": size[1]}}
    with at_table(browser, server, game, arguments, 1) as [phone]:
        page = phone.open().page
        told = page.locator("#happening")
        expect(told).to_have_text(sentence("Ana busts with blue 9: the numbers went over 10."))
        assert page.evaluate(IS_WHOLE, "#happening")
        risky = page.evaluate("getComputedStyle(document.body).getPropertyValue('--risky-ground')")
        red, green, blue = (int(risky.strip()[at : at + 2], 16) for at in (1, 3, 5))
        expect(told).to_have_css("background-color", f"rgb({red}, {green}, {blue})")
        # The first card of the next turn takes the place, in no other size.
        place = boxes(page, "#tableau")
        page.locator('.key[value="G3"]').tap()
        phone.waits_for(3)
        expect(page.locator("#tableau .card:not(.pending)")).to_have_count(1)
        assert boxes(page, "#tableau") == place


@pytest.mark.parametrize("names", [("Ana", "Bo"), LONG_NAMES])
def test_what_happened_is_told_in_full_in_large_letters(
    browser: Browser, browser_context_args: dict[str, Any], server: str, names: tuple[str, ...]
) -> None:
    game, host = table_of(names, Drew("R4"))
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        page = phone.open().page
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(IS_WHOLE, "#happening")
        for version, event in enumerate([Drew("$1"), Drew("B9")], 1):
            services.record(host, version, event)
        phone.waits_for(3)
        expect(page.locator("#line")).to_contain_text("busts with blue 9")
        assert page.evaluate(IS_WHOLE, "#line .again")
        [[_left, _top, _right, bottom]] = boxes(page, "#line")
        if len(names) == 2:
            assert bottom <= boxes(page, "#actions")[0][1]


def test_on_its_side_a_phone_tells_one_line_and_says_if_there_is_more(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of(LONG_NAMES, Drew("R4"), Drew("*7"))
    arguments = browser_context_args | {"viewport": {"width": 667, "height": 375}}
    with at_table(browser, server, game, arguments, 1) as [phone]:
        page = phone.open().page
        expect(page.locator("#happening")).to_have_css("text-overflow", "ellipsis")
        [[_left, top, _right, bottom]] = boxes(page, "#happening")
        assert bottom - top <= 20 + SLACK


def test_the_last_turn_is_told_beside_what_can_be_done(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    device, _secret = devices.new_device()
    host = services.create_game(device, ("Ana", "Bo"), deck=counted_deck({"R4": 1}))
    services.record(host, 0, Drew("R4"))
    with at_table(browser, server, host.game, browser_context_args, 1) as [phone]:
        page = phone.open().page
        for width in (360, 320):
            page.set_viewport_size({"width": width, "height": 600})
            expect(page.locator("#headline")).to_have_text("Ana takes a reward last turn")
            assert page.evaluate(IS_WHOLE, "#headline")
            assert page.evaluate(IS_WHOLE, "#headline .who")


def test_text_of_twice_the_size_is_all_there(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of(LONG_NAMES, Drew("R4"), Drew("$2"))
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        page = phone.open().page
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert page.evaluate(CUT_OFF) == []
