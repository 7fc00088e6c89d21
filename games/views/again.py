"""Playing again: a game that is over leads its people to the next one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import devices, services, wording
from games.models import Membership
from games.throttles import NEW_GAMES, Throttled, address
from games.views.showing import Notice, at_table, throttled
from tencompanion import metrics


@require_http_methods(["GET", "POST"])
@at_table
def again(request: HttpRequest, you: Membership) -> HttpResponse:
    """The same people again: begin their next game, or sit down in it. Before its end, the table.

    ``screen`` is a big screen, which stays one in the next game.
    """
    if not you.game.is_over:
        return redirect("games:table", you.game_id)
    return _go_on(request, you) if request.method == "POST" else _show(request, you)


def _show(
    request: HttpRequest, you: Membership, refusal: str = "", status: int = 200
) -> HttpResponse:
    game = you.game
    context = {
        "you": you,
        "game": game,
        "starter": game.names[game.next_starter - 1],
        "seat_name": game.names[you.seat - 1] if you.seat else "",
        "may_begin": you.role != Membership.Role.SPECTATOR,
        "on_screen": "screen" in request.GET or "screen" in request.POST,
        "notice": Notice("refusal", refusal) if refusal else None,
    }
    return devices.renew(request, render(request, "again.html", context, status=status))


def _go_on(request: HttpRequest, you: Membership) -> HttpResponse:
    try:
        if not you.game.next_game_id:
            NEW_GAMES.count(address(request))
        there = services.play_again(you)
    except services.NotOver:
        return redirect("games:table", you.game_id)
    except services.NotAllowed as why:
        metrics.refused(why)
        return _show(request, you, _("Whoever played can begin the next game."), 403)
    except services.TableFull as why:
        metrics.refused(why)
        return _show(request, you, wording.table_full(services.MOST_PHONES), 403)
    except Throttled as why:
        return throttled(_show(request, you, wording.many_games(), 429), why)
    return devices.renew(request, _there(request, you, there))


def _there(request: HttpRequest, you: Membership, there: Membership) -> HttpResponse:
    """To the table of the next game; who had a seat and finds none by that name chooses one."""
    if "screen" in request.POST:
        return redirect("games:screen", there.game_id)
    if you.seat and not there.seat and there.role == Membership.Role.SPECTATOR:
        return redirect("games:join_code", there.game.code)
    return redirect("games:table", there.game_id)
