"""Mending, the table check, the box and the host's page in a real browser, on a small phone."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from games import tables
from games.models import Game
from games.rules.events import Drew, Event, Skipped, Took
from tests.casts import in_words
from tests.pages.phones import Phone
from tests.pages.test_small_phone import (
    SIDEWAYS,
    SMALLEST,
    TOO_SMALL,
    a_new_secret,
    game,
    is_trouble,
    phone_of,
)

pytestmark = pytest.mark.browser

__all__ = ["game"]

BUST = [{"op": "replace", "number": 2, "event": {"type": "draw", "card": "B1"}}]
CLASH = [{"op": "delete", "number": 1}, {"op": "delete", "number": 2}]
OWN_CLASH = [{"op": "replace", "number": 2, "event": {"type": "skip_buy"}}]


def mend(ops: object) -> str:
    return f"mend?ops={quote(json.dumps(ops))}"


AT_TABLE = ["host", "entries/2", mend(BUST), mend(CLASH), mend(OWN_CLASH)]
WITH_KEYS = ["check", "entries/2/replace", "entries/3/insert", "entries/4/insert"]
"""Pages with a pad, whose keys are as small as the table's."""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_page_can_be_used_by_everybody(
    game: Game, browser: Browser, server: str, scheme: str
) -> None:
    page = phone_of(game, browser, server, scheme).new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if is_trouble(message) else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    for path in ["box", *(f"games/{game.pk}/{name}" for name in (*AT_TABLE, *WITH_KEYS))]:
        page.goto(f"{server}/{path}")
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })")
        assert (path, page.evaluate(SIDEWAYS)) == (path, 0)
        if not path.endswith(tuple(WITH_KEYS)):
            assert (path, page.evaluate(TOO_SMALL)) == (path, [])
        found = Axe().run(page)
        assert found.violations_count == 0, (path, found.generate_report())
    assert said == []


def standing(game: Game) -> list[Event]:
    game.refresh_from_db()
    return in_words(tables.story(game))


@pytest.mark.parametrize("scripts", [True, False])
def test_a_bust_that_was_none_is_mended(
    game: Game, browser: Browser, server: str, scripts: bool
) -> None:
    game = Phone().starts(["Ana", "Bo"])
    host = game.memberships.get()
    secret = a_new_secret(game)
    Phone().joins(game, 2).says(game, "R6 B5 B4")
    context = browser.new_context(viewport=SMALLEST, java_script_enabled=scripts, locale="en")
    context.add_cookies([{"name": "ten_device", "value": secret, "url": server}])
    page = context.new_page()
    page.goto(f"{server}/games/{host.game_id}/entries")
    page.get_by_role("link", name="drew blue 5").click()
    page.get_by_role("link", name="It was something else").click()
    page.get_by_role("button", name="blue 3, ").click()
    expect(page.locator(".word")).to_contain_text("would then be")
    page.get_by_role("button", name="took the numbers").click()
    expect(page.locator(".word")).to_contain_text("It is time to buy.")
    page.get_by_role("button", name="bought nothing").click()
    expect(page.get_by_role("row", name="white 1 0")).to_have_count(1)
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(f"**/games/{game.pk}/")
    assert standing(game) == [Drew("R6"), Drew("B3"), Took("numbers"), Skipped(), Drew("B4")]


def tap(page: Page, card: str) -> None:
    page.locator(f'#pad button[value="{card}"]').click()


def test_a_tap_from_an_old_page_is_recorded_with_one_more(
    game: Game, browser: Browser, server: str
) -> None:
    game = Phone().starts(["Ana", "Bo"])
    context = phone_of(game, browser, server)
    page = context.new_page()
    page.goto(f"{server}/games/{game.pk}/")
    context.clear_cookies(name="csrftoken")
    tap(page, "R4")
    expect(page.locator("#notice")).to_contain_text("This page was old")
    assert standing(game) == []
    page.get_by_role("button", name="Drawn: red 4").click()
    expect(page.locator("#board")).to_have_attribute("data-version", "1")
    tap(page, "R2")
    expect(page.locator("#board")).to_have_attribute("data-version", "2")
    assert standing(game) == [Drew("R4"), Drew("R2")]


def test_the_box_adds_up_while_it_is_filled_in(game: Game, browser: Browser, server: str) -> None:
    page = phone_of(game, browser, server).new_page()
    page.goto(f"{server}/box")
    page.locator("summary", has_text="3 players").click()
    page.locator('[name="aside-3-R4"]').fill("2")
    expect(page.get_by_text("2 stay out, 127 of 129 are in the pile.")).to_be_visible()
    page.locator('[name="currency-$1"]').fill("9")
    expect(page.locator("[data-adds-up] .adds-up")).to_have_text("9 of 27")


def test_tokens_are_put_right_by_hand(game: Game, browser: Browser, server: str) -> None:
    page = phone_of(game, browser, server).new_page()
    page.goto(f"{server}/games/{game.pk}/check")
    page.locator(".held").nth(1).get_by_role("button", name="one black fewer").click()
    page.get_by_role("button", name="Put right: Bjørn").click()
    expect(page.locator("#tokens-2")).to_have_value("4")
    game.refresh_from_db()
    assert tables.story(game).table.seat(2).tokens == 4
