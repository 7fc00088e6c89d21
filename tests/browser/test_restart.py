"""The site is killed in the middle of a request and started again: nothing is lost or doubled."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tencompanion import environment
from tests.browser.hearing import drawn, table_of
from tests.browser.phones import Phone, at_table
from tests.serving import site_environment

pytestmark = pytest.mark.browser


class Site:
    """The site in a process of its own, over the test's database."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        """Start it, on the same port as before; requests wait until it answers."""
        with socket.create_server(("127.0.0.1", self.port)) as listener:
            self.port = listener.getsockname()[1]
            os.set_inheritable(listener.fileno(), True)
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tencompanion.child", "web", str(listener.fileno())],
                cwd=environment.ROOT,
                # Static files straight from their sources.
                env={**os.environ, **site_environment(self.data), "DEBUG": "on"},
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[listener.fileno()],
            )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    site.start()
    yield site
    site.kill()


def before_it_was_read(site: Site, phone: Phone) -> None:
    site.process.send_signal(signal.SIGSTOP)
    with phone.page.expect_request("**/draw"):
        phone.tap("draw", card="R4")
    site.kill()


def before_it_was_answered(site: Site, phone: Phone) -> None:
    def answer_lost(route: Route) -> None:
        route.fetch()
        site.kill()
        route.abort("connectionreset")

    phone.page.route("**/draw", answer_lost, times=1)
    with phone.page.expect_event("requestfailed", lambda request: "/draw" in request.url):
        phone.tap("draw", card="R4")


@pytest.mark.parametrize("killed", [before_it_was_read, before_it_was_answered])
def test_phones_come_back_by_themselves(
    browser: Browser,
    browser_context_args: dict[str, Any],
    site: Site,
    killed: Callable[[Site, Phone], None],
) -> None:
    game, _host = table_of()
    with at_table(browser, site.url, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()
        killed(site, ana)
        for phone in (ana, bo):
            expect(phone.page.locator("#connection")).to_contain_text("Reconnecting")
        # The table goes on without the site.
        ana.tap("draw", card="$2")
        expect(ana.page.locator("#waiting li")).to_have_text(["red 4", "currency 2Drop"])
        site.start()
        for phone in (ana, bo):
            phone.waits_for(2)
            expect(phone.page.locator("html:not(.out-of-date)")).to_be_visible(timeout=15_000)
            expect(phone.page.locator("#waiting")).to_be_hidden()
            expect(phone.page.locator("#tableau .card")).to_have_count(2)
            assert phone.errors == []
        assert drawn(game) == ["R4", "$2"]
