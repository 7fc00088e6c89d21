"""Who is asking: the device behind a cookie or a token, and what it is in a game.

A device is known by a random secret that only it carries; we keep its hash. Pages use a cookie
that lasts 400 days and is renewed on use, programs a bearer token. Nobody gets a cookie for
looking: a device begins when it starts or joins a game.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from games.models import Device, Game, Membership

COOKIE = "ten_device"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; the longest that browsers keep a cookie."""


def _hash(secret: str) -> str:
    # The secrets are random and long: a fast hash is enough to make a stolen table useless.
    return hashlib.sha256(secret.encode()).hexdigest()


def new_device() -> tuple[Device, str]:
    """A new device and its secret, which is not kept anywhere else."""
    secret = secrets.token_urlsafe(32)
    return Device.objects.create(secret_hash=_hash(secret)), secret


def known(request: HttpRequest) -> Device | None:
    """The device that sent this request, if it has one of our cookies."""
    secret = request.COOKIES.get(COOKIE)
    return Device.objects.filter(secret_hash=_hash(secret)).first() if secret else None


def keep(response: HttpResponse, secret: str) -> None:
    """Give the device its cookie, or renew it."""
    response.set_cookie(COOKIE, secret, max_age=COOKIE_AGE, httponly=True, samesite="Lax")


def with_device(request: HttpRequest, answer: Callable[[Device], HttpResponse]) -> HttpResponse:
    """The answer for this request's device, which begins to exist if it has to."""
    device, secret = known(request), request.COOKIES.get(COOKIE, "")
    if device is None:
        device, secret = new_device()
    response = answer(device)
    keep(response, secret)
    return response


def renew(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response, with the device's cookie renewed if it came with one."""
    if secret := request.COOKIES.get(COOKIE):
        keep(response, secret)
    return response


def membership(secret: str, game_id: UUID | None = None) -> Membership | None:
    """What the carrier of this secret is in the game; without a game, in the only one it has."""
    found = Membership.objects.select_related("game").filter(device__secret_hash=_hash(secret))
    # Every request begins with this, so it asks for nothing that it can do without: there is at
    # most one, and `first` would have them ordered.
    return next(iter(found.filter(game=game_id) if game_id else found[:1]), None)


def member(request: HttpRequest, game_id: UUID) -> Membership | None:
    """What the device behind a page's request is in this game; None for a stranger."""
    secret = request.COOKIES.get(COOKIE)
    return membership(secret, game_id) if secret else None


def looker(request: HttpRequest, game_id: UUID) -> Membership | None:
    """The same; and at an example everybody is a spectator, of whom nothing is kept."""
    found = member(request, game_id)
    if found is None and (game := Game.objects.examples().filter(pk=game_id).first()):
        found = Membership(game=game, role=Membership.Role.SPECTATOR)
    return found
