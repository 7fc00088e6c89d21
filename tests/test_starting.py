"""script/up as a person uses it: started, stopped, killed, started again."""

import http.client
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from kombu import Connection

from tencompanion import environment
from tencompanion.celery import app
from tencompanion.transport import Transport
from tests.serving import wait_until

pytestmark = pytest.mark.slow

# A long first start on a busy machine is no failure; a hang is.
PATIENCE = 30


class Site:
    """A site started with script/up, and what can be seen of it from outside."""

    def __init__(self, data: Path, port: int) -> None:
        self.port = port
        self.queue = data / "queue"
        self.output = data.with_name(f"{data.name}.log")
        with self.output.open("ab") as log:
            self.process = subprocess.Popen(
                [environment.ROOT / "script/up", "--port", str(port), "--data", data],
                # As a person's shell would have it, and with standard input closed.
                env={"PATH": os.environ["PATH"], "HOME": str(data.parent)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def status(self, host: str | None = None) -> int | None:
        """The status of the home page, asked for under a host name; None without an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        assert self.process.poll() is None, self.output.read_text()
        try:
            connection.request("GET", "/", headers={"Host": host} if host else {})
            return connection.getresponse().status
        except OSError:
            return None
        finally:
            connection.close()

    def wait_until_up(self) -> None:
        """Wait for the home page and for the worker, which takes longer."""
        wait_until(lambda: (self.status() or 500) < 500, PATIENCE)
        self.ring()
        wait_until(lambda: not list(self.queue.glob("*.msg")), PATIENCE)

    def ring(self) -> None:
        """Put a task into the queue, for a worker to take."""
        with Connection(transport=Transport, transport_options={"folder": self.queue}) as broker:
            app.send_task("celery.backend_cleanup", connection=broker)

    def child(self, role: str) -> int | None:
        """The process that plays a role at the moment."""
        listing = subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True
        ).stdout
        pattern = rf"^\s*(\d+)\s+{self.process.pid}\s.*tencompanion\.child {role}"
        found = re.search(pattern, listing, re.MULTILINE)
        return int(found[1]) if found else None

    def children(self) -> list[int]:
        """Both children; each has to be there."""
        found = [self.child("web"), self.child("worker")]
        assert None not in found
        return [pid for pid in found if pid]


def is_alive(pid: int) -> bool:
    """Whether a process still runs; one that ended and was not collected yet does not."""
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout
    return bool(state.strip()) and not state.startswith("Z")


def are_gone(pids: list[int]) -> bool:
    """Whether no process of these runs any more."""
    return not any(map(is_alive, pids))


@pytest.fixture
def port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder that does not exist yet."""
    return tmp_path / "games"


@pytest.fixture
def site(data: Path, port: int) -> Iterator[Site]:
    """A site that is up, ended for good after the test."""
    site = Site(data, port)
    try:
        site.wait_until_up()
        yield site
    finally:
        site.process.kill()
        site.process.wait()


def test_ctrl_c_ends_everything_and_says_so_with_zero(site: Site) -> None:
    children = site.children()

    site.process.send_signal(signal.SIGINT)

    assert site.process.wait(10) == 0
    assert are_gone(children)


def test_children_follow_a_killed_parent(site: Site) -> None:
    children = site.children()

    site.process.kill()

    wait_until(lambda: are_gone(children))


@pytest.mark.parametrize("role", ["web", "worker"])
def test_a_killed_child_is_started_again(site: Site, role: str) -> None:
    killed = site.child(role)
    assert killed

    os.kill(killed, signal.SIGKILL)

    wait_until(lambda: site.child(role) not in {None, killed}, PATIENCE)
    site.wait_until_up()


def test_started_again_it_keeps_its_data_and_its_key(site: Site, data: Path) -> None:
    key = (data / "secret-key").read_text()
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(10) == 0

    again = Site(data, site.port)
    try:
        again.wait_until_up()
        assert (data / "secret-key").read_text() == key
        assert (data / "secret-key").stat().st_mode & 0o777 == 0o600
        assert (data / "games.sqlite3").exists()
    finally:
        again.process.kill()
        again.process.wait()


def test_a_taken_port_is_named(site: Site, tmp_path: Path) -> None:
    second = Site(tmp_path / "second", site.port)

    assert second.process.wait(PATIENCE) == 1
    assert f"Port {site.port} is taken by another program" in second.output.read_text()


def test_it_says_where_it_is_with_a_qr_code(site: Site) -> None:
    wait_until(lambda: "Ctrl-C" in site.output.read_text())

    said = site.output.read_text()
    assert f"http://localhost:{site.port}/" in said
    phones = re.search(r"On phones nearby: (\S+)", said)
    assert phones
    assert "127.0.0.1" not in phones[1]
    assert "localhost" not in phones[1]
    assert "█▀▀▀▀▀█" in said or "█ ▄▄▄▄▄ █" in said


def test_it_answers_to_this_machine_and_nobody_elses_name(site: Site) -> None:
    name = socket.gethostname().split(".")[0].lower()

    answered = {
        host: site.status(host)
        for host in ["localhost", "192.168.1.77:8000", "[fe80::1]", f"{name}.local"]
    }
    refused = {
        host: site.status(host) for host in ["evil.example", "8.8.8.8", "192.168.1.77.evil.example"]
    }

    assert set(answered.values()) <= {200, 302, 404}
    assert set(refused.values()) == {400}
