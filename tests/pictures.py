"""The pictures of the gallery: see tests/gallery.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, Literal

from django.core.management import call_command
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from games import devices, services
from games.rules.events import Drew
from tests import machine, serving
from tests.conftest import CHROMIUM_ARGUMENTS
from tests.scenes import LEFT, Show, trouble_pages

THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {**PHONE, "has_touch": True, "is_mobile": True},
    "tablet": {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "is_mobile": True},
}
TALLEST = 3000
TV = {"viewport": {"width": 1280, "height": 720}}
NAMES = ("Ana", "Bo", "Chi", "Dee", "Eli")


class Gallery:
    """A folder of pictures: each is named for the scene, the device and the theme."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: list[str] = []
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            old.unlink()

    def take(self, page: Page, name: str, device: str, *, whole: bool = False) -> None:
        """Take this page in both themes."""
        self._names.append(name)
        small = page.viewport_size
        if whole and small:
            # Not Playwright's full page, where what sticks to the end of the screen stays there.
            height = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": small["width"], "height": min(height, TALLEST)})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            path = self._folder / f"{name}.{device}.{theme}.png"
            page.screenshot(path=path, animations="disabled")
        if small:
            page.set_viewport_size(small)

    def write_index(self) -> None:
        """Put all pictures on one page."""
        rows = []
        for name in dict.fromkeys(self._names):
            found = sorted(self._folder.glob(f"{name}.*.png"))
            pictures = [
                f'<figure><a href="{escape(path.name)}"><img src="{escape(path.name)}" alt="" '
                f'loading="lazy"></a><figcaption>{escape(path.stem)}</figcaption></figure>'
                for path in found
            ]
            rows.append(f"<h2>{escape(name)}</h2><div>{''.join(pictures)}</div>")
        (self._folder / "index.html").write_text(_INDEX.format(rows="\n".join(rows)))


_INDEX = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>TEN Companion: the gallery</title>
<style>body {{ font: 1rem system-ui; margin: 2rem }} figure {{ margin: 0 }} img {{ height: 26rem }}
div {{ display: flex; flex-wrap: wrap; gap: 1rem }}</style>
<h1>Every page and phase</h1>
{rows}
</html>
"""


@contextmanager
def site() -> Iterator[str]:
    """The site over an empty database that vanishes with the tests' data folder."""
    call_command("migrate", verbosity=0)
    with serving.served() as url:
        yield url


def write(folder: Path) -> None:
    """Take all of them."""
    gallery = Gallery(folder)
    chromium = machine.chromium()
    with site() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        take_scenes(gallery, browser, url)
        take_troubles(gallery, browser, url)
        take_passing_states(gallery, browser, url)
        browser.close()
    gallery.write_index()


def take_scenes(gallery: Gallery, browser: Browser, url: str) -> None:
    """Every page and phase of one game."""
    show = Show(names=NAMES)
    pages = {name: _context(browser, url, show.secret, d).new_page() for name, d in DEVICES.items()}
    tv = _context(browser, url, show.secret, TV).new_page()
    for scene in show.scenes():
        if scene.kind == "screen":
            tv.goto(url + scene.path)
            gallery.take(tv, scene.name, "tv")
            continue
        for device, page in pages.items():
            page.goto(url + scene.path)
            is_whole = scene.kind == "page" and scene.name != "api-docs"
            gallery.take(page, scene.name, device, whole=is_whole)
        if scene.name in {"draw", "auction", "result"}:
            page = pages["phone"]
            page.locator("#below").evaluate("part => part.scrollIntoView()")
            gallery.take(page, f"{scene.name}-below", "phone")
        for page in pages.values():
            page.goto(LEFT)
        if scene.name in {"result", "shared"}:
            tv.goto(url + scene.path)
            tv.emulate_media(media="print", color_scheme="light")
            tv.set_viewport_size({"width": 794, "height": 1123})
            gallery.take(tv, f"{scene.name}-print", "paper")
            tv.emulate_media(media="screen")
            tv.set_viewport_size({"width": 1280, "height": 720})


def take_troubles(gallery: Gallery, browser: Browser, url: str) -> None:
    """What is shown when something went wrong."""
    page = browser.new_context(**DEVICES["phone"], service_workers="block").new_page()
    for name, html in trouble_pages().items():
        address = f"{url}/trouble-{name}"
        page.route(address, _answer(html))
        page.goto(address)
        gallery.take(page, f"trouble-{name}", "phone")


def _answer(html: str) -> Callable[[Any], None]:
    return lambda route: route.fulfill(body=html, content_type="text/html")


def take_passing_states(gallery: Gallery, browser: Browser, url: str) -> None:
    """What comes and goes at a table."""
    show = Show("show-me", NAMES[:3])
    game = show.game
    for version, card in enumerate(("R2", "$4", "B1")):
        services.record(show.host, version, Drew(card))
    page = _context(browser, url, show.secret, DEVICES["phone"]).new_page()
    live = page.locator("html.scripted:not(.out-of-date)")
    page.goto(f"{url}/games/{game.pk}/")
    expect(live).to_be_visible()
    page.locator("#menu > summary").tap()
    gallery.take(page, "menu", "phone")
    page.locator("#menu > summary").tap()
    page.locator('[formaction$="/take"][value="numbers"]').tap()
    expect(page.locator("#board")).to_have_attribute("data-version", "4")
    page.locator('[formaction$="/skip"]').tap()
    expect(page.locator("#board")).to_have_attribute("data-version", "5")
    page.wait_for_timeout(500)  # sooner nobody can have seen whose turn it is
    page.locator('[formaction$="/take"][value="numbers"]').tap(force=True)
    expect(page.locator("#notice")).to_be_visible()
    gallery.take(page, "refusal", "phone")
    page.locator("#notice a").tap()
    page.context.set_offline(True)
    expect(page.locator("html.out-of-date")).to_be_visible()
    gallery.take(page, "offline", "phone")
    for card in ("R3", "G2"):
        page.locator(f'.key[value="{card}"]').tap()
    expect(page.locator("#waiting")).to_be_visible()
    gallery.take(page, "waiting-offline", "phone")
    services.record(show.host, game_version(show), Drew("O5"))
    page.context.set_offline(False)
    expect(page.locator("#waiting.held")).to_be_visible()
    gallery.take(page, "waiting-held", "phone")
    watcher = _context(browser, url, "", DEVICES["phone"]).new_page()
    watcher.goto(f"{url}/join/{game.code}")
    watcher.get_by_role("button", name="watch").tap()
    expect(watcher.locator(".watching")).to_be_visible()
    gallery.take(watcher, "watching", "phone")
    services.abandon(show.host)
    watcher.goto(f"{url}/games/{game.pk}/")
    gallery.take(watcher, "given-up", "phone")


def game_version(show: Any) -> int:
    """The version of its game now."""
    version: int = show.game.version
    return version


def _context(browser: Browser, url: str, secret: str, device: dict[str, Any]) -> BrowserContext:
    context = browser.new_context(locale="en", **device)
    context.set_default_timeout(10_000)
    if secret:
        context.add_cookies([{"name": devices.COOKIE, "value": secret, "url": url}])
    return context
