"""For everybody: by axe-core's rules, by keyboard, by ear, without colour, without movement."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from games import devices, services
from games.rules.events import Bid, Drew, Event, Skipped, Took
from tests.browser.hearing import sentence, table_of
from tests.browser.phones import Phone, at_table
from tests.scenes import LEFT, Scene, Show, trouble_pages

pytestmark = pytest.mark.browser

FEW = {"scoring", "entries-at-the-end", "choose-payment", "mend-nothing", "history-later"}
"""Nothing there has colours of its own: one theme is enough."""


@pytest.fixture
def show(server: str) -> Show:
    return Show()


def shown(browser: Browser, server: str, show: Show, arguments: dict[str, Any]) -> Page:
    """A page of the host's phone."""
    context = browser.new_context(**arguments)
    context.add_cookies([{"name": devices.COOKIE, "value": show.secret, "url": server}])
    return context.new_page()


# By the rules


WHAT_IS_SEEN_IS_THE_NAME = {"label-content-name-mismatch": {"enabled": True}}
"""WCAG 2.5.3, for who taps by voice; axe-core looks at it only if it is asked to."""


def violations(page: Page, *rules: str) -> list[tuple[str, list[str]]]:
    """What axe-core objects to: the rule, and where."""
    only: dict[str, Any] = {"rules": WHAT_IS_SEEN_IS_THE_NAME}
    if rules:
        only = {"runOnly": {"type": "rule", "values": list(rules)}}
    found = page.evaluate(
        "options => axe.run(document, options)",
        {"resultTypes": ["violations"], "preload": False} | only,
    )
    return [(v["id"], [str(node["target"]) for node in v["nodes"]]) for v in found["violations"]]


def is_sound(page: Page, name: str) -> None:
    """Nothing objectionable in the dark; nor are the colours of the light theme."""
    page.emulate_media(color_scheme="dark")
    page.evaluate(AXE_SCRIPT)
    assert (name, violations(page)) == (name, [])
    if name not in FEW:
        page.emulate_media(color_scheme="light")
        assert (name, violations(page, "color-contrast")) == (name, [])


def test_no_page_in_any_phase_breaks_a_rule(
    browser: Browser, browser_context_args: dict[str, Any], server: str, show: Show
) -> None:
    # What moves is half transparent for a moment.
    arguments = browser_context_args | {"reduced_motion": "reduce"}
    page = shown(browser, server, show, arguments)
    names = set()
    for scene in show.scenes():
        names.add(scene.name)
        page.goto(server + scene.path)
        if scene.name != "api-docs":
            page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        is_sound(page, scene.name)
        page.goto(LEFT)
    for name, html in trouble_pages().items():
        page.route("**/trouble", answer(html), times=1)
        page.goto(f"{server}/trouble")
        is_sound(page, name)
    assert len(names) > 40


def answer(html: str) -> Any:
    return lambda route: route.fulfill(body=html, content_type="text/html")


# By keyboard


def begin(page: Page) -> None:
    """Put the focus before everything on the page."""
    page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges(); scrollTo(0, 0)")


def reach(page: Page, selector: str, key: str = "Tab") -> None:
    """Go there from wherever the focus is, by the tab key alone."""
    for _ in range(80):
        page.keyboard.press(key)
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            outline = page.evaluate(
                "(document.activeElement.closest('.spend') ?? document.activeElement)"
                ".computedStyleMap().get('outline-width').value"
            )
            assert outline > 0, selector
            return
    raise AssertionError(f"not reached: {selector}")


def press(phone: Phone, selector: str, version: int, key: str = "Tab") -> None:
    """Go there, press Enter, and wait until that was recorded."""
    reach(phone.page, selector, key)
    phone.looks()
    phone.page.keyboard.press("Enter")
    phone.waits_for(version)


def focus(phone: Phone) -> str:
    """What the focus is on."""
    found: str = phone.page.evaluate(
        "(({id, value, localName}) => id || value || localName)(document.activeElement)"
    )
    return found


