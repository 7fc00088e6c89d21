"""A table that plays a recorded game by itself, for those who want to see what this is.

Nothing is stored and nobody is known here: each step is a page of its own, made from the game that
comes with the program, by the templates of a real table.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from games import demo as recording
from games import forms, results, wording
from games.board import Board, board
from games.board.choices import Choice
from games.demo import Frame
from games.models import Game
from games.rules.notation import Malformed


@require_GET
def demo(request: HttpRequest) -> HttpResponse:
    """The recorded game at one step; htmx and our script get the table alone."""
    frames = recording.frames()
    step = min(_step(request), len(frames) - 1)
    frame = frames[step]
    here = reverse("games:demo")
    context: dict[str, Any] = {
        "board": _board(frame, forms.choice(request.GET)),
        "frame": frame,
        "said": wording.sentence(frame.next, _players()) if frame.next else "",
        "step": step,
        "last": len(frames) - 1,
        "before": f"{here}?step={step - 1}" if step else "",
        "after": f"{here}?step={step + 1}" if step < len(frames) - 1 else "",
        "chapters": [(_title(name), at) for name, at in recording.chapters().items()],
        "here": here,
        "taps": "",
        "carry": f"step={step}&",
        "fetches": "",
        "drawn": frame.card,
    }
    alone = getattr(request, "htmx", False)
    response = render(request, "_demo.html" if alone else "demo.html", context)
    response["Cache-Control"] = "no-cache"
    return response


def _step(request: HttpRequest) -> int:
    try:
        return forms.number(request.GET, "step")
    except Malformed:
        return 0


def _players() -> list[str]:
    return list(recording.recorded(recording.SHOWN).players)


def _board(frame: Frame, choice: Choice) -> Board:
    """The board of this step, with what the visitor chose on it, or what was chosen in the game."""
    game = recording.as_game(recording.recorded(recording.SHOWN))
    game.version = frame.story.length
    result = None
    if frame.next is None:
        game.status = Game.Status.FINISHED
        result = results.count(frame.story.table)
    return board(game, frame.story, result, frame.choice if choice == Choice() else choice)


def _title(chapter: str) -> str:
    return {
        "draw": _("A draw"),
        "auction": _("An auction"),
        "bust": _("A bust"),
        "buy": _("Buying"),
        "result": _("The result"),
    }[chapter]
