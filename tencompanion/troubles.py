"""What is answered when the trouble is not with the game: a body too large, a database away.

Programs, below /api/, get the API's form of an error; pages a page.
"""

import logging
from http import HTTPStatus
from typing import Any, cast

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.decorators import sync_and_async_middleware
from django.utils.translation import gettext as _
from django.views import defaults

from tencompanion import metrics
from tencompanion.bodies import MARK
from tencompanion.middleware import Next

logger = logging.getLogger("tencompanion.troubles")

RETRY_AFTER = 5
"""Seconds after which a database that was away is asked again."""

DATABASE_TROUBLES = (OperationalError, InterfaceError)
"""What drivers raise when the database cannot do its work."""

_FULL = ("disk is full", "no space left", "could not extend")


@sync_and_async_middleware
def explained(get_response: Next) -> Next:
    """Answer what the views should not have to think of."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        return too_large(request) if is_too_large(request) else told_when(get_response(request))

    async def answer_later(request: HttpRequest) -> HttpResponseBase:
        if is_too_large(request):
            return await sync_to_async(too_large)(request)
        return told_when(await get_response(request))

    chosen: Any = answer_later if iscoroutinefunction(get_response) else answer
    # Where Django looks for whom to ask when a view raised something.
    chosen.process_exception = away
    return cast("Next", chosen)


def is_too_large(request: HttpRequest) -> bool:
    """Whether `bodies` has thrown this request's body away."""
    return bool(getattr(request, "scope", {}).get(MARK))


def told_when(response: HttpResponseBase) -> HttpResponseBase:
    """Who was too fast is told when to come again; most windows last a minute."""
    if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        response.headers.setdefault("Retry-After", "60")
    return response


def away(request: HttpRequest, why: Exception) -> HttpResponse | None:
    """The answer to an exception that means trouble with the database; None for any other."""
    if not isinstance(why, DATABASE_TROUBLES):
        return None
    logger.error("database.trouble", exc_info=why)
    return unavailable(request, full=any(words in str(why).lower() for words in _FULL))


def too_large(request: HttpRequest) -> HttpResponse:
    """413: more was sent than anything here takes."""
    metrics.REFUSALS.labels("too_large", "").inc()
    title = _("That was too much")
    return _answer(request, 413, "too_large", title, _("The body must not be over 64 kB."))


def unavailable(request: HttpRequest, *, full: bool) -> HttpResponse:
    """503: the database cannot be written or reached; the games in it are unharmed."""
    if full:
        title = _("That could not be kept")
        text = _("This site’s disk is full. No game is harmed; whoever runs the site has to help.")
    else:
        title = _("One moment")
        text = _("The games cannot be reached right now. They are safe: try again in a moment.")
    response = _answer(request, 503, "unavailable", title, text)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def broke(request: HttpRequest) -> HttpResponse:
    """500, Django's handler for what is a bug."""
    if is_program(request):
        text = _("Something broke on our side. What was recorded before is safe.")
        return _answer(request, 500, "broke", "", text)
    return defaults.server_error(request)


def is_program(request: HttpRequest) -> bool:
    """Whether this request is for the API."""
    return request.path_info.startswith("/api/")


def _answer(request: HttpRequest, status: int, code: str, title: str, text: str) -> HttpResponse:
    if is_program(request):
        error = {"code": code, "message": text, "rule": None, "details": None}
        response: HttpResponse = JsonResponse({"error": error}, status=status)
    else:
        response = render(request, "trouble.html", {"title": title, "text": text}, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response
