"""Amendments: several changes of earlier entries as one step (law 3).

An amendment plans the new sequence of events and plays it from the first changed place on. The
first event that the rules refuse ends it: the conflict names it, and holds how far it came.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.events import Event
from games.rules.story import Amended, Op, Standing, Story, follow


@dataclass(frozen=True, slots=True)
class _Planned:
    """An event of the amended story, before it is played: where it comes from.

    ``passed``: the latest earlier number that is behind once it is played.
    """

    id: str
    event: Event
    number: int | None
    op: int | None
    passed: int


def amend(story: Story, entry: Amended) -> Standing | None:
    """The new head after these changes.

    Raises Conflict naming the first event that could no longer have happened, and CorrectionError
    if the changes do not fit what stands.
    """
    return _play_on(story, entry, until=None)


def reached(story: Story, entry: Amended, number: int) -> Story:
    """The amended story up to, and without, the entry that stood at this number.

    One past the last number is the end of the story. Raises like ``amend``.
    """
    return replace(story, head=_play_on(story, entry, until=number))


def carried_over(op: Op, then: Story, now: Story) -> Op | None:
    """The same change by the numbers of ``now``; None if its entry stands no more (law 4).

    What was to come after everything comes after the entry that was then the last.
    """
    if then.head is now.head or not then.length:
        return op
    after_all = op.op == "insert" and op.number == then.length + 1
    ids = {link.number: link.id for link in then.backwards()}
    numbers = {link.id: link.number for link in now.backwards()}
    entry = op.number - after_all
    if entry not in ids:
        return op
    number = numbers.get(ids[entry])
    return replace(op, number=number + after_all) if number else None


def _play_on(story: Story, entry: Amended, until: int | None) -> Standing | None:
    standing = story.standing()
    plan = _plan(standing, entry)
    untouched = min((op.number for op in entry.ops), default=until or 1) - 1
    if until is not None:
        untouched = min(untouched, until - 1)
    head = standing[untouched - 1] if 0 < untouched <= len(standing) else None
    for planned in plan[max(untouched, 0) :]:
        if until is not None and planned.passed >= until:
            break
        try:
            head = follow(story.start, head, planned.id, planned.event)
        except RuleError as cause:
            _number_as_before(cause, plan)
            raise Conflict(planned.number, planned.op, planned.event, cause) from cause
    return head


def _number_as_before(cause: RuleError, plan: Sequence[_Planned]) -> None:
    """R-PROF-4 names entries: by the numbers that people see, those before the amendment."""
    if "entries" in cause.params:
        entries = cast("list[int]", cause.params["entries"])
        known = (plan[number - 1].number for number in entries)
        cause.params["entries"] = [number for number in known if number is not None]


def _plan(standing: Sequence[Standing], entry: Amended) -> list[_Planned]:
    """The amended sequence of events; CorrectionError if the ops do not fit what stands."""
    inserts: dict[int, list[_Planned]] = {}
    changes: dict[int, _Planned | None] = {}
    for index, op in enumerate(entry.ops):
        _check_number(op, len(standing), changes)
        passed = op.number - 1 if op.op == "insert" else op.number
        new = op.event and _Planned(f"{entry.id}.{index}", op.event, None, index, passed)
        if op.op == "insert" and new:
            inserts.setdefault(op.number, []).append(new)
        else:
            changes[op.number] = new or None
    plan: list[_Planned] = []
    for link in standing:
        plan += inserts.get(link.number, [])
        number = link.number
        kept = changes.get(number, _Planned(link.id, link.event, number, None, number))
        if kept:
            plan.append(kept)
    return plan + inserts.get(len(standing) + 1, [])


def _check_number(op: Op, length: int, changed: dict[int, _Planned | None]) -> None:
    last = length + 1 if op.op == "insert" else length
    if not 1 <= op.number <= last:
        raise CorrectionError("no_such_number", number=op.number, last=last)
    if op.op != "insert" and op.number in changed:
        raise CorrectionError("number_twice", number=op.number)
