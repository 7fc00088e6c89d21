"""Phones and programs that reach a site by its ports, each with one web process at a time."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlencode

from tests.sites import Site

Json = dict[str, Any]

CSRF = "x" * 32
PATIENCE = 20


@dataclass(frozen=True)
class Answer:
    """The status of an answer, its body, and its headers."""

    status: int
    text: str
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def version(self) -> int:
        """The version of the board that was sent."""
        found = re.search(r'data-version="(\d+)"', self.text)
        assert found, self.text
        return int(found[1])


@dataclass(frozen=True)
class Game:
    """A game on a site, and the token of its host, which is the secret of a phone as well."""

    site: Site
    id: str
    token: str

    @classmethod
    def begin(cls, site: Site) -> Game:
        """Start a game by the first web process."""
        answer = ask(site.ports[0], "POST", "/api/v1/games", {"players": ["Ana", "Bo"]})
        return cls(site, answer.json["id"], answer.json["host_token"])

    def ask(
        self, web: int, method: str, path: str, body: Json | None = None, **more: str
    ) -> Answer:
        """Ask the API of that web process."""
        headers = {"Authorization": f"Bearer {self.token}"} | more
        port = self.site.ports[web]
        return ask(port, method, f"/api/v1/games/{self.id}{path}", body, **headers)

    def say(self, web: int, version: int, event: Json, key: str = "") -> Answer:
        """Record an event, seen at this version."""
        more = {"Idempotency-Key": key} if key else {}
        return self.ask(web, "POST", "/events", {"version": version, "event": event}, **more)

    def draw(self, web: int, version: int, card: str) -> None:
        """Record a draw, which must be accepted."""
        answer = self.say(web, version, {"type": "draw", "card": card})
        assert answer.status == 201, answer

    def end(self, web: int) -> None:
        """Draw a card and stop: the game is at version 2 then, and waits for its count."""
        self.draw(web, 0, "R1")
        assert self.say(web, 1, {"type": "stop"}).status == 201

    def state(self, web: int = 0) -> Json:
        """The game as the API tells it."""
        state: Json = self.ask(web, "GET", "").json["state"]
        return state

    def entries(self, web: int = 0) -> list[Json]:
        """All that was ever recorded."""
        entries: list[Json] = self.ask(web, "GET", "/events?all=1").json["events"]
        return entries

    # As a page does it

    def tap(self, web: int, verb: str, form: Json) -> Answer:
        """Post what a page of that web process would."""
        return self._fetch(web, "POST", verb, urlencode(form, doseq=True))

    def board(self, web: int, since: int | None = None) -> Answer:
        """Fetch the board."""
        return self._fetch(web, "GET", "board" if since is None else f"board?since={since}")

    def _fetch(self, web: int, method: str, path: str, body: str = "") -> Answer:
        headers = self.page_headers | {"Content-Type": "application/x-www-form-urlencoded"}
        return send(self.site.ports[web], method, f"/games/{self.id}/{path}", body, headers)

    @property
    def page_headers(self) -> dict[str, str]:
        """What a phone's browser sends along."""
        return {
            "Cookie": f"ten_device={self.token}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "HX-Request": "true",
        }

    @contextlib.contextmanager
    def stream(self, web: int) -> Iterator[Stream]:
        """Listen to a page's stream from that web process."""
        connection = HTTPConnection("127.0.0.1", self.site.ports[web], timeout=PATIENCE)
        headers = self.page_headers | {"Host": "localhost"}
        connection.request("GET", f"/games/{self.id}/stream", headers=headers)
        response = connection.getresponse()
        assert response.status == 200
        try:
            yield Stream(response)
        finally:
            connection.close()


class Stream:
    """A stream as it comes in."""

    def __init__(self, response: HTTPResponse) -> None:
        self._response = response
        self.heard: list[int] = []

    def wait_for(self, version: int) -> None:
        """Read until this version, or a later one, was told."""
        while not self.heard or self.heard[-1] < version:
            line = self._response.readline()
            assert line, "the stream ended"
            if line.startswith(b"data: "):
                self.heard.append(int(line[6:]))

    def ends(self) -> bool:
        """Whether it ends in order, after whatever it still tells."""
        while self._response.readline():
            pass
        return True


def ask(port: int, method: str, path: str, body: Json | None = None, **headers: str) -> Answer:
    """Ask the API on that port."""
    sent = "" if body is None else json.dumps(body)
    return send(port, method, path, sent, headers | {"Content-Type": "application/json"})


def send(port: int, method: str, path: str, body: str, headers: dict[str, str]) -> Answer:
    """Send a request by a connection of its own; OSError or HTTPException if it is cut off."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, headers | {"Host": "localhost"})
        response = connection.getresponse()
        content = response.read()
        if response.headers.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, content.decode(), headers)
    finally:
        connection.close()
