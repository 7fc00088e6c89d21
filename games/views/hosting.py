"""What a host looks after: names, seats, phones, who records; and a game without its host."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games import devices, forms, services, wording
from games.models import Membership
from games.rules.notation import Malformed
from games.views.showing import Notice, at_table

Deed = Callable[[HttpRequest, Membership], object]


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone at the table. ``seat_name`` is empty for one that watches."""

    membership: Membership
    seat_name: str
    is_you: bool


@require_GET
@at_table
def host(request: HttpRequest, you: Membership) -> HttpResponse:
    """Names, seats, phones and options; to others than the host, what they may see of it."""
    return _show(request, you)


def _show(
    request: HttpRequest, you: Membership, notice: Notice | None = None, status: int = 200
) -> HttpResponse:
    you.game.refresh_from_db()
    you.refresh_from_db()
    phones = list(you.game.memberships.order_by(F("seat").asc(nulls_last=True), "joined_at"))
    host = next((phone for phone in phones if phone.is_host), None)
    context = {
        "you": you,
        "game": you.game,
        "seats": list(enumerate(you.game.names, 1)),
        "phones": [_phone(phone, you) for phone in phones],
        "before_first_draw": not you.game.entry_version,
        "may_succeed": you.role == Membership.Role.PLAYER and (host is None or host.is_away),
        "notice": notice,
    }
    return devices.renew(request, render(request, "host.html", context, status=status))


def _phone(phone: Membership, you: Membership) -> Phone:
    name = you.game.names[phone.seat - 1] if phone.seat else ""
    return Phone(phone, name, phone.pk == you.pk)


def _do(
    request: HttpRequest, you: Membership, deed: Deed, then: str = "games:host"
) -> HttpResponse:
    """One change, then the page again; what was wrong is said there."""
    try:
        deed(request, you)
    except Malformed as why:
        return _show(request, you, Notice("refusal", _trouble(why)), 400)
    except services.NotAllowed:
        return _show(request, you, Notice("refusal", _("Only the host can change that.")), 403)
    except services.TooLate:
        text = _("The first card has been drawn, so the seats stay as they are.")
        return _show(request, you, Notice("refusal", text), 422)
    except services.HostIsThere:
        text = _("The host’s phone was seen a moment ago. Ask them.")
        return _show(request, you, Notice("refusal", text), 422)
    return redirect(then, you.game_id)


def _trouble(why: Malformed) -> str:
    """What is wrong with one of the forms, in its own words."""
    match why.where.partition("[")[0]:
        case "players":
            text = _("Every player needs a name of their own, of at most %(most)d characters.")
            return text % {"most": forms.LONGEST_NAME}
        case "seat" | "starting_seat":
            return _("Every player needs a seat of their own, and one of them starts.")
    return wording.malformed(why)


@require_POST
@at_table
def rename(request: HttpRequest, you: Membership) -> HttpResponse:
    """Give the players other names."""

    def deed(request: HttpRequest, you: Membership) -> None:
        names = forms.names(request.POST.getlist("name"))
        if len(names) != len(you.game.names):
            raise Malformed("players", "out_of_range")
        services.rename(you, names)

    return _do(request, you, deed)


@require_POST
@at_table
def reorder(request: HttpRequest, you: Membership) -> HttpResponse:
    """Seat the players anew before the first draw."""

    def deed(request: HttpRequest, you: Membership) -> None:
        order = forms.order(request.POST, len(you.game.names))
        starter = forms.number(request.POST, "starting_seat", len(order))
        if not starter:
            raise Malformed("starting_seat", "out_of_range")
        services.reorder(you, order, starter)

    return _do(request, you, deed)


@require_POST
@at_table
def options(request: HttpRequest, you: Membership) -> HttpResponse:
    """Who records, and what is shown during play."""
    return _do(
        request,
        you,
        lambda request, you: services.choose_options(you, forms.changeable_options(request.POST)),
    )


@require_POST
@at_table
def remove(request: HttpRequest, you: Membership, phone: int) -> HttpResponse:
    """Shut a phone out; the code is renewed."""

    def deed(_request: HttpRequest, you: Membership) -> None:
        if other := _other(you, phone):
            services.remove_phone(you, other)
        elif not you.is_host:
            raise services.NotAllowed

    return _do(request, you, deed)


@require_POST
@at_table
def hand_over(request: HttpRequest, you: Membership, phone: int) -> HttpResponse:
    """Make another phone the host."""

    def deed(_request: HttpRequest, you: Membership) -> None:
        other = _other(you, phone)
        if other is None:
            raise Http404
        # A second tap finds it done already.
        if not other.is_host:
            services.hand_over(you, other)

    return _do(request, you, deed)


def _other(you: Membership, phone: int) -> Membership | None:
    """Another phone at this table; None for one that is gone already."""
    other = Membership.objects.filter(pk=phone).first()
    if other and (other.game_id != you.game_id or other.pk == you.pk):
        raise Http404
    return other


@require_POST
@at_table
def succeed(request: HttpRequest, you: Membership) -> HttpResponse:
    """Become host in the place of one who has been away for ten minutes."""
    return _do(request, you, lambda _request, you: services.succeed(you))


@require_POST
@at_table
def abandon(request: HttpRequest, you: Membership) -> HttpResponse:
    """Give the game up; it can be resumed."""
    return _do(request, you, lambda _request, you: services.abandon(you))


@require_POST
@at_table
def resume(request: HttpRequest, you: Membership) -> HttpResponse:
    """Go on with an abandoned game."""
    return _do(request, you, lambda _request, you: services.resume(you), "games:table")