def test_a_whole_turn_by_keyboard(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    """From each control to the next, and never again from the beginning of the page."""
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        page = phone.open().page
        begin(page)
        press(phone, '.key[value="R2"]', 1)
        # Live updates leave the focus where it is: the next card is a few keys away.
        assert focus(phone) == "R2"
        press(phone, '.key[value="*7"]', 2)
        assert (phone.phase, focus(phone)) == ("auction", "headline")
        press(phone, '#bids [value="2"]', 3)
        # The next bidder's amounts are others; to pass is the same for all.
        assert focus(phone) == "headline"
        press(phone, "#act-pass", 4)
        assert (phone.phase, focus(phone)) == ("payment", "headline")
        reach(page, '[aria-label="one black fewer"]')
        phone.looks()
        page.keyboard.press("Space")
        expect(page.locator(".sum .short")).to_be_visible()
        reach(page, '[aria-label="one black more"]')
        page.keyboard.press("Space")
        press(phone, "#act-pay", 5)
        assert (phone.phase, focus(phone)) == ("draw", "headline")
        press(phone, '.key[value="$1"]', 6)
        press(phone, "#act-currency", 7)
        assert focus(phone) == "act-currency"
        press(phone, '.key[value="G3"]', 8, "Shift+Tab")
        press(phone, "#act-numbers", 9)
        assert (phone.phase, focus(phone)) == ("buy", "headline")
        reach(page, '.ware[href$="card=R2"]')
        phone.looks()
        page.keyboard.press("Enter")
        expect(page.locator("#act-buy")).to_be_visible()
        press(phone, "#act-buy", 10)
        assert (phone.phase, focus(phone)) == ("draw", "headline")
        press(phone, "#act-undo", 11, "Shift+Tab")
        assert focus(phone) == "act-undo"
        reach(page, "#menu > summary")
        page.keyboard.press("Enter")
        reach(page, '#menu .choice[formaction$="/redo"]')
        page.keyboard.press("Escape")
        expect(page.locator("#menu")).not_to_have_attribute("open", "")
        page.keyboard.press("Enter")
        press(phone, '#menu .choice[formaction$="/redo"]', 12)
        assert focus(phone) == "summary"
        assert phone.errors == []


def test_what_another_phone_says_takes_no_focus_away(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of(Drew("R2"))
    with at_table(browser, server, game, browser_context_args, 2) as [phone]:
        page = phone.open().page
        begin(page)
        reach(page, '.key[value="B3"]')
        services.record(host, 1, Drew("*7"))
        phone.waits_for(2)
        assert (phone.phase, focus(phone)) == ("auction", "headline")
        # Nor does the headline lose it to what comes next.
        services.record(host, 2, Bid(2, 1))
        phone.waits_for(3)
        assert focus(phone) == "headline"
        # What is chosen but not said goes on from there too.
        reach(page, '#auction a[href$="winner=1"]')
        phone.looks()
        page.keyboard.press("Enter")
        expect(page.locator("#sold-for")).to_be_visible()
        assert focus(phone) == "headline"
        reach(page, '#sold-for a[href$="amount=3"]')
        phone.looks()
        page.keyboard.press("Enter")
        expect(page.locator("#payment")).to_be_visible()
        assert focus(phone) == "headline"
        assert phone.errors == []


def test_a_finger_sees_nothing_of_it(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of(Drew("R2"))
    with at_table(browser, server, game, browser_context_args, 1) as [phone]:
        page = phone.open().page
        page.evaluate("scrollTo(0, 150)")
        page.locator("#act-numbers").tap()
        phone.waits_for(2)
        assert focus(phone) == "headline"
        assert page.evaluate("scrollY") == 150
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert page.evaluate(outline) == "none"
        # Whoever had no focus is given none.
        begin(page)
        phone.looks()
        services.record(host, 2, Skipped())
        phone.waits_for(3)
        assert focus(phone) == "body"


# By ear

LISTEN = """() => {
    window.heard = [];
    const live = [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')];
    for (const region of live) new MutationObserver(() => {
        const text = region.textContent.trim();
        if (text && region.checkVisibility()) window.heard.push(text);
    }).observe(region, {childList: true, characterData: true, subtree: true});
}"""


def test_one_polite_sentence_for_each_happening(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of(Drew("R2"))
    said: list[Event] = [Drew("$1"), Drew("$1"), Drew("B3"), Took("currency"), Drew("O4")]
    with at_table(browser, server, game, browser_context_args, 2) as [phone]:
        page = phone.open().page
        page.evaluate(LISTEN)
        for version, event in enumerate(said, 1):
            services.record(host, version, event)
            phone.waits_for(version + 1)
        told = [
            "Ana drew currency 1.",
            "Ana drew currency 1.",
            "Ana drew blue 3.",
            "Ana took the currency.",
            "Bo drew orange 4.",
        ]
        heard = page.evaluate("window.heard")
        assert len(heard) == len(told), heard
        for text, expected in zip(heard, told, strict=True):
            assert sentence(expected).match(text), text
        assert page.locator("#spoken").get_attribute("aria-live") == "polite"
        # A phone's own tap is told once too.
        phone.tap("draw", card="G1")
        phone.waits_for(7)
        heard = page.evaluate("window.heard")[len(told) :]
        assert [bool(sentence("Bo drew green 1.").match(text)) for text in heard] == [True]


# Without colour

Deficiency = Literal["protanopia", "deuteranopia", "tritanopia", "achromatopsia"]
DEFICIENCIES: tuple[Deficiency, ...] = (
    "protanopia",
    "deuteranopia",
    "tritanopia",
    "achromatopsia",
)
SUITS = {"R1": "red 1", "B1": "blue 1", "O1": "orange 1", "G1": "green 1", "*1": "any-colour 1"}


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_suits_differ_without_colour(
    browser: Browser, browser_context_args: dict[str, Any], server: str, scheme: str
) -> None:
    game, _host = table_of()
    arguments = browser_context_args | {"device_scale_factor": 4, "color_scheme": scheme}
    with at_table(browser, server, game, arguments, 1) as [phone]:
        page = phone.open().page
        keys = [page.locator(f'.key[value="{code}"]') for code in SUITS]
        shapes = [key.locator(".suit use").get_attribute("href") for key in keys]
        assert len(set(shapes)) == len(SUITS)
        for key, name in zip(keys, SUITS.values(), strict=True):
            assert (key.get_attribute("aria-label") or "").startswith(name)
        session = phone.context.new_cdp_session(page)
        for deficiency in DEFICIENCIES:
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
            drawn = [shape(key.locator(".suit").screenshot()) for key in keys]
            for one, other in combinations(drawn, 2):
                differing = sum(a != b for a, b in zip(one, other, strict=True))
                assert differing / len(one) > 0.08, deficiency


def shape(picture: bytes) -> list[bool]:
    """The suit as black and white: which of its points are of the colour of its middle."""
    grey = Image.open(io.BytesIO(picture)).convert("L").resize((24, 24))
    points = list(grey.getdata())
    threshold = (min(points) + max(points)) / 2
    middle = points[len(points) // 2 + 12] > threshold
    return [(point > threshold) == middle for point in points]


TOKEN = """kind => {
    const part = document.querySelector(`.seat ${kind}`);
    const {left, top, height} = part.getBoundingClientRect();
    const size = parseFloat(getComputedStyle(part, '::before').width);
    return {x: left, y: top + (height - size) / 2, width: size, height: size};
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_bust_token_is_crossed_out_in_either_theme(
    browser: Browser, browser_context_args: dict[str, Any], server: str, scheme: str
) -> None:
    game, _host = table_of()
    arguments = browser_context_args | {"device_scale_factor": 4, "color_scheme": scheme}
    with at_table(browser, server, game, arguments, 1) as [phone]:
        page = phone.open().page
        black, white = (
            page.screenshot(clip=page.evaluate(TOKEN, kind)) for kind in (".black", ".white")
        )
        assert [is_dark(black, *point) for point in ((0.5, 0.5), (0.5, 0.35))] == [True, True]
        crossing = [(0.5, 0.5), (0.33, 0.33), (0.67, 0.33), (0.33, 0.67), (0.67, 0.67)]
        between = [(0.5, 0.2), (0.2, 0.5), (0.8, 0.5), (0.5, 0.8)]
        assert [is_dark(white, *point) for point in crossing + between] == [True] * 5 + [False] * 4


def is_dark(picture: bytes, across: float, down: float) -> bool:
    grey = Image.open(io.BytesIO(picture)).convert("L")
    points = list(grey.getdata())
    return bool(points[int(grey.height * down) * grey.width + int(grey.width * across)] < 128)


# Without movement

MOVES = """() => [...document.querySelectorAll('*')].flatMap(part =>
    [undefined, '::before', '::after'].map(pseudo => {
        const style = getComputedStyle(part, pseudo);
        const still = /^(0s(, )?)+$/.test(style.transitionDuration)
            && style.animationName === 'none' && style.scrollBehavior === 'auto';
        return still ? '' : `${part.outerHTML.slice(0, 80)} ${pseudo}`;
    })).filter(Boolean).concat(document.getAnimations().map(String))"""


def scenes_that_move(show: Show) -> Iterator[Scene]:
    for scene in show.scenes():
        if scene.kind in {"table", "screen"} or scene.name in {"home", "new", "share"}:
            yield scene


def test_nothing_moves_for_who_wants_no_movement(
    browser: Browser, browser_context_args: dict[str, Any], server: str, show: Show
) -> None:
    arguments = browser_context_args | {"reduced_motion": "reduce"}
    page = shown(browser, server, show, arguments)
    for scene in scenes_that_move(show):
        page.goto(server + scene.path)
        assert (scene.name, page.evaluate(MOVES)) == (scene.name, [])
        page.goto(LEFT)
