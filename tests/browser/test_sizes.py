"""Everything fits, in every phase and on every size of screen; a visit and a tap weigh little."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, expect

from games import demo, devices, services
from games.rules import notation
from games.rules.events import Drew, Event
from tests import sites
from tests.browser.measuring import boxes, smaller_than, troubles
from tests.browser.phones import at_table
from tests.browser.test_fits import SLACK, WATCH_SHIFTS, table_of
from tests.scenes import LEFT, LONG_NAMES, Scene, Show

pytestmark = pytest.mark.browser

SIZES = {
    (360, 600): (34, 52),
    (320, 568): (30, 48),
    (390, 844): (34, 52),
    (412, 915): (34, 52),
    (740, 360): (34, 40),
    (844, 390): (34, 40),
    (820, 1180): (34, 52),
    (1024, 768): (34, 52),
}
"""The visible part of phones, upright and on their side, and of tablets; the smallest key there."""

NARROWEST = 24
"""WCAG 2.2's least size of what can be tapped; whatever records something is larger."""

FIRST_VISIT = 90_000
AN_UPDATE = 8_000
"""Bytes over the wire."""

SAID = 121
"""So much was said at the table of the newcomer: the largest tableau of that game."""

AT_HAND = {
    "auction": ["#auction .headline", ".bidder.next", "#bids .amount"],
    "auction-winner": ["#auction .headline", ".bidder.chosen", "#sold-for .amount"],
    "auction-winner-amount": ["#payment .headline", "#payment .sum", "#payment .step"],
    "payment": ["#payment .headline", "#payment .sum", "#payment .step"],
    "buy": ["#buying .headline", ".ware"],
    "buy-card": ["#payment .headline", "#payment .sum", "#payment .step"],
    "final-buy": ["#buying .headline", ".ware"],
    "final-buy-card": ["#payment .headline", "#payment .sum", "#payment .step"],
    "result": ["#result .headline"],
}
"""What is in sight without scrolling, above the bar, on every phone and tablet."""


