"""Security headers and cookies on everything that is answered; and what deployment checks say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games import devices
from tencompanion import environment
from tests.pages.conftest import Gathering

EVERYWHERE = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "Permissions-Policy": (
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}


def answers(table: Gathering) -> dict[str, Any]:
    """One of each kind of answer."""
    game, client = table.game, table.host.client
    return {
        "page": client.get("/"),
        "table": client.get(f"/games/{game.pk}/"),
        "partial": client.get(f"/games/{game.pk}/board", headers={"HX-Request": "true"}),
        "redirect": client.post("/join", {"code": game.code}),
        "refusal": table.watcher.post("draw", game.pk, version=0, card="R4"),
        "not found": client.get("/nowhere"),
        "wrong host": client.get("/", headers={"Host": "evil.example"}),
        "stale": Client(enforce_csrf_checks=True).post("/new", {"name": "Ana"}),
        "API": client.post("/api/v1/score", {"cards": ["R4"]}, "application/json"),
        "API refusal": client.get(f"/api/v1/games/{game.pk}"),
        "API nowhere": client.get("/api/v2"),
        # Last: WhiteNoise closes its file, and with it the test's connection.
        "static": client.get("/static/css/looks.css"),
    }


def test_every_answer_has_them(table: Gathering) -> None:
    for kind, answer in answers(table).items():
        said = {name: answer.headers.get(name) for name in EVERYWHERE}
        assert said == EVERYWHERE, kind
        assert answer.headers["X-Request-ID"], kind
        # Older browsers; frame-ancestors says the same to all others.
        if kind not in {"static", "wrong host"}:
            assert answer.headers["X-Frame-Options"] == "DENY", kind
        assert "Server" not in answer.headers
        assert not [name for name in answer.headers if name.startswith("Access-Control")], kind


def test_no_source_is_unsafe() -> None:
    policy = EVERYWHERE["Content-Security-Policy"]
    assert not [word for word in ("unsafe", "*", "data:", "http:", "https:") if word in policy]


def test_pages_of_a_game_are_in_no_cache(table: Gathering) -> None:
    answered = answers(table)
    for kind in ("table", "partial", "API", "API refusal"):
        assert answered[kind].headers["Cache-Control"] == "no-store", kind


def test_cookies_are_for_the_server_alone(table: Gathering) -> None:
    answer = table.host.client.get("/")
    cookie = answer.cookies[devices.COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["max-age"] == 400 * 24 * 3600
    assert not cookie["secure"]
    page = table.host.get("new")
    assert page.cookies["csrftoken"]["httponly"]


def test_under_tls_they_are_secure(table: Gathering) -> None:
    answer = table.host.client.get("/new", secure=True)
    assert all(cookie["secure"] for cookie in answer.cookies.values())
    assert len(answer.cookies) == 2


def site(code: str, tmp_path: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the site's own settings, made by this environment alone."""
    return subprocess.run(
        [sys.executable, *code.split()]
        if not code.startswith("import")
        else [sys.executable, "-c", code],
        cwd=environment.ROOT,
        env={"PATH": os.environ["PATH"], "TEN_DATA": str(tmp_path), **settings},
        capture_output=True,
        text=True,
        check=False,
    )


PUBLIC = {
    "SECRET_KEY": "k" * 20 + "0123456789abcdefghijklmnopqrstuvwxyz",
    "TEN_PUBLIC_URL": "https://ten.example.org",
    "TEN_TRUSTED_PROXIES": "1",
}

UNDER_TLS = """import django; from django.conf import settings
import os; os.environ["DJANGO_SETTINGS_MODULE"] = "tencompanion.settings"; django.setup()
from django.core.management import call_command; call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
from django.test import Client
front = {"Host": "ten.example.org", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
page = Client().get("/new", headers=front)
print(page.status_code, page.headers["Strict-Transport-Security"])
print(page.cookies["csrftoken"]["secure"])
print(page.headers["Cross-Origin-Opener-Policy"])
plain = Client().get("/new", headers=front | {"X-Forwarded-Proto": "http"})
print(plain.status_code, plain.headers["Location"])
print(Client().get("/new", headers=front | {"Host": "evil.example"}).status_code)
print(Client().get("/healthz", headers={"Host": "10.0.0.7:8000"}).status_code)
"""


@pytest.mark.slow
def test_behind_a_tls_front(tmp_path: Path) -> None:
    done = site(UNDER_TLS, tmp_path, **PUBLIC)
    assert done.stdout.splitlines() == [
        "200 max-age=2592000",
        "True",
        "same-origin",
        "301 https://ten.example.org/new",
        "400",
        "200",
    ], done.stderr


@pytest.mark.slow
def test_the_deployment_check_is_clean(tmp_path: Path) -> None:
    check = "manage.py check --deploy --fail-level WARNING"
    done = site(check, tmp_path, **PUBLIC)
    assert (done.returncode, done.stdout) == (
        0,
        "System check identified no issues (2 silenced).\n",
    ), done.stderr
    assert site(check, tmp_path, **PUBLIC, TEN_THROTTLE="off").returncode == 1
    assert site(check, tmp_path, **PUBLIC, DEBUG="on").returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    ["manage.py check", "manage.py migrate", "manage.py backup x", "-m tencompanion.serve"],
)
def test_without_a_key_it_says_how_to_make_one(tmp_path: Path, command: str) -> None:
    done = site(command, tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "SECRET_KEY is not set; make one with: "
        "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'\n"
    )
    assert done.stdout == ""
