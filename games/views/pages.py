"""The pages around the table: home, starting a game, joining one, history."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import devices, forms, services, wording
from games.models import Device, Game, Membership
from games.rules.notation import Malformed
from games.throttles import NEW_GAMES, WRONG_CODES, Throttled, address
from games.views.showing import Notice, at_table
from tencompanion.addresses import join_base

LATEST = 30
"""Games that the history shows on one page."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in a list. ``winners`` is empty while it is not finished."""

    game: Game
    names: str
    winners: str
    at: datetime


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """New game, join, the games that run on this phone, the latest finished ones."""
    device = devices.known(request)
    running = Game.objects.of(device).exclude(status=Game.Status.FINISHED)[:5] if device else []
    finished = _finished(device)[:3] if device else []
    context = {
        "running": [_card(game) for game in running],
        "finished": [_card(game) for game in finished],
    }
    return _page(request, "home.html", context)


@require_GET
def history(request: HttpRequest) -> HttpResponse:
    """The finished games that this phone took part in, newest first."""
    device = devices.known(request)
    games = _finished(device)[:LATEST] if device else []
    return _page(request, "history.html", {"games": [_card(game) for game in games]})


def _finished(device: Device) -> Any:
    finished = Game.objects.of(device).filter(status=Game.Status.FINISHED)
    return finished.select_related("scoring")


def _card(game: Game) -> GameCard:
    winners = []
    if game.status == Game.Status.FINISHED and game.scoring.outcome:
        winners = [game.names[seat - 1] for seat in game.scoring.outcome["winners"]]
    return GameCard(
        game=game,
        names=wording.listed(game.names),
        winners=wording.listed(winners) if winners else "",
        at=game.ended_at or game.created_at,
    )


# Starting a game


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Names, seating order, who starts, the size of the pile, the table's rulings."""
    if request.method == "POST":
        return _start(request)
    return _new_page(request, _latest_setup(devices.known(request)))


def _latest_setup(device: Device | None) -> dict[str, Any]:
    """The same people again: names and rulings of this phone's latest game."""
    latest = Game.objects.of(device).first() if device else None
    if latest is None:
        return {"names": ["", ""], "starting_seat": 1, "options": {}}
    return {
        "names": latest.names,
        "starting_seat": latest.starting_seat,
        "options": latest.options,
    }


def _start(request: HttpRequest) -> HttpResponse:
    try:
        setup = _setup(request.POST)
        NEW_GAMES.count(address(request))
    except Malformed as why:
        filled_in = {
            "names": request.POST.getlist("name"),
            "starting_seat": request.POST.get("starting_seat"),
            "pile": request.POST.get("pile"),
            "options": request.POST.dict(),
        }
        return _new_page(request, filled_in, Notice("refusal", wording.malformed(why)), 400)
    except Throttled:
        text = _("Many games were started from here just now. Try again in a while.")
        return _new_page(request, {"names": ["", ""]}, Notice("refusal", text), 429)

    def answer(device: Device) -> HttpResponse:
        membership = services.create_game(device, **setup)
        return redirect("games:invite", membership.game_id)

    return devices.with_device(request, answer)


def _setup(post: QueryDict) -> dict[str, Any]:
    """What the form of a new game says; rows without a name are no players."""
    rows = [(str(row), name) for row, name in enumerate(post.getlist("name"), 1) if name.strip()]
    names = forms.names([name for _row, name in rows])
    starter = post.get("starting_seat", "1")
    seats = {row: seat for seat, (row, _name) in enumerate(rows, 1)}
    if starter not in seats:
        raise Malformed("starting_seat", "unknown_choice")
    pile = {"pile": forms.number(post, "pile")} if post.get("pile") else None
    options = {name: post[name] for name in forms.OPTIONS if name in post}
    return {
        "names": names,
        "starting_seat": seats[starter],
        "deck": forms.deck(pile, len(names)),
        "options": forms.options(options),
    }


