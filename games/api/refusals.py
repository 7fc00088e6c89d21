"""Why a request was not granted -> its status and ``{"error": ...}``. The API's one mapping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import APIException, MethodNotAllowed
from rest_framework.response import Response

from games import services, wording
from games.api import answering, bodies, tokens
from games.models import Game
from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.notation import Malformed
from games.throttles import Throttled
from tencompanion import metrics

LONGEST_PATH = 200

_EXPECTED = {
    "not_json": gettext_lazy("The body must be JSON in UTF-8."),
    "repeated": gettext_lazy("A member must not be there twice."),
    "not_a_boolean": gettext_lazy("dry_run must be true or false."),
}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error as the contract has it. ``rule``: an id of rules.md."""

    status: int
    code: str
    message: str
    rule: str | None = None
    details: Json | None = None
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def body(self) -> Json:
        """What is sent."""
        return {
            "error": {
                "code": self.code,
                "message": self.message,
                "rule": self.rule,
                "details": self.details,
            }
        }


def answer(why: Exception, context: Json) -> Response | None:
    """DRF's exception handler; None for what is a bug."""
    refusal = refused(why, context["request"])
    if refusal is None:
        return None
    metrics.refused(why)
    return Response(refusal.body, refusal.status, headers=refusal.headers)


def plain_answer(refusal: Refusal) -> JsonResponse:
    """The same for a view that is not DRF's."""
    return JsonResponse(refusal.body, status=refusal.status, headers=refusal.headers)


@csrf_exempt
def nowhere(_request: HttpRequest, **_rest: object) -> JsonResponse:
    """Any URL below /api/ that is none of ours."""
    return plain_answer(_not_found())


def refused(why: Exception, request: Any) -> Refusal | None:
    """What an exception means for who asked; None for an exception that is none of ours."""
    match why:
        case RuleError():
            message = wording.refusal(why, _names(request))
            return Refusal(422, "against_rules", message, why.rule, _copies(why))
        case services.Stale():
            return _stale(why)
        case Conflict():
            return _conflict(why, _names(request))
        case CorrectionError():
            return _uncorrectable(why)
        case Malformed():
            return _malformed(why)
        case services.KeyReused():
            message = _("This key belongs to another request: use a new one.")
            return Refusal(422, "idempotency_mismatch", message)
        case services.NoSuchSeat():
            return _malformed(Malformed("seat", "out_of_range"))
    return _turned_away(why)


def _turned_away(why: Exception) -> Refusal | None:
    """Refusals that have nothing to do with what was asked for."""
    match why:
        case tokens.NoToken():
            message = _("This needs the token that creating or joining a game gave you.")
            return Refusal(401, "no_token", message, headers={"WWW-Authenticate": "Bearer"})
        case services.Abandoned():
            return Refusal(403, "not_allowed", _("This game was given up. The host can resume it."))
        case services.NotAllowed():
            return Refusal(403, "not_allowed", _("With this token you may read, but not record."))
        case services.TableFull():
            return Refusal(403, "not_allowed", wording.table_full(services.MOST_PHONES))
        case Http404() | Game.DoesNotExist() | services.NoSuchCode():
            return _not_found()
        case bodies.TooLarge():
            return Refusal(413, "too_large", _("The body must not be over 64 kB."))
        case bodies.NotJson():
            return Refusal(415, "not_json", _("The body must be application/json."))
        case Throttled():
            message = _("That was too often: wait a moment.")
            return Refusal(429, "throttled", message, headers={"Retry-After": str(why.wait)})
        case MethodNotAllowed():
            return Refusal(405, "wrong_method", str(why.detail))
        case APIException():
            return Refusal(why.status_code, why.default_code, str(why.detail))
    return None


def _names(request: Any) -> Sequence[str]:
    return tokens.bearer(request).game.names


def _not_found() -> Refusal:
    return Refusal(404, "not_found", _("There is no such thing here, or it is not yours."))


def _malformed(why: Malformed) -> Refusal:
    message = _EXPECTED.get(why.problem) or wording.malformed(why)
    details = {"where": why.where[:LONGEST_PATH], "problem": why.problem}
    return Refusal(400, "malformed", str(message), None, details)


def _copies(why: RuleError) -> Json | None:
    if why.rule != "R-PROF-4":
        return None
    return {"card": why.params["card"], "entries": why.params["entries"]}


def _stale(why: services.Stale) -> Refusal:
    details = {
        "version": why.game.version,
        "state": answering.state_of(why.game),
        "entries": answering.entries(why.entries),
    }
    message = _("Something else has been recorded since that version.")
    return Refusal(409, "stale_version", message, None, details)


def _conflict(why: Conflict, names: Sequence[str]) -> Refusal:
    message = wording.conflict(why, names)
    details = {"number": why.number, "op": why.op, "rule": why.cause.rule, "message": message}
    return Refusal(409, "conflict", message, why.cause.rule, details)


def _uncorrectable(why: CorrectionError) -> Refusal:
    message = wording.correction_refusal(why)
    if why.code in ("nothing_to_undo", "nothing_to_redo"):
        return Refusal(422, why.code, message)
    # Numbers that the game does not have, or one of them twice: the ops do not fit it.
    return Refusal(400, "malformed", message, None, {"where": "ops", "problem": why.code})
