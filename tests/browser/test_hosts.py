"""What a host changes reaches the pages that are open, without anybody touching them."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from games import devices, services
from games.models import Membership
from tests.browser.phones import NAMES, at_table

pytestmark = pytest.mark.browser

KEY = '#pad button[value="R4"]'


def test_a_new_host_can_record_at_once_and_everybody_is_told(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    """Only the host records here; the host hands over to Bo, whose page is open."""
    device, _secret = devices.new_device()
    hosting = services.create_game(device, NAMES[:2], options={"recording": "host"})
    with at_table(browser, server, hosting.game, browser_context_args, 1, 2) as (ana, bo):
        for phone in (ana, bo):
            phone.open()
            expect(phone.page.locator(KEY)).to_be_disabled()
        services.hand_over(hosting, Membership.objects.get(game=hosting.game, seat=2))
        expect(bo.page.locator(KEY)).to_be_enabled()
        expect(ana.page.locator("#board")).to_contain_text("Bo\u2069 is the host now.")
        expect(ana.page.locator(KEY)).to_be_disabled()
        bo.tap("draw", card="R4")
        ana.waits_for(bo.version)
        expect(ana.page.locator("#tableau .card")).to_have_count(1)
        assert ana.errors == bo.errors == []


def test_new_names_and_a_game_given_up_show_on_open_pages(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    device, _secret = devices.new_device()
    hosting = services.create_game(device, NAMES[:2])
    with at_table(browser, server, hosting.game, browser_context_args, 2, None) as (bo, watcher):
        bo.open()
        watcher.open()
        seat = watcher.page.get_by_role("link", name="choose a seat")
        expect(seat).to_be_visible()
        services.rename(hosting, ["Ana", "Bodo"])
        expect(bo.page.locator("#seats li").nth(1)).to_contain_text("Bodo")
        services.abandon(hosting)
        expect(bo.page.locator("#board")).to_contain_text("given up")
        # Nobody is to act, and there is nothing to record.
        expect(bo.page.locator(".seat.acts")).to_have_count(0)
        expect(bo.page).to_have_title("This game was given up · TEN Companion")
        expect(seat).to_be_hidden()
        services.resume(hosting)
        expect(bo.page.locator("#board")).not_to_contain_text("given up")
        expect(bo.page.locator(".seat.acts")).to_have_count(1)
        expect(seat).to_be_visible()
        assert bo.errors == watcher.errors == []
