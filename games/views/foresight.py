"""Where chosen changes of earlier entries lead: differences, or the first entry that clashes.

How the changes travel from page to page is told in ops.py; every way on is an address of theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from django.utils.translation import gettext as _

from games import wording
from games.board.changes import Change, Shift, changes, shifts
from games.models import Game
from games.rules.amending import reached
from games.rules.errors import Conflict, CorrectionError
from games.rules.replay import Amended, Op, Story, tell
from games.rules.table import Phase, Table
from games.views.ops import choose_url, chosen_url, mend_url, standing, with_op


@dataclass(frozen=True, slots=True)
class Step:
    """One of the changes chosen so far, in words, and where it is left out.

    ``at_end``: it comes after everything.
    """

    op: str
    number: int
    was: str
    becomes: str
    at_end: bool
    without: str


@dataclass(frozen=True, slots=True)
class Clashing:
    """The ways to mend a chosen change that cannot have happened where it was put.

    ``before`` is empty where nothing can be put before it.
    """

    again: str
    before: str
    without: str


@dataclass(frozen=True, slots=True)
class Quick:
    """What is most likely missing before an entry, in one tap: a verb and its one field."""

    text: str
    url: str
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Mend:
    """An entry that clashes or shifts, and the ways to mend it in the same go."""

    number: int
    change: str
    insert: str
    remove: str
    quick: Sequence[Quick]


@dataclass(frozen=True, slots=True)
class Holder:
    """An entry that holds a copy of the card that cannot come again, and where it is changed."""

    number: int
    sentence: str
    change: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the chosen changes lead: to a clash, or to differences.

    ``mend`` is about the entry that clashes, or the first that shifts; ``clashing`` about the
    chosen change that does; ``holders`` about the copies that are too many (R-PROF-4).
    """

    steps: Sequence[Step]
    clash: str = ""
    clashing: Clashing | None = None
    differences: Sequence[Change] = ()
    shifts: Sequence[Shift] = ()
    mend: Mend | None = None
    holders: Sequence[Holder] = ()

    @property
    def other_shifts(self) -> int:
        """How many entries shift beside the first."""
        return len(self.shifts) - 1


def outcome(game: Game, story: Story, ops: Sequence[Op]) -> Outcome:
    """Where these changes lead, which are at least one."""
    steps = [_step(game, story, ops, index) for index in range(len(ops))]
    try:
        after = tell(story, Amended("", tuple(ops)))
    except Conflict as why:
        return _clash(game, story, ops, steps, why)
    except CorrectionError as why:
        return Outcome(steps, wording.correction_refusal(why))
    shifted = shifts(story, after, game.names)
    return Outcome(
        steps=_attributed(steps, after, game.names),
        differences=changes(story.table, after.table, game.names, with_scores=game.shows_scores),
        shifts=shifted,
        mend=_mend(game, story, ops, shifted[0].number) if shifted else None,
    )


def _clash(
    game: Game, story: Story, ops: Sequence[Op], steps: Sequence[Step], why: Conflict
) -> Outcome:
    holders = _holders(game, story, ops, why)
    if why.number is None:
        text = wording.conflict(why, game.names)
        return Outcome(steps, text, _clashing(game, ops, why.op or 0), holders=holders)
    said = wording.sentence(standing(story, why.number), game.names)
    text = wording.conflict(why, game.names, said)
    return Outcome(steps, text, mend=_mend(game, story, ops, why.number), holders=holders)


def _clashing(game: Game, ops: Sequence[Op], index: int) -> Clashing:
    op = ops[index]
    return Clashing(
        again=choose_url(game, op, ops, index),
        before=choose_url(game, Op("insert", op.number), ops) if op.op == "replace" else "",
        without=_without(game, ops, index),
    )


def _holders(game: Game, story: Story, ops: Sequence[Op], why: Conflict) -> list[Holder]:
    numbers = cast("list[int]", why.cause.params.get("entries") or [])
    return [
        Holder(
            number,
            wording.sentence(standing(story, number), game.names),
            choose_url(game, Op("replace", number), ops),
        )
        for number in numbers
    ]


def _attributed(steps: Sequence[Step], after: Story, names: Sequence[str]) -> list[Step]:
    """The steps with who would then have done it, which the table at that place tells."""
    said = {link.id: wording.sentence(link, names) for link in after.backwards()}
    return [
        replace(step, becomes=said.get(f".{index}", step.becomes))
        for index, step in enumerate(steps)
    ]


def _mend(game: Game, story: Story, ops: Sequence[Op], number: int) -> Mend:
    return Mend(
        number=number,
        change=choose_url(game, Op("replace", number), ops),
        insert=choose_url(game, Op("insert", number), ops),
        remove=mend_url(game, with_op(ops, Op("delete", number))),
        quick=_quick(game, reached(story, Amended("", tuple(ops)), number).table, number),
    )


def _quick(game: Game, moment: Table, number: int) -> list[Quick]:
    """What usually comes next at this moment, where that needs no choosing."""
    if moment.actor is None:
        return []
    name = wording.player(game.names, moment.actor)
    match moment.phase:
        case Phase.DRAW if moment.drawn_in_turn:
            likely = [
                (_("%(name)s took the numbers"), "take", "what", "numbers"),
                (_("%(name)s took the currency"), "take", "what", "currency"),
            ]
        case Phase.AUCTION:
            likely = [(_("%(name)s passed"), "pass", "seat", str(moment.actor))]
        case Phase.BUY | Phase.FINAL_BUY:
            likely = [(_("%(name)s bought nothing"), "skip", "", "")]
        case _other:
            likely = []
    return [
        Quick(text % {"name": name}, chosen_url(game, number, verb), field, value)
        for text, verb, field, value in likely
    ]


def _step(game: Game, story: Story, ops: Sequence[Op], index: int) -> Step:
    op = ops[index]
    stands = 1 <= op.number <= story.length
    return Step(
        op=op.op,
        number=op.number,
        was=wording.sentence(standing(story, op.number), game.names) if stands else "",
        becomes=wording.unattributed(op.event, game.names) if op.event else "",
        at_end=op.number > story.length,
        without=_without(game, ops, index),
    )


def _without(game: Game, ops: Sequence[Op], index: int) -> str:
    return mend_url(game, [*ops[:index], *ops[index + 1 :]])
