"""Two phones that say something at the same moment, and fingers that tap twice."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Route, expect

from games import services
from games.rules.events import Drew
from tests.browser.hearing import drawn, sentence, table_of
from tests.browser.phones import Phone, at_table

pytestmark = [pytest.mark.browser, pytest.mark.live]

BOUNCED = "button => { button.click(); button.click(); }"


def at_once(quick: Phone, quick_card: str, slow: Phone, slow_card: str) -> None:
    """Both tap before either can have seen the other's: the second request is held back."""
    held: list[Route] = []
    slow.page.route("**/draw", lambda route: held.append(route), times=1)
    with slow.page.expect_request("**/draw"):
        slow.tap("draw", card=slow_card)
    quick.tap("draw", card=quick_card)
    quick.waits_for(1)
    [route] = held
    route.continue_()


def test_the_same_card_counts_once(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()
        at_once(ana, "R4", bo, "R4")
        notice = bo.page.locator("#notice")
        quicker = sentence("The phone of Ana was quicker: Ana drew red 4. It counts once.")
        expect(notice).to_contain_text(quicker)
        expect(notice.locator("[name=again]")).to_have_count(0)
        for phone in (ana, bo):
            expect(phone.page.locator("#tableau .card")).to_have_count(1)
            expect(phone.page.locator("#waiting")).to_be_hidden()
            assert phone.errors == []
        assert drawn(game) == ["R4"]


def test_another_card_is_refused_and_still_offered(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()
        at_once(ana, "R4", bo, "B2")
        notice = bo.page.locator("#notice")
        expect(notice).to_contain_text(sentence("The phone of Ana was quicker: Ana drew red 4."))
        expect(bo.page.locator("#tableau .card")).to_have_count(1)
        assert drawn(game) == ["R4"]
        # The offer outlasts what others do meanwhile.
        services.record(host, 1, Drew("$1"))
        bo.waits_for(2)
        bo.page.get_by_role("button", name="Still record: Drawn: blue 2.").tap()
        for phone in (ana, bo):
            phone.waits_for(3)
            assert phone.errors == []
        expect(notice).to_have_count(0)
        assert drawn(game) == ["R4", "$1", "B2"]


def test_a_bounce_is_one_tap_and_a_second_tap_a_second(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        phone.open()
        key = phone.page.locator('.key[value="$1"]')
        key.evaluate(BOUNCED)
        phone.waits_for(1)
        key.evaluate(BOUNCED)  # within the bounce of the first, or after it
        phone.page.wait_for_timeout(310)
        before = len(drawn(game))
        key.tap()
        phone.waits_for(before + 1)
        assert drawn(game) == ["$1"] * (before + 1)
        assert phone.errors == []


def test_a_doubled_request_is_one_entry(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        phone.open()
        url = server + reverse("games:draw", args=[game.pk])

        def twice(route: Route) -> None:
            route.fetch()
            route.continue_()

        phone.page.route(url, twice)
        phone.tap("draw", card="R4")
        phone.waits_for(1)
        expect(phone.page.locator("#notice")).to_have_count(0)
        assert drawn(game) == ["R4"]


def test_two_different_keys_quickly_are_both_recorded_in_order(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()
        ana.page.evaluate(
            """() => { for (const card of ["R1", "$1", "G1"])
                document.querySelector(`.key[value="${card}"]`).click(); }"""
        )
        for phone in (ana, bo):
            phone.waits_for(3)
            assert phone.errors == []
        assert drawn(game) == ["R1", "$1", "G1"]
