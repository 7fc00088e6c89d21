"""The table check: what should lie there, and putting right what does not."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games import devices, forms, services, tables
from games.board.checklist import checklist
from games.board.pad import rows
from games.models import Game, Membership
from games.rules.events import Event
from games.rules.notation import Malformed
from games.throttles import count_recording
from games.views.refusals import REFUSALS, explained, overtaken
from games.views.showing import Notice, at_table


@require_http_methods(["GET", "POST"])
@at_table
def check(request: HttpRequest, you: Membership) -> HttpResponse:
    """Compare; POST records what really lies there, as an entry of its own kind."""
    if request.method == "GET":
        return _show(request, you)
    try:
        event = forms.adjusted(forms.chosen(request.POST))
    except Malformed as why:
        return _refused(request, you, why)
    try:
        count_recording(you)
        version = forms.number(request.POST, "version")
        key = forms.key(request.POST.get("key"))
        services.record(you, version, event, key)
    except REFUSALS as why:
        return _refused(request, you, why, event)
    return redirect("games:check", you.game_id)


def _refused(
    request: HttpRequest, you: Membership, why: Exception, event: Event | None = None
) -> HttpResponse:
    """The table as it should lie now; a check that came too late stays on offer."""
    status, notice = explained(you, why)
    if isinstance(why, services.Stale) and event:
        notice = overtaken(request, why, event)
    return _show(request, you, notice, status)


def _show(
    request: HttpRequest, you: Membership, notice: Notice | None = None, status: int = 200
) -> HttpResponse:
    you.game.refresh_from_db()
    table = tables.story(you.game).table
    is_on = you.game.status == Game.Status.PLAYING
    context = {
        "you": you,
        "game": you.game,
        "check": checklist(table, you.game.names),
        "pad": rows(table),
        "may_adjust": you.may_record and is_on,
        "notice": notice,
        "key": forms.new_key(),
    }
    response = render(request, "check.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return devices.renew(request, response)
