"""One game on one phone: who is asking, and the page or the partial that answers.

The server always picks the template: htmx gets the board alone, a browser the whole page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from games import devices, forms, results, services, tables
from games.board import Board, Line, board
from games.board.choices import Choice, PaymentView
from games.models import Game, Membership
from games.throttles import Throttled
from games.views import boards
from tencompanion import metrics

GameView = Callable[..., HttpResponse]
Admission = Callable[[HttpRequest, UUID], Membership | None]


@dataclass(frozen=True, slots=True)
class Offer:
    """What was chosen and not recorded, ready to be said again: ``url`` takes it as ``again``."""

    text: str
    url: str
    again: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the person at the phone, and entries that they may want to mend.

    ``kind``: ``refusal``, ``stale``, ``question`` or ``info``.
    """

    kind: str
    text: str
    lines: Sequence[Line] = ()
    offer: Offer | None = None


def at_table(view: GameView) -> GameView:
    """Hand the view this phone's membership of the game; to strangers there is no such game.

    That the phone was there is noted: a host who is away can be succeeded.
    """
    return _admitting(devices.member, view)


def in_sight(view: GameView) -> GameView:
    """The same for views that only show: at an example everybody is a spectator."""
    return _admitting(devices.looker, view)


def _admitting(admitted: Admission, view: GameView) -> GameView:
    @wraps(view)
    def checked(request: HttpRequest, game_id: UUID, **rest: Any) -> HttpResponse:
        you = admitted(request, game_id)
        if you is None:
            raise Http404
        services.seen(you)
        return view(request, you, **rest)

    return checked


def board_of(game: Game, choice: Choice | None = None) -> Board:
    """The board of a game as it is now."""
    return board(game, tables.story(game), results.result_of(game), choice)


def addresses(game: Game) -> dict[str, str]:
    """Where the board's controls lead at the table: taps, choices, and the board alone."""
    here = reverse("games:table", args=[game.pk])
    return {
        "here": here,
        "taps": here,
        "carry": "",
        "fetches": reverse("games:board", args=[game.pk]),
    }


def show_table(
    request: HttpRequest,
    you: Membership,
    *,
    notice: Notice | None = None,
    choice: Choice | None = None,
    status: int = 200,
) -> HttpResponse:
    """The table of this row of the game: the board alone for htmx, else the page around it."""
    services.settle_if_overdue(you.game)
    if not _is_partial(request):
        context = {
            "you": you,
            "standing": standing_of(you),
            "key": forms.new_key(),
            **_context(you, notice, choice),
        }
        response = render(request, "table.html", context, status=status)
    elif notice or choice not in {None, Choice()}:
        response = render(request, "_board.html", _context(you, notice, choice), status=status)
    else:
        response = boards.answer(
            request,
            boards.Key(you.game.pk, you.game.version, get_language(), _may_teach(you)),
            lambda: render_to_string("_board.html", _context(you), request),
        )
    response["Cache-Control"] = "no-store"
    show_standing(response, you)
    return devices.renew(request, response)


def show_standing(response: HttpResponse, you: Membership) -> None:
    """Say what this phone is now, so that the page around the board can follow."""
    response["Ten-You"] = standing_of(you)


def standing_of(you: Membership) -> str:
    """What the page around the board depends on: role, seat, leave to record, the game's code, and
    whether it leads on to the next game."""
    you_are = f"{you.role} {you.seat or 0} {you.may_record:d}"
    return f"{you_are} {you.game.code} {you.game.leads_on:d}"


def _is_partial(request: HttpRequest) -> bool:
    # A boosted link wants a page, whatever htmx makes of it.
    return getattr(request, "htmx", False) and not request.htmx.boosted  # type: ignore[attr-defined]


def _may_teach(you: Membership) -> bool:
    return you.is_host and you.game.status == Game.Status.FINISHED


def _context(
    you: Membership, notice: Notice | None = None, choice: Choice | None = None
) -> dict[str, Any]:
    """What the board's template shows; without notice and choice the same for all phones."""
    table = tables.story(you.game).table
    return {
        "board": board_of(you.game, choice),
        "notice": notice,
        **addresses(you.game),
        "can_teach": _may_teach(you) and services.can_teach(table),
        # R-PROF-3: somebody said that the pile was empty, so cards may be unrecorded.
        "was_emptied": any(table.unseen),
    }


def show_costs(request: HttpRequest, payment: PaymentView | None) -> HttpResponse:
    """What this payment costs in points: the one sentence, empty if there is nothing to tell."""
    response = render(request, "_costs.html", {"payment": payment})
    response["Cache-Control"] = "no-store"
    return response


def throttled(response: HttpResponse, why: Throttled) -> HttpResponse:
    """The answer to who was too fast, with when to try again; counted as a refusal."""
    metrics.refused(why)
    response["Retry-After"] = str(why.wait)
    return response


def show_seen(response: HttpResponse, version: int) -> None:
    """Say that what was tapped is recorded, and the version that a tap waiting after it has seen.

    The board may show more: what others recorded since.
    """
    response["Ten-Version"] = str(version)
