"""/healthz, /readyz and /metrics: who is told what, and how fast."""

import http.client
import socket
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.db import OperationalError
from django.test import Client, override_settings
from django.utils import timezone
from pytest_django import Settings

from games.models import Game, Scoring
from tencompanion import health, inspection
from tests.pages.phones import Phone

TOKEN = "a-token-of-some-length"


def ready() -> tuple[int, dict[str, Any]]:
    response = Client().get("/readyz")
    return response.status_code, response.json()["parts"]


@pytest.fixture
def waiting(transactional_db: None) -> Scoring:
    """A game that is to be counted, which nobody has done yet."""
    ana = Phone()
    game = ana.says(ana.starts(), "R4 take-numbers skip stop")
    return Scoring.objects.get(game=game)


def test_the_process_is_asked_without_anything_else(settings: Settings) -> None:
    # No database is allowed in this test.
    settings.ALLOWED_HOSTS = ["ten.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    response = Client().get("/healthz", headers={"Host": "10.0.0.7:8000"})
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert response.headers["Cache-Control"] == "no-store"


def test_it_is_never_throttled(settings: Settings) -> None:
    settings.TEN_THROTTLE = True
    assert {Client().get("/healthz").status_code for _ in range(200)} == {200}


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_only_looking_is_possible(path: str, db: None, settings: Settings) -> None:
    settings.TEN_METRICS = TOKEN
    response = Client().post(path, headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code in {404, 405}


@pytest.mark.django_db(transaction=True)
def test_a_site_with_all_its_parts_is_ready() -> None:
    expected = {"database": {"ok": True}, "broker": {"ok": True}}
    assert ready() == (200, expected | {"scorings": {"ok": True, "overdue": 0}})


def test_a_count_that_nobody_does_is_told(waiting: Scoring) -> None:
    assert ready()[1]["scorings"] == {"ok": True, "overdue": 0}
    since = timezone.now() - timedelta(seconds=11)
    Scoring.objects.update(queued_at=since, state=Scoring.State.RUNNING, lease_until=since)
    status, parts = ready()
    assert (status, parts["scorings"]) == (503, {"ok": False, "overdue": 1})
    Scoring.objects.update(state=Scoring.State.DONE)
    assert ready()[0] == 200


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_is_told(settings: Settings) -> None:
    # Nobody listens on this port.
    settings.REDIS_URL = "redis://:secret@127.0.0.1:1/0"
    status, parts = ready()
    assert (status, parts["broker"]) == (503, {"ok": False, "why": "ConnectionError"})
    assert issubclass(redis.ConnectionError, Exception)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_away_is_told_by_its_kind_alone(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def away() -> dict[str, Any]:
        raise OperationalError("user ten at database.internal")

    monkeypatch.setitem(health.CHECKS, "database", health.Check(away))
    status, parts = ready()
    assert (status, parts["database"]) == (503, {"ok": False, "why": "OperationalError"})
    assert "internal" not in capfd.readouterr().err


@pytest.mark.django_db(transaction=True)
def test_a_part_that_hangs_costs_two_seconds_and_one_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.2)
    asked: list[int] = []

    def hang() -> dict[str, Any]:
        asked.append(1)
        time.sleep(1)
        return {}

    monkeypatch.setitem(health.CHECKS, "broker", health.Check(hang))
    began = time.monotonic()
    for _ in range(3):
        assert ready()[1]["broker"] == {"ok": False, "why": "Silence"}
    assert time.monotonic() - began < 0.95
    assert asked == [1]


def test_nothing_of_a_game_is_told(waiting: Scoring) -> None:
    said = Client().get("/readyz").content.decode()
    game = Game.objects.get()
    for private in (str(game.pk), game.code, *game.names):
        assert private not in said


# Metrics


def metrics(*, address: str = "127.0.0.1", **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return int(Client(REMOTE_ADDR=address).get("/metrics", headers=named).status_code)


def test_metrics_are_nowhere_unless_asked_for(db: None) -> None:
    assert metrics() == 404
    assert metrics(Authorization="Bearer ") == 404


@override_settings(TEN_METRICS="on")
@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("10.1.2.3", {}, 200),
        ("192.168.0.9", {}, 200),
        ("fd00::1", {}, 200),
        ("::ffff:10.0.0.1", {}, 200),
        ("8.8.8.8", {}, 404),
        ("::ffff:8.8.8.8", {}, 404),
        ("", {}, 404),
        # By the front, whatever it says of where it came from.
        ("10.1.2.3", {"X_Forwarded_For": "8.8.8.8"}, 404),
        ("10.1.2.3", {"X_Forwarded_For": "10.1.2.4"}, 404),
        ("10.1.2.3", {"Forwarded": "for=10.1.2.4"}, 404),
    ],
)
def test_on_means_the_private_network(
    db: None, address: str, headers: dict[str, str], status: int
) -> None:
    assert metrics(address=address, **headers) == status


@override_settings(TEN_METRICS=TOKEN)
def test_a_token_opens_them_from_anywhere(db: None) -> None:
    assert metrics(address="8.8.8.8", Authorization=f"Bearer {TOKEN}") == 200
    assert metrics(Authorization="Bearer wrong-but-just-as-long") == 404
    assert metrics(Authorization=TOKEN) == 404
    assert metrics() == 404


@pytest.fixture
def worker_port(settings: Settings, unused_port: int) -> Iterator[int]:
    settings.TEN_METRICS_PORT = unused_port
    server = inspection.show_worker()
    assert server
    yield unused_port
    server.shutdown()
    server.server_close()


def test_a_worker_shows_its_own(worker_port: int, settings: Settings) -> None:
    def status(path: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", worker_port, timeout=5)
        connection.request("GET", path)
        return connection.getresponse().status

    assert (status("/healthz"), status("/metrics"), status("/")) == (200, 404, 404)
    settings.TEN_METRICS = "on"
    assert status("/metrics") == 200


def test_who_says_nothing_keeps_nobody_waiting(worker_port: int) -> None:
    with socket.create_connection(("127.0.0.1", worker_port)):
        connection = http.client.HTTPConnection("127.0.0.1", worker_port, timeout=2)
        connection.request("GET", "/healthz")
        assert connection.getresponse().status == 200


def test_a_worker_without_a_port_shows_nothing(settings: Settings) -> None:
    assert settings.TEN_METRICS_PORT == 0
    assert inspection.show_worker() is None
