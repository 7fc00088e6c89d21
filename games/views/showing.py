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
from django.urls import reverse

from games import devices, forms, results, services, tables
from games.board import Board, Line, board
from games.board.choices import Choice
from games.models import Game, Membership

GameView = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Offer:
    """What was chosen and not recorded, ready to be said again: ``url`` takes it as ``again``."""

    text: str
    url: str
    again: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the person at the phone, and entries that they may want to mend.

    ``kind``: ``refusal``, ``stale`` or ``info``.
    """

    kind: str
    text: str
    lines: Sequence[Line] = ()
    offer: Offer | None = None


def at_table(view: GameView) -> GameView:
    """Hand the view this phone's membership of the game; to strangers there is no such game.

    That the phone was there is noted: a host who is away can be succeeded.
    """

    @wraps(view)
    def checked(request: HttpRequest, game_id: UUID, **rest: Any) -> HttpResponse:
        you = devices.member(request, game_id)
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
    """The game's table as it is now: the board alone for htmx, else the page around it."""
    services.settle_if_overdue(you.game)
    you.game.refresh_from_db()
    table = tables.story(you.game).table
    context = {
        "board": board_of(you.game, choice),
        "you": you,
        "notice": notice,
        "key": forms.new_key(),
        **addresses(you.game),
        "can_teach": you.is_host and services.can_teach(table),
        # R-PROF-3: somebody said that the pile was empty, so cards may be unrecorded.
        "was_emptied": table.emptied,
    }
    # A boosted link wants a page, whatever htmx makes of it.
    partial = getattr(request, "htmx", False) and not request.htmx.boosted  # type: ignore[attr-defined]
    template = "_board.html" if partial else "table.html"
    response = render(request, template, context, status=status)
    response["Cache-Control"] = "no-store"
    return devices.renew(request, response)
