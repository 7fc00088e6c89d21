"""Pages besides the table that follow the site say so while they cannot."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from games import demo, results, services
from games.models import Game
from games.rules.events import Drew
from tests.browser import hearing
from tests.browser.hearing import drawn, sentence
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
MINDED = """() => performance.getEntries().filter(entry => entry.workerFinalSourceType)
    .map(entry => `${entry.entryType} ${entry.workerFinalSourceType}`)"""
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


def test_where_no_page_comes_ours_does(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    """The worker minds ways to pages, and nothing else; it keeps nothing of any game."""
    game, host = hearing.table_of()
    arguments = browser_context_args | {"service_workers": "allow"}
    with at_table(browser, server, game, arguments, 1) as [phone]:
        page = phone.page
        page.goto(f"{server}/rules")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        phone.open()
        phone.tap("draw", card="R1")
        phone.waits_for(1)
        services.record(host, 1, Drew("$1"))
        phone.waits_for(2)
        assert set(page.evaluate(MINDED)) == {"navigation fetch-event", "resource network"}
        assert page.evaluate("caches.keys()") == []
        phone.context.set_offline(True)
        page.locator("#menu > summary").tap()
        page.get_by_role("link", name="Everything recorded, and mending").tap()
        expect(page.get_by_role("heading", name="No answer from the site")).to_be_visible()
        assert page.url == phone.url("games:entries")
        phone.context.set_offline(False)
        page.get_by_role("link", name="Try again").tap()
        expect(page.get_by_text(sentence("Ana drew currency 1."))).to_be_visible()
        # What waits is sent under it, too.
        phone.open()
        phone.context.set_offline(True)
        phone.tap("draw", card="B1")
        phone.context.set_offline(False)
        phone.waits_for(3)
        assert drawn(game) == ["R1", "$1", "B1"]
        assert phone.errors == []
