"""Phones that sleep, pages that come back: within two seconds they show the present."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Response, Route, expect
from pytest_django import Settings

from games import live, services
from games.models import Membership
from games.rules.events import Drew
from tests.browser.hearing import drawn, table_of
from tests.browser.phones import Phone, at_table
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.live]

SOON = 2_000
"""Milliseconds in which a phone that is looked at again has to show the present."""

LOOKED_AWAY = """hidden => {
    Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


def streams(number: int) -> None:
    """Wait until that many streams are open."""
    wait_until(lambda: live.listening() == number)


def shows_soon(phone: Phone, version: int) -> None:
    """Wait until this phone shows that version."""
    phone.page.wait_for_function(
        "version => Number(document.getElementById('board')?.dataset.version) >= version",
        arg=version,
        timeout=SOON,
    )


@contextmanager
def frozen(browser: Browser) -> Iterator[None]:
    """Stop the processes of all pages for as long as the context is open."""
    running = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [process["id"] for process in running if process["type"] == "renderer"]
    assert pages
    for page in pages:
        os.kill(page, signal.SIGSTOP)
    try:
        yield
    finally:
        for page in pages:
            os.kill(page, signal.SIGCONT)


@pytest.fixture(scope="module")
def caching_browser(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A browser that keeps pages which were left, as browsers do unless they are driven."""
    browser = browser_type.launch(
        **browser_type_launch_args, ignore_default_args=["--disable-back-forward-cache"]
    )
    yield browser
    browser.close()


def test_a_hidden_page_has_no_stream_and_catches_up_when_seen(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        streams(1)
        ana.page.evaluate(LOOKED_AWAY, True)
        streams(0)
        services.record(host, 0, Drew("R1"))
        services.record(host, 1, Drew("$1"))
        ana.page.evaluate(LOOKED_AWAY, False)
        shows_soon(ana, 2)
        streams(1)
        assert ana.errors == []
    streams(0)


def test_a_frozen_page_catches_up_when_it_thaws(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    """Frozen from outside: Chromium itself freezes only hidden pages, and driven ones never are."""
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        streams(1)
        with frozen(browser):
            services.record(host, 0, Drew("R1"))
            services.record(host, 1, Drew("$1"))
        shows_soon(ana, 2)
        expect(ana.page.locator("html:not(.out-of-date)")).to_be_visible()
        streams(1)
        assert ana.errors == []


def test_a_phone_that_slept_without_a_word_opens_its_stream_anew(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    """The stream died meanwhile and nobody told the page, as on phones that really sleep."""
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.page.clock.install()
        ana.open()
        streams(1)
        deaf = "() => { EventSource.prototype.addEventListener = () => {}; }"
        ana.page.evaluate(deaf)
        ana.page.evaluate(LOOKED_AWAY, True)
        ana.page.evaluate(LOOKED_AWAY, False)
        services.record(host, 0, Drew("R1"))
        ana.page.clock.run_for(1_000)
        expect(ana.page.locator("#connection")).to_contain_text("Reconnecting")
        ana.page.evaluate("() => { delete EventSource.prototype.addEventListener; }")
        # Ten minutes later the phone is unlocked.
        ana.page.clock.fast_forward(600_000)
        shows_soon(ana, 1)
        expect(ana.page.locator("html:not(.out-of-date)")).to_be_visible()


def test_a_site_out_of_reach_is_said_within_two_seconds(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        streams(1)
        ana.page.evaluate(LOOKED_AWAY, True)
        asked: list[Route] = []
        ana.page.route("**/stream?*", lambda route: asked.append(route))  # never answered
        ana.page.evaluate(LOOKED_AWAY, False)
        expect(ana.page.locator("#connection")).to_contain_text("Reconnecting", timeout=SOON)
        for route in asked:
            route.abort()


def test_a_newer_board_that_does_not_come_is_said_too(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        streams(1)
        asked: list[Route] = []
        ana.page.route("**/board?*", lambda route: asked.append(route), times=1)
        services.record(host, 0, Drew("R1"))
        expect(ana.page.locator("#connection")).to_contain_text("Reconnecting", timeout=SOON + 500)
        asked[0].continue_()
        ana.waits_for(1)
        expect(ana.page.locator("html:not(.out-of-date)")).to_be_visible()


def test_the_back_button_shows_the_present(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        ana.page.goto(ana.url("games:entries"))
        streams(0)
        services.record(host, 0, Drew("R1"))
        ana.page.go_back(wait_until="commit")
        shows_soon(ana, 1)
        streams(1)
        assert ana.errors == []


def test_a_page_from_the_cache_shows_the_present(
    caching_browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    """As Safari keeps pages; Chromium does so only without our `no-store`."""
    game, host = table_of()
    with at_table(caching_browser, server, game, browser_context_args, 1) as [ana]:

        def may_be_stored(route: Route) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, headers=answer.headers | {"cache-control": "private"})

        ana.page.route(ana.url("games:table"), may_be_stored, times=1)
        ana.open()
        streams(1)
        ana.page.evaluate(
            "() => addEventListener('pageshow', event => { window.kept = event.persisted; })"
        )
        ana.page.goto(ana.url("games:entries"))
        streams(0)
        services.record(host, 0, Drew("R1"))
        ana.page.go_back(wait_until="commit")
        shows_soon(ana, 1)
        assert ana.page.evaluate("window.kept") is True
        streams(1)
        services.record(host, 1, Drew("R2"))
        ana.waits_for(2)
        assert ana.errors == []


def test_seven_pages_of_one_browser_load_follow_and_record(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        others = []
        for _ in range(6):
            other = Phone.__new__(Phone)
            other.__dict__ |= ana.__dict__ | {"page": ana.context.new_page()}
            others.append(other.open())
        pages = [ana, *others]
        streams(3)
        for version, (teller, card) in enumerate([(0, "$1"), (3, "R1"), (6, "B1")], 1):
            # Without waiting for a frame, of which pages behind others have few.
            pages[teller].page.locator(f'.key[value="{card}"]').evaluate("key => key.click()")
            for page in pages:
                page.waits_for(version)
        assert drawn(game) == ["$1", "R1", "B1"]
        # Those that are left have streams again.
        for page in pages[3:]:
            page.page.close()
        streams(3)
        assert ana.errors == []


def test_a_page_that_gets_no_stream_asks_until_it_gets_one(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.TEN_THROTTLE = True
    monkeypatch.setattr("games.streaming.MOST_STREAMS", 1)
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        streams(1)
        other = Phone.__new__(Phone)
        other.__dict__ |= ana.__dict__ | {"page": ana.context.new_page()}
        other.page.clock.install()
        answers: list[int] = []

        def note(answer: Response) -> None:
            if "/stream" in answer.url:
                answers.append(answer.status)

        other.page.on("response", note)
        other.open()
        for version, card in enumerate(("R1", "B1", "O1"), 1):
            services.record(host, version - 1, Drew(card))
            other.waits_for(version)
            ana.waits_for(version)
            expect(other.page.locator("html:not(.out-of-date)")).to_be_visible()
        assert answers == [429]
        ana.page.close()
        streams(0)
        other.page.clock.fast_forward(30_000)
        streams(1)
        services.record(host, 3, Drew("G1"))
        other.waits_for(4)
        assert (answers, ana.errors) == ([429, 200], [])


def test_a_phone_that_is_looked_at_is_seen_every_minute(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 2) as [bo]:
        bo.page.clock.install()
        bo.open()
        streams(1)
        there = Membership.objects.filter(game=game, seat=2)
        there.update(seen_at="2026-01-01T00:00Z")
        with bo.page.expect_response(lambda answer: "/board?since=0" in answer.url) as asked:
            for _ in range(61):
                bo.page.clock.run_for(1_000)
        assert asked.value.status == 204
        assert there.get().seen_at.year > 2026 or there.get().seen_at.month > 1


def test_the_screen_is_kept_awake_only_where_that_is_allowed(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    asked = """() => {
        window.asked = 0;
        const lock = Object.assign(new EventTarget(), {release: async () => {}});
        const request = async () => { window.asked += 1; return lock; };
        Object.defineProperty(navigator, 'wakeLock', {value: {request}});
    }"""
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.page.add_init_script(f"({asked})()")
        ana.open()
        assert ana.page.evaluate("window.asked") == 1
        bo.page.add_init_script("delete Navigator.prototype.wakeLock")
        bo.open()
        bo.tap("draw", card="R1")
        bo.waits_for(1)
        assert bo.errors == []
