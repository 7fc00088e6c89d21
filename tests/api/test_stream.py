"""The stream of a game over a real server: its whole state, now and after every change."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from types import SimpleNamespace
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.test import override_settings

from games import live, streaming
from games.api import stream
from tests.api.programs import BASE, STOP, Playing, draw, error, start
from tests.serving import wait_until

Json = dict[str, Any]


class Stream:
    """What comes in, message by message."""

    def __init__(self, response: HTTPResponse) -> None:
        self._response = response

    def message(self) -> list[str]:
        """The lines of the next message, comments and instructions to the client included."""
        lines = iter(lambda: self._response.readline().decode().rstrip("\n"), "")
        return list(lines)

    def state(self) -> Json:
        """The next message, which must be a state with its version as id."""
        id_, event, data = self.message()
        state: Json = json.loads(data.removeprefix("data: "))
        assert (id_, event) == (f"id: {state['version']}", "event: state")
        return state


@pytest.fixture
def game(server: str, settings: Any) -> Playing:
    """The same game, where the server sees it."""
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    return start()


@pytest.fixture
def follow(server: str, game: Playing) -> Callable[..., Any]:
    """Open a stream of the game as its spectator."""

    @contextmanager
    def open_stream(**headers: str) -> Iterator[Stream]:
        sent = {"Authorization": f"Bearer {game.spectator.token}"} | headers
        request = Request(f"{server}{BASE}{game.path}/stream", headers=sent)
        with urlopen(request, timeout=20) as response:
            assert response.headers["Content-Type"] == "text/event-stream"
            assert response.headers["Cache-Control"] == "no-cache, no-transform"
            opened = Stream(response)
            assert opened.message() == ["retry: 1000"]
            yield opened

    return open_stream


def test_the_state_comes_at_once_and_after_every_change(
    game: Playing, follow: Callable[..., Any]
) -> None:
    with follow() as first, follow() as second:
        assert first.state() == second.state() == game.state
        for change in (
            lambda: game.say(draw("R4")),
            lambda: game.send("/amend", {"ops": [{"op": "delete", "number": 1}]}),
            lambda: game.send("/undo", {}),
            lambda: game.send("/redo", {}),
        ):
            after = change()["state"]
            assert first.state() == second.state() == after
    wait_until(lambda: live.listening() == 0)


def test_what_is_known_is_not_sent_again(game: Playing, follow: Callable[..., Any]) -> None:
    version = game.say(draw("R4"))["version"]
    with (
        follow(**{"Last-Event-ID": str(version)}) as known,
        follow(**{"Last-Event-ID": "0"}) as old,
    ):
        assert old.state()["version"] == 1
        game.say(draw("R5"))
        assert known.state()["version"] == old.state()["version"] == 2
    with follow(**{"Last-Event-ID": "rubbish"}) as fresh:
        assert fresh.state()["version"] == 2


def test_silence_is_broken_often_enough(
    follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stream.BEAT_EVERY <= 15 - 1
    monkeypatch.setattr(stream, "BEAT_EVERY", 0.1)
    with follow() as quiet:
        quiet.state()
        assert [quiet.message(), quiet.message()] == [[": beat"], [": beat"]]


@override_settings(SCORING_PATIENCE=0.3)
def test_the_result_comes_by_itself_even_if_nobody_counts_the_game(
    game: Playing, follow: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.tasks.ring", lambda _game: None)
    monkeypatch.setattr(stream, "BEAT_EVERY", 0.2)
    with follow() as watched:
        watched.state()
        game.say(STOP)
        counting = watched.state()
        assert (counting["phase"], counting["result"]) == ("scoring", None)
        while (message := watched.message()) == [": beat"]:
            pass
        finished = json.loads(message[2].removeprefix("data: "))
        assert (finished["phase"], finished["version"]) == ("finished", 2)
        assert finished == game.now


def test_a_token_has_room_for_so_many_streams(
    server: str,
    game: Playing,
    follow: Callable[..., Any],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert streaming.MOST_STREAMS == 12
    monkeypatch.setattr(streaming, "MOST_STREAMS", 2)
    settings.TEN_THROTTLE = True
    spectator = {"Authorization": f"Bearer {game.spectator.token}"}
    with follow() as first:
        with follow():
            refused = asked(server, game, "GET", **spectator)
            assert error(refused) == (429, "throttled", None, None)
            assert refused.headers["Retry-After"] == "60"
            # Other phones have room of their own, and those that listen hear on.
            with follow(Authorization=f"Bearer {game.player.token}") as other:
                assert other.state() == first.state() == game.state
                after = game.say(draw("R4"))["state"]
                assert other.state() == first.state() == after
        wait_until(lambda: live.listening() == 1)
        with follow() as again:
            assert again.state() == after


def asked(server: str, game: Playing, method: str, **headers: str) -> Any:
    """The whole answer to a request that opens no stream, with ``json()`` as Django's client."""
    connection = HTTPConnection(server.removeprefix("http://"), timeout=10)
    connection.request(method, f"{BASE}{game.path}/stream", headers=headers)
    answer = connection.getresponse()
    content = answer.read()
    return SimpleNamespace(
        status_code=answer.status, headers=answer.headers, json=lambda: json.loads(content)
    )


def test_only_the_games_own_tokens_open_it(server: str, game: Playing) -> None:
    for headers in (
        {},
        {"Authorization": "Bearer nobody's"},
        {"Cookie": f"ten_device={game.host.token}"},
    ):
        response = asked(server, game, "GET", **headers)
        assert error(response) == (401, "no_token", None, None)
        assert response.headers["WWW-Authenticate"] == "Bearer"
    foreign = {"Authorization": f"Bearer {start().host.token}"}
    assert error(asked(server, game, "GET", **foreign)) == (404, "not_found", None, None)


def test_it_is_only_read(server: str, game: Playing) -> None:
    mine = {"Authorization": f"Bearer {game.host.token}"}
    for method in ("POST", "PUT", "DELETE"):
        response = asked(server, game, method, **mine)
        assert error(response) == (405, "wrong_method", None, None)
        assert response.headers["Allow"] == "GET, HEAD, OPTIONS"
    head = asked(server, game, "HEAD", **mine)
    assert (head.status_code, head.headers["Content-Type"]) == (200, "text/event-stream")
    assert asked(server, game, "OPTIONS", **mine).status_code == 204