def _new_page(
    request: HttpRequest, setup: dict[str, Any], notice: Notice | None = None, status: int = 200
) -> HttpResponse:
    names = [*setup["names"], *[""] * forms.MOST_PLAYERS][: forms.MOST_PLAYERS]
    context = {
        "setup": setup | {"names": names},
        "known_names": _known_names(devices.known(request)),
        "notice": notice,
    }
    return _page(request, "new.html", context, status)


def _known_names(device: Device | None) -> Sequence[str]:
    """Names that were used on this phone, for the keyboard's suggestions."""
    if device is None:
        return []
    used = Game.objects.of(device).values_list("names", flat=True)[:20]
    return sorted({name for names in used for name in names})


@require_GET
@at_table
def invite(request: HttpRequest, you: Membership) -> HttpResponse:
    """The game's code and QR code, to be held up to the others."""
    link = join_base(request) + reverse("games:join_code", args=[you.game.code])
    context = {
        "you": you,
        "game": you.game,
        "link": link,
        "qr": segno.make(link, error="m").svg_inline(omitsize=True, border=2, svgclass="qr"),
        "seats": _seats(you.game),
    }
    return _page(request, "invite.html", context)


# Joining one


@require_http_methods(["GET", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Type in a code."""
    code = request.POST.get("code") or request.GET.get("code")
    if code is None:
        return _page(request, "join.html", {})
    try:
        game = _game_by_code(request, code)
    except services.NoSuchCode:
        return _no_such_code(request, code)
    except Throttled:
        return _too_many_codes(request)
    return redirect("games:join_code", game.code)


@require_http_methods(["GET", "POST"])
def join_code(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat in the game with this code, or watch."""
    try:
        game = _game_by_code(request, code)
        if request.method == "POST":
            return _join(request, code)
    except services.NoSuchCode:
        return _no_such_code(request, code)
    except Throttled:
        return _too_many_codes(request)
    except (services.NoSuchSeat, Malformed):
        notice = Notice("refusal", _("Choose a seat, or watch."))
        return _page(request, "seats.html", _seat_choice(request, game, notice), 400)
    return _page(request, "seats.html", _seat_choice(request, game))


def _game_by_code(request: HttpRequest, code: str) -> Game:
    """The game with this code. Wrong codes are counted: they cannot be guessed in bulk."""
    WRONG_CODES.check(address(request))
    try:
        return services.joinable_game(code)
    except services.NoSuchCode:
        WRONG_CODES.count(address(request))
        raise


def _join(request: HttpRequest, code: str) -> HttpResponse:
    seat = None if request.POST.get("seat") == "watch" else forms.number(request.POST, "seat")

    def answer(device: Device) -> HttpResponse:
        return redirect("games:table", services.join(device, code, seat).game_id)

    return devices.with_device(request, answer)


def _seat_choice(request: HttpRequest, game: Game, notice: Notice | None = None) -> dict[str, Any]:
    you = devices.member(request, game.pk)
    return {"game": game, "seats": _seats(game), "you": you, "notice": notice}


def _seats(game: Game) -> list[tuple[int, str, bool]]:
    """Number, name, and whether a phone has that seat already."""
    taken = set(game.memberships.exclude(seat=None).values_list("seat", flat=True))
    return [(seat, name, seat in taken) for seat, name in enumerate(game.names, 1)]


def _no_such_code(request: HttpRequest, code: str) -> HttpResponse:
    text = _("No game has this code. Look at the code on the host’s screen once more.")
    context = {"code": code[:20], "notice": Notice("refusal", text)}
    return _page(request, "join.html", context, 404)


def _too_many_codes(request: HttpRequest) -> HttpResponse:
    text = _("Too many wrong codes. Wait a minute, then try again.")
    response = _page(request, "join.html", {"notice": Notice("refusal", text)}, 429)
    response["Retry-After"] = str(WRONG_CODES.seconds)
    return response


def _page(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return devices.renew(request, render(request, template, context, status=status))
