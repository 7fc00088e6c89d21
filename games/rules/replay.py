"""What was said, with its corrections -> what stands, and the table after it.

Theory. A game is told by entries that are only ever added (law 2): events, and corrections of
earlier entries. ``Story`` is the fold of the entries so far, an immutable value:

    head      the newest standing event; each knows the one before it and the table after it,
              so going back is following a reference and going on is one ``play``
    past      the heads before each accepted change, newest first: what undo returns to
    future    the heads that undo left, newest first: what redo returns to
    latest    the entry that made it what it is

``tell(story, entry)`` is the next story. An amendment builds a new chain from the first changed
place on and refuses when a link no longer holds (law 3); then the old story is still there,
untouched. The table at any version is thus ``tell`` folded over the entries up to it.
"""

from __future__ import annotations

from dataclasses import replace

from games.rules.amending import amend
from games.rules.effects import Effect
from games.rules.errors import CorrectionError, RuleError
from games.rules.story import (
    Amended,
    Entry,
    Heads,
    Op,
    Redone,
    Said,
    Standing,
    Story,
    Undone,
    follow,
)

__all__ = [
    "Amended",
    "Entry",
    "Op",
    "Redone",
    "Said",
    "Standing",
    "Story",
    "Undone",
    "check_is_news",
    "effects_of_change",
    "tell",
]


def tell(story: Story, entry: Entry) -> Story:
    """The story with one more entry.

    Raises RuleError for an event that cannot have happened, Conflict for an amendment after which
    something could not have happened, and CorrectionError for one that cannot be made at all.
    """
    head: Standing | None
    match entry:
        case Said(id, event):
            head = follow(story.start, story.head, id, event)
        case Amended():
            head = amend(story, entry)
        case Undone():
            return _undo(story, entry)
        case Redone():
            return _redo(story, entry)
    return Story(story.start, head, Heads(story.head, story.past), None, entry)


def _undo(story: Story, entry: Undone) -> Story:
    past = story.past
    if past is None:
        raise CorrectionError("nothing_to_undo")
    return Story(story.start, past.head, past.below, Heads(story.head, story.future), entry)


def _redo(story: Story, entry: Redone) -> Story:
    future = story.future
    if future is None:
        raise CorrectionError("nothing_to_redo")
    return Story(story.start, future.head, Heads(story.head, story.past), future.below, entry)


def effects_of_change(before: Story, after: Story) -> tuple[Effect, ...]:
    """What followed from the events that stand now and did not stand before, in order."""
    known = {link.id for link in before.backwards()}
    return tuple(e for link in after.standing() if link.id not in known for e in link.effects)


def check_is_news(before: Story, after: Story) -> None:
    """RuleError for a table check just made that finds everything as it was recorded (R-SET-2).

    Not part of ``tell``: where an earlier entry is mended to what a later check found, that check
    was made all the same, and still stands.
    """
    was, now = before.table, after.table
    # A pile that is known to be empty is not another one for having been counted.
    left_alike = (now.remaining, now.remaining_is_known) == (was.remaining, was.remaining_is_known)
    if left_alike and replace(now, deck=was.deck) == was:
        raise RuleError("nothing_differs", "R-SET-2")
