"""The pages around the table: home, the rules, starting a game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import devices, forms, services, wording
from games.models import Device, Game, Membership
from games.rules.errors import RuleError
from games.rules.notation import Malformed, read_deck
from games.throttles import NEW_GAMES, Throttled, address
from games.views.history import card, examples, over
from games.views.showing import Notice, throttled

RUNNING = 30
"""Games that are being played, of a phone, on its first page."""
TABLE_RULINGS = ("all_pass", "spent_cards", "recording")
KEPT_BACK = ("odds", "scores")
"""The options of a game, as the page of a new game folds them."""


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """New game, join, the games that run on this phone, the latest finished ones."""
    device = devices.known(request)
    running = Game.objects.of(device).exclude(status__in=Game.OVER)[:RUNNING] if device else []
    finished = over(device).filter(status=Game.Status.FINISHED)[:3] if device else []
    given_up = over(device).filter(status=Game.Status.ABANDONED)[:3] if device else []
    context = {
        "running": [card(game) for game in running],
        "finished": [card(game) for game in finished],
        "given_up": [card(game) for game in given_up],
        "examples": [] if finished else examples(),
    }
    return _page(request, "home.html", context)


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """How TEN is played, in our own words; and the way back to the table where somebody asked."""
    return _page(request, "rules.html", {"game": _asked_at(request)})


def _asked_at(request: HttpRequest) -> Game | None:
    """The game that the address names, if this phone may look at it."""
    game_id = _uuid(request.GET.get("table", ""))
    you = devices.looker(request, game_id) if game_id else None
    return you.game if you else None


# Starting a game


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the form of a new game: a name, and whether that player starts."""

    number: int
    name: str
    starts: bool


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Names, seating order, who starts, the size of the pile, the table's rulings."""
    if request.method == "POST":
        return _start(request)
    return _new_page(request, _same_again(request))


def _same_again(request: HttpRequest) -> dict[str, Any]:
    """Names, pile and rulings of the game ``again``, or of this phone's latest game.

    If that is over and nobody has begun another one after it, what is started here is the next one.
    """
    device = devices.known(request)
    games = Game.objects.of(device) if device else Game.objects.none()
    again = _uuid(request.GET.get("again", ""))
    game = (games.filter(pk=again).first() if again else None) or games.first()
    if game is None:
        return {"names": ["", ""], "starting_seat": "1", "options": {}}
    return {
        "names": game.names,
        "starting_seat": str(game.next_starter if game.is_over else game.starting_seat),
        "pile": read_deck(game.deck).counted_pile,
        "options": game.options,
        "again": game.pk if game.is_over and not game.leads_on else "",
    }


def _uuid(written: str) -> UUID | None:
    try:
        return UUID(written)
    except ValueError:
        return None


def _start(request: HttpRequest) -> HttpResponse:
    try:
        setup = _setup(request.POST)
        NEW_GAMES.count(address(request))
    except Malformed as why:
        return _not_started(request, _trouble(why), 400)
    except Throttled as why:
        return throttled(_not_started(request, wording.many_games(), 429), why)

    before = _before(request, setup["names"])

    def answer(device: Device) -> HttpResponse:
        return redirect("games:invite", _begun(device, before, setup).game_id)

    try:
        return devices.with_device(request, answer)
    except services.HasNext:
        return redirect("games:again", request.POST["again"])
    except RuleError as why:
        text = _("A pile has 1 to %(most)d cards.") % why.params
        return _not_started(request, text, 400)


def _begun(device: Device, before: Membership | None, setup: dict[str, Any]) -> Membership:
    """The new game, as the next one after the game before if that is still over."""
    if before:
        with suppress(services.NotOver, services.NotAllowed):
            return services.start_next(before, **setup)
    return services.create_game(device, **setup)


