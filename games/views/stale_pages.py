"""A page so old that its CSRF token no longer counts: one sentence, and one tap to carry on.

Nothing of what was chosen is lost. At the table htmx gets the board with the choice on offer and a
fresh token; any other form gets a small page that sends the same fields again. What came from
another site is refused without an offer.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from games import devices, forms, wording
from games.models import Membership
from games.rules.notation import Malformed
from games.views.mending import VERBS
from games.views.showing import Notice, Offer, show_table

FROM_ELSEWHERE = ("Origin checking", "Referer checking")
"""How Django's reasons begin where the request was not sent by a page of this site."""


def stale_page(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's answer to a request whose CSRF check failed (``CSRF_FAILURE_VIEW``)."""
    if reason.startswith(FROM_ELSEWHERE):
        return render(request, "403_csrf.html", status=403)
    if not request.htmx:  # type: ignore[attr-defined]
        return _once_more(request)
    you = _you(request)
    if you is None:
        # The page is swapped in parts, but this phone is nobody here any more.
        return HttpResponseClientRedirect(reverse("games:join"))
    return _board_with_offer(request, you)


def _you(request: HttpRequest) -> Membership | None:
    match = request.resolver_match
    game_id = match.kwargs.get("game_id") if match else None
    return devices.member(request, game_id) if game_id else None


def _once_more(request: HttpRequest) -> HttpResponse:
    """A page that sends the same fields with a fresh token."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken"
        for value in values
    ]
    context = {"fields": fields, "again": request.get_full_path()}
    response = render(request, "403_csrf.html", context, status=403)
    response["Cache-Control"] = "no-store"
    return response


def _board_with_offer(request: HttpRequest, you: Membership) -> HttpResponse:
    """The table as it is now, what was chosen on offer, and a fresh token beside the board."""
    text = _("This page was old, so nothing was recorded.")
    notice = Notice("stale", text, offer=_offer(request, you))
    response = show_table(
        request, you, notice=notice, choice=forms.choice(request.POST), status=409
    )
    response.content += render_to_string("_token.html", {"fresh": True}, request).encode()
    return response


def _offer(request: HttpRequest, you: Membership) -> Offer | None:
    """What was chosen, ready to be said again."""
    verb = request.resolver_match.url_name if request.resolver_match else None
    try:
        chosen = forms.chosen(request.POST)
        if verb in VERBS:
            text = wording.unattributed(VERBS[verb](chosen), you.game.names)
        else:
            text = {"undo": _("Undo"), "redo": _("Redo")}[verb or ""]
    except (Malformed, KeyError):
        return None
    return Offer(text, request.path, forms.kept(chosen))
