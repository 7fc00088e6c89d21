"""What was said, with its corrections -> what stands, and the table after it.

Theory. A game is told by entries that are only ever added (law 2): events, and corrections of
earlier entries. ``Story`` is the fold of the entries so far, an immutable value:

    head      the newest standing event; each knows the one before it and the table after it,
              so going back is following a reference and going on is one ``play``
    past      the heads before each accepted change, newest first: what undo returns to
    future    the heads that undo left, newest first: what redo returns to

``tell(story, entry)`` is the next story. An amendment builds a new chain from the first changed
place on and refuses when a link no longer holds (law 3); then the old story is still there,
untouched. The table at any version is thus ``tell`` folded over the entries up to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.cards import Card
from games.rules.effects import Effect
from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.events import Bid, Drew, Event, Passed, Sold, Stopped
from games.rules.play import play
from games.rules.table import Table


@dataclass(frozen=True, slots=True)
class Said:
    """An entry that holds one event. ``id`` names the event for good."""

    id: str
    event: Event


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest change that stands is taken back, an amendment as a whole."""


@dataclass(frozen=True, slots=True)
class Redone:
    """The latest undo is itself undone."""


@dataclass(frozen=True, slots=True)
class Op:
    """One change of an earlier entry. ``number`` is its place before the amendment, from 1.

    ``insert`` puts its event before that entry; one past the last number appends.
    """

    op: Literal["replace", "insert", "delete"]
    number: int
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Amended:
    """Several changes of earlier entries as one step; the id of op ``i`` is ``{id}.{i}``."""

    id: str
    ops: tuple[Op, ...]


Entry: TypeAlias = Said | Undone | Redone | Amended


@dataclass(frozen=True, slots=True)
class Standing:
    """One event that stands: its number from 1, who acts in it, the table after it, and what
    followed. ``seat`` is None where the whole table acts."""

    number: int
    id: str
    event: Event
    seat: int | None
    table: Table
    effects: tuple[Effect, ...]
    before: Standing | None


@dataclass(frozen=True, slots=True)
class Heads:
    """A stack of heads, newest first."""

    head: Standing | None
    below: Heads | None


@dataclass(frozen=True, slots=True)
class Story:
    """All that was said so far, folded."""

    start: Table
    head: Standing | None = None
    past: Heads | None = None
    future: Heads | None = None

    @property
    def table(self) -> Table:
        """The table after everything that stands."""
        return self.head.table if self.head else self.start

    @property
    def length(self) -> int:
        """How many events stand."""
        return self.head.number if self.head else 0

    def backwards(self) -> Iterator[Standing]:
        """What stands, newest first."""
        link = self.head
        while link:
            yield link
            link = link.before

    def standing(self) -> list[Standing]:
        """What stands, in order."""
        return list(self.backwards())[::-1]


def tell(story: Story, entry: Entry) -> Story:
    """The story with one more entry.

    Raises RuleError for an event that cannot have happened, Conflict for an amendment after which
    something could not have happened, and CorrectionError for one that cannot be made at all.
    """
    match entry:
        case Said(id, event):
            return _changed(story, _after(story.start, story.head, id, event))
        case Undone():
            return _undo(story)
        case Redone():
            return _redo(story)
        case Amended():
            return _changed(story, _amend(story, entry))


def _after(start: Table, head: Standing | None, id: str, event: Event) -> Standing:
    try:
        played = play(head.table if head else start, event)
    except RuleError as refusal:
        if isinstance(event, Drew) and refusal.code == "copy_too_many":
            refusal.params["entries"] = _draws_of(event.card, head)
        raise
    number = head.number + 1 if head else 1
    seat = acting_seat(head.table if head else start, event)
    return Standing(number, id, event, seat, played.table, played.effects, head)


def acting_seat(table: Table, event: Event) -> int | None:
    """Whose doing this event is at this table; None for what the whole table says."""
    match event:
        case Bid(seat, _) | Passed(seat):
            return seat
        case Sold(winner, _, _):
            return winner
        case Stopped():
            return None
    return table.actor


def _draws_of(card: Card, head: Standing | None) -> list[int]:
    """The numbers of the entries that hold this card's copies, for R-PROF-4."""
    numbers = []
    while head:
        if head.event == Drew(card):
            numbers.append(head.number)
        head = head.before
    return numbers[::-1]


def _changed(story: Story, head: Standing | None) -> Story:
    return Story(story.start, head, Heads(story.head, story.past), None)


def _undo(story: Story) -> Story:
    if story.past is None:
        raise CorrectionError("nothing_to_undo")
    return Story(story.start, story.past.head, story.past.below, Heads(story.head, story.future))


def _redo(story: Story) -> Story:
    if story.future is None:
        raise CorrectionError("nothing_to_redo")
    return Story(story.start, story.future.head, Heads(story.head, story.past), story.future.below)


@dataclass(frozen=True, slots=True)
class _Planned:
    """An event of the amended story, before it is played: where it comes from."""

    id: str
    event: Event
    number: int | None
    op: int | None


def _amend(story: Story, entry: Amended) -> Standing | None:
    standing = story.standing()
    untouched = min((op.number for op in entry.ops), default=1) - 1
    head = standing[untouched - 1] if 0 < untouched <= len(standing) else None
    for planned in _plan(standing, entry)[max(untouched, 0) :]:
        try:
            head = _after(story.start, head, planned.id, planned.event)
        except RuleError as cause:
            raise Conflict(planned.number, planned.op, planned.event, cause) from cause
    return head


def _plan(standing: Sequence[Standing], entry: Amended) -> list[_Planned]:
    """The amended sequence of events; CorrectionError if the ops do not fit what stands."""
    inserts: dict[int, list[_Planned]] = {}
    changes: dict[int, _Planned | None] = {}
    for index, op in enumerate(entry.ops):
        _check_number(op, len(standing), changes)
        new = op.event and _Planned(f"{entry.id}.{index}", op.event, None, index)
        if op.op == "insert" and new:
            inserts.setdefault(op.number, []).append(new)
        else:
            changes[op.number] = new or None
    plan: list[_Planned] = []
    for link in standing:
        plan += inserts.get(link.number, [])
        kept = changes.get(link.number, _Planned(link.id, link.event, link.number, None))
        if kept:
            plan.append(kept)
    return plan + inserts.get(len(standing) + 1, [])


def _check_number(op: Op, length: int, changed: dict[int, _Planned | None]) -> None:
    last = length + 1 if op.op == "insert" else length
    if not 1 <= op.number <= last:
        raise CorrectionError("no_such_number", number=op.number, last=last)
    if op.op != "insert" and op.number in changed:
        raise CorrectionError("number_twice", number=op.number)


def effects_of_change(before: Story, after: Story) -> tuple[Effect, ...]:
    """What followed from the events that stand now and did not stand before, in order."""
    known = {link.id for link in before.backwards()}
    return tuple(e for link in after.standing() if link.id not in known for e in link.effects)
