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

from games import devices, forms, services, tables
from games.board import Board, Line, board
from games.board.choices import Choice
from games.models import Game, Membership, Scoring

GameView = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence for the person at the phone, and entries that they may want to mend.

    ``kind``: ``refusal``, ``stale`` or ``info``.
    """

    kind: str
    text: str
    lines: Sequence[Line] = ()


def at_table(view: GameView) -> GameView:
    """Hand the view this phone's membership of the game; to strangers there is no such game."""

    @wraps(view)
    def checked(request: HttpRequest, game_id: UUID, **rest: Any) -> HttpResponse:
        you = devices.member(request, game_id)
        if you is None:
            raise Http404
        return view(request, you, **rest)

    return checked


def result_of(game: Game) -> dict[str, Any] | None:
    """The ranked result of a finished game."""
    if game.status != Game.Status.FINISHED:
        return None
    return Scoring.objects.get(game=game).outcome


def board_of(game: Game, choice: Choice | None = None) -> Board:
    """The board of a game as it is now."""
    return board(game, tables.story(game), result_of(game), choice)


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
    context = {
        "board": board_of(you.game, choice),
        "you": you,
        "notice": notice,
        "key": forms.new_key(),
    }
    # A boosted link wants a page, whatever htmx makes of it.
    partial = getattr(request, "htmx", False) and not request.htmx.boosted  # type: ignore[attr-defined]
    template = "_board.html" if partial else "table.html"
    response = render(request, template, context, status=status)
    response["Cache-Control"] = "no-store"
    return devices.renew(request, response)
