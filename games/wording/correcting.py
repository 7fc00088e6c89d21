"""What was mended: an undo, a redo or an amendment in sentences, and from which phone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.rules.replay import Amended, Redone, Standing, Story, Undone
from games.wording.naming import player
from games.wording.telling import sentence


def recorder(role: str, seat: int | None, names: Sequence[str]) -> str:
    """Whose phone recorded an entry: that of a player, or the host's without a seat."""
    if seat is not None:
        return _("the phone of %(name)s") % {"name": player(names, seat)}
    return _("the host’s phone") if role == "host" else _("a phone without a seat")


def corrected(after: Story, names: Sequence[str]) -> list[str]:
    """What its latest entry corrected, one sentence for each change; none for an event."""
    before = after.before
    match after.latest:
        case Amended() as said:
            return [*_amended(said, before, after, names)]
        case Undone():
            return [_undone(before, after, names)]
        case Redone():
            return [_redone(before, after, names)]
    return []


def _undone(before: Story, after: Story, names: Sequence[str]) -> str:
    if link := _newest_beyond(before, after):
        return _("Undone: “%(said)s”") % {"said": sentence(link, names)}
    return _("A mending was undone.")


def _redone(before: Story, after: Story, names: Sequence[str]) -> str:
    if link := _newest_beyond(after, before):
        return _("Redone: “%(said)s”") % {"said": sentence(link, names)}
    return _("A mending was redone.")


def _newest_beyond(longer: Story, shorter: Story) -> Standing | None:
    """The one event that the longer story has at its end and the other has not."""
    link = longer.head
    return link if link and link.before is shorter.head else None


def _amended(said: Amended, before: Story, after: Story, names: Sequence[str]) -> Iterator[str]:
    was = {link.number: sentence(link, names) for link in before.backwards()}
    now = {link.id: sentence(link, names) for link in after.backwards()}
    for index, op in enumerate(said.ops):
        facts = {
            "number": op.number,
            "was": was.get(op.number, ""),
            "now": now.get(f"{said.id}.{index}", ""),
        }
        match op.op:
            case "delete":
                yield _("Entry %(number)d removed: “%(was)s”") % facts
            case "insert":
                yield _("Put before entry %(number)d: “%(now)s”") % facts
            case "replace":
                yield _("Entry %(number)d: “%(was)s” became “%(now)s”") % facts