def test_every_phase_fits_every_screen(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    show = Show()
    page = phone_of(browser, browser_context_args, server, show)
    seen = set()
    for scene in show.scenes():
        if scene.kind != "table":
            continue
        seen.add(scene.name)
        page.goto(server + scene.path)
        for size, least in SIZES.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            where = f"{scene.name} at {size[0]} x {size[1]}"
            assert (where, troubles(page)) == (where, [])
            assert (where, smaller_than(page, NARROWEST)) == (where, [])
            the_bar_covers_nothing(page, scene, size, where)
            if scene.name != "demo":
                keys_are_large(page, least, where)
        page.set_viewport_size({"width": 360, "height": 600})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert (scene.name, troubles(page)) == (scene.name, [])
        page.goto(LEFT)
    assert seen >= {"demo", "begin", "draw", "last-turn", "scoring", *AT_HAND}


def phone_of(browser: Browser, arguments: dict[str, Any], server: str, show: Show) -> Page:
    """The host's phone at this show."""
    context = browser.new_context(**arguments)
    context.add_cookies([{"name": devices.COOKIE, "value": show.secret, "url": server}])
    return context.new_page()


def the_bar_covers_nothing(page: Page, scene: Scene, size: tuple[int, int], where: str) -> None:
    """The bar is at the bottom, and what a turn needs is above it, or beside it.

    Below the bar there is only what plays the demo's game.
    """
    width, height = size
    [[left, top, right, bottom]] = boxes(page, "#actions")
    assert (where, bottom) == (where, height)
    floor = min([height, *(player[1] for player in boxes(page, ".player"))])
    for control in boxes(page, ".player, .controls .button"):
        assert control[0] >= -SLACK, where
        assert control[2] <= width + SLACK, where
        assert control[3] <= height + SLACK, where
    for button in boxes(page, "#actions > .button, #menu > summary"):
        assert button[1] >= top - SLACK, where
        assert button[3] <= floor + SLACK, where
    needed = ["#seats", "#status", "#tableau", *AT_HAND.get(scene.name, [])]
    hidden = [part for part in needed for box in boxes(page, part)[:1] if box[3] > top + SLACK]
    assert (where, hidden) == (where, [])
    for key in boxes(page, ".key"):
        assert key[3] <= floor + SLACK, where
        assert key[3] <= top + SLACK or key[0] >= right - SLACK or key[2] <= left + SLACK, where


def keys_are_large(page: Page, least: tuple[int, int], where: str) -> None:
    for left, top, right, bottom in boxes(page, ".key"):
        assert right - left >= least[0] - SLACK, where
        assert bottom - top >= least[1] - SLACK, where
    for left, top, right, bottom in boxes(page, ".amount, .step, #actions > .button"):
        assert min(right - left, bottom - top) >= 44 - SLACK, where


@pytest.mark.parametrize("size", [(360, 600), (412, 915), (1024, 768)])
def test_nothing_shifts_while_a_game_goes_on(
    browser: Browser, browser_context_args: dict[str, Any], server: str, size: tuple[int, int]
) -> None:
    events = demo.recorded("show-me").events[:30]
    game, host = table_of(LONG_NAMES[:3])
    arguments = browser_context_args | {"viewport": {"width": size[0], "height": size[1]}}
    with at_table(browser, server, game, arguments, 2) as [phone]:
        page = phone.open().page
        page.evaluate(WATCH_SHIFTS)
        for version, event in enumerate(events):
            before = boxes(page, "#actions, #seats")
            services.record(host, version, event)
            phone.waits_for(version + 1)
            # Two frames: the first lays the board out, after the second its shift is reported.
            page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
            assert boxes(page, "#actions, #seats") == before
        assert sum(page.evaluate("window.shifts")) == 0


def test_a_key_stays_under_the_finger(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    arguments = browser_context_args | {"has_touch": False, "is_mobile": False}
    game, host = table_of(LONG_NAMES, Drew("R4"))
    with at_table(browser, server, game, arguments, 2) as [phone]:
        page = phone.open().page
        key = page.locator('.key[value="G3"]')
        held = key.element_handle()
        assert held
        before = key.bounding_box()
        key.hover()
        page.mouse.down()
        said: list[Event] = [Drew("$2"), Drew("O1")]
        for version, event in enumerate(said, 1):
            services.record(host, version, event)
            phone.waits_for(version + 1)
        # Not the width: pressed keys are a little smaller.
        now = key.bounding_box()
        assert before
        assert now
        for side, length in (("x", "width"), ("y", "height")):
            middle = before[side] + before[length] / 2  # type: ignore[literal-required]
            assert now[side] + now[length] / 2 == pytest.approx(middle, abs=0.5)  # type: ignore[literal-required]
        assert held.evaluate("(part) => part === document.querySelector('.key[value=\"G3\"]')")
        page.mouse.up()
        # It was aimed at a table that has moved on meanwhile: so it is offered, not forced in.
        expect(page.get_by_role("button", name="Still record")).to_be_visible()


# Over the wire


@pytest.fixture(scope="module")
def real_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site as it is run: a process of its own, static files collected and compressed."""
    moulds = sites.Moulds(tmp_path_factory.mktemp("moulds"))
    folder = tmp_path_factory.mktemp("site")
    site = sites.Site(Path(folder), moulds.sqlite(folder), more=moulds.static)
    with sites.running(site, webs=1, worker=False):
        yield f"http://localhost:{site.ports[0]}"


@dataclass
class Traffic:
    """What came over the wire to a page: of each answer the URL and its bytes, headers included."""

    session: CDPSession
    answers: dict[str, Any] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.session.send("Network.enable")
        self.session.on("Network.responseReceived", self._began)
        self.session.on("Network.loadingFinished", self._ended)

    def _began(self, told: dict[str, Any]) -> None:
        self.answers[told["requestId"]] = told["response"]

    def _ended(self, told: dict[str, Any]) -> None:
        if (answer := self.answers.get(told["requestId"])) and not answer["fromDiskCache"]:
            self.sizes[answer["url"]] = self.sizes.get(answer["url"], 0) + told["encodedDataLength"]

    def forget(self) -> None:
        """Count from here."""
        self.sizes.clear()


@pytest.fixture
def newcomer(
    browser: Browser, browser_context_args: dict[str, Any], real_site: str
) -> Iterator[tuple[BrowserContext, str, Callable[[int, str], None]]]:
    """A phone with an empty cache that has a seat at a table in full swing: its context, the
    table's address, and how somebody else draws a card there."""
    # Brotli is for TLS; in the living room all that there is is gzip, the larger of the two.
    only_gzip = {"Accept-Encoding": "gzip"}
    context = browser.new_context(**browser_context_args, extra_http_headers=only_gzip)
    api = f"{real_site}/api/v1/games"

    def post(url: str, body: Any, token: str = "") -> Any:
        answer = context.request.post(
            url, data=body, headers={"Authorization": f"Bearer {token}"} if token else {}
        )
        assert answer.ok, answer.text()
        return answer.json()

    made = post(api, {"players": list(LONG_NAMES)})

    def say(version: int, event: Any) -> None:
        said = {"version": version, "event": event}
        post(f"{api}/{made['id']}/events", said, made["host_token"])

    for version, event in enumerate(demo.recorded("five").events[:SAID]):
        say(version, notation.write(event))
    join = f"{real_site}/join/{made['code']}"
    visited = context.request.get(join)
    # What a browser would do with the seat's button, without loading anything else.
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', visited.text())
    assert token
    seated = context.request.post(
        join, form={"csrfmiddlewaretoken": token[1], "seat": "1"}, headers={"Origin": real_site}
    )
    assert seated.ok, seated.text()
    yield (
        context,
        f"{real_site}/games/{made['id']}/",
        lambda v, c: say(v, {"type": "draw", "card": c}),
    )
    context.close()


def test_a_first_visit_and_a_tap_are_light(
    newcomer: tuple[BrowserContext, str, Callable[[int, str], None]],
) -> None:
    context, table, draw = newcomer
    page = context.new_page()
    traffic = Traffic(context.new_cdp_session(page))
    page.goto(table, wait_until="networkidle")
    expect(page.locator("html.scripted:not(.out-of-date)")).to_be_visible()
    for answer in traffic.answers.values():
        is_kept_for_good_and_compressed(answer)
    assert table in traffic.sizes
    assert sum("/static/" in url for url in traffic.sizes) > 5
    first_visit = sum(traffic.sizes.values())
    assert first_visit <= FIRST_VISIT, traffic.sizes

    traffic.forget()
    page.locator('.key[value="R1"]').tap()
    page.wait_for_function(
        "version => Number(document.getElementById('board').dataset.version) > version", arg=SAID
    )
    page.wait_for_load_state("networkidle")
    own_tap = sum(traffic.sizes.values())
    traffic.forget()
    draw(SAID + 1, "B1")
    page.wait_for_function(
        "version => Number(document.getElementById('board').dataset.version) > version",
        arg=SAID + 1,
    )
    page.wait_for_timeout(200)
    other_tap = sum(traffic.sizes.values())
    assert 0 < own_tap <= AN_UPDATE
    assert 0 < other_tap <= AN_UPDATE

    traffic.forget()
    page.reload(wait_until="networkidle")
    again = {url for url in traffic.sizes if "/static/" in url}
    assert again == set()


def is_kept_for_good_and_compressed(answer: dict[str, Any]) -> None:
    """If it is a static file; pages and boards are compressed too, but never kept."""
    url = answer["url"]
    headers = {name.lower(): value for name, value in answer["headers"].items()}
    if "/static/" in url:
        assert "immutable" in headers["cache-control"], url
        assert re.search(r"\.[0-9a-f]{12}\.", url), url
    if not url.endswith((".png", "/stream?since=121")):
        assert headers["content-encoding"] == "gzip", url
