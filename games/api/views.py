"""One short view per verb: read the request, call a service, answer."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import devices, services, tables
from games.api import answering, bodies, document, reading
from games.api.tokens import Bearer, bearer, recorder
from games.models import Membership
from games.results import colours_of
from games.rules import notation
from games.rules.scoring import score_sheet
from games.throttles import JOINS, NEW_GAMES, SCORINGS, WRONG_CODES, address


class AlwaysJson(BaseContentNegotiation):
    """There is one form of answer, whatever a client says that it accepts."""

    def select_parser(self, _request: Request, parsers: Any) -> Any:
        """Never asked: bodies.py reads."""
        return parsers[0]

    def select_renderer(self, _request: Request, renderers: Any, _suffix: str | None = None) -> Any:
        """JSON."""
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """What all have in common."""

    content_negotiation_class = AlwaysJson

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:  # noqa: ARG002
        """Only which methods there are: the rest is in the document."""
        return Response(status=204)

    def finalize_response(self, request: Request, response: Any, **path: Any) -> Response:
        """Answers hold tokens and games: no shared cache may keep them."""
        response.headers.setdefault("Cache-Control", "no-store")
        return super().finalize_response(request, response, **path)


class GameView(ApiView):
    """A game, for those who have a token of it."""

    authentication_classes = [Bearer]
    # Bearer has let nobody else in.
    permission_classes = []


class Games(ApiView):
    """Where games begin."""

    @document.create_game
    def post(self, request: Request) -> Response:
        """Start a game, whose host you are."""
        wanted = reading.new_game(
            bodies.read(request, "players", optional=("starting_seat", "deck", "options"))
        )
        NEW_GAMES.count(address(request._request))
        device, token = devices.new_device()
        game = services.create_game(
            device,
            wanted.names,
            starting_seat=wanted.starting_seat,
            deck=wanted.deck,
            options=wanted.options,
        ).game
        body = {"id": str(game.pk), "code": game.code, "host_token": token}
        return Response(body | {"state": answering.state_of(game)}, 201)


class Joining(ApiView):
    """Where phones come in."""

    @document.join_game
    def post(self, request: Request) -> Response:
        """Take a seat in the game with this code, or watch it."""
        members = bodies.read(request, "code", optional=("seat", "spectator"))
        code, seat = reading.text(members["code"], "code"), reading.seat_or_watching(members)
        who = address(request._request)
        WRONG_CODES.check(who)
        try:
            services.joinable_game(code)
        except services.NoSuchCode:
            WRONG_CODES.count(who)
            raise
        JOINS.count(who)
        you, token = _join(code, seat)
        body = {"id": str(you.game_id), "token": token, "role": you.role, "seat": you.seat}
        return Response(body | {"state": answering.state_of(answering.up_to_date(you.game))}, 201)


def _join(code: str, seat: int | None) -> tuple[Membership, str]:
    # One transaction: whoever cannot join leaves no device behind.
    with transaction.atomic():
        device, token = devices.new_device()
        return services.join(device, code, seat), token


class OneGame(GameView):
    """The game itself."""

    @document.read_game
    def get(self, request: Request, **_path: Any) -> Response:
        """The game as it is now."""
        game = answering.up_to_date(bearer(request).game)
        headers = {"ETag": f'"{game.version}"', "Cache-Control": "private, no-cache"}
        if _is_known(request, headers["ETag"]):
            response = Response(status=304, headers=headers)
        else:
            response = Response({"state": answering.state_of(game)}, headers=headers)
        patch_vary_headers(response, ["Authorization"])
        return response


def _is_known(request: Request, etag: str) -> bool:
    known = parse_etags(request.headers.get("If-None-Match", ""))
    # Compression makes an ETag weak on its way.
    return "*" in known or etag in [one.removeprefix("W/") for one in known]


class Events(GameView):
    """What was said in a game, in order."""

    @document.list_events
    def get(self, request: Request, **_path: Any) -> Response:
        """The entries that stand; with ``?all=1`` all that there ever were."""
        game = bearer(request).game
        spoken = (
            tables.ever_spoken(game)
            if reading.wants_all(request)
            else tables.spoken(game, tables.story(game))
        )
        return Response({"events": answering.entries(spoken)})

    @document.record_event
    def post(self, request: Request, **_path: Any) -> Response:
        """Record what happened at the table."""
        you = recorder(request)
        members = bodies.read(request, "version", "event")
        version, event = reading.version(members), notation.read(members["event"])
        return answering.recorded(services.record(you, version, event, reading.key(request)))


class Undo(GameView):
    """Back."""

    @document.undo
    def post(self, request: Request, **_path: Any) -> Response:
        """Take back the latest accepted change."""
        you = recorder(request)
        version = reading.version(bodies.read(request, "version"))
        return answering.recorded(services.undo(you, version, reading.key(request)))


class Redo(GameView):
    """And forth."""

    @document.redo
    def post(self, request: Request, **_path: Any) -> Response:
        """Undo the latest undo."""
        you = recorder(request)
        version = reading.version(bodies.read(request, "version"))
        return answering.recorded(services.redo(you, version, reading.key(request)))


class Amendments(GameView):
    """Mending."""

    @document.amend
    def post(self, request: Request, **_path: Any) -> Response:
        """Change earlier entries as one step, or see what that would lead to."""
        you = recorder(request)
        members = bodies.read(request, "version", "ops", optional=("dry_run",))
        version, ops = reading.version(members), reading.ops(members)
        key = reading.key(request)
        if reading.is_dry_run(members):
            return answering.previewed(services.preview_amendment(you, version, ops, key))
        return answering.recorded(services.amend(you, version, ops, key))


class Scores(ApiView):
    """Scoring without a game."""

    @document.score
    def post(self, request: Request) -> Response:
        """The best placing of a collection's wilds."""
        cards = reading.collection(bodies.read(request, "cards"))
        SCORINGS.count(address(request._request))
        sheet = score_sheet(cards)
        return Response({"score": sheet.score} | colours_of(sheet))
