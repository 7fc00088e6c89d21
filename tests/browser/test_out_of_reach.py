"""Pages besides the table that follow the site say so while they cannot."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.hearing import table_of
from tests.browser.phones import at_table

pytestmark = pytest.mark.browser


def test_the_invitation_says_that_it_may_be_old(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
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
