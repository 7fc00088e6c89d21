"""Values -> the JSON of the contract."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from typing import Any

from rest_framework.response import Response

from games import results, services, tables
from games.board.state import state
from games.models import Game
from games.rules import notation

Json = dict[str, Any]


def up_to_date(game: Game) -> Game:
    """The game as it is now; if nobody counted it in time, that has been done."""
    services.settle_if_overdue(game)
    return game


def state_of(game: Game) -> Json:
    """STATE of the game as this row has it."""
    return state(game, tables.story(game).table, results.result_of(game))


def entries(spoken: Iterable[tables.Spoken]) -> list[Json]:
    """The entries as the list of events shows them."""
    return [_entry(one) for one in spoken]


def _entry(spoken: tables.Spoken) -> Json:
    said = spoken.entry
    return {
        "number": spoken.number,
        "id": spoken.id,
        "event": spoken.event,
        "seat": spoken.seat,
        "recorded_by": {"role": said.role, "seat": said.seat},
        "at": said.at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "standing": spoken.number is not None,
    }


def recorded(change: services.Recorded) -> Response:
    """The answer of recording: 201, or 200 if this very request had been accepted before."""
    return Response(_change(change, state_of(change.game)), 200 if change.repeated else 201)


def previewed(change: services.Recorded) -> Response:
    """What would follow, with nothing recorded."""
    return Response(_change(change, state(change.game, change.story.table, None)))


def _change(change: services.Recorded, now: Json) -> Json:
    return {
        "version": change.version,
        "effects": [notation.write_effect(effect) for effect in change.effects],
        "state": now,
    }
