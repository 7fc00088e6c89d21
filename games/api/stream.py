"""The event stream of a game: the whole STATE after every change, for whoever has a token.

A plain Django view, as DRF does not stream. Holds no database connection while it waits.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import MethodNotAllowed

from games import live
from games.api import answering, tokens
from games.api.refusals import Refusal, plain_answer, refused
from games.models import Game, Membership
from games.streaming import aside, event_stream
from games.throttles import Throttled
from tencompanion import metrics

BEAT_EVERY = 10.0
"""Seconds of silence after which a client hears that the stream still lives."""

METHODS = ("GET", "HEAD", "OPTIONS")


@csrf_exempt
def stream(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """``event: state`` at once and after every change; comments in between."""
    try:
        response = _answer(request, tokens.member(request, game_id))
    except (tokens.NoToken, Http404, MethodNotAllowed, Throttled) as why:
        metrics.refused(why)
        response = plain_answer(cast("Refusal", refused(why, request)))
    if not response.streaming:
        response.headers["Allow"] = ", ".join(METHODS)
        response.headers["Cache-Control"] = "no-store"
    return response


def _answer(request: HttpRequest, you: Membership) -> HttpResponseBase:
    match request.method:
        case "GET":
            return event_stream(_states(request, you.game_id), you.pk)
        case "HEAD":
            return HttpResponse(content_type="text/event-stream")
        case "OPTIONS":
            return HttpResponse(status=204)
    raise MethodNotAllowed(request.method or "")


async def _states(request: HttpRequest, game_id: UUID) -> AsyncGenerator[str]:
    """The stream of a game, until its client is shut out; without the version that it has."""
    known = request.headers.get("Last-Event-ID", "")
    with live.listen(game_id) as listener, suppress(live.HangUp):
        # Subscribed first, read then: nothing falls in between.
        yield "retry: 1000\n\n"
        silent = False
        # Looked up at every beat too: the client is there, and an overdue count is noticed.
        while game := await aside(_current, request, game_id):
            if str(game.version) != known:
                known = str(game.version)
                if silent:
                    live.missed(game_id, game.version)
                yield await aside(_told, game)
            silent = await listener.newer(BEAT_EVERY) is None
            if silent:
                yield ": beat\n\n"


def _current(request: HttpRequest, game_id: UUID) -> Game | None:
    try:
        return answering.up_to_date(tokens.member(request, game_id).game)
    except (tokens.NoToken, Http404):
        return None


def _told(game: Game) -> str:
    state = json.dumps(answering.state_of(game), ensure_ascii=False)
    return f"id: {game.version}\nevent: state\ndata: {state}\n\n"
