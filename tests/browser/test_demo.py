"""The table that plays by itself, in a real browser."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from games import demo
from tests.browser.measuring import boxes

pytestmark = pytest.mark.browser

LAST = len(demo.frames()) - 1


@dataclass
class Visit:
    """A page on a phone, and what its scripts complained of."""

    page: Page
    errors: list[str] = field(default_factory=list)


def opened(browser: Browser, url: str, arguments: dict[str, Any], **more: Any) -> Visit:
    visit = Visit(browser.new_context(**arguments | more).new_page())
    visit.page.on("pageerror", lambda error: visit.errors.append(str(error)))
    visit.page.on("console", lambda said: _note(visit, said))
    visit.page.goto(url)
    return visit


def _note(visit: Visit, said: ConsoleMessage) -> None:
    if said.type == "error":
        visit.errors.append(said.text)


def step(page: Page) -> int:
    return int(page.locator("#demo").get_attribute("data-step") or -1)


def test_plays_by_itself_and_stops_when_it_is_told_to(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    visit = opened(browser, f"{server}/demo", browser_context_args)
    page = visit.page
    expect(page.locator(".tapped")).to_have_attribute("value", "R2")
    expect(page.locator("#tableau .card")).to_have_count(1)
    expect(page.locator(".tapped")).to_have_attribute("value", "$4")
    page.get_by_label("Pause").tap()
    now = step(page)
    page.wait_for_timeout(2000)
    assert step(page) == now
    page.get_by_role("button", name="Speed").tap()
    page.get_by_role("button", name="Speed").tap()
    expect(page.get_by_role("button", name="Speed")).to_have_text("Speed: 4×")
    page.get_by_label("Play", exact=True).tap()
    expect(page.locator("#auction")).to_be_visible()
    page.wait_for_function(
        "then => Number(document.getElementById('demo').dataset.step) > then + 4", arg=now
    )
    assert f"step={step(page)}" in page.url
    assert visit.errors == []


def test_goes_step_by_step_and_to_what_one_wants_to_see(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    visit = opened(browser, f"{server}/demo?step=3", browser_context_args)
    page = visit.page
    page.get_by_label("One step on").tap()
    expect(page.locator("#demo")).to_have_attribute("data-step", "4")
    expect(page.locator("#caption")).to_have_attribute("aria-live", "polite")
    page.get_by_label("One step back").tap()
    expect(page.locator("#demo")).to_have_attribute("data-step", "3")
    page.locator(".chapters summary").tap()
    page.get_by_role("link", name="The result").tap()
    expect(page.locator("#result")).to_be_visible()
    page.wait_for_timeout(500)
    assert step(page) == LAST
    page.get_by_label("Play", exact=True).tap()
    expect(page.locator("#demo")).to_have_attribute("data-step", "0")
    assert visit.errors == []


def test_waits_for_those_who_want_little_movement(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    visit = opened(browser, f"{server}/demo", browser_context_args, reduced_motion="reduce")
    page = visit.page
    expect(page.get_by_label("Play", exact=True)).to_be_visible()
    page.wait_for_timeout(2200)
    assert step(page) == 0


@pytest.mark.parametrize("size", [(360, 640), (320, 568), (1024, 768), (740, 360)])
def test_every_screen_fits_beside_the_controls(
    browser: Browser, browser_context_args: dict[str, Any], server: str, size: tuple[int, int]
) -> None:
    width, height = size
    viewport = {"viewport": {"width": width, "height": height}}
    visit = opened(browser, server + "/demo", browser_context_args, **viewport)
    page = visit.page
    for at in {*demo.chapters().values(), 7}:
        page.goto(f"{server}/demo?step={at}")
        page.get_by_label("One step on").wait_for()
        assert Axe().run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        controls = page.locator(".player").bounding_box()
        bar = page.locator("#actions").bounding_box()
        assert controls
        assert bar
        assert controls["y"] + controls["height"] == pytest.approx(height, abs=1)
        for left, _top, right, _bottom in boxes(page, ".controls .button"):
            assert (left >= 0, right <= width) == (True, True), at
        for _left, _top, _right, bottom in boxes(page, "#actions > .button, .key"):
            assert bottom <= controls["y"] + 1, at


def test_works_without_a_script(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    visit = opened(browser, f"{server}/demo", browser_context_args, java_script_enabled=False)
    page = visit.page
    assert page.locator("[data-speed]").is_hidden()
    page.get_by_label("One step on").tap()
    page.wait_for_url("**/demo?step=1")
    page.get_by_label("One step back").tap()
    page.wait_for_url("**/demo?step=0")