def _before(request: HttpRequest, names: Sequence[str]) -> Membership | None:
    """What this phone was in the game that these people played before, if some of them did.

    None for who only watched: of that game nobody has to be told.
    """
    game_id = _uuid(request.POST.get("again", ""))
    you = devices.member(request, game_id) if game_id else None
    if you is None or you.role == Membership.Role.SPECTATOR or not you.game.is_over:
        return None
    return you if set(names) & set(you.game.names) else None


def _not_started(request: HttpRequest, text: str, status: int) -> HttpResponse:
    """The form as it was filled in, with what is wrong."""
    filled_in = {
        "names": request.POST.getlist("name"),
        "starting_seat": request.POST.get("starting_seat"),
        "pile": request.POST.get("pile"),
        "options": request.POST.dict(),
        "again": request.POST.get("again", ""),
    }
    return _new_page(request, filled_in, Notice("refusal", text), status)


def _trouble(why: Malformed) -> str:
    """What is wrong with the form of a new game, in its own words."""
    match why.where.partition("[")[0], why.problem:
        case "players", "out_of_range":
            return _("Write down at least one name.")
        case "players", "name_twice":
            return _("Two players have the same name: give one of them another.")
        case "players", "name_too_long":
            return _("A name has at most %(most)d characters.") % {"most": forms.LONGEST_NAME}
        case "players", _problem:
            return _("A name has a character that cannot be shown.")
        case "starting_seat", _problem:
            return _("Mark who starts: it is somebody with a name.")
        case "pile" | "deck.pile", _problem:
            return _("A pile has 1 to %(most)d cards.") % {"most": forms.LARGEST_PILE}
    return wording.malformed(why)


def _setup(post: QueryDict) -> dict[str, Any]:
    """What the form of a new game says; rows without a name are no players."""
    rows = [(str(row), name) for row, name in enumerate(post.getlist("name"), 1) if name.strip()]
    names = forms.names([name for _row, name in rows])
    starter = post.get("starting_seat", "1")
    seats = {row: seat for seat, (row, _name) in enumerate(rows, 1)}
    if starter not in seats:
        raise Malformed("starting_seat", "unknown_choice")
    pile = forms.number(post, "pile") if post.get("pile") else None
    options = {name: post[name] for name in forms.OPTIONS if name in post}
    return {
        "names": names,
        "starting_seat": seats[starter],
        "pile": pile,
        "options": forms.options(options),
    }


def _new_page(
    request: HttpRequest, setup: dict[str, Any], notice: Notice | None = None, status: int = 200
) -> HttpResponse:
    names = [*setup["names"], *[""] * forms.MOST_PLAYERS][: forms.MOST_PLAYERS]
    options = _known_options(setup["options"])
    context = {
        "rows": [Row(n, name, str(n) == setup["starting_seat"]) for n, name in enumerate(names, 1)],
        "pile": setup.get("pile"),
        "again": setup.get("again", ""),
        "options": options,
        "agreed_otherwise": _differs(options, TABLE_RULINGS),
        "keeps_back": _differs(options, KEPT_BACK),
        "most": {"name": forms.LONGEST_NAME, "pile": forms.LARGEST_PILE},
        "known_names": _known_names(devices.known(request)),
        "notice": notice,
    }
    return _page(request, "new.html", context, status)


def _differs(options: dict[str, str], names: Sequence[str]) -> bool:
    """Whether one of these options has not its default: then it is not folded away."""
    return any(options[name] != forms.OPTIONS[name][0] for name in names)


def _known_options(chosen: dict[str, Any]) -> dict[str, str]:
    """The options as they can be shown: the default where nothing sensible was chosen."""
    return {
        name: chosen[name] if chosen.get(name) in values else values[0]
        for name, values in forms.OPTIONS.items()
    }


def _known_names(device: Device | None) -> Sequence[str]:
    """Names that were used on this phone, for the keyboard's suggestions."""
    if device is None:
        return []
    used = Game.objects.of(device).values_list("names", flat=True)[:20]
    return sorted({name for names in used for name in names})


def _page(
    request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return devices.renew(request, render(request, template, context, status=status))
