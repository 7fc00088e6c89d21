"""Why something was not recorded -> a fresh board with one sentence. The pages' one mapping."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games import forms, services, tables, wording
from games.board import Line, line
from games.models import Membership
from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.notation import Malformed
from games.throttles import Throttled
from games.views.showing import Notice, show_table

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


def refused(request: HttpRequest, you: Membership, why: Exception) -> HttpResponse:
    """The table as it is, with what was wrong; the choice that was made stays on offer."""
    status, notice = explained(you, why)
    return show_table(request, you, notice=notice, choice=forms.choice(request.POST), status=status)


def explained(you: Membership, why: Exception) -> tuple[int, Notice]:
    """The status and the sentence of something that recording raised."""
    names = you.game.names
    match why:
        case services.Stale():
            return 409, Notice("stale", _told_by_others(why))
        case Conflict():
            return 409, Notice("refusal", wording.conflict(why, names))
        case RuleError():
            return 422, Notice("refusal", wording.refusal(why, names), _holding(you, why))
        case CorrectionError():
            return 422, Notice("refusal", wording.correction_refusal(why))
        case Malformed():
            return 400, Notice("refusal", wording.malformed(why))
        case services.NotAllowed():
            return 403, Notice("refusal", _("This phone is watching: it cannot record."))
        case Throttled():
            return 429, Notice("refusal", _("That was too fast. Wait a moment and tap again."))
    return 422, Notice("refusal", _("That was recorded already. Look at the table and go on."))


def _told_by_others(why: services.Stale) -> str:
    story = tables.story(why.game)
    names = why.game.names
    said = {spoken.id for spoken in why.entries}
    sentences = [wording.sentence(link, names) for link in story.standing() if link.id in said] or [
        _("Something was taken back.")
    ]
    return _("Somebody was quicker: %(said)s What you tapped was not recorded.") % {
        "said": " ".join(sentences)
    }


def _holding(you: Membership, why: RuleError) -> list[Line]:
    """The entries that hold the copies of a card that cannot come again (R-PROF-4)."""
    numbers = cast("list[int]", why.params.get("entries") or [])
    links = tables.story(you.game).standing()
    return [line(links[number - 1], you.game.names) for number in numbers]
