"""Programs that use the API, each with its token, or without one."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

BASE = "/api/v1"

Json = dict[str, Any]
Answer = Any
"""A response of Django's test client, which adds ``json()`` to it."""


@dataclass
class Program:
    """A client with a token. CSRF is enforced, as it would be for a browser with cookies."""

    token: str | None = None
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send anything anywhere; ``body`` is sent as it is if it is bytes."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client.generic(
            method,
            BASE + path,
            b"" if body is None else content,
            content_type=headers.pop("content_type", "application/json"),
            headers=self._headers(headers),
        )

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        own = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return own | {name.replace("_", "-"): value for name, value in more.items()}

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> Answer:
        return self.ask("POST", path, body, **headers)


@dataclass
class Playing:
    """A game with a program of each kind around it."""

    id: str
    code: str
    state: Json
    host: Program
    player: Program
    spectator: Program
    stranger: Program = field(default_factory=Program)
    """Without any token."""

    @property
    def path(self) -> str:
        return f"/games/{self.id}"

    def say(self, *events: Json) -> Json:
        """Record events one after the other, by the host; the last answer."""
        answer: Json = {}
        for event in events:
            answer = self.send("/events", {"event": event})
        return answer

    def send(self, verb: str, members: Json, status: int = 201) -> Json:
        """Post something at the game's version of now; the answer, which must have this status."""
        body = {"version": self.now["version"]} | members
        response = self.host.post(self.path + verb, body)
        assert (response.status_code, response.content) == (status, response.content)
        return response.json()

    @property
    def now(self) -> Json:
        """STATE of now."""
        return self.host.get(self.path).json()["state"]


def start(names: list[str] | None = None, **more: Any) -> Playing:
    """A new game, with a player in seat 2 and a spectator."""
    host = Program()
    names = ["Ana", "Bo", "Chi"] if names is None else names
    made = host.post("/games", {"players": names} | more).json()
    host.token = made["host_token"]
    joined = [
        Program().post("/games/join", {"code": made["code"]} | how).json()
        for how in ({"seat": 2}, {"spectator": True})
    ]
    player, spectator = (Program(answer["token"]) for answer in joined)
    return Playing(made["id"], made["code"], made["state"], host, player, spectator)


def draw(card: str) -> Json:
    return {"type": "draw", "card": card}


def take(what: str) -> Json:
    return {"type": "take", "what": what}


SKIP = {"type": "skip_buy"}
STOP = {"type": "stop"}


def error(response: Answer) -> tuple[int, str, str | None, Any]:
    """Status, code, rule and details of an error, which has a message and nothing else."""
    body = response.json()
    assert response.headers["Content-Type"] == "application/json"
    assert list(body) == ["error"]
    assert list(body["error"]) == ["code", "message", "rule", "details"]
    assert body["error"]["message"]
    return (
        response.status_code,
        body["error"]["code"],
        body["error"]["rule"],
        body["error"]["details"],
    )


def malformed(where: str, problem: str) -> tuple[int, str, None, Json]:
    """The error for one wrong member."""
    return 400, "malformed", None, {"where": where, "problem": problem}
