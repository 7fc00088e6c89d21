"""A pytest plugin: which tests run on which database, and that none is left out in CI.

--database-only    only what another database could change: tests that use one, and of those
                   in a browser the ones that are marked `live`
"""

import os
from collections.abc import Generator

import pytest
from django.db import connection

DATABASE_FIXTURES = {"db", "transactional_db"}

MAY_BE_ABSENT = "the brief is not beside the project"
"""The one thing that a test may be skipped for in CI: it belongs to whoever wrote the project."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Called by pytest."""
    parser.addoption("--database-only", action="store_true", help="only what uses the database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Called by pytest once it has found the tests."""
    left_out = [item for item in items if not is_wanted(config, item)]
    items[:] = [item for item in items if item not in set(left_out)]
    config.hook.pytest_deselected(items=left_out)


def is_wanted(config: pytest.Config, item: pytest.Item) -> bool:
    """Whether this test has anything to say about this database."""
    about = item.get_closest_marker("only_on")
    if about and about.args[0] != connection.vendor:
        return False
    if not config.getoption("--database-only"):
        return True
    in_browser = item.get_closest_marker("browser")
    return uses_database(item) and (not in_browser or item.get_closest_marker("live") is not None)


def uses_database(item: pytest.Item) -> bool:
    """Whether this test uses the database that pytest-django made."""
    asked_for = set(getattr(item, "fixturenames", ()))
    return bool(item.get_closest_marker("django_db") or asked_for & DATABASE_FIXTURES)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Called by pytest after each test: in CI, what a test misses is a failure."""
    report = yield
    if report.skipped and os.environ.get("CI") and MAY_BE_ABSENT not in str(report.longrepr):
        report.outcome = "failed"
        report.longrepr = f"skipped, where nothing may be missing: {report.longrepr}"
    return report
