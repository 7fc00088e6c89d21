"""The fronts of deploy/, each a real one: they hold nothing back, and pass no claims on."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tencompanion import environment
from tests import machine, sites
from tests.processes.phones import Answer, Game, send
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

DEPLOY = environment.ROOT / "deploy"
AT_ONCE = 2.0
"""Seconds in which a line has to come, on a busy machine; whoever collects lines takes for ever."""

Front = Callable[[sites.Site, int], sites.Part]


def caddy(site: sites.Site, port: int) -> sites.Part:
    """Caddy by deploy/Caddyfile as it is, but for its address: without a name there is no TLS."""
    path = machine.caddy()
    assert path, "no caddy: python -m tests.machine installs it"
    there = {
        "PATH": os.environ["PATH"],
        # It keeps its own state in these.
        "HOME": str(site.folder),
        "XDG_DATA_HOME": str(site.folder),
        "TEN_DOMAIN": f"http://localhost:{port}",
        "TEN_WEB": "127.0.0.1",
        "TEN_WEB_PORT": str(site.ports[0]),
        "CADDY_ADMIN": f"127.0.0.1:{sites.free_port()}",
    }
    command = [path, "run", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    return sites.Part(command, there, site.folder / "caddy.log")


def nginx(site: sites.Site, port: int) -> sites.Part:
    """nginx by the second server of deploy/nginx.conf, but for its address and its certificate."""
    path = machine.nginx()
    assert path, "no nginx: python -m tests.machine installs it"
    written = (DEPLOY / "nginx.conf").read_text()
    written = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", written, count=1, flags=re.DOTALL)
    written = re.sub(r"^ *(ssl_\w+|listen \[::\]).*\n", "", written, flags=re.MULTILINE)
    written = written.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}")
    written = written.replace("ten.example.org", "localhost")
    written = written.replace("/var/log/nginx/ten.log", str(site.folder / "ten.log"))
    servers = "".join(f"    server 127.0.0.1:{web};\n" for web in site.ports)
    written = re.sub(r"(    server 127\.0\.0\.1:\d+;\n)+", servers, written)
    settings = site.folder / "nginx.conf"
    settings.write_text(
        f"daemon off; user root; worker_processes 1; pid {site.folder}/nginx.pid;\n"
        f"error_log stderr; events {{}}\nhttp {{\n{temporary_paths(site.folder)}\n{written}}}\n"
    )
    command = [path, "-e", "stderr", "-p", str(site.folder), "-c", str(settings)]
    return sites.Part(command, dict(os.environ), site.folder / "nginx.log")


def temporary_paths(folder: Path) -> str:
    """Where nginx may write without being the system's own."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    return "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)


FRONTS = {"caddy": caddy, "nginx": nginx}


@pytest.fixture(scope="module", params=[*FRONTS])
def front(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, moulds: sites.Moulds
) -> Iterator[sites.Site]:
    """A site through a front, which is its first port; the second is of the process behind."""
    folder, port = tmp_path_factory.mktemp(request.param), sites.free_port()
    settings = {
        "TEN_TRUSTED_PROXIES": "1",
        "TEN_PUBLIC_URL": f"http://localhost:{port}",
        "TEN_METRICS": "on",
    }
    site = sites.Site(folder, moulds.sqlite(folder), more=moulds.static | settings)
    with sites.running(site, webs=1, worker=False), standing(FRONTS[request.param], site, port):
        yield replace(site, ports=[port, *site.ports], webs=[])


@contextmanager
def standing(start: Front, site: sites.Site, port: int) -> Iterator[None]:
    """A front before this site on this port, until the context ends."""
    part = start(site, port)
    try:
        wait_until(lambda: sites.answers(port), sites.PATIENCE)
        yield
    finally:
        part.stop()


def test_each_line_of_a_stream_goes_on_at_once(front: sites.Site) -> None:
    game = Game.begin(front)
    with game.stream(0) as page, game.stream(0) as another:
        for stream in (page, another):
            stream.wait_for(0)
        for version, card in enumerate(("R1", "B2", "O1", "G3"), 1):
            game.draw(0, version - 1, card)
            began = time.monotonic()
            # Nothing else comes that would push it through.
            for stream in (page, another):
                stream.wait_for(version)
            assert time.monotonic() - began < AT_ONCE
        assert page.heard == another.heard == [0, 1, 2, 3, 4]


