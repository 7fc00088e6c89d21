"""A tap is answered before the server has answered, and taken back for all to see if refused."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from games import services
from games.rules.events import Drew
from tests.browser.hearing import drawn, table_of
from tests.browser.phones import at_table

pytestmark = pytest.mark.browser

NOW = """() => ({
    pressed: [...document.querySelectorAll('.pressed')].map(button => button.value),
    laid: [...document.querySelectorAll('#tableau .card')]
        .map(card => [card.querySelector('use').getAttribute('href'), card.textContent.trim(),
                      card.parentElement.matches('.pending')]),
})"""
RED_1 = ["#red", "1"]


def test_the_card_lies_there_before_the_server_has_answered(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        page = ana.open().page
        held: list[Route] = []
        page.route("**/draw", lambda route: held.append(route))
        page.locator('.key[value="R1"]').tap()
        assert page.evaluate(NOW) == {"pressed": ["R1"], "laid": [[*RED_1, True]]}
        assert drawn(game) == []
        held.pop().continue_()
        ana.waits_for(1)
        expect(page.locator(".pressed, .pending")).to_have_count(0)
        assert page.evaluate(NOW)["laid"] == [[*RED_1, False]]
        # What lands nowhere, as a reward, shows at least that it was felt.
        page.route("**/take", lambda route: held.append(route))
        page.locator("#act-numbers").tap()
        assert page.evaluate(NOW)["pressed"] == ["numbers"]
        held.pop().continue_()
        ana.waits_for(2)
        expect(page.locator(".pressed")).to_have_count(0)
        assert ana.errors == []


def test_a_refused_card_is_taken_back(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        page = ana.open().page
        held: list[Route] = []
        page.route("**/draw", lambda route: held.append(route))
        page.locator('.key[value="R1"]').tap()
        assert page.evaluate(NOW)["laid"] == [[*RED_1, True]]
        services.record(host, 0, Drew("B2"))
        held.pop().continue_()
        expect(page.locator("#notice")).to_be_visible()
        assert page.evaluate(NOW) == {"pressed": [], "laid": [["#blue", "2", False]]}
        expect(page.get_by_role("button", name="Still record")).to_be_visible()
        assert drawn(game) == ["B2"]
