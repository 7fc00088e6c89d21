"""deploy/backup: a folder of backups, each whole and private, and none older than asked for."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tencompanion import environment
from tests.operations.conftest import Manage

pytestmark = pytest.mark.slow

SCRIPT = environment.ROOT / "deploy/backup"
DAY = 24 * 3600

ENGINE = """#!/bin/sh
# In the place of a container engine, which is not here: runs outside what should run inside.
[ "$*" = "compose exec -T web python manage.py backup --verbosity 0 -" ] || exit 64
[ -f compose.yaml ] || exit 65
shift 4
exec "$@"
"""


@pytest.fixture
def manage(tmp_path: Path) -> Manage:
    """A site's database, and an engine that has its containers."""
    programs = tmp_path / "bin"
    programs.mkdir()
    engine = programs / "docker"
    engine.write_text(ENGINE)
    engine.chmod(0o755)
    there = Manage(tmp_path / "data")
    path = (str(programs), str(Path(sys.executable).parent), os.environ["PATH"])
    there.environment["PATH"] = os.pathsep.join(path)
    there("migrate", "--verbosity", "0")
    return there


def backed_up(manage: Manage, *arguments: str | Path, well: bool = True) -> str:
    """Run the script as cron does; what it said."""
    done = subprocess.run(
        [SCRIPT, *arguments],
        cwd="/",
        env=manage.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) is well, done.stdout
    return done.stdout


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """Whoever calls it lets everybody read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.parametrize("command", [(), ("30", sys.executable, "manage.py")])
def test_a_backup_is_whole_private_and_silent(
    manage: Manage, tmp_path: Path, usual_umask: None, command: tuple[str, ...]
) -> None:
    folder = tmp_path / "new" / "backups"
    assert backed_up(manage, folder, *command) == ""
    [file] = folder.iterdir()
    assert time.strftime("ten-%Y-%m-%d-") in file.name
    assert file.suffix == ".gz"
    assert (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    assert gzip.decompress(file.read_bytes()).endswith(b'{"end":{}}\n')
    assert "0 games with 0 entries are back" in manage("restore", file)


def test_what_fails_leaves_nothing_and_takes_nothing(manage: Manage, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    old = made(folder / "ten-2020-01-01-031500.gz", days=400)
    manage.environment["DATABASE_URL"] = f"sqlite://{tmp_path}/nothing.sqlite3"
    assert "The database failed: no such table" in backed_up(manage, folder, well=False)
    assert [*folder.iterdir()] == [old]


def test_what_is_cut_short_is_no_backup(manage: Manage, tmp_path: Path) -> None:
    folder, half = tmp_path / "backups", tmp_path / "half"
    half.write_bytes(gzip.compress(b"x" * 1000)[:-9])
    assert "unexpected end of file" in backed_up(
        manage, folder, "30", "sh", "-c", f"cat {half}", well=False
    )
    assert [*folder.iterdir()] == []


def made(file: Path, *, days: int) -> Path:
    """A file that was written so many days ago."""
    file.touch()
    then = time.time() - days * DAY
    os.utime(file, (then, then))
    return file


def test_old_ones_go_and_nothing_else(manage: Manage, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    made(folder / "ten-2020-01-01-031500.gz", days=9)
    young = made(folder / "ten-2020-01-08-031500.gz", days=6)
    others = made(folder / "letters.gz", days=400)
    backed_up(manage, folder, "7")
    assert {young, others} < {*folder.iterdir()}
    assert len([*folder.iterdir()]) == 3
    backed_up(manage, folder, "3")
    assert not young.exists()


def test_without_a_folder_it_says_how(manage: Manage) -> None:
    assert backed_up(manage, well=False) == "deploy/backup FOLDER [DAYS [COMMAND]]\n"
