"""The changes of earlier entries that were chosen so far, as they travel from page to page.

They travel in the field ``ops``, beside the ``version`` whose numbers they speak of. Every way on
from a page is an address that holds both. If something was recorded or mended since, the numbers
are those of other entries now: what arrives is told by the numbers of today (law 4).

A page holds them once for each of its ways on, so there is a bound to how many fit into one go.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, QueryDict
from django.urls import reverse

from games import forms, tables
from games.models import Game
from games.rules import notation
from games.rules.amending import carried_over
from games.rules.notation import Malformed
from games.rules.replay import Op, Standing, Story

MOST_OPS = 32
LONGEST_FIELD = 8_000
"""Characters of the field ``ops``: some payments have many cards."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The changes by the numbers of their own page; whether some were left out as too many."""

    ops: Sequence[Op] = ()
    too_many: bool = False


@dataclass(frozen=True, slots=True)
class Arrived:
    """The changes that came with a request, by the numbers of today.

    ``place``: where something is chosen; None if its entry stands no more. ``instead``: the index
    of the change that is chosen anew. ``gone``: the entries that stand no more, as they were.
    ``too_many``: there is no room for the last of them, which was left out.
    """

    ops: Sequence[Op]
    place: Op | None = None
    instead: int | None = None
    gone: Sequence[Standing] = ()
    too_many: bool = False


def arrived(game: Game, fields: QueryDict, place: Op | None = None) -> Arrived:
    """The changes in the field ``ops``, and where another is chosen by the numbers of that page.

    Http404 where there never was such an entry.
    """
    then, now = _seen(game, fields), tables.story(game)
    if place and not 1 <= place.number <= then.length + (place.op == "insert"):
        raise Http404
    asked = asked_for(fields)
    about = [*asked.ops, place] if place else asked.ops
    gone = [op for op in about if carried_over(op, then, now) is None]
    return Arrived(
        ops=[moved for op in asked.ops if (moved := carried_over(op, then, now))],
        place=carried_over(place, then, now) if place else None,
        instead=_number(fields, "instead"),
        gone=[standing(then, min(op.number, then.length)) for op in gone],
        too_many=asked.too_many,
    )


def _seen(game: Game, fields: QueryDict) -> Story:
    """The story whose numbers the fields speak of; without a version that of now."""
    version = _number(fields, "version")
    if version is None or version >= game.entry_version:
        return tables.story(game)
    return tables.story_at(game, version)


def _number(fields: QueryDict, name: str) -> int | None:
    try:
        return forms.number(fields, name)
    except Malformed:
        return None


def asked_for(fields: QueryDict) -> Asked:
    """The changes in the field ``ops``; none if there is nothing sensible in it."""
    try:
        listed = json.loads(fields.get("ops") or "[]")
        ops = notation.read_ops(listed[:MOST_OPS] if isinstance(listed, list) else listed)
    except (ValueError, RecursionError):
        return Asked()
    while not fit(ops):
        ops.pop()
    return Asked(ops, too_many=len(ops) < len(listed))


def fit(ops: Sequence[Op]) -> bool:
    """Whether these changes are not too many for one go."""
    return len(ops) <= MOST_OPS and len(written(ops)) <= LONGEST_FIELD


def standing(story: Story, number: int) -> Standing:
    """The standing entry with this number; Http404 if there is none."""
    for link in story.backwards():
        if link.number == number:
            return link
    raise Http404


# One more of them


def with_op(ops: Sequence[Op], new: Op, instead: int | None = None) -> list[Op]:
    """The changes with one more; a second thought about the same entry replaces the first.

    ``instead``: the index of the change in whose place it comes.
    """
    if instead is not None and _is_at(ops, new, instead):
        return [*ops[:instead], new, *ops[instead + 1 :]]
    return [*before_choice(ops, new), new]


def before_choice(ops: Sequence[Op], place: Op, instead: int | None = None) -> list[Op]:
    """The changes that count where something is chosen at this place."""
    if place.op != "insert":
        return [op for op in ops if op.op == "insert" or op.number != place.number]
    first = instead if instead is not None and _is_at(ops, place, instead) else len(ops)
    # What was put there after the one that is chosen anew comes after it.
    return [
        op
        for index, op in enumerate(ops)
        if index < first or (op.op, op.number) != (place.op, place.number)
    ]


def _is_at(ops: Sequence[Op], place: Op, index: int) -> bool:
    return [(op.op, op.number) for op in ops[index : index + 1]] == [(place.op, place.number)]


# Ways on


def written(ops: Sequence[Op]) -> str:
    """The changes as the field ``ops``."""
    return json.dumps(notation.write_ops(ops), separators=(",", ":"))


def carried(game: Game, ops: Sequence[Op], instead: int | None = None) -> str:
    """The changes as a query, with the version that they speak of."""
    fields: dict[str, object] = {"version": game.version}
    if ops:
        fields["ops"] = written(ops)
    if instead is not None:
        fields["instead"] = instead
    return urlencode(fields)


def entry_url(game: Game, link: Standing | None) -> str:
    """The page of this entry; without one, of all of them."""
    if link is None:
        return reverse("games:entries", args=[game.pk])
    return reverse("games:entry", args=[game.pk, link.number])


def chosen_url(game: Game, number: int, verb: str) -> str:
    """Where something that needs no choosing is put before this entry."""
    return reverse("games:chosen", args=[game.pk, number, "insert", verb])


def choose_url(game: Game, place: Op, ops: Sequence[Op], instead: int | None = None) -> str:
    """Where to choose what happened instead of an entry, or before it."""
    path = reverse("games:choose", args=[game.pk, place.number, place.op])
    return f"{path}?{carried(game, ops, instead)}"


def mend_url(game: Game, ops: Sequence[Op]) -> str:
    """Where these changes are shown with what they lead to."""
    path = reverse("games:mend", args=[game.pk])
    return f"{path}?{carried(game, ops)}" if ops else path
