"""Mending: an earlier entry is changed, removed, or has one put before it.

Nothing is saved on the way. The changes chosen so far travel in the query as ``ops``; each step
shows what they would lead to, or the first entry that could then no longer have happened, which
can be mended in the same go. Saving is one amendment, which undo takes back as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import devices, forms, services, tables
from games.board import board, line
from games.board.checklist import checklist
from games.board.pad import rows
from games.models import Membership
from games.rules.amending import reached
from games.rules.errors import Conflict, CorrectionError
from games.rules.events import Drew
from games.rules.notation import Malformed
from games.rules.replay import Amended, Op
from games.throttles import ENTRIES
from games.views.foresight import (
    choose_url,
    entry_url,
    mend_url,
    ops_in,
    outcome,
    standing,
    with_op,
    without,
    written,
)
from games.views.refusals import REFUSALS, explained
from games.views.showing import Notice, at_table

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


@require_GET
@at_table
def entry(request: HttpRequest, you: Membership, number: int) -> HttpResponse:
    """One entry: change it, remove it, or put one before it."""
    story = tables.story(you.game)
    ops = ops_in(request.GET)
    link = standing(story, number)
    context = {
        "line": line(link, you.game.names),
        "change": choose_url(you.game, number, "replace", ops),
        "insert": choose_url(you.game, number, "insert", ops),
        "remove": mend_url(you.game, with_op(ops, Op("delete", number))),
    }
    return _page(request, you, "entry.html", context)


@require_GET
@at_table
def choose(request: HttpRequest, you: Membership, number: int, op: str) -> HttpResponse:
    """What happened there instead, or before: the controls of the table at that moment."""
    story = tables.story(you.game)
    ops = ops_in(request.GET)
    if number > story.length + (op == "insert"):
        raise Http404
    try:
        moment = reached(story, Amended("", tuple(without(ops, number, op))), number)
    except (Conflict, CorrectionError):
        return redirect(mend_url(you.game, ops))
    link = standing(story, number) if number <= story.length else None
    here = reverse("games:choose", args=[you.game_id, number, op])
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
        "carry": urlencode({"ops": written(ops)}) + "&" if ops else "",
        "ops": written(ops),
    }
    return _page(request, you, "choose.html", context)


@require_POST
@at_table
def chosen(request: HttpRequest, you: Membership, number: int, op: str, verb: str) -> HttpResponse:
    """Take what was chosen into the changes so far, and show where they lead."""
    if verb not in VERBS:
        raise Http404
    ops = ops_in(request.POST)
    try:
        event = VERBS[verb](request.POST)
    except Malformed:
        return redirect(choose_url(you.game, number, op, ops))
    kind = cast("Literal['replace', 'insert']", op)
    return redirect(mend_url(you.game, with_op(ops, Op(kind, number, event))))


@require_http_methods(["GET", "POST"])
@at_table
def mend(request: HttpRequest, you: Membership) -> HttpResponse:
    """What the chosen changes would lead to; POST makes them, as one step."""
    if request.method == "GET":
        return _preview(request, you, ops_in(request.GET))
    ops = ops_in(request.POST)
    try:
        ENTRIES.count(str(you.device_id))
        version = forms.number(request.POST, "version")
        key = forms.key(request.POST.get("key"))
        services.amend(you, version, ops, key)
    except (Conflict, CorrectionError):
        # The preview says so, with the ways on.
        you.game.refresh_from_db()
        return _preview(request, you, ops, status=409)
    except REFUSALS as why:
        you.game.refresh_from_db()
        status, notice = explained(you, why)
        return _preview(request, you, ops, notice, status)
    return redirect("games:table", you.game_id)


def _preview(
    request: HttpRequest,
    you: Membership,
    ops: Sequence[Op],
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "outcome": outcome(you.game, tables.story(you.game), ops) if ops else None,
        "ops": written(ops),
        "notice": notice,
    }
    return _page(request, you, "mend.html", context, status)


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
