"""Small middlewares around every answer: security headers, compression, static files."""

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.decorators import sync_and_async_middleware
from whitenoise.middleware import WhiteNoiseMiddleware

# What a middleware wraps: it answers, or it answers when awaited.
Next = Callable[[HttpRequest], Any]

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in ["camera", "display-capture", "geolocation", "microphone", "payment", "usb"]
)


@sync_and_async_middleware
def headers(get_response: Next) -> Next:
    """Add the security headers that Django 5.2 has no setting for."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        return secured(request, get_response(request))

    async def answer_later(request: HttpRequest) -> HttpResponseBase:
        return secured(request, await get_response(request))

    return answer_later if iscoroutinefunction(get_response) else answer


def secured(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The response with its policies, and with Secure cookies if it travels under TLS."""
    response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
    response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
    if request.is_secure():
        # Per request: the same site may be reached by plain HTTP in the home network.
        for cookie in response.cookies.values():
            cookie["secure"] = True
    return response


class Compression(GZipMiddleware):
    """Compress pages and partials, but never a stream: it would sit in the compressor's buffer."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Called by Django with every response."""
        if response.headers.get("Content-Type", "").startswith("text/event-stream"):
            return response
        return super().process_response(request, response)


class StaticFiles(WhiteNoiseMiddleware):
    """Static files, each in one piece: ASGI cannot pass WhiteNoise's iterators on bit by bit."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        """Called by WhiteNoise when the request is for one of its files."""
        found = WhiteNoiseMiddleware.serve(static_file, request)
        try:
            response = HttpResponse(b"".join(found.streaming_content), status=found.status_code)
        finally:
            found.close()
        del response.headers["Content-Type"]
        for name, value in found.headers.items():
            response.headers[name] = value
        return response
