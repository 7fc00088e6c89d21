"""The pages in a real browser, on the smallest phone there is: looks, arrows, invitations."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
)
from pytest_django import Settings

from games import devices
from games.models import Game
from tests.pages.phones import Phone

pytestmark = pytest.mark.browser

SMALLEST: ViewportSize = {"width": 320, "height": 568}
NAMES = ["Ana", "Bjørn-Christian the Third", "Priya"]
PAGES = ["", "new", "join", "join?code=ZZZZZ", "history", "rules", "join/{code}"]
AT_TABLE = ["invite", "entries", "entries/1"]

TOO_SMALL = """() => [...document.querySelectorAll("a, button, summary, input:not([type=hidden])")]
    .map((e) => [e, (e.closest("label") ?? e).getBoundingClientRect()])
    .filter(([e, box]) => box.width && (box.width < 44 || box.height < 44) && !e.matches(".skip"))
    .map(([e]) => e.outerHTML)"""
BAR_AND_PAGE = """() => {
    const metas = [...document.querySelectorAll('meta[name="theme-color"]')];
    const first = metas.find((meta) => !meta.media || matchMedia(meta.media).matches);
    const style = getComputedStyle(document.documentElement);
    return [first.content, style.getPropertyValue('--ground').trim()];
}"""
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def game(transactional_db: None, settings: Settings) -> Game:
    """A game that has begun."""
    settings.ALLOWED_HOSTS = ["localhost"]
    host = Phone()
    host.plays_to_the_end(host.starts(NAMES[:1]))
    return host.says(host.starts([name[:24] for name in NAMES]), "R6 B5 *7")


def phone_of(game: Game, browser: Browser, server: str, scheme: str = "dark") -> BrowserContext:
    """A browser at this table, as its host."""
    context = browser.new_context(viewport=SMALLEST, color_scheme=scheme, locale="en")  # type: ignore[arg-type]
    secret = a_new_secret(game)
    context.add_cookies([{"name": devices.COOKIE, "value": secret, "url": server}])
    return context


def a_new_secret(game: Game) -> str:
    """The secret of a new device that takes the place of the host's."""
    device, secret = devices.new_device()
    game.memberships.filter(role="host").update(device=device)
    return secret


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_page_can_be_used_by_everybody(
    game: Game, browser: Browser, server: str, scheme: str
) -> None:
    page = phone_of(game, browser, server, scheme).new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if is_trouble(message) else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    paths = [*PAGES, *(f"games/{game.pk}/{name}" for name in AT_TABLE)]
    for path in paths:
        page.goto(f"{server}/{path.format(code=game.code)}")
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true })")
        assert (path, page.evaluate(SIDEWAYS)) == (path, 0)
        assert (path, page.evaluate(TOO_SMALL)) == (path, [])
        found = Axe().run(page)
        assert found.violations_count == 0, (path, found.generate_report())
    assert said == []


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_browsers_bar_has_the_colour_of_the_page(
    game: Game, browser: Browser, server: str, scheme: str
) -> None:
    page = phone_of(game, browser, server, scheme).new_page()
    page.goto(server)
    of_the_bar, of_the_page = page.evaluate(BAR_AND_PAGE)
    assert of_the_bar == of_the_page


def is_trouble(message: ConsoleMessage) -> bool:
    """Whether the browser complains; not about the page for a wrong code, which is a 404."""
    return message.type in ("error", "warning") and "404" not in message.text


def names(page: Page) -> list[str]:
    return [field.input_value() for field in page.locator("[name=name]").all()]


def test_arrows_change_the_order_and_take_the_starter_along(
    game: Game, browser: Browser, server: str
) -> None:
    page = phone_of(game, browser, server).new_page()
    page.goto(f"{server}/new")
    page.get_by_label("Move player 1 down").click()
    assert names(page) == ["Bjørn-Christian the Thir", "Ana", "Priya", "", ""]
    assert page.locator("[name=starting_seat]:checked").input_value() == "2"
    expect(page.locator("[data-spoken]")).to_have_text("Ana is now number 2.")
    expect(page.get_by_label("Move player 2 down")).to_be_focused()
    page.keyboard.press("Enter")
    assert names(page) == ["Bjørn-Christian the Thir", "Priya", "Ana", "", ""]


def test_a_game_starts_without_scripts(game: Game, browser: Browser, server: str) -> None:
    context = browser.new_context(viewport=SMALLEST, java_script_enabled=False)
    page = context.new_page()
    page.goto(server)
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_label("Move player 1 down")).to_be_hidden()
    page.get_by_label("Name of player 1").fill("Dee")
    page.get_by_label("Name of player 2").fill("Eli")
    page.get_by_label("Player 2 starts").check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(re.compile("/invite$"))
    page.get_by_role("button", name="I sit here: Eli").click()
    started = Game.objects.latest("created_at")
    assert urlsplit(page.url).path == f"/games/{started.pk}/"
    assert [(m.role, m.seat) for m in started.memberships.all()] == [("host", 2)]


def test_the_invitation_shows_who_comes(game: Game, browser: Browser, server: str) -> None:
    page = phone_of(game, browser, server).new_page()
    page.goto(f"{server}/games/{game.pk}/invite")
    expect(page.get_by_text("has joined")).to_have_count(0)
    guest = browser.new_context(viewport=SMALLEST).new_page()
    guest.goto(server)
    guest.get_by_label("Code of the game").fill(f" {game.code[:2].lower()} {game.code[2:]}")
    guest.get_by_role("button", name="Join").click()
    guest.get_by_role("button", name="Priya").click()
    expect(page.get_by_text("has joined")).to_have_count(1)


def test_dates_are_those_of_the_phone(game: Game, browser: Browser, server: str) -> None:
    over = Game.objects.get(status=Game.Status.FINISHED)
    secret = a_new_secret(over)
    Game.objects.filter(pk=over.pk).update(ended_at="2026-11-30T23:05:00Z")
    context = browser.new_context(locale="en", timezone_id="Europe/Berlin")
    context.add_cookies([{"name": devices.COOKIE, "value": secret, "url": server}])
    page = context.new_page()
    page.goto(f"{server}/history")
    expect(page.locator("time")).to_have_text(re.compile(r"^Dec 1, 2026, 12:05\sAM$"))
