"""Where chosen changes of earlier entries lead: differences, or the first entry that clashes.

The changes so far travel from page to page in the field ``ops``; every way on from a page is an
address that holds them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from games import wording
from games.board.changes import Change, Shift, changes, shifts
from games.models import Game
from games.rules import notation
from games.rules.amending import reached
from games.rules.errors import Conflict, CorrectionError
from games.rules.replay import Amended, Op, Standing, Story, tell
from games.rules.table import Phase, Table


@dataclass(frozen=True, slots=True)
class Step:
    """One of the changes chosen so far, in words, and where it is chosen anew or left out.

    ``at_end``: it comes after everything. ``again`` is empty where there is nothing to choose,
    ``before`` where nothing can be put before it.
    """

    op: str
    number: int
    was: str
    becomes: str
    at_end: bool
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
class Outcome:
    """Where the chosen changes lead: to a clash, or to differences.

    ``mend`` is about the entry that clashes, or the first that shifts; ``clashing`` about a chosen
    change that cannot have happened where it was put.
    """

    steps: Sequence[Step]
    clash: str = ""
    clashing: Step | None = None
    differences: Sequence[Change] = ()
    shifts: Sequence[Shift] = ()
    mend: Mend | None = None

    @property
    def other_shifts(self) -> int:
        """How many entries shift beside the first."""
        return len(self.shifts) - 1


def outcome(game: Game, story: Story, ops: Sequence[Op]) -> Outcome:
    """Where these changes lead, which are at least one."""
    steps = [_step(game, story, op, ops) for op in ops]
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
    if why.number is None:
        return Outcome(steps, wording.conflict(why, game.names), steps[why.op or 0])
    said = wording.sentence(standing(story, why.number), game.names)
    text = wording.conflict(why, game.names, said)
    return Outcome(steps, text, mend=_mend(game, story, ops, why.number))


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
        change=choose_url(game, number, "replace", ops),
        insert=choose_url(game, number, "insert", ops),
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
        Quick(text % {"name": name}, _chosen_url(game, number, verb), field, value)
        for text, verb, field, value in likely
    ]


def _step(game: Game, story: Story, op: Op, ops: Sequence[Op]) -> Step:
    stands = 1 <= op.number <= story.length
    others = [other for other in ops if other is not op]
    return Step(
        op=op.op,
        number=op.number,
        was=wording.sentence(standing(story, op.number), game.names) if stands else "",
        becomes=wording.unattributed(op.event, game.names) if op.event else "",
        at_end=op.number > story.length,
        again=choose_url(game, op.number, op.op, others) if op.event else "",
        before=choose_url(game, op.number, "insert", ops) if op.op == "replace" else "",
        without=mend_url(game, others),
    )


# The changes so far


def ops_in(fields: QueryDict) -> list[Op]:
    """The changes in the field ``ops``; none if there is nothing sensible in it."""
    try:
        return notation.read_ops(json.loads(fields.get("ops") or "[]"))
    except (ValueError, RecursionError):
        return []


def written(ops: Sequence[Op]) -> str:
    """The changes as the field ``ops``."""
    return json.dumps(notation.write_ops(ops), separators=(",", ":"))


def with_op(ops: Sequence[Op], new: Op) -> list[Op]:
    """The changes with one more; a second thought about the same entry replaces the first."""
    return [*without(ops, new.number, new.op), new]


def without(ops: Sequence[Op], number: int, kind: str) -> list[Op]:
    """The changes without what a new one of this kind at this number replaces."""
    if kind == "insert":
        return list(ops)
    return [op for op in ops if op.op == "insert" or op.number != number]


def standing(story: Story, number: int) -> Standing:
    """The standing entry with this number; Http404 if there is none."""
    for link in story.backwards():
        if link.number == number:
            return link
    raise Http404


# Ways on


def entry_url(game: Game, link: Standing | None) -> str:
    """The page of this entry; without one, of all of them."""
    if link is None:
        return reverse("games:entries", args=[game.pk])
    return reverse("games:entry", args=[game.pk, link.number])


def _chosen_url(game: Game, number: int, verb: str) -> str:
    return reverse("games:chosen", args=[game.pk, number, "insert", verb])


def choose_url(game: Game, number: int, op: str, ops: Sequence[Op]) -> str:
    """Where to choose what happened instead of this entry, or before it."""
    return _carrying(reverse("games:choose", args=[game.pk, number, op]), ops)


def mend_url(game: Game, ops: Sequence[Op]) -> str:
    """Where these changes are shown with what they lead to."""
    return _carrying(reverse("games:mend", args=[game.pk]), ops)


def _carrying(url: str, ops: Sequence[Op]) -> str:
    return f"{url}?{urlencode({'ops': written(ops)})}" if ops else url
