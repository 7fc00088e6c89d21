"""The games of a phone in lists: the history, by player, and the cards that home shows too."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from games import devices, forms, wording
from games.models import Device, Game, Membership

LATEST = 10
"""Games that the history shows on one page."""

RECENT, MOST_PLAYERS = 50, 20
"""Of so many games so many names can be chosen from; the address takes any."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in a list. ``winners`` is empty while it is not finished.

    ``may_resume``: it was given up, and this phone is its host.
    """

    game: Game
    names: str
    winners: str
    at: datetime
    may_resume: bool


@require_GET
def history(request: HttpRequest) -> HttpResponse:
    """The games that are over and that this phone took part in, newest first; or a player's."""
    device = devices.known(request)
    player = request.GET.get("player", "").strip()[:100]
    page = _page_number(request.GET.get("page", ""))
    start = (page - 1) * LATEST
    # One more than is shown tells whether there are older ones.
    games = list(_found(device, player)[start : start + LATEST + 1]) if device else []
    context = {
        "games": [card(game) for game in games[:LATEST]],
        "player": player,
        "players": _players(device) if device else [],
        "newer": page - 1,
        "older": page + 1 if len(games) > LATEST else None,
        "examples": examples(),
        "may_remove_examples": settings.TEN_LAN,
    }
    return devices.renew(request, render(request, "history.html", context))


def _found(device: Device, player: str) -> Any:
    """All games of this device that are over; with a player's name, those where somebody has it."""
    games = over(device)
    if not player:
        return games
    # Names are told apart here as within a game, which no database does.
    named = games.values_list("pk", "names")
    wanted = forms.folded(player)
    return games.filter(pk__in=[key for key, names in named if wanted in map(forms.folded, names)])


def _players(device: Device) -> list[str]:
    """Who played in the latest games, alphabetically; of too many those who played most often.

    A name is written as it was the last time.
    """
    written: dict[str, str] = {}
    times: Counter[str] = Counter()
    for names in over(device).values_list("names", flat=True)[:RECENT]:
        for name in names:
            written.setdefault(forms.folded(name), name)
            times[forms.folded(name)] += 1
    return [written[name] for name in sorted(name for name, _n in times.most_common(MOST_PLAYERS))]


def _page_number(written: str) -> int:
    """Which page of the history is asked for; the first, if that makes no sense."""
    plain = written.isascii() and written.isdecimal() and len(written) <= 4
    return max(1, int(written)) if plain else 1


def examples() -> list[GameCard]:
    """The games that came with the program."""
    return [card(game) for game in Game.objects.examples().select_related("scoring")]


def over(device: Device) -> Any:
    """The games of this device that were counted or given up, with whether it is their host."""
    hosted = Membership.objects.filter(device=device, role=Membership.Role.HOST)
    games = Game.objects.of(device).filter(status__in=Game.OVER).select_related("scoring")
    return games.annotate(is_hosted=Exists(hosted.filter(game=OuterRef("pk"))))


def card(game: Game) -> GameCard:
    """One game as it stands in a list."""
    winners = []
    if game.status == Game.Status.FINISHED and game.scoring.outcome:
        winners = [game.names[seat - 1] for seat in game.scoring.outcome["winners"]]
    return GameCard(
        game=game,
        names=wording.listed(game.names),
        winners=wording.listed(winners) if winners else "",
        at=game.ended_at or game.created_at,
        may_resume=game.status == Game.Status.ABANDONED and getattr(game, "is_hosted", False),
    )
