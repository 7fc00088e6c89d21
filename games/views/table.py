"""The table's own pages: the shell, the board that is swapped into it, the log, one entry."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from games import devices, forms, services, tables
from games.board import line
from games.board.pad import rows
from games.models import Membership
from games.rules.replay import Op, Standing
from games.views.refusals import REFUSALS, explained
from games.views.showing import Notice, at_table, show_table


@require_GET
@at_table
def table(request: HttpRequest, you: Membership) -> HttpResponse:
    """The table, whole page: in play, being counted, or with its result."""
    return show_table(request, you, choice=forms.choice(request.GET))


@require_GET
@at_table
def board(request: HttpRequest, you: Membership) -> HttpResponse:
    """The board alone; 204 if the phone has it already (``since``)."""
    services.settle_if_overdue(you.game)
    you.game.refresh_from_db()
    if request.GET.get("since") == str(you.game.version):
        return HttpResponse(status=204)
    return show_table(request, you, choice=forms.choice(request.GET))


@require_GET
@at_table
def entries(request: HttpRequest, you: Membership) -> HttpResponse:
    """Everything that stands, in sentences, newest first."""
    story = tables.story(you.game)
    lines = [line(link, you.game.names) for link in story.backwards()]
    return _page(request, "entries.html", {"you": you, "game": you.game, "lines": lines})


@require_http_methods(["GET", "POST"])
@at_table
def entry(request: HttpRequest, you: Membership, number: int) -> HttpResponse:
    """One entry, to be replaced by another card or removed."""
    link = _standing(you, number)
    if request.method == "POST":
        return _mend(request, you, link)
    return _show_entry(request, you, link)


def _standing(you: Membership, number: int) -> Standing:
    for link in tables.story(you.game).backwards():
        if link.number == number:
            return link
    raise Http404


def _mend(request: HttpRequest, you: Membership, link: Standing) -> HttpResponse:
    try:
        version = forms.number(request.POST, "version")
        key = forms.key(request.POST.get("key"))
        services.amend(you, version, [_op(request, link)], key)
    except REFUSALS as why:
        status, notice = explained(you, why)
        you.game.refresh_from_db()
        return _show_entry(request, you, link, notice, status)
    return redirect("games:table", you.game_id)


def _op(request: HttpRequest, link: Standing) -> Op:
    if "remove" in request.POST:
        return Op("delete", link.number)
    return Op("replace", link.number, forms.drew(request.POST))


def _show_entry(
    request: HttpRequest,
    you: Membership,
    link: Standing,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    before = link.before.table if link.before else tables.start(you.game)
    context = {
        "you": you,
        "game": you.game,
        "line": line(link, you.game.names),
        "pad": rows(before) if before.may_draw else None,
        "notice": notice,
        "key": forms.new_key(),
    }
    return _page(request, "entry.html", context, status)


def _page(
    request: HttpRequest, template: str, context: dict[str, object], status: int = 200
) -> HttpResponse:
    return devices.renew(request, render(request, template, context, status=status))
