"""What is tapped at the table: one short view per verb, all of them the same six stops."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games import forms, services
from games.models import Membership
from games.rules.events import Event
from games.rules.notation import Malformed
from games.throttles import count_recording
from games.views.refusals import REFUSALS, asked, refused, waste
from games.views.showing import at_table, show_seen, show_table


def _record(request: HttpRequest, you: Membership, read: forms.Reader) -> HttpResponse:
    """One event: read it, record it, show the table."""
    try:
        event = read(forms.chosen(request.POST))
    except Malformed as why:
        return refused(request, you, why)
    if question := waste(request, you, event):
        return asked(request, you, question)
    return _change(
        request, you, lambda version, key: services.record(you, version, event, key), event
    )


def _change(
    request: HttpRequest,
    you: Membership,
    change: services.Change,
    event: Event | None = None,
) -> HttpResponse:
    try:
        count_recording(you)
        recorded = change(forms.number(request.POST, "version"), forms.key(request.POST.get("key")))
    except REFUSALS as why:
        return refused(request, you, why, event)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("games:table", you.game_id)
    you.game = recorded.game
    response = show_table(request, you)
    show_seen(response, recorded.version)
    return response


@require_POST
@at_table
def draw(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.drew)


@require_POST
@at_table
def take(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.took)


@require_POST
@at_table
def bid(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.bid)


@require_POST
@at_table
def pass_(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.passed)


@require_POST
@at_table
def sell(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.sold)


@require_POST
@at_table
def pay(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.paid)


@require_POST
@at_table
def buy(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.bought)


@require_POST
@at_table
def skip(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.skipped)


@require_POST
@at_table
def empty(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.emptied)


@require_POST
@at_table
def stop(request: HttpRequest, you: Membership) -> HttpResponse:
    return _record(request, you, forms.stopped)


@require_POST
@at_table
def undo(request: HttpRequest, you: Membership) -> HttpResponse:
    return _change(request, you, lambda version, key: services.undo(you, version, key))


@require_POST
@at_table
def redo(request: HttpRequest, you: Membership) -> HttpResponse:
    return _change(request, you, lambda version, key: services.redo(you, version, key))
