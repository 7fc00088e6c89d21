"""One log line and one count a request, and an id that ties together all that it logged."""

import logging
import re
import secrets
import time

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from tencompanion import metrics
from tencompanion.logs import doing, route_of
from tencompanion.middleware import Next

logger = logging.getLogger("tencompanion.requests")

HEADER = "X-Request-ID"
_VALID = re.compile(r"[A-Za-z0-9._-]{8,64}")
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


@sync_and_async_middleware
def traced(get_response: Next) -> Next:
    """Give each request an id, and note its end."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        started, name = time.perf_counter(), id_of(request)
        token = doing.set({"request": name})
        try:
            return _ended(request, get_response(request), name, started)
        finally:
            doing.reset(token)

    async def answer_later(request: HttpRequest) -> HttpResponseBase:
        started, name = time.perf_counter(), id_of(request)
        # For good: a stream goes on in this context, which ends with the request.
        doing.set({"request": name})
        return _ended(request, await get_response(request), name, started)

    return answer_later if iscoroutinefunction(get_response) else answer


def id_of(request: HttpRequest) -> str:
    """The id that a trusted proxy gave the request, or a new one."""
    given = request.headers.get(HEADER, "")
    if settings.TEN_TRUSTED_PROXIES and _VALID.fullmatch(given):
        return given
    return secrets.token_hex(8)


def _ended(
    request: HttpRequest, response: HttpResponseBase, name: str, started: float
) -> HttpResponseBase:
    """The response with its id. A stream counts as ended once it has begun."""
    seconds = time.perf_counter() - started
    # Anybody can make up methods; each would be a series of its own.
    method = request.method if request.method in _METHODS else "other"
    route = _route(request)
    facts = {"method": method, "route": route, "status": response.status_code}
    logger.info("request", extra=facts | {"ms": round(seconds * 1000, 1)})
    metrics.REQUESTS.labels(route, method, response.status_code).inc()
    metrics.REQUEST_SECONDS.labels(route).observe(seconds)
    response.headers[HEADER] = name
    return response


def _route(request: HttpRequest) -> str:
    return "static" if request.path_info.startswith(settings.STATIC_URL) else route_of(request)
