"""Examples for the OpenAPI document. States and scores come out of the rules, so they are true."""

from __future__ import annotations

from functools import reduce
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiExample

from games import tables
from games.board.state import state
from games.models import Game
from games.results import colours_of
from games.rules import notation
from games.rules.deck import default_deck
from games.rules.events import Drew, Event, Took
from games.rules.replay import Said, Story, tell
from games.rules.scoring import score_sheet

Json = dict[str, Any]

_NAMES = ["Ana", "Bo", "Chi"]
_CODE = "K7QXM"
_TOKEN = "vTj0mK3Q9zYb4o2l1W8s6XcDfGhJkLpR-uNaEqIr_t5"  # noqa: S105 (nobody's)
_COLLECTION = ["R1", "R2", "R4", "R#", "B7", "*8"]


def _told(*events: Event) -> tuple[Json, list[Json]]:
    """The state after these events, and what followed from the last."""
    game = Game(
        id=UUID("0f6c2a4e-7b1d-4c7e-9a53-5d8e2f1b6c90"),
        code=_CODE,
        names=_NAMES,
        deck=notation.write_deck(default_deck(len(_NAMES))),
        version=len(events),
    )
    said = [Said(str(version), event) for version, event in enumerate(events, 1)]
    story = reduce(tell, said, Story(tables.start(game)))
    effects = [notation.write_effect(e) for e in story.head.effects] if story.head else []
    return state(game, story.table, None), effects


def _recorded(*events: Event) -> Json:
    now, effects = _told(*events)
    return {"version": now["version"], "effects": effects, "state": now}


def _request(name: str, value: Json) -> OpenApiExample:
    return OpenApiExample(name, value, request_only=True)


def _answer(name: str, value: Json, status: int) -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True, status_codes=[str(status)])


_NEW, _ = _told()
_AFTER, _ = _told(Drew("R4"))
_ENTRY = {
    "number": 1,
    "id": "1",
    "event": {"type": "draw", "card": "R4"},
    "seat": 1,
    "recorded_by": {"role": "player", "seat": 2},
    "at": "2026-11-30T19:04:05.123456Z",
    "standing": True,
}
_STALE = {
    "error": {
        "code": "stale_version",
        "message": "Something else has been recorded since that version.",
        "rule": None,
        "details": {"version": 1, "state": _AFTER, "entries": [_ENTRY]},
    }
}

CREATE_GAME = [
    _request("Three players", {"players": _NAMES}),
    _request(
        "Everything said",
        {
            "players": ["Ana", "Bo"],
            "starting_seat": 2,
            "deck": {"pile": 97},
            "options": {"all_pass": "market", "spent_cards": "discard", "recording": "host"},
        },
    ),
    _answer(
        "The game",
        {"id": _NEW["id"], "code": _CODE, "host_token": _TOKEN, "state": _NEW},
        201,
    ),
]
JOIN_GAME = [
    _request("Take a seat", {"code": _CODE, "seat": 2}),
    _request("Watch", {"code": _CODE, "spectator": True}),
    _answer(
        "A seat",
        {"id": _NEW["id"], "token": _TOKEN, "role": "player", "seat": 2, "state": _NEW},
        201,
    ),
]
READ_GAME = [_answer("One card drawn", {"state": _AFTER}, 200)]
LIST_EVENTS = [_answer("One entry", {"events": [_ENTRY]}, 200)]
RECORD_EVENT = [
    _request("Draw", {"version": 0, "event": {"type": "draw", "card": "R4"}}),
    _request("Take", {"version": 1, "event": {"type": "take", "what": "numbers"}}),
    _request(
        "Auction",
        {
            "version": 17,
            "event": {
                "type": "auction",
                "winner": 2,
                "amount": 3,
                "payment": {"tokens": 2, "busts": 0, "cards": ["R4"]},
            },
        },
    ),
    _answer("A card", _recorded(Drew("R4")), 201),
    _answer("Numbers taken", _recorded(Drew("R4"), Took("numbers")), 201),
    _answer("Somebody was quicker", _STALE, 409),
]
UNDO = [_request("The latest", {"version": 1})]
AMEND = [
    _request(
        "It was a 5",
        {
            "version": 12,
            "ops": [{"op": "replace", "number": 3, "event": {"type": "draw", "card": "R5"}}],
        },
    ),
    _request(
        "What if it never happened",
        {"version": 12, "ops": [{"op": "delete", "number": 3}], "dry_run": True},
    ),
]
SCORE = [
    _request("A collection", {"cards": _COLLECTION}),
    _answer(
        "Its score",
        {"score": score_sheet(_COLLECTION).score} | colours_of(score_sheet(_COLLECTION)),
        200,
    ),
]
