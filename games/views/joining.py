"""Inviting phones to a game, and joining one: by code, at a seat or to watch."""

from __future__ import annotations

from typing import Any

import segno
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import devices, forms, services, wording
from games.models import Device, Game, Membership
from games.rules.notation import Malformed
from games.throttles import JOINS, WRONG_CODES, Throttled, address
from games.views.showing import Notice, at_table, throttled
from tencompanion import metrics
from tencompanion.addresses import join_base


@require_GET
@at_table
def invite(request: HttpRequest, you: Membership) -> HttpResponse:
    """The game's code and QR code, to be held up to the others."""
    link = join_base(request) + reverse("games:join_code", args=[you.game.code])
    context = {
        "you": you,
        "game": you.game,
        "link": link,
        "qr": segno.make(link, error="m").svg_inline(omitsize=True, border=4, svgclass="qr"),
        "seats": _seats(you.game),
    }
    return _page(request, "invite.html", context)


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Type in a code."""
    code = request.POST.get("code") or request.GET.get("code") or ""
    if not code.strip():
        return _page(request, "join.html", {})
    try:
        game = _game_by_code(request, code)
    except services.NoSuchCode:
        return _no_such_code(request, code)
    except Throttled as why:
        return _too_many_codes(request, why)
    return redirect("games:join_code", game.code)


@require_http_methods(["GET", "POST"])
def join_code(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat in the game with this code, or watch."""
    try:
        game = _game_by_code(request, code)
        if request.method == "POST":
            return _join(request, game)
    except services.NoSuchCode:
        return _no_such_code(request, code)
    except Throttled as why:
        return _too_many_codes(request, why)
    return _seat_choice(request, game)


def _game_by_code(request: HttpRequest, code: str) -> Game:
    """The game with this code. Wrong codes are counted: they cannot be guessed in bulk."""
    WRONG_CODES.check(address(request))
    try:
        return services.joinable_game(code)
    except services.NoSuchCode:
        WRONG_CODES.count(address(request))
        raise


def _join(request: HttpRequest, game: Game) -> HttpResponse:
    try:
        seat = None if request.POST.get("seat") == "watch" else forms.number(request.POST, "seat")
        if devices.member(request, game.pk) is None:
            # Another phone is written down: not in bulk, even with a code that is right.
            JOINS.count(address(request))
        return _joined(request, game.code, seat)
    except (services.NoSuchSeat, Malformed):
        return _seat_choice(request, game, _("Choose a seat, or watch."), 400)
    except services.TableFull as why:
        metrics.refused(why)
        return _seat_choice(request, game, wording.table_full(services.MOST_PHONES), 403)
    except Throttled as why:
        text = _("Many phones joined from here just now. Wait a minute, then try again.")
        return throttled(_seat_choice(request, game, text, 429), why)


def _joined(request: HttpRequest, code: str, seat: int | None) -> HttpResponse:
    def answer(device: Device) -> HttpResponse:
        return redirect("games:table", services.join(device, code, seat).game_id)

    # One transaction: whoever cannot join leaves no device behind.
    with transaction.atomic():
        return devices.with_device(request, answer)


def _seat_choice(
    request: HttpRequest, game: Game, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "game": game,
        "seats": _seats(game),
        "you": devices.member(request, game.pk),
        "notice": Notice("refusal", refusal) if refusal else None,
    }
    return _page(request, "seats.html", context, status)


def _seats(game: Game) -> list[tuple[int, str, bool]]:
    """Number, name, and whether a phone has that seat already."""
    taken = set(game.memberships.exclude(seat=None).values_list("seat", flat=True))
    return [(seat, name, seat in taken) for seat, name in enumerate(game.names, 1)]


def _no_such_code(request: HttpRequest, code: str) -> HttpResponse:
    text = _("No game has this code. Look at the code on the host’s screen once more.")
    context = {"code": code[:20], "notice": Notice("refusal", text)}
    return _page(request, "join.html", context, 404)


def _too_many_codes(request: HttpRequest, why: Throttled) -> HttpResponse:
    text = _("Too many wrong codes. Wait a minute, then try again.")
    return throttled(_page(request, "join.html", {"notice": Notice("refusal", text)}, 429), why)


def _page(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return devices.renew(request, render(request, template, context, status=status))
