"""Choosing what to pay with: the sum and what it costs in points are in sight, and are true."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Game
from games.rules.events import Bid, Drew, Event, Passed, Skipped, Took
from tests.browser.hearing import table_of
from tests.browser.measuring import boxes
from tests.browser.phones import at_table

pytestmark = pytest.mark.browser

ROUNDS = (
    (("R1", "R2", "R3", "R4"), "G2"),
    (("B1", "B2", "B3", "B4"), "B7"),
    (("O1", "O2", "O3", "O4"), "O5"),
    (("G1", "G3"), "R9"),
)


def rich(*more: Event) -> Game:
    """Ana has fourteen cards, five black, and may be about to buy or to pay."""
    told: list[Event] = []
    for hers, his in ROUNDS:
        told += [*map(Drew, hers), Took("numbers"), Skipped()]
        told += [Drew(his), Drew("$1"), Took("currency")]
    game, _host = table_of(*told, *more)
    return game


@pytest.fixture
def buying(transactional_db: None) -> Game:
    return rich(Drew("B6"), Took("numbers"))


def want(page: Page, code: str) -> None:
    """Choose this card of the market, and wait until its payment can be tapped."""
    page.locator(f'.ware[href$="card={code}"]').tap()
    expect(page.locator("#act-buy")).to_be_visible()
    expect(page.locator(".settling")).to_have_count(0)


def choose(page: Page, *codes: str) -> None:
    for code in codes:
        page.locator(f'.spend:has([value="{code}"])').tap()


@pytest.mark.parametrize("size", [(320, 568), (360, 600), (390, 844), (844, 390), (667, 375)])
def test_the_sum_is_in_sight_whichever_card_is_chosen(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    buying: Game,
    size: tuple[int, int],
) -> None:
    arguments = browser_context_args | {"viewport": {"width": size[0], "height": size[1]}}
    with at_table(browser, server, buying, arguments, 1) as [phone]:
        page = phone.open().page
        want(page, "O5")
        for place in ("R1", "G3"):
            page.locator(f'.spend:has([value="{place}"])').scroll_into_view_if_needed()
            choose(page, place)
            for seen in (".sum", "#costs", f'.spend:has([value="{place}"])'):
                [[_left, top, _right, bottom]] = boxes(page, seen)
                assert top >= 0, seen
                assert bottom <= boxes(page, "#actions")[0][1] + 1, seen
        if size[0] > size[1]:
            # On its side nothing of it has to be scrolled to.
            assert page.evaluate("scrollY") == 0
        assert phone.errors == []


def test_what_a_choice_costs_is_told_as_it_is_made(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game = rich(Drew("*7"), Passed(2), Bid(1, 4))
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        page = phone.open().page
        costs = page.locator("#costs")
        before = boxes(page, ".purse, .spend")
        expect(costs).to_have_text("")
        choose(page, "R1", "R2", "R3")
        expect(costs).to_have_text("This payment costs 3 points of the collection.")
        expect(page.locator(".sum .wasteful")).to_be_visible()
        for _ in range(3):
            page.get_by_label("one black fewer").tap()
        expect(page.locator(".sum .exact")).to_have_text("4 of 4: exact.")
        expect(costs).to_have_text("This payment costs 3 points of the collection.")
        choose(page, "R3")
        expect(costs).to_have_text("This payment costs 2 points of the collection.")
        # Whatever is told, nothing has moved.
        assert boxes(page, ".purse, .spend") == before
        phone.context.set_offline(True)
        choose(page, "R3")
        expect(costs).to_have_text("")
        page.wait_for_timeout(600)
        expect(costs).to_have_text("")
        assert phone.errors == []


def test_cards_stand_in_rows(
    browser: Browser, browser_context_args: dict[str, Any], server: str, buying: Game
) -> None:
    """Whether or not it would cost a point to spend one."""
    with at_table(browser, server, buying, browser_context_args, 1) as [phone]:
        page = phone.open().page
        want(page, "O5")
        labelled = page.locator(".spend:has(small)").count()
        assert 0 < labelled < page.locator(".spend").count()
        cards = boxes(page, ".spend .card")
        for (left, top, _right, bottom), (next_left, next_top, *_rest) in pairwise(cards):
            assert next_top == top if next_left > left else next_top > bottom


def test_a_bid_stands_in_the_middle_of_its_row(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of(Drew("R4"), Drew("*7"), Bid(2, 2), players=3)
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        page = phone.open().page
        [[_left, top, _right, bottom]] = boxes(page, ".bidder:has(.said b)")
        [[_left, upper, _right, lower]] = boxes(page, ".bidder .said b")
        assert (upper + lower) / 2 == pytest.approx((top + bottom) / 2, abs=1)
