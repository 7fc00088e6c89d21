"""The box of cards: what these people know of it, and what a whole game has taught."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from games import devices, forms, services, tables, wording
from games.board.boxes import box
from games.models import Device, Membership
from games.rules.errors import RuleError
from games.rules.notation import Malformed
from games.rules.profiles import Profile
from games.throttles import NEW_GAMES, Throttled, address
from games.views.showing import Notice, at_table, throttled


@require_http_methods(["GET", "POST"])
def box_page(request: HttpRequest) -> HttpResponse:
    """The currency split, the cards set aside for 2 and 3 players, lost cards, pile sizes."""
    device = devices.known(request)
    known = services.known_box(device)
    if request.method == "GET":
        return _show(request, known)
    try:
        entered = forms.profile(request.POST, known)
        entered.check()
        if device is None:
            # A new device is written down: as with games, not in bulk.
            NEW_GAMES.count(address(request))
    except Malformed as why:
        return _show(request, known, Notice("refusal", wording.malformed(why)), 400)
    except RuleError as why:
        return _show(request, entered, Notice("refusal", wording.refusal(why, [])), 422)
    except Throttled as why:
        text = _("Too much was written down from here just now. Try again in a while.")
        return throttled(_show(request, entered, Notice("refusal", text), 429), why)

    def answer(device: Device) -> HttpResponse:
        services.keep_profile(device, entered)
        return redirect("games:box")

    return devices.with_device(request, answer)


def _show(
    request: HttpRequest, profile: Profile, notice: Notice | None = None, status: int = 200
) -> HttpResponse:
    context = {"box": box(profile), "notice": notice}
    return devices.renew(request, render(request, "box.html", context, status=status))


@require_POST
@at_table
def learn(request: HttpRequest, you: Membership) -> HttpResponse:
    """Keep the composition that this game has told, for the next one (R-PROF-3)."""
    try:
        services.keep_learned(you, tables.story(you.game).table)
    except services.NotAllowed:
        notice = Notice("refusal", _("Only the host’s phone can keep that."))
        return _show(request, services.known_box(you.device), notice, 403)
    if request.htmx:  # type: ignore[attr-defined]
        # The button lies in the table's board, but what follows is another page.
        return HttpResponseClientRedirect(reverse("games:box"))
    return redirect("games:box")
