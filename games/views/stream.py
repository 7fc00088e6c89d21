"""The event stream of a page: nothing but "now at version N", and a beat to show it lives.

Holds no database connection while it waits.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import suppress
from uuid import UUID

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from games import devices, live, services
from games.streaming import aside, event_stream
from games.throttles import Throttled, address
from games.views.showing import throttled

BEAT_EVERY = 10.0
"""Seconds of silence after which a page hears that the stream still lives."""


@require_GET
def stream(request: HttpRequest, game_id: UUID) -> HttpResponseBase:
    """``event: version`` at once and after every change; ``event: beat`` in between."""
    you = devices.looker(request, game_id)
    if you is None:
        return HttpResponseNotFound()
    try:
        # Who looks at an example is nobody in particular.
        return event_stream(_versions(request, game_id), you.pk or address(request))
    except Throttled as why:
        return throttled(HttpResponse(status=429), why)


async def _versions(request: HttpRequest, game_id: UUID) -> AsyncGenerator[str]:
    with live.listen(game_id) as listener, suppress(live.HangUp):
        # Subscribed first, read then: nothing falls in between.
        version = await aside(_version, request, game_id)
        if version is None:
            return  # shut out meanwhile
        yield f"retry: 1000\nid: {version}\nevent: version\ndata: {version}\n\n"
        while True:
            newer = await listener.newer(BEAT_EVERY)
            if newer is None:
                yield "event: beat\ndata:\n\n"
                # In silence it looks: was this phone shut out, does a count wait for somebody?
                # Without a database that is for the next beat.
                with suppress(DatabaseError):
                    found = await aside(_still_there, request, game_id)
                    if found is None:
                        return
                    if found != version:
                        live.missed(game_id, found)
            elif newer != version:
                version = newer
                yield f"id: {version}\nevent: version\ndata: {version}\n\n"


def _version(request: HttpRequest, game_id: UUID) -> int | None:
    """The game's version for this phone; None to a stranger."""
    you = devices.looker(request, game_id)
    return you.game.version if you else None


def _still_there(request: HttpRequest, game_id: UUID) -> int | None:
    """The same for a phone that listens already; an overdue count is made on the way."""
    you = devices.looker(request, game_id)
    if you is None:
        return None
    services.settle_if_overdue(you.game)
    return you.game.version
