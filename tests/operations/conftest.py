"""Games to back up, and a PostgreSQL to put them into."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.core.management import get_commands

from tencompanion import environment
from tests.pages.conftest import host, table
from tests.postgres import execute, running

__all__ = ["host", "table"]


class Manage:
    """manage.py in a process of its own, on a data folder and a database of its own."""

    def __init__(self, data: Path, database_url: str = "") -> None:
        self.environment = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "SECRET_KEY": "only-for-tests",
            "TEN_DATA": str(data),
            "DATABASE_URL": database_url,
            "ALLOWED_HOSTS": "localhost",
        }

    def __call__(self, *arguments: str | Path, status: int = 0) -> str:
        """Run a command, which has to end with this status; what it wrote anywhere."""
        done = subprocess.run(
            [sys.executable, environment.ROOT / "manage.py", *arguments],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == status, done.stdout
        return done.stdout

    @staticmethod
    def commands() -> set[str]:
        """The names of all commands that there are."""
        return set(get_commands())


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL; the URL of its first database."""
    with running() as server:
        yield server.get_uri()


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """The URL of an empty database of its own."""
    name = f"ten_{uuid4().hex}"
    execute(postgres_server, f"CREATE DATABASE {name}")
    return urlsplit(postgres_server)._replace(path=f"/{name}").geturl()


@pytest.fixture
def unused_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])
