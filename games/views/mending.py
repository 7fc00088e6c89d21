"""Mending: an earlier entry is changed, removed, or has one put before it.

Nothing is saved on the way. The changes chosen so far travel from page to page (ops.py); each step
shows what they would lead to, or the first entry that could then no longer have happened, which
can be mended in the same go. Saving is one amendment, which undo takes back as one. If an entry
that was to be mended stands no more, because another phone was quicker, the next page says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import devices, forms, services, tables, wording
from games.board import board, line
from games.board.checklist import checklist
from games.board.pad import rows
from games.board.stories import told
from games.models import Membership
from games.rules.amending import reached
from games.rules.errors import Conflict, CorrectionError
from games.rules.events import Drew
from games.rules.notation import Malformed
from games.rules.replay import Amended, Op, Standing, Story
from games.throttles import count_recording
from games.views.foresight import outcome
from games.views.ops import (
    Arrived,
    arrived,
    asked_for,
    before_choice,
    carried,
    choose_url,
    entry_url,
    fit,
    mend_url,
    standing,
    with_op,
    written,
)
from games.views.refusals import REFUSALS, explained
from games.views.showing import Notice, at_table, show_costs

VERBS: dict[str, forms.Reader] = {
    "draw": forms.drew,
    "take": forms.took,
    "bid": forms.bid,
    "pass": forms.passed,
    "sell": forms.sold,
    "pay": forms.paid,
    "buy": forms.bought,
    "skip": forms.skipped,
    "empty": forms.emptied,
    "stop": forms.stopped,
    "adjust": forms.adjusted,
}
"""What can be said at a table, and so be put into the log afterwards."""


Kind = Literal["replace", "insert"]


@require_GET
@at_table
def entry(request: HttpRequest, you: Membership, number: int) -> HttpResponse:
    """One entry: change it, remove it, or put one before it."""
    story = tables.story(you.game)
    context = {
        "line": told(you.game, story, standing(story, number)),
        "change": choose_url(you.game, Op("replace", number), ()),
        "insert": choose_url(you.game, Op("insert", number), ()),
        "remove": mend_url(you.game, [Op("delete", number)]),
    }
    return _page(request, you, "entry.html", context)


@require_GET
@at_table
def choose(request: HttpRequest, you: Membership, number: int, op: str) -> HttpResponse:
    """What happened there instead, or before: the controls of the table at that moment."""
    came = arrived(you.game, request.GET, Op(cast("Kind", op), number))
    if came.gone or came.place is None:
        return _preview(request, you, came)
    if came.too_many or not fit(with_op(came.ops, came.place, came.instead)):
        return _preview(request, you, replace(came, too_many=True))
    story, ops, place = tables.story(you.game), came.ops, came.place
    moment = _moment(you, came, place)
    if moment is None:
        return redirect(mend_url(you.game, ops))
    link = standing(story, place.number) if place.number <= story.length else None
    here = reverse("games:choose", args=[you.game_id, place.number, op])
    replaced = link.event if link and op == "replace" else None
    context = {
        "line": line(link, you.game.names) if link else None,
        "op": op,
        "drawn": replaced.card if isinstance(replaced, Drew) else None,
        "check": checklist(moment.table, you.game.names),
        "pad": rows(moment.table),
        "back": mend_url(you.game, ops) if ops else entry_url(you.game, link),
        "board": board(you.game, moment, None, forms.choice(request.GET)),
        "here": here,
        "taps": here + "/",
        "adjusts": f"{here}/adjust",
        "carry": carried(you.game, ops, came.instead) + "&",
        "ops": written(ops),
        "instead": came.instead,
    }
    return _page(request, you, "choose.html", context)


def _moment(you: Membership, came: Arrived, place: Op) -> Story | None:
    """The game just before what is chosen; None if it does not come to that any more."""
    try:
        so_far = before_choice(came.ops, place, came.instead)
        return reached(tables.story(you.game), Amended("", tuple(so_far)), place.number)
    except (Conflict, CorrectionError):
        return None


@require_GET
@at_table
def costs(request: HttpRequest, you: Membership, number: int, op: str) -> HttpResponse:
    """What the payment that is being chosen there costs in points."""
    came = arrived(you.game, request.GET, Op(cast("Kind", op), number))
    moment = _moment(you, came, came.place) if came.place and not came.gone else None
    if moment is None:
        return show_costs(request, None)
    return show_costs(request, board(you.game, moment, None, forms.choice(request.GET)).payment)


@require_POST
@at_table
def chosen(request: HttpRequest, you: Membership, number: int, op: str, verb: str) -> HttpResponse:
    """Take what was chosen into the changes so far, and show where they lead."""
    if verb not in VERBS:
        raise Http404
    came = arrived(you.game, request.POST, Op(cast("Kind", op), number))
    if came.gone or came.place is None:
        return _preview(request, you, came)
    try:
        event = VERBS[verb](request.POST)
    except Malformed:
        return redirect(choose_url(you.game, came.place, came.ops, came.instead))
    new = replace(came.place, event=event)
    return redirect(mend_url(you.game, with_op(came.ops, new, came.instead)))


@require_http_methods(["GET", "POST"])
@at_table
def mend(request: HttpRequest, you: Membership) -> HttpResponse:
    """What the chosen changes would lead to; POST makes them, as one step."""
    if request.method == "GET":
        return _preview(request, you, arrived(you.game, request.GET))
    asked = asked_for(request.POST)
    if asked.too_many:
        return _as_it_is_now(request, you)
    try:
        count_recording(you)
        version = forms.number(request.POST, "version")
        key = forms.key(request.POST.get("key"))
        services.amend(you, version, asked.ops, key)
    except (Conflict, CorrectionError):
        # The preview says so, with the ways on.
        return _as_it_is_now(request, you, status=409)
    except REFUSALS as why:
        status, notice = explained(you, why)
        return _as_it_is_now(request, you, notice, status)
    return redirect("games:table", you.game_id)


def _as_it_is_now(
    request: HttpRequest, you: Membership, notice: Notice | None = None, status: int = 200
) -> HttpResponse:
    """The preview of what was not saved, as it would be with all that was recorded since."""
    you.game.refresh_from_db()
    return _preview(request, you, arrived(you.game, request.POST), notice, status)


def _preview(
    request: HttpRequest,
    you: Membership,
    came: Arrived,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    ops, story = came.ops, tables.story(you.game)
    if came.too_many:
        text = _("No more changes fit into one go. Save these first, then choose the next.")
        notice, status = Notice("refusal", text), 422
    if came.gone:
        notice, status = _also_gone(you, came.gone, notice), 409
    context = {
        "outcome": outcome(you.game, story, ops) if ops else None,
        "ops": written(ops),
        "notice": notice,
    }
    return _page(request, you, "mend.html", context, status)


def _also_gone(you: Membership, gone: Sequence[Standing], notice: Notice | None) -> Notice:
    """Which entries that were to be mended stand no more."""
    text = _("Entry %(number)d stands no more, so nothing is changed there: “%(said)s”")
    names = you.game.names
    said = [text % {"number": link.number, "said": wording.sentence(link, names)} for link in gone]
    return Notice("stale", wording.told([notice.text, *said] if notice else said))


def _page(
    request: HttpRequest,
    you: Membership,
    template: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    shown = {"you": you, "game": you.game, "key": forms.new_key(), **context}
    response = render(request, template, shown, status=status)
    response["Cache-Control"] = "no-store"
    return devices.renew(request, response)
