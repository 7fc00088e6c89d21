"""Passing a result on from a phone, and putting it on paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from games import demo, results
from games.models import Game
from games.views.sharing import token_of
from tests.browser.phones import Phone, at_table
from tests.browser.test_fits import LONG_NAMES, table_of

pytestmark = pytest.mark.browser

SHARES = """() => {
    window.sent = [];
    navigator.canShare = () => true;
    navigator.share = async (what) => {
        window.sent.push({...what, files: what.files?.map(file => [file.name, file.type])});
    };
}"""


INSECURE = """for (const name of ['share', 'canShare', 'clipboard'])
    Object.defineProperty(navigator, name, {value: undefined})"""
"""By plain HTTP browsers have none of these."""


@pytest.fixture
def finished(server: str) -> Game:
    """Five players with long names and a tie of four."""
    game, _host = table_of(LONG_NAMES, *demo.recorded("five").events)
    results.claim(game.pk, "test")
    results.settle(game.pk, "test")
    return Game.objects.get()


def shared(server: str, game: Game) -> str:
    return server + reverse("games:shared", args=[token_of(game)])


def pages_of(page: Page) -> int:
    """How many sheets of A4 the page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def test_the_link_goes_by_the_clipboard_or_the_phone_s_own_dialogue(
    browser: Browser, browser_context_args: dict[str, Any], server: str, finished: Game
) -> None:
    arguments = browser_context_args | {"permissions": ["clipboard-read", "clipboard-write"]}
    with at_table(browser, server, finished, arguments, 1) as [phone]:
        page = phone.page
        page.goto(phone.url("games:table"))
        page.get_by_role("link", name="Share").tap()
        expect(
            page.get_by_role("img", name="The result as a picture: Ana wins with 17")
        ).to_be_visible()
        page.wait_for_function("() => document.querySelector('.picture img').naturalWidth === 1200")
        link = page.get_by_label("The link").input_value()
        assert link.endswith(reverse("games:shared", args=[token_of(finished)]))
        page.get_by_role("button", name="Copy").tap()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == link
        assert Axe().run(page).response["violations"] == []
        page.add_init_script(f"({SHARES})()")
        page.reload(wait_until="networkidle")
        page.get_by_role("button", name="Send").tap()
        [sent] = page.evaluate("window.sent")
        assert (sent["title"], sent["files"]) == ("Ana wins with 17", [["ten.png", "image/png"]])
        assert link in sent["text"]
        assert phone.errors == []


@pytest.mark.parametrize(("view", "named"), [("share", "Copy"), ("invite", "Copy the link")])
def test_in_the_living_room_the_link_is_copied_all_the_same(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    finished: Game,
    view: str,
    named: str,
) -> None:
    arguments = browser_context_args | {"permissions": ["clipboard-read", "clipboard-write"]}
    with at_table(browser, server, finished, arguments, 1) as [phone]:
        page = phone.page
        page.add_init_script(INSECURE)
        page.goto(phone.url(f"games:{view}"))
        assert page.get_by_role("button", name="Send").count() == 0
        page.get_by_role("button", name=named).tap()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        expect(page.get_by_role("button", name="Copied")).to_be_focused()
        expect(page.locator("input.spoken")).to_have_count(0)
        link = page.locator("[data-link]").get_attribute("data-link")
        assert pasted(phone) == link
        assert phone.errors == []


def pasted(phone: Phone) -> str:
    """What is in the clipboard, by a page that may read it."""
    page = phone.context.new_page()
    page.goto(phone.url("games:share"))
    found: str = page.evaluate("navigator.clipboard.readText()")
    return found


def test_where_nothing_copies_the_link_can_be_selected(
    browser: Browser, browser_context_args: dict[str, Any], server: str, finished: Game
) -> None:
    with at_table(browser, server, finished, browser_context_args, 1) as [phone]:
        page = phone.page
        page.add_init_script(f"{INSECURE}; document.queryCommandSupported = () => false")
        page.goto(phone.url("games:share"))
        for name in ("Send", "Copy"):
            assert page.get_by_role("button", name=name).count() == 0
        page.get_by_label("The link").tap()
        chosen = page.evaluate("getSelection().toString()")
        assert chosen == page.get_by_label("The link").input_value()
        assert page.get_by_role("link", name="Download the picture").is_visible()
        assert phone.errors == []


def test_five_sheets_are_one_page_of_paper(
    browser: Browser, browser_context_args: dict[str, Any], server: str, finished: Game
) -> None:
    with at_table(browser, server, finished, browser_context_args, 1) as [phone]:
        for url in (phone.url("games:table"), shared(server, finished)):
            phone.page.goto(url)
            expect(phone.page.locator(".sheet")).to_have_count(5)
            assert pages_of(phone.page) == 1


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_what_others_see_is_for_everybody(
    browser: Browser, browser_context_args: dict[str, Any], server: str, finished: Game, scheme: Any
) -> None:
    page = browser.new_context(**browser_context_args, color_scheme=scheme).new_page()
    page.goto(shared(server, finished))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert Axe().run(page).response["violations"] == []
