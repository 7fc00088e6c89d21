"""Pages that are too old, and phones that lost their cookies: one sentence, one tap, and on."""

from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, expect

from games import devices, services
from games.models import Game
from games.rules.events import Drew
from tests.browser.hearing import drawn, sentence, table_of
from tests.browser.phones import Phone, at_table

pytestmark = pytest.mark.browser


def without_token(phone: Phone) -> None:
    phone.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)


def with_another_token(phone: Phone) -> None:
    cookie = {"name": settings.CSRF_COOKIE_NAME, "value": "x" * 32, "url": phone.server}
    phone.context.add_cookies([cookie])  # type: ignore[list-item]


@pytest.mark.parametrize("aged", [without_token, with_another_token])
def test_a_stale_token_costs_one_tap(
    browser: Browser, browser_context_args: dict[str, Any], server: str, aged: Any
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()
        aged(ana)
        services.record(host, 0, Drew("$1"))
        ana.waits_for(1)
        ana.tap("draw", card="R4")
        notice = ana.page.locator("#notice")
        expect(notice).to_contain_text("This page was old, so nothing was recorded.")
        assert drawn(game) == ["$1"]
        ana.page.get_by_role("button", name="Still record: Drawn: red 4.").tap()
        for phone in (ana, bo):
            phone.waits_for(2)
        expect(notice).to_have_count(0)
        assert drawn(game) == ["$1", "R4"]
        # From here on the page is as good as new.
        ana.page.wait_for_timeout(310)
        ana.tap("draw", card="B1")
        ana.waits_for(3)
        expect(notice).to_have_count(0)
        assert (ana.errors, bo.errors) == ([], [])


def test_what_waited_on_a_page_that_grew_old_is_kept_by_a_tap_each(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        ana.context.set_offline(True)
        expect(ana.page.locator("#connection")).to_contain_text("offline")
        ana.tap("draw", card="R1")
        ana.tap("draw", card="R2")
        without_token(ana)
        ana.context.set_offline(False)
        panel = ana.page.locator("#waiting.held")
        expect(panel).to_contain_text("This page was old, so nothing was recorded.")
        for version, card in enumerate(("red 1", "red 2"), 1):
            panel.get_by_role("button", name=f"Keep: {card}").tap()
            ana.waits_for(version)
        expect(ana.page.locator("#waiting")).to_be_hidden()
        assert drawn(game) == ["R1", "R2"]


def test_a_phone_without_cookies_sits_down_again_and_its_tap_is_kept(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()
        bo.context.clear_cookies()
        bo.tap("draw", card="R4")
        way_back = bo.page.get_by_role("link", name="This phone is not at the table any more.")
        way_back.tap()
        bo.page.get_by_role("button", name=sentence("Bo")).tap()
        expect(bo.page.locator("#board")).to_be_visible()
        for phone in (ana, bo):
            phone.waits_for(1)
        expect(bo.page.locator("#waiting")).to_be_hidden()
        assert drawn(game) == ["R4"]
        game.refresh_from_db()
        assert game.names == ["Ana", "Bo"]
        assert set(game.memberships.values_list("seat", flat=True)) == {None, 1, 2}
        expect(ana.page.locator("#seats > li")).to_have_count(2)
        bo.page.wait_for_timeout(310)
        bo.tap("draw", card="$1")
        ana.waits_for(2)


def test_a_phone_that_was_removed_is_told_without_a_tap(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 2) as [bo]:
        bo.open()
        services.remove_phone(host, game.memberships.get(seat=2))
        expect(bo.page.locator("#connection a")).to_contain_text("This phone is not at the table")
        assert Game.objects.get(pk=game.pk).code != game.code
        assert bo.page.locator("#connection a").get_attribute("href") == f"/join/{game.code}"
        assert devices.COOKIE in {cookie["name"] for cookie in bo.context.cookies()}
