"""The table's own pages: the shell, the board that is swapped into it, the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games import devices, forms, services, tables, wording
from games.board.stories import turns
from games.models import Game, Membership
from games.views.showing import at_table, board_of, in_sight, show_costs, show_standing, show_table


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """Something that was mended: by whom, when, and in sentences what."""

    by: str
    at: datetime
    sentences: Sequence[str]


@require_GET
@in_sight
def table(request: HttpRequest, you: Membership) -> HttpResponse:
    """The table, whole page: in play, being counted, or with its result."""
    return show_table(request, you, choice=forms.choice(request.GET))


@require_GET
@in_sight
def board(request: HttpRequest, you: Membership) -> HttpResponse:
    """The board alone; 204 if the phone has it already (``since``)."""
    services.settle_if_overdue(you.game)
    if request.GET.get("since") == str(you.game.version):
        response = HttpResponse(status=204)
        show_standing(response, you)
        return response
    return show_table(request, you, choice=forms.choice(request.GET))


@require_GET
@at_table
def costs(request: HttpRequest, you: Membership) -> HttpResponse:
    """What the payment that is being chosen costs in points, if the phone has the newest board."""
    if request.GET.get("version") != str(you.game.version):
        return show_costs(request, None)
    return show_costs(request, board_of(you.game, forms.choice(request.GET)).payment)


@require_GET
@in_sight
def entries(request: HttpRequest, you: Membership) -> HttpResponse:
    """Everything that stands, turn by turn, and what was mended on the way.

    Newest first, while it may have to be mended; once the game is counted, as a story.
    """
    is_over = you.game.status == Game.Status.FINISHED
    story = tables.story(you.game)
    context = {
        "you": you,
        "game": you.game,
        "turns": turns(you.game, story),
        "assumed": you.game.shows_odds and bool(story.start.deck.assumed),
        "from_start": request.GET.get("from", "start" if is_over else "end") == "start",
        "corrections": _corrections(you.game),
    }
    response = render(request, "entries.html", context)
    response["Cache-Control"] = "no-store"
    return devices.renew(request, response)


def _corrections(game: Game) -> list[CorrectionLine]:
    """What was undone, redone and mended, newest first."""
    return [
        CorrectionLine(
            by=wording.recorder(told.entry.role, told.entry.seat, game.names),
            at=told.entry.at,
            sentences=wording.corrected(told.after, game.names),
        )
        for told in reversed(tables.corrections(game))
    ]
