"""Why something was not recorded -> a fresh board with one sentence. The pages' one mapping."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import forms, services, tables, wording
from games.board import Line, line
from games.models import Membership
from games.rules import notation
from games.rules.cards import price
from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.events import Bought, Event, Paid, Sold
from games.rules.notation import Malformed
from games.rules.table import Auction
from games.throttles import Throttled
from games.views.showing import Notice, Offer, show_seen, show_table
from tencompanion import metrics

REFUSALS = (
    CorrectionError,
    Conflict,
    Malformed,
    RuleError,
    Throttled,
    services.KeyReused,
    services.NotAllowed,
    services.Stale,
)
"""What recording may raise."""


def refused(
    request: HttpRequest, you: Membership, why: Exception, event: Event | None = None
) -> HttpResponse:
    """The table as it is, with what was wrong; the choice that was made stays on offer."""
    status, notice = explained(you, why)
    if isinstance(why, services.Stale) and event is not None:
        notice = overtaken(request, why, event)
    choice = forms.choice(request.POST)
    you.game.refresh_from_db()
    response = show_table(request, you, notice=notice, choice=choice, status=status)
    if isinstance(why, services.Stale) and event is not None and _counts_once(why, event):
        show_seen(response, why.game.version)
    return response


def waste(request: HttpRequest, you: Membership, event: Event) -> Notice | None:
    """The question before a payment of which a piece could be left out, once.

    Where there are scripts the page says so while the payment is being chosen.
    """
    is_newest = request.POST.get("version") == str(you.game.version)
    is_told = request.htmx or "again" in request.POST  # type: ignore[attr-defined]
    over = _wasted(you, event) if is_newest and you.may_record and not is_told else 0
    if not over:
        return None
    text = ngettext(
        "One piece could be left out: %(over)d would be lost. Pay it all the same?",
        "One piece could be left out: %(over)d would be lost. Pay it all the same?",
        over,
    )
    said = wording.unattributed(event, you.game.names)
    offer = Offer(said, request.path, forms.kept(request.POST))
    return Notice("question", text % {"over": over}, offer=offer)


def _wasted(you: Membership, event: Event) -> int:
    """How much a payment loses that could do without one of its pieces; 0 if it is none such."""
    match event, tables.story(you.game).table.auction:
        case Bought(card, payment), _:
            due = price(card)
        case Sold(int(), due, payment), _:
            pass
        case Paid(payment), Auction(high=(_, due)):
            pass
        case _:
            return 0
    return payment.value - due if payment.is_wasteful(due) else 0


def asked(request: HttpRequest, you: Membership, question: Notice) -> HttpResponse:
    """The table with this question, and with what was chosen."""
    return show_table(request, you, notice=question, choice=forms.choice(request.POST), status=422)


def explained(you: Membership, why: Exception) -> tuple[int, Notice]:
    """The status and the sentence of something that recording raised."""
    metrics.refused(why)
    names = you.game.names
    match why:
        case services.Stale():
            return 409, Notice("stale", _quicker(why))
        case Conflict():
            return 409, Notice("refusal", wording.conflict(why, names))
        case RuleError():
            return 422, Notice("refusal", wording.refusal(why, names), _holding(you, why))
        case CorrectionError():
            return 422, Notice("refusal", wording.correction_refusal(why))
        case Malformed():
            return 400, Notice("refusal", wording.malformed(why))
        case services.Abandoned():
            return 403, Notice("refusal", _("This game was given up. The host can resume it."))
        case services.NotAllowed() if you.seat and you.game.host_only:
            text = _("At this table only the host’s phone records.")
            return 403, Notice("refusal", text)
        case services.NotAllowed():
            return 403, Notice("refusal", _("This phone is watching: it cannot record."))
        case Throttled():
            return 429, Notice("refusal", _("That was too fast. Wait a moment and tap again."))
    return 422, Notice("refusal", _("That was recorded already. Look at the table and go on."))


def overtaken(request: HttpRequest, why: services.Stale, event: Event) -> Notice:
    """Another phone was quicker: with the same, which is then recorded, or with something else."""
    if _counts_once(why, event):
        return Notice("stale", _("%(quicker)s It counts once.") % {"quicker": _quicker(why)})
    again = forms.kept(forms.chosen(request.POST))
    offer = Offer(wording.unattributed(event, why.game.names), request.path, again)
    return Notice("stale", _quicker(why), offer=offer)


def _counts_once(why: services.Stale, event: Event) -> bool:
    """Whether all that happened meanwhile is that somebody recorded this very event."""
    return why.alone and [spoken.event for spoken in why.entries] == [notation.write(event)]


def _quicker(why: services.Stale) -> str:
    """Who recorded what in the meantime."""
    if not why.entries:
        return _("Another phone was quicker: something was taken back or mended.")
    links = {link.id: link for link in tables.story(why.game).backwards()}
    said = [wording.sentence(links[spoken.id], why.game.names) for spoken in why.entries]
    seat = why.entries[-1].entry.seat
    if seat is None:
        return _("Another phone was quicker: %(said)s") % {"said": " ".join(said)}
    facts = {"name": wording.player(why.game.names, seat), "said": " ".join(said)}
    return _("The phone of %(name)s was quicker: %(said)s") % facts


def _holding(you: Membership, why: RuleError) -> list[Line]:
    """The entries that hold the copies of a card that cannot come again (R-PROF-4)."""
    numbers = cast("list[int]", why.params.get("entries") or [])
    links = tables.story(you.game).standing()
    return [line(links[number - 1], you.game.names) for number in numbers]
