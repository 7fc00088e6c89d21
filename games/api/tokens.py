"""Who asks: the bearer of a token, and what it is in the game of the path. Never a cookie."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.http import Http404, HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from games import devices, services
from games.models import Membership
from games.throttles import count_recording


class NoToken(Exception):
    """No token came with the request, or one that nobody has been given."""


class Bearer(BaseAuthentication):
    """DRF's way to ask: ``request.auth`` becomes the Membership."""

    def authenticate(self, request: Request) -> tuple[None, Membership]:
        """The membership in the game of the path, for whoever carries a token of that game."""
        return None, member(request, request.parser_context["kwargs"]["game_id"])


def member(request: Request | HttpRequest, game_id: UUID) -> Membership:
    """What the bearer is in this game; it is noted that it was there.

    Raises NoToken, or Http404 for another game's token.
    """
    secret = _secret(request)
    you = devices.membership(secret, game_id)
    if you is None:
        raise Http404 if devices.membership(secret) else NoToken
    services.seen(you)
    return you


def _secret(request: Request | HttpRequest) -> str:
    match request.META.get("HTTP_AUTHORIZATION", "").split():
        case [scheme, secret] if scheme.lower() == "bearer":
            return str(secret)
    raise NoToken


def bearer(request: Request) -> Membership:
    """Who sent this request, in a view that asks for a token."""
    return cast("Membership", request.auth)


def recorder(request: Request) -> Membership:
    """The bearer, if it may record here and has not done so too often."""
    you = bearer(request)
    if not you.may_record:
        raise services.NotAllowed
    count_recording(you)
    return you
