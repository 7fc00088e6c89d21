"""What was said and what stands of it, as immutable values.

An entry is an event or a correction; a standing event knows the one before it and the table after
it; a story is everything so far. How entries become stories is told in replay.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.cards import Card
from games.rules.effects import Effect
from games.rules.errors import RuleError
from games.rules.events import (
    AdjustedCard,
    AdjustedPile,
    AdjustedSeat,
    Bid,
    Drew,
    Event,
    Passed,
    Sold,
    Stopped,
)
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
    latest: Entry | None = None
    """The entry that made it what it is."""

    @property
    def before(self) -> Story:
        """What stood before the latest entry, itself without past or future."""
        heads = self.future if isinstance(self.latest, Undone) else self.past
        return Story(self.start, heads.head if heads else None)

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


def follow(start: Table, head: Standing | None, id: str, event: Event) -> Standing:
    """The event played after ``head``, or on the first table; RuleError if it cannot be.

    R-PROF-4 then also names the entries in which the card's copies were recorded.
    """
    try:
        played = play(head.table if head else start, event)
    except RuleError as refusal:
        if isinstance(event, Drew | AdjustedCard) and refusal.code == "copy_too_many":
            refusal.params["entries"] = _entries_with(event.card, head)
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
        case AdjustedSeat(seat, _, _):
            return seat
        case Stopped() | AdjustedCard() | AdjustedPile():
            return None
    return table.actor


def _brings_up(event: Event, card: Card) -> bool:
    """Whether a copy of this card is seen for the first time in this event."""
    match event:
        case Drew(drawn):
            return drawn == card
        case AdjustedCard(found, "unseen", _):
            return found == card
    return False


def _entries_with(card: Card, head: Standing | None) -> list[int]:
    """The numbers of the entries that hold this card's copies, for R-PROF-4.

    A copy that a table check put back is with those that are unseen again.
    """
    numbers: list[int] = []
    put_back = 0
    while head:
        if _puts_back(head.event, card):
            put_back += 1
        elif _brings_up(head.event, card):
            if put_back:
                put_back -= 1
            else:
                numbers.append(head.number)
        head = head.before
    return numbers[::-1]


def _puts_back(event: Event, card: Card) -> bool:
    """Whether a copy of this card turns out not to have been seen."""
    return isinstance(event, AdjustedCard) and (event.card, event.target) == (card, "unseen")
