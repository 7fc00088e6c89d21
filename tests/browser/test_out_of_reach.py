"""Pages besides the table that follow the site say so while they cannot."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from games import demo, results, services
from games.models import Game
from tests.browser import hearing
from tests.browser.phones import at_table
from tests.browser.test_fits import LONG_NAMES, table_of

pytestmark = pytest.mark.browser


def test_the_invitation_says_that_it_may_be_old(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = hearing.table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        page = phone.page
        page.goto(phone.url("games:invite"))
        lost = page.locator("#lost")
        phone.context.set_offline(True)
        expect(lost).to_contain_text("Not up to date")
        phone.context.set_offline(False)
        expect(lost).to_be_empty()


def test_the_game_that_plays_by_itself_waits(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    page = browser.new_context(**browser_context_args).new_page()
    page.goto(f"{server}/demo")
    page.context.set_offline(True)
    expect(page.locator("#caption")).to_contain_text("No answer from the site")
    page.context.set_offline(False)
    page.get_by_label("Play", exact=True).tap()
    expect(page.locator("#caption")).to_contain_text("At the table")


OLD = "No connection: this may be out of date."
STAYS = "Still no connection, so this page stays."


@pytest.mark.parametrize("view", ["check", "entries", "host", "share", "history"])
def test_a_plain_page_says_that_it_may_be_old_and_stays(
    browser: Browser, browser_context_args: dict[str, Any], server: str, view: str
) -> None:
    game, _host = table_of(LONG_NAMES, *demo.recorded("five").events)
    results.claim(game.pk, "test")
    results.settle(game.pk, "test")
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        page = phone.page
        here = f"{server}/history" if view == "history" else phone.url(f"games:{view}")
        page.goto(here)
        away = page.locator("#away")
        expect(away).to_be_empty()
        phone.context.set_offline(True)
        expect(away).to_have_text(OLD)
        way = page.locator("nav.way a")
        bottom = away.evaluate("line => line.getBoundingClientRect().bottom")
        box = way.bounding_box()
        assert box
        assert box["y"] >= bottom - 6
        way.tap()
        expect(away).to_contain_text(STAYS)
        assert page.url == here
        phone.context.set_offline(False)
        expect(away).to_be_empty()
        way.tap()
        page.wait_for_url(lambda url: url != here)
        assert phone.errors == []


def test_a_form_is_kept_until_it_can_be_sent(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = hearing.table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        services.hand_over(host, game.memberships.get(seat=1))
        page = phone.page
        page.goto(phone.url("games:host"))
        page.get_by_label("Name of player 2").fill("Bodo")
        phone.context.set_offline(True)
        expect(page.locator("#away")).to_have_text(OLD)
        page.get_by_role("button", name="Save the names").tap()
        expect(page.locator("#away")).to_contain_text(STAYS)
        phone.context.set_offline(False)
        expect(page.locator("#away")).to_be_empty()
        page.get_by_role("button", name="Save the names").tap()
        page.wait_for_load_state("networkidle")
        assert Game.objects.get(pk=game.pk).names == ["Ana", "Bodo"]


def test_a_site_on_this_very_machine_is_there_without_a_network(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    page = browser.new_context(**browser_context_args).new_page()
    page.goto(f"{server}/rules")
    page.evaluate("Object.defineProperty(navigator, 'onLine', {value: false})")
    with page.expect_response("**/away*.js"):
        page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator("#away")).to_be_empty()
    page.locator("nav.way a").tap()
    page.wait_for_url(f"{server}/")
