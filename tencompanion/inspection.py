"""What whoever runs the site asks it: /healthz, /readyz and /metrics.

Answered before anything else, so that a probe may ask by address, by plain HTTP, as often as it
likes. None of it names a person or a game. Metrics are there only if TEN_METRICS says for whom.
"""

import ipaddress
import threading
from collections.abc import Callable
from secrets import compare_digest
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from asgiref.sync import iscoroutinefunction, sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from tencompanion import health, metrics
from tencompanion.middleware import Next

PATHS = frozenset({"/healthz", "/readyz", "/metrics"})
"""Where all of this is asked for."""


def healthz() -> HttpResponse:
    """This process answers; nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


def readyz() -> HttpResponse:
    """Each part that the site needs; 503 if one is missing."""
    parts = health.parts()
    ready = all(part["ok"] for part in parts.values())
    return JsonResponse({"ready": ready, "parts": parts}, status=200 if ready else 503)


def metrics_page() -> HttpResponse:
    """What this process counted."""
    return HttpResponse(metrics.page(), content_type=metrics.CONTENT_TYPE)


@sync_and_async_middleware
def inspected(get_response: Next) -> Next:
    """Answer who inspects the site; let all others pass."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        page = asked(request)
        return sent(page()) if page else get_response(request)

    async def answer_later(request: HttpRequest) -> HttpResponseBase:
        page = asked(request)
        if page is None:
            return await get_response(request)
        if page is healthz:
            return sent(page())
        return sent(await sync_to_async(page, thread_sensitive=False)())

    return answer_later if iscoroutinefunction(get_response) else answer


def asked(request: HttpRequest) -> Callable[[], HttpResponse] | None:
    """The page that this request asks for, if it may."""
    if request.method not in {"GET", "HEAD"}:
        return None
    match request.path_info:
        case "/healthz":
            return healthz
        case "/readyz":
            return readyz
        case "/metrics" if may_see_metrics(
            request.META.get("HTTP_AUTHORIZATION", ""),
            request.META.get("REMOTE_ADDR", ""),
            by_proxy="HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META,
        ):
            return metrics_page
    return None


def may_see_metrics(authorization: str, address: str, *, by_proxy: bool) -> bool:
    """Whether TEN_METRICS lets this one see the counts.

    By `on`, whoever comes straight from a private address: what a proxy passes on came from
    outside, whatever address the proxy itself has.
    """
    wanted = settings.TEN_METRICS
    if wanted == "on":
        return not by_proxy and is_private(address)
    return bool(wanted) and compare_digest(authorization.encode(), f"Bearer {wanted}".encode())


def is_private(address: str) -> bool:
    """Whether this is an address of a private network or of this machine."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return bool((mapped or ip).is_private)


def sent(response: HttpResponse) -> HttpResponse:
    """The answer as it leaves: nobody keeps it, nobody guesses what it is."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Content-Length"] = str(len(response.content))
    return response


# A worker's own port


def show_worker() -> WSGIServer | None:
    """Show this worker's metrics, and that it lives, on TEN_METRICS_PORT if there is one."""
    if not settings.TEN_METRICS_PORT:
        return None
    # All addresses: who may see what is decided for each request.
    server = make_server("", settings.TEN_METRICS_PORT, worker_page, ThreadingServer, Silent)
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server


def worker_page(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    """The WSGI application on that port: /healthz and /metrics."""
    allowed = may_see_metrics(
        environ.get("HTTP_AUTHORIZATION", ""),
        environ.get("REMOTE_ADDR", ""),
        by_proxy="HTTP_X_FORWARDED_FOR" in environ or "HTTP_FORWARDED" in environ,
    )
    match environ.get("PATH_INFO"):
        case "/healthz":
            status, kind, body = "200 OK", "text/plain", b"ok\n"
        case "/metrics" if allowed:
            status, kind, body = "200 OK", metrics.CONTENT_TYPE, metrics.page()
        case _other:
            status, kind, body = "404 Not Found", "text/plain", b"nothing here\n"
    start(status, [("Content-Type", kind), ("Cache-Control", "no-store")])
    return [body]


class ThreadingServer(ThreadingMixIn, WSGIServer):
    """Whoever connects and says nothing keeps nobody else waiting."""

    daemon_threads = True


class Silent(WSGIRequestHandler):
    """Probes come every few seconds: not a line for each. One that stalls is given up."""

    timeout = 5

    def log_message(self, *_line: object) -> None:
        """Called with every request."""
