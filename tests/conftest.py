"""Fixtures for every test."""

import os
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from tests import machine, serving

pytest_plugins = ["tests.selecting"]

# Playwright's synchronous API runs an event loop in the test's thread, where Django would
# refuse the database. Nothing is awaited there, so nothing can go wrong.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """pytest-django's databases, with the listener on the test's and not on the site's."""
    if connection.vendor == "postgresql":
        settings.LISTEN_DSN = serving.database_url(connection.settings_dict)


@pytest.fixture(autouse=True)
def fresh_counters() -> Iterator[None]:
    """No throttle counts what another test did."""
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def no_watch_outlives_its_test() -> Iterator[None]:
    """The site looks again, seconds later, at a game that waits for its count: not at the next
    test's database."""
    yield
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.cancel()


@pytest.fixture
def server(transactional_db: None) -> Iterator[str]:
    """The base URL of the site, served over the test's database: streams included."""
    with serving.served() as url:
        yield url


@pytest.fixture
def worker(transactional_db: None) -> Iterator[subprocess.Popen[bytes]]:
    """A real Celery worker on the test's database and queue."""
    with serving.working(serving.queue_folder()) as process:
        yield process


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """A browser of this machine, kept from talking to anybody but the site."""
    return {
        **browser_type_launch_args,
        "executable_path": machine.chromium(),
        "args": CHROMIUM_ARGUMENTS,
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A small phone. Without the service worker: past it, no test could come between a page and
    the site."""
    return {
        **browser_context_args,
        "service_workers": "block",
        "viewport": {"width": 360, "height": 640},
        "has_touch": True,
        "is_mobile": True,
        "locale": "en",
    }
