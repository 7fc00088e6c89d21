"""What the OpenAPI document says of each operation, and of the stream, which DRF does not know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from games.api import examples
from games.api.shapes import errors, requests, states

Json = dict[str, Any]
Answers = dict[int, OpenApiResponse]

DESCRIPTION = """\
Record games of TEN, follow them, and count collections.

Creating or joining a game gives a token; send it as `Authorization: Bearer <token>`. A host's
token may do everything, a player's record for any seat (unless the game's option `recording` is
`host`), a spectator's only read. Cards are written as two characters: colour (`R B O G`, `*` for
any colour, `$` for currency) and number (`1`-`9`, `#` for any number).

Every change names the `version` of the game that its recorder saw. If an entry was recorded since,
nothing happens and the answer, 409 `stale_version`, tells what. A request with an
`Idempotency-Key` can be sent again when its answer was lost: it is recorded once.

Trouble that is nobody's fault has the same form of error: 503 `unavailable` with `Retry-After`
while the database is away or full, and 500 `broke` for what should not have happened.
"""

_ERRORS = {
    400: (errors.Malformed, "Not JSON, a wrong type, or a missing, unknown or impossible value."),
    401: (errors.NoToken, "No token, or one that nobody has been given."),
    403: (errors.NotAllowed, "This token may only read."),
    404: (errors.NotFound, "No such game, or not yours."),
    409: (errors.Stale, "Something was recorded since that version: it is in the details."),
    413: (errors.TooLarge, "The body is over 64 kB."),
    415: (errors.NotJson, "The body is not application/json."),
    429: (errors.Throttled, "Too many requests."),
    503: (errors.Unavailable, "The database is away or full: nothing was recorded."),
}
_BODY = (400, 413, 415, 429)
_GAME = (401, 404)

_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,64}$"},
    OpenApiParameter.HEADER,
    description="A name for this request, so that sending it again does not record it again.",
)
_ALL = OpenApiParameter(
    "all",
    {"type": "string", "enum": ["0", "1"]},
    description="1: also what was undone, replaced or removed since.",
)
_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of what is known."
)
_ETAG = OpenApiParameter("ETag", str, OpenApiParameter.HEADER, required=True, response=[200, 304])
_RETRY_AFTER = OpenApiParameter(
    "Retry-After",
    int,
    OpenApiParameter.HEADER,
    required=True,
    description="In how many seconds to try again.",
    response=[429, 503],
)
_CHALLENGE = OpenApiParameter(
    "WWW-Authenticate", str, OpenApiParameter.HEADER, required=True, response=[401]
)


def _operation(
    id: str,
    tag: str,
    answers: Answers,
    refusals: Iterable[int],
    *,
    request: Any = None,
    parameters: Iterable[OpenApiParameter] = (),
    **more: Any,
) -> Any:
    refused = {code: OpenApiResponse(*_ERRORS[code]) for code in (*refusals, 503)}
    responses = refused | answers
    headers = [_RETRY_AFTER, *([_CHALLENGE] if 401 in responses else [])]
    return extend_schema(
        operation_id=id,
        tags=[tag],
        request=request,
        responses=dict(sorted(responses.items())),
        parameters=[*parameters, *headers],
        **more,
    )


def _change(
    id: str, request: Any, refused: Any, answers: Answers | None = None, **more: Any
) -> Any:
    """A change of a game: recorded, or recorded before, or refused."""
    usual: Answers = {
        201: OpenApiResponse(states.Recorded, "Recorded."),
        200: OpenApiResponse(states.Recorded, "This very request had been recorded before."),
        422: OpenApiResponse(refused, "Well-formed, but refused."),
    }
    return _operation(
        id,
        "recording",
        usual | (answers or {}),
        (403, 409, *_BODY, *_GAME),
        request=request,
        parameters=[_KEY],
        **more,
    )


create_game = _operation(
    "create_game",
    "games",
    {201: OpenApiResponse(states.Created, "The game has begun.")},
    _BODY,
    request=requests.NewGame,
    examples=examples.CREATE_GAME,
)
join_game = _operation(
    "join_game",
    "games",
    {
        201: OpenApiResponse(states.Joined, "You are in."),
        403: OpenApiResponse(errors.NotAllowed, "The game has as many phones as it can have."),
    },
    (404, *_BODY),
    request=requests.joining(),
    examples=examples.JOIN_GAME,
)
read_game = _operation(
    "read_game",
    "games",
    {
        200: OpenApiResponse(states.Shown, "The game."),
        304: OpenApiResponse(description="Nothing has changed since the version in the ETag."),
    },
    _GAME,
    parameters=[_IF_NONE_MATCH, _ETAG],
    examples=examples.READ_GAME,
)
list_events = _operation(
    "list_events",
    "games",
    {200: OpenApiResponse(states.Entries, "What was said.")},
    (400, *_GAME),
    parameters=[_ALL],
    examples=examples.LIST_EVENTS,
)
record_event = _change(
    "record_event",
    requests.Recording,
    errors.refused("RecordingRefused", errors.AgainstRules, errors.KeyReused),
    examples=examples.RECORD_EVENT,
)
undo = _change(
    "undo",
    requests.Seen,
    errors.refused("UndoRefused", errors.NothingToUndo, errors.KeyReused),
    examples=examples.UNDO,
)
redo = _change(
    "redo",
    requests.Seen,
    errors.refused("RedoRefused", errors.NothingToRedo, errors.KeyReused),
    examples=examples.UNDO,
)
amend = _change(
    "amend",
    requests.Amendment,
    errors.KeyReused,
    answers={
        200: OpenApiResponse(
            states.Recorded, "A dry run; or this very request had been recorded before."
        ),
        409: OpenApiResponse(
            errors.stale_or_conflict(),
            "Something was recorded since; or an entry could then no longer have happened.",
        ),
    },
    examples=examples.AMEND,
)
score = _operation(
    "score",
    "scoring",
    {200: OpenApiResponse(states.Score, "The score.")},
    _BODY,
    request=requests.Collection,
    examples=examples.SCORE,
)


class BearerScheme(OpenApiAuthenticationExtension):
    """How a token is sent."""

    target_class = "games.api.tokens.Bearer"
    name = "token"

    def get_security_definition(self, _auto_schema: Any) -> Json:
        """The scheme of every operation on a game."""
        return {"type": "http", "scheme": "bearer"}

    def get_security_requirement(self, _auto_schema: Any) -> Json:
        """Without it there is no answer."""
        return {self.name: []}


class ExactShape(OpenApiSerializerExtension):
    """Our objects have no other members than those described, sent or answered."""

    target_class = "games.api.shapes.parts.Shape"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Json:
        """The object as DRF's serializer has it, closed."""
        mapped: Json = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**mapped, "additionalProperties": False}


