"""What a client sends."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.api.reading import MOST_CARDS, MOST_OPS
from games.api.shapes import parts
from games.api.shapes.events import event
from games.api.shapes.parts import Shape
from games.forms import LARGEST_PILE, LONGEST_NAME, MOST_PLAYERS, OPTIONS
from games.rules.cards import KINDS

Counts = parts.shape(
    "Counts",
    "How many cards of each kind; kinds left out have none. 1-500 in all.",
    {kind: parts.whole(0, 99, required=False) for kind in KINDS},
)


class CountedDeck(Shape):
    """Exactly these cards, all of them in the pile."""

    counts = Counts()


class SizedDeck(Shape):
    """The default deck, of which only so many cards are in the pile (R-PROF-2)."""

    pile = parts.whole(1, LARGEST_PILE)


Options = parts.shape(
    "Options",
    "What the table agreed on.",
    {name: parts.word(*values, default=values[0]) for name, values in OPTIONS.items()},
)


class NewGame(Shape):
    """Who plays, in seating order, and with what."""

    players = serializers.ListField(
        # A character as people see it may be several code points.
        child=serializers.CharField(min_length=1, max_length=8 * LONGEST_NAME),
        min_length=1,
        max_length=MOST_PLAYERS,
        help_text=f"Different names of 1-{LONGEST_NAME} characters each, after trimming.",
    )
    starting_seat = parts.seat(default=1)
    deck = parts.one_of("NewDeck", [CountedDeck, SizedDeck], required=False)
    options = Options(required=False)


class TakeSeat(Shape):
    """Play; several phones may have one seat."""

    code = serializers.CharField(help_text="In either case, with or without spaces.")
    seat = parts.seat()


class Watch(Shape):
    """Watch."""

    code = serializers.CharField(help_text="In either case, with or without spaces.")
    spectator = parts.Yes()


def joining() -> Any:
    """A seat, or only a look."""
    return parts.one_of("Joining", [TakeSeat, Watch])


class Recording(Shape):
    """An event, and the version that its recorder saw."""

    version = parts.whole()
    event = event()


class Seen(Shape):
    """The version that the recorder saw."""

    version = parts.whole()


class Replace(Shape):
    """This event happened in place of that entry."""

    op = parts.word("replace")
    number = parts.whole(1)
    event = event()


class Insert(Shape):
    """This event happened before that entry; one past the last number appends."""

    op = parts.word("insert")
    number = parts.whole(1)
    event = event()


class Delete(Shape):
    """That entry did not happen."""

    op = parts.word("delete")
    number = parts.whole(1)


class Amendment(Shape):
    """Changes of earlier entries, as one step."""

    version = parts.whole()
    ops = serializers.ListField(
        child=parts.one_of("Op", {"replace": Replace, "insert": Insert, "delete": Delete}, "op"),
        min_length=1,
        max_length=MOST_OPS,
    )
    dry_run = serializers.BooleanField(default=False)


class Collection(Shape):
    """The cards of a collection, more of a kind than the box holds included."""

    cards = parts.collected(max_length=MOST_CARDS)