def open_streams(front: sites.Site) -> float:
    """How many streams the web process behind the front has."""
    counts = send(front.ports[1], "GET", "/metrics", "", {}).text
    found = re.search(r"^ten_streams (\S+)", counts, re.MULTILINE)
    assert found
    return float(found[1])


def test_a_phone_that_goes_takes_its_stream_along(front: sites.Site) -> None:
    game = Game.begin(front)
    with game.stream(0) as page:
        page.wait_for(0)
        assert open_streams(front) == 1
    # Not only when the next beat finds nobody.
    wait_until(lambda: open_streams(front) == 0, AT_ONCE)


def test_a_stream_is_left_alone_while_it_is_silent(front: sites.Site) -> None:
    game = Game.begin(front)
    with game.stream(0) as page:
        page.wait_for(0)
        time.sleep(12)
        game.draw(0, 0, "R1")
        page.wait_for(1)


def fetch(front: sites.Site, path: str, **headers: str) -> Answer:
    """What the front answers to somebody outside."""
    return send(front.ports[0], "GET", path, "", headers)


def test_what_clients_claim_is_not_passed_on(front: sites.Site) -> None:
    claims = {"X-Request-ID": "0123456789abcdef", "X-Forwarded-Proto": "https"}
    answer = fetch(front, "/", **claims, **{"X-Forwarded-For": "203.0.113.9"})
    assert answer.status == 200
    told = answer.headers["x-request-id"]
    assert told != claims["X-Request-ID"]
    assert re.fullmatch(r"[0-9a-f-]{16,36}", told)
    # By plain HTTP here: a Secure cookie would mean that the claim was believed.
    set_cookie = fetch(front, "/new", **claims).headers.get("set-cookie", "")
    assert "csrftoken=" in set_cookie
    assert "Secure" not in set_cookie


def test_the_site_itself_is_inspected_only_from_inside(front: sites.Site) -> None:
    for path in ("/readyz", "/metrics"):
        assert fetch(front, path).status == 404
    assert fetch(front, "/healthz").status == 200


def test_large_bodies_are_refused_by_the_site(front: sites.Site) -> None:
    body = "x" * 200_000
    answer = send(
        front.ports[0], "POST", "/api/v1/games", body, {"Content-Type": "application/json"}
    )
    assert (answer.status, answer.json["error"]["code"]) == (413, "too_large")


def test_pages_arrive_with_their_files_compressed_once(front: sites.Site) -> None:
    page = fetch(front, "/", **{"Accept-Encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip"
    style = re.search(r'href="(/static/css/looks\.\w+\.css)"', page.text)
    assert style
    assert fetch(front, style[1]).status == 200


@pytest.mark.parametrize("kind", FRONTS)
def test_no_open_stream_keeps_it_from_stopping(on_sqlite: sites.Site, kind: str) -> None:
    with sites.running(on_sqlite, webs=1, worker=False):
        port = sites.free_port()
        part = FRONTS[kind](on_sqlite, port)
        wait_until(lambda: sites.answers(port), sites.PATIENCE)
        game = Game.begin(replace(on_sqlite, ports=[port], webs=[]))
        with game.stream(0) as page:
            page.wait_for(0)
            # An engine kills it after ten seconds: so long would phones find nobody.
            assert part.stop() < 5


def test_nginx_asks_the_other_process_for_a_file_of_its_version(
    on_sqlite: sites.Site, tmp_path: Path
) -> None:
    """During an upgrade, whoever is asked for the files of a page of the new version."""
    new = tmp_path / "new"
    shutil.copytree(on_sqlite.more["TEN_STATIC"], new)
    (new / "css/news.0123456789ab.css").write_text("/* new */")
    with sites.running(on_sqlite, webs=1, worker=False):
        on_sqlite.more = on_sqlite.more | {"TEN_STATIC": str(new)}
        on_sqlite.start_web()
        port = sites.free_port()
        with standing(nginx, on_sqlite, port):
            path = "/static/css/news.0123456789ab.css"
            old_alone, new_alone, through_nginx = (
                {send(asked, "GET", path, "", {}).status for asked in at}
                for at in ([on_sqlite.ports[0]], [on_sqlite.ports[1]], [port] * 6)
            )
            assert (old_alone, new_alone, through_nginx) == ({404}, {200}, {200})