def finish(result: Json, **_rest: Any) -> Json:
    """A hook of drf-spectacular: add what it cannot see, leave out what only it can use."""
    result["info"]["description"] = DESCRIPTION
    result["paths"]["/api/v1/games/{game_id}/stream"] = {"get": _stream(result)}
    return _plain(result)


def _stream(result: Json) -> Json:
    game = result["paths"]["/api/v1/games/{game_id}"]["get"]
    answers = {code: game["responses"][code] for code in ("401", "404", "503")}
    answers["429"] = result["paths"]["/api/v1/score"]["post"]["responses"]["429"]
    answers["200"] = {
        "description": "The stream.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
    path = [p for p in game["parameters"] if p["in"] == "path"]
    known = {
        "in": "header",
        "name": "Last-Event-ID",
        "schema": {"type": "string"},
        "description": "The version that is known: it is not sent again.",
    }
    return {
        "operationId": "stream_game",
        "tags": ["games"],
        "description": "The game, now and after every change, as server-sent events: "
        "`event: state`, `id:` the version, `data:` a State. When nothing happens, a comment "
        "shows at least every 15 seconds that the stream lives. A token has room for a dozen at "
        "the same time.",
        "parameters": [*path, known],
        "security": game["security"],
        "responses": dict(sorted(answers.items())),
    }


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items() if k != "x-spec-enum-id"}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value
