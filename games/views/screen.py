"""The big screen: a tablet or TV on the table, which shows everything and takes no taps."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games import devices, services
from games.models import Membership
from games.views.showing import board_of, in_sight


@require_GET
@in_sight
def screen(request: HttpRequest, you: Membership) -> HttpResponse:
    """The table, large: the whole page."""
    return _show(request, you, "screen.html")


@require_GET
@in_sight
def screen_board(request: HttpRequest, you: Membership) -> HttpResponse:
    """What changes of it; 204 if this screen has it already (``since``)."""
    return _show(request, you, "_screen.html")


def _show(request: HttpRequest, you: Membership, template: str) -> HttpResponse:
    services.settle_if_overdue(you.game)
    if template == "_screen.html" and request.GET.get("since") == str(you.game.version):
        return HttpResponse(status=204)
    response = render(request, template, {"board": board_of(you.game), "you": you})
    response["Cache-Control"] = "no-store"
    return devices.renew(request, response)
