"""Who may do what: every URL and every method, as five different people.

The table below is exhaustive: a URL that it does not name fails the tests, and so does an
operation of the OpenAPI document. What is refused has changed nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse
from django.urls.exceptions import Resolver404

from games import devices
from games.api.browsing import document
from games.models import Device, Entry, Game, Group, Membership, Scoring
from games.views.sharing import token_of
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ROLES = ("stranger", "other", "spectator", "player", "host")
"""Without a cookie or token; with that of another game; three phones of this game."""

Statuses = tuple[int, int, int, int, int]

ALL: Statuses = (200, 200, 200, 200, 200)
AWAY: Statuses = (302, 302, 302, 302, 302)
NOBODY: Statuses = (404, 404, 404, 404, 404)
MEMBERS: Statuses = (404, 404, 200, 200, 200)
"""To others there is no such game."""
RECORDERS: Statuses = (404, 404, 403, 302, 302)
BY_THE_RULES: Statuses = (404, 404, 403, 422, 422)
"""The same; but what they say does not fit the table."""
HOSTS: Statuses = (404, 404, 403, 403, 302)
BEARERS: Statuses = (401, 404, 200, 200, 200)
PROGRAMS: Statuses = (401, 404, 403, 201, 201)

EXPECTED: dict[str, dict[str, Statuses]] = {
    "home": {"GET": ALL},
    "new": {"GET": ALL, "POST": AWAY},
    "join": {"GET": ALL, "POST": AWAY},
    "join_code": {"GET": ALL, "POST": AWAY},
    "history": {"GET": ALL},
    "box": {"GET": ALL, "POST": AWAY},
    "rules": {"GET": ALL},
    "demo": {"GET": ALL},
    "manifest": {"GET": ALL},
    "worker": {"GET": ALL},
    # Examples are removed at home only; results are shared once there is one.
    "remove_examples": {"POST": NOBODY},
    "shared": {"GET": NOBODY},
    "shared_picture": {"GET": NOBODY},
    # The table
    "table": {"GET": MEMBERS},
    "board": {"GET": MEMBERS},
    "stream": {"GET": MEMBERS},
    "costs": {"GET": MEMBERS},
    "invite": {"GET": MEMBERS},
    "entries": {"GET": MEMBERS},
    "entry": {"GET": MEMBERS},
    "screen": {"GET": MEMBERS},
    "screen_board": {"GET": MEMBERS},
    "share": {"GET": (404, 404, 302, 302, 302)},
    # While the game goes on, to the table.
    "again": {"GET": (404, 404, 302, 302, 302), "POST": (404, 404, 302, 302, 302)},
    # Mending is looked at by all; saving is recording.
    "choose": {"GET": MEMBERS},
    "costs_there": {"GET": MEMBERS},
    "chosen": {"POST": (404, 404, 302, 302, 302)},
    "mend": {"GET": MEMBERS, "POST": RECORDERS},
    "check": {"GET": MEMBERS, "POST": RECORDERS},
    "draw": {"POST": RECORDERS},
    "take": {"POST": RECORDERS},
    "bid": {"POST": BY_THE_RULES},
    "pass": {"POST": BY_THE_RULES},
    "sell": {"POST": BY_THE_RULES},
    "pay": {"POST": BY_THE_RULES},
    "buy": {"POST": BY_THE_RULES},
    "skip": {"POST": BY_THE_RULES},
    "empty": {"POST": RECORDERS},
    "stop": {"POST": RECORDERS},
    "undo": {"POST": RECORDERS},
    "redo": {"POST": BY_THE_RULES},
    # The host's
    "host": {"GET": MEMBERS},
    "rename": {"POST": HOSTS},
    # Too late: a card was drawn.
    "reorder": {"POST": (404, 404, 403, 403, 422)},
    "options": {"POST": HOSTS},
    # The phone in question is the spectator's own, which is nobody's to remove but the host's.
    "remove": {"POST": (404, 404, 404, 403, 302)},
    "hand_over": {"POST": (404, 404, 404, 403, 302)},
    # The host is there, and is the host already.
    "succeed": {"POST": (404, 404, 403, 422, 302)},
    "abandon": {"POST": HOSTS},
    "resume": {"POST": HOSTS},
    # The game has not shown its whole deck.
    "learn": {"POST": (404, 404, 403, 403, 403)},
    # Programs
    "api:games": {"POST": (201, 201, 201, 201, 201)},
    "api:join": {"POST": (201, 201, 201, 201, 201)},
    "api:score": {"POST": ALL},
    "api:schema": {"GET": ALL},
    "api:docs": {"GET": ALL},
    "api:game": {"GET": BEARERS},
    "api:stream": {"GET": BEARERS},
    "api:events": {"GET": BEARERS, "POST": PROGRAMS},
    "api:undo": {"POST": PROGRAMS},
    "api:redo": {"POST": (401, 404, 403, 422, 422)},
    "api:amend": {"POST": PROGRAMS},
    # Whatever else there is below /api/.
    "api:": {"GET": NOBODY, "POST": NOBODY},
}
"""By role, for each method; every other method is refused to everybody."""

REFUSED = {401, 403, 404, 405}

FIELDS: dict[str, dict[str, Any]] = {
    "new": {"name": ["Ana", "Bo"], "starting_seat": "1"},
    "join_code": {"seat": "watch"},
    "draw": {"card": "B4"},
    "take": {"what": "numbers"},
    "bid": {"seat": "1", "amount": "1"},
    "pass": {"seat": "1"},
    "sell": {"seat": "1", "amount": "1"},
    "buy": {"card": "R4"},
    "rename": {"name": ["Ana", "Bo"]},
    "reorder": {"seat": ["2", "1"], "starting_seat": "1"},
    "options": {"recording": "all"},
    "check": {"seat": "1", "tokens": "3", "busts": "0"},
    "mend": {"ops": '[{"op":"delete","number":1}]'},
    "api:games": {"players": ["Ana"]},
    "api:events": {"event": {"type": "draw", "card": "B4"}},
    "api:amend": {"ops": [{"op": "delete", "number": 1}]},
    "api:score": {"cards": ["R4"]},
}
"""What is sent: something sensible where there is anything to say."""


class World:
    """A table after its first card, and everybody who might ask for it."""

    def __init__(self, table: Gathering) -> None:
        other = Phone()
        other.starts()
        table.host.says(table.game, "R4")
        phones = {
            "other": other,
            "spectator": table.watcher,
            "player": table.bo,
            "host": table.host,
        }
        self.table = table
        self.secrets = {
            role: phone.client.cookies[devices.COOKIE].value for role, phone in phones.items()
        }

    def asks(self, name: str, method: str, role: str) -> int:
        """The status that somebody gets."""
        client = Client(raise_request_exception=False)
        secret, headers = self.secrets.get(role), {}
        if secret and name.startswith("api:"):
            headers["Authorization"] = f"Bearer {secret}"
        elif secret:
            client.cookies[devices.COOKIE] = secret
        response: Any = client.generic(
            method, self.url(name), *self.content(name, method), headers=headers
        )
        return int(response.status_code)

    def url(self, name: str) -> str:
        """Where that is, for this table."""
        return (
            reverse(f"games:{name}", args=self.arguments(name)) if name != "api:" else "/api/other"
        )

    def arguments(self, name: str) -> list[Any]:
        game = self.table.game
        match name:
            case "join_code":
                return [game.code]
            case "shared" | "shared_picture":
                return [token_of(game)]
            case "entry":
                return [game.pk, 1]
            case "choose" | "costs_there":
                return [game.pk, 1, "replace"]
            case "chosen":
                return [game.pk, 1, "replace", "draw"]
            case "remove" | "hand_over":
                return [game.pk, self.table.watcher.member_of(game).pk]
        return [game.pk] if "game_id" in routes()[name] else []

    def content(self, name: str, method: str) -> tuple[str | bytes, str]:
        if method == "GET":
            return "", ""
        game = self.table.now
        fields = FIELDS.get(name, {})
        if "game_id" in routes()[name]:
            fields = {"version": game.version, **fields}
        if name in {"join", "api:join"}:
            fields = {"code": game.code, "spectator": True}
        if name.startswith("api:"):
            return json.dumps(fields), "application/json"
        return encode_multipart(BOUNDARY, fields), MULTIPART_CONTENT


@cache
def routes() -> dict[str, str]:
    """The name and the route of every URL of the site."""
    return dict(_walk(get_resolver()))


def _walk(resolver: URLResolver, before: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield (space + (pattern.name or "")).removeprefix("games:"), route
        else:
            inner = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _walk(pattern, route, space + inner)


def everything() -> list[Any]:
    """All that is kept; but for when a phone was last seen."""
    return [
        [*Game.objects.order_by("pk").values()],
        [*Membership.objects.order_by("pk").values_list("game", "device", "role", "seat")],
        [*Group.objects.order_by("pk").values()],
        *(model._default_manager.count() for model in (Device, Entry, Scoring)),
    ]


def statuses(world: World, name: str, method: str) -> Statuses:
    """What each role gets, each at the same moment of the game; refusals change nothing."""
    before, answers = everything(), []
    for role in ROLES:
        moment = transaction.savepoint()
        answers.append(world.asks(name, method, role))
        assert answers[-1] not in REFUSED or everything() == before
        transaction.savepoint_rollback(moment)
    stranger, other, spectator, player, host = answers
    return stranger, other, spectator, player, host


def test_every_url_has_its_expectation() -> None:
    assert set(routes()) == set(EXPECTED)


def test_every_operation_of_the_document_is_expected() -> None:
    documented = {
        (
            resolve(path.replace("{game_id}", "0" * 8 + "-0000-4000-8000-" + "0" * 12)).view_name,
            method,
        )
        for path, methods in document()["paths"].items()
        for method in methods
    }
    expected = {
        (f"games:{name}", method.lower())
        for name, methods in EXPECTED.items()
        for method in methods
        if name.startswith("api:") and name not in {"api:", "api:schema", "api:docs"}
    }
    assert documented == expected


@pytest.mark.parametrize("name", [name for name in EXPECTED if "stream" not in name])
def test_everybody_gets_what_is_theirs(table: Gathering, name: str) -> None:
    world = World(table)
    answers = {method: statuses(world, name, method) for method in METHODS}
    others = [answers.pop(method) for method in METHODS if method not in EXPECTED[name]]
    assert answers == EXPECTED[name]
    assert {status for those in others for status in those} <= REFUSED


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["stream", "api:stream"])
def test_streams_are_for_members(name: str, transactional_table: Gathering) -> None:
    # Streams give their database connection back, so there is no transaction to go back to.
    world, before = World(transactional_table), None
    for method in METHODS:
        before = before or everything()
        answers = tuple(world.asks(name, method, role) for role in ROLES)
        if method == "GET":
            assert answers == EXPECTED[name]["GET"]
        else:
            assert set(answers) <= REFUSED
    assert everything() == before


def test_a_cookie_is_no_token_and_a_token_no_cookie(table: Gathering) -> None:
    secret = table.host.client.cookies[devices.COOKIE].value
    with_cookie = table.host.client.get(reverse("games:api:game", args=[table.game.pk]))
    with_token = Client().get(
        reverse("games:table", args=[table.game.pk]), headers={"Authorization": f"Bearer {secret}"}
    )
    assert (with_cookie.status_code, with_token.status_code) == (401, 404)


def test_a_shared_result_is_for_those_with_its_link(table: Gathering, host: Phone) -> None:
    game = host.plays_to_the_end(host.starts())
    link = reverse("games:shared", args=[token_of(game)])
    assert table.stranger.get(link).status_code == 200
    for made_up in (f"{link}x", reverse("games:shared", args=["x"]), f"/shared/{game.pk}"):
        assert table.stranger.get(made_up).status_code == 404


EXAMPLE_PAGES = {"table", "board", "entries", "entry", "screen", "screen_board", "share"}


def test_an_example_is_looked_at_and_never_changed(table: Gathering, host: Phone) -> None:
    game = host.plays_to_the_end(host.starts())
    host.member_of(game).delete()
    Game.objects.filter(pk=game.pk).update(is_example=True)
    before, shown = everything(), set()
    world = World.__new__(World)
    world.table, world.secrets = Gathering(table.host, table.bo, table.watcher, game), {}
    for name in [name for name, route in routes().items() if "game_id" in route]:
        if "stream" in name or name in {"remove", "hand_over"}:
            continue
        if world.asks(name, "GET", "stranger") in {200, 302}:
            shown.add(name)
        assert world.asks(name, "POST", "stranger") in REFUSED
    assert shown <= EXAMPLE_PAGES
    assert {"table", "entries"} <= shown
    assert everything() == before


@pytest.mark.parametrize(
    "path", ["/admin/", "/admin/login/", "/accounts/login/", "/static/", "/api/v1/"]
)
def test_there_is_no_admin_and_no_listing(path: str, db: None) -> None:
    assert Client().get(path).status_code == 404
    with pytest.raises(Resolver404):
        resolve("/admin/login/")
