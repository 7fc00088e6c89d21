"""Dockerfile, compose.yaml and what stands in the docs, as far as one can see without an engine.

There is no container engine where these tests run. So the files are read, and every command in
them is run outside a container, with the environment that it would have inside.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tencompanion import environment
from tests import machine
from tests.operations.conftest import Manage
from tests.waiting import wait_until

ROOT = environment.ROOT
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ("web", "worker", "migrate")
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions with what follows, each in one line."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.MULTILINE))
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in joined.splitlines() if line]


def instruction(name: str) -> str:
    return [rest for which, rest in instructions() if which == name][-1]


# The image


def test_the_image_has_no_build_tools_and_no_root() -> None:
    assert [rest for name, rest in instructions() if name == "FROM"] == [
        "${PYTHON} AS wheels",
        "${PYTHON} AS site",
    ]
    assert re.fullmatch(r"PYTHON=python:3\.\d+-slim-[a-z]+", instruction("ARG"))
    *_, last = (place for place, (name, _) in enumerate(instructions()) if name == "FROM")
    runs = [rest for name, rest in instructions()[last:] if name == "RUN"]
    assert not [run for run in runs if "apt-get" in run or "gcc" in run or "wheel " in run]
    assert "--no-index" in runs[0]
    assert "pip uninstall --yes pip" in runs[0]
    assert instruction("USER") == "10001"
    assert not re.search(r"SECRET_KEY(?!=only-for-building)", DOCKERFILE)


def test_what_the_image_needs_is_sent_to_the_builder_and_nothing_else() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert "*" in ignored
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    copied = {
        word.removeprefix("./")
        for name, rest in instructions()
        if name == "COPY"
        for word in rest.split()[:-1]
    }
    assert let_in == copied
    assert all((ROOT / name).exists() for name in let_in)


def test_all_that_the_image_installs_is_pinned() -> None:
    # The second stage installs with --no-index what the first collected, and that compiles nothing.
    assert "--only-binary=:all:" in instruction_with("pip wheel")
    pinned = {
        canonicalize_name(line.split("==")[0])
        for line in (ROOT / "constraints.txt").read_text().splitlines()
        if "==" in line
    }
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    wanted = [Requirement(line) for line in lines if re.match(r"\w", line)]
    inside = {"python_version": "3.13", "python_full_version": "3.13.0", "sys_platform": "linux"}
    seen: set[tuple[str, str]] = set()
    while wanted:
        needed = wanted.pop()
        for extra in ("", *needed.extras):
            if (needed.name, extra) in seen:
                continue
            seen.add((needed.name, extra))
            more = map(Requirement, metadata.requires(needed.name) or [])
            wanted += [
                other
                for other in more
                if not other.marker or other.marker.evaluate({**inside, "extra": extra})
            ]
    names = {canonicalize_name(name) for name, _extra in seen}
    assert len(names) > len(lines) / 4
    assert names <= pinned
    assert subprocess.run([sys.executable, "-m", "pip", "check"], check=False).returncode == 0


# compose.yaml


def test_compose_has_all_its_parts_each_with_a_health_check() -> None:
    assert set(SERVICES) == {"front", "web", "worker", "migrate", "database", "broker"}
    for name, service in SERVICES.items():
        if name == "migrate":
            assert service["healthcheck"] == {"disable": True}
        elif name == "web":
            assert "/healthz" in instruction("HEALTHCHECK")
        else:
            assert service["healthcheck"]["test"][0] == "CMD", name
    assert SERVICES["web"]["deploy"]["replicas"] >= 2


def test_only_the_front_is_reached_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["front"]


def test_secrets_come_from_the_env_file_alone() -> None:
    text = (ROOT / "compose.yaml").read_text()
    needed = set(re.findall(r"\$\{(\w+):\?", text))
    wanted = needed | set(re.findall(r"\$\{(\w+):-", text))
    example = (ROOT / "deploy/example.env").read_text()
    assert set(re.findall(r"^(\w+)=", example, re.M)) == wanted
    assert needed == {"SECRET_KEY", "POSTGRES_PASSWORD", "TEN_DOMAIN", "TEN_TAG"}
    assert re.search(r"^SECRET_KEY=$", example, re.M)
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()


def test_nothing_is_built_or_fetched_under_a_version_s_name_by_the_way() -> None:
    for name in OURS:
        service = SERVICES[name]
        assert service["image"].startswith("ten-companion:${TEN_TAG:?")
        assert service["pull_policy"] == "never"
        assert "build" not in service


def test_only_what_is_documented_is_configured() -> None:
    documented = set(re.findall(r"^([A-Z_]+)  ", environment.__doc__ or "", re.M))
    for name in OURS:
        assert set(SERVICES[name]["environment"]) <= documented


def test_everybody_waits_for_what_they_need() -> None:
    needs = {
        name: {other: how["condition"] for other, how in service.get("depends_on", {}).items()}
        for name, service in SERVICES.items()
    }
    done, well = "service_completed_successfully", "service_healthy"
    assert needs == {
        "front": {"web": well},
        "web": {"migrate": done, "database": well, "broker": well},
        "worker": {"migrate": done, "broker": well},
        "migrate": {"database": well},
        "database": {},
        "broker": {},
    }


def test_no_container_of_ours_may_more_than_it_must() -> None:
    for name in OURS:
        service = SERVICES[name]
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["security_opt"] == ["no-new-privileges:true"]


def test_the_front_holds_nothing_back_and_lets_nobody_in() -> None:
    front = re.sub(r"\s+", " ", (ROOT / "deploy/Caddyfile").read_text())
    assert "encode" not in front
    assert not re.search(r"(?<!`)flush_interval", front)
    assert "@inside path /readyz /metrics respond @inside 404" in front
    assert "header_up X-Request-ID {http.request.uuid}" in front
    # Only errors are logged, and without what tells of people.
    assert re.findall(r"\blog( default)? {", front) == [" default"]
    for private in ("remote_ip", "client_ip", "uri", "headers"):
        assert f"request>{private} delete" in front
    # As its health check says.
    assert "admin {$CADDY_ADMIN:localhost:2019}" in front


@pytest.mark.slow
def test_the_front_understands_its_file() -> None:
    caddy = machine.caddy()
    assert caddy, "no caddy: python -m tests.machine installs it"
    subprocess.run(
        [caddy, "validate", "--adapter", "caddyfile", "--config", ROOT / "deploy/Caddyfile"],
        env={**os.environ, "TEN_DOMAIN": "localhost"},
        check=True,
    )


# Without containers


def unit(name: str) -> dict[str, str]:
    """What a unit of systemd says of its service."""
    lines = (ROOT / "deploy" / name).read_text().split("[Service]")[1].split("[Install]")[0]
    return dict(line.split("=", 1) for line in lines.splitlines() if re.match(r"\w+=", line))


def test_the_units_run_what_the_containers_run() -> None:
    web, worker = unit("ten-web@.service"), unit("ten-worker.service")
    folder = web["WorkingDirectory"]
    assert shlex.split(web["ExecStart"])[1:] == [
        *json.loads(instruction("CMD"))[1:4],
        *("127.0.0.1", "--port", "%i"),
    ]
    assert shlex.split(worker["ExecStart"])[1:] == SERVICES["worker"]["command"][1:]
    for service in (web, worker):
        program = Path(shlex.split(service["ExecStart"])[0])
        assert program.parent == Path(folder) / ".venv/bin"
        assert (Path(sys.executable).parent / program.name).exists()
        assert (service["User"], service["EnvironmentFile"]) == ("ten", "/etc/ten.env")
    # As long as a container has, and as many connections.
    assert web["LimitNOFILE"] == str(SERVICES["web"]["ulimits"]["nofile"])
    for name, service in (("web", web), ("worker", worker)):
        assert f"{service['TimeoutStopSec']}s" == SERVICES[name]["stop_grace_period"]


# Every command, outside a container


def inside(data: Path, **more: str) -> dict[str, str]:
    """The environment of a container of ours, but for where database and broker are."""
    values = {"SECRET_KEY": "k" * 50, "TEN_DOMAIN": "localhost", "POSTGRES_PASSWORD": "x"}
    written = {
        name: re.sub(r"\$\{(\w+)(?::[?-][^}]*)?\}", lambda m: values.get(m[1], ""), str(value))
        for name, value in SERVICES["worker"]["environment"].items()
    }
    kept = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "TEN_DATA": str(data)}
    return {**written, **kept, "TEN_STATIC": str(data / "static"), **more}


@contextmanager
def started(command: list[str], environment_: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, cwd=ROOT, env=environment_)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def answer(port: int, path: str, **headers: str) -> tuple[int, Message, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request(
            "GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        response = connection.getresponse()
        return response.status, response.headers, response.read()
    except OSError:
        return 0, Message(), b""
    finally:
        connection.close()


@pytest.fixture
def broker(unused_port: int, tmp_path: Path) -> Iterator[int]:
    """A Redis, started as in compose.yaml."""
    command = [*SERVICES["broker"]["command"], "--port", str(unused_port), "--dir", str(tmp_path)]
    with started([shutil.which(command[0]) or command[0], *command[1:]], dict(os.environ)):
        wait_until(lambda: _is_open(unused_port))
        yield unused_port


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.mark.slow
def test_every_command_works_with_that_environment_alone(
    tmp_path: Path, postgres: str, broker: int
) -> None:
    web_port, worker_port = free_port(), free_port()
    there = inside(
        tmp_path,
        DATABASE_URL=postgres,
        REDIS_URL=f"redis://127.0.0.1:{broker}/0",
        TEN_METRICS="on",
        TEN_METRICS_PORT=str(worker_port),
    )
    collect = re.search(r"python manage.py collectstatic [^&]*", instruction_with("collectstatic"))
    assert collect
    for command in (shlex.split(collect[0]), SERVICES["migrate"]["command"]):
        subprocess.run(command, cwd=ROOT, env=there, check=True)
    web = [*json.loads(instruction("CMD"))[:-1], str(web_port)]
    worker = SERVICES["worker"]["command"]
    with started(web, there) as serving, started(worker, there) as working:
        wait_until(lambda: answer(web_port, "/healthz")[0] == 200, 20)
        wait_until(lambda: answer(worker_port, "/healthz")[0] == 200, 20)
        ready = json.loads(answer(web_port, "/readyz")[2])
        assert ready["ready"] is True, ready
        front = {"Host": "localhost", "X_Forwarded_For": "203.0.113.9"}
        status, headers, page = answer(web_port, "/", X_Forwarded_Proto="https", **front)
        assert status == 200
        style = re.search(rb'href="(/static/css/looks\.\w+\.css)"', page)
        assert style
        assert answer(web_port, style[1].decode(), X_Forwarded_Proto="https", **front)[0] == 200
        assert answer(web_port, "/", X_Forwarded_Proto="http", **front)[0] == 301
        assert headers["Strict-Transport-Security"]
        assert b"ten_requests_total" in answer(web_port, "/metrics")[2]
        assert b"ten_task_seconds" in answer(worker_port, "/metrics")[2]
        assert answer(web_port, "/metrics", X_Forwarded_For="203.0.113.9")[0] != 200
        for process in (serving, working):
            process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        # uvicorn ends by the signal that it was told to stop with.
        assert serving.wait(10) in {0, -signal.SIGTERM}
        assert working.wait(10) == 0
        assert time.monotonic() - began < 8


def instruction_with(word: str) -> str:
    return next(rest for name, rest in instructions() if name == "RUN" and word in rest)


@pytest.mark.slow
def test_every_migration_goes_back_and_forth(tmp_path: Path, postgres: str) -> None:
    for manage in (Manage(tmp_path / "sqlite"), Manage(tmp_path / "postgres", postgres)):
        for step in (["migrate"], ["migrate", "games", "zero"], ["migrate"]):
            manage(*step, "--noinput", "--verbosity", "0")


# The docs


def settings_page() -> str:
    return (ROOT / "docs/settings.md").read_text()


def test_every_variable_is_documented_and_no_other() -> None:
    source = Path(environment.__file__).read_text()
    read = set(re.findall(r'_(?:text|switch|number)\("([A-Z_]+)"', source))
    in_docstring = set(re.findall(r"^([A-Z_]+)  ", environment.__doc__ or "", re.M))
    in_the_docs = set(re.findall(r"^\| `([A-Z_]+)` \|", settings_page(), re.M))
    assert read == in_docstring == in_the_docs


def test_the_deployment_page_names_commands_that_there_are() -> None:
    page = (ROOT / "docs/deployment.md").read_text()
    named = set(re.findall(r"manage\.py (\w+)", page))
    assert named >= {"backup", "restore", "forget", "migrate", "check", "collectstatic"}
    commands = Manage.commands()
    assert named <= commands
    for file in re.findall(r"\]\(([\w./-]+)\)", page):
        assert (ROOT / "docs" / file).exists(), file
