"""Letting go of what nobody has touched for long: games, and then phones and groups without any."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Device, Game, Group, Membership

AT_ONCE = 100
"""Games in one transaction: on SQLite taps wait for it."""


def untouched(since: datetime) -> QuerySet[Game]:
    """The games that nothing has happened in since then. Examples are nobody's to forget."""
    return Game.objects.filter(touched_at__lt=since, is_example=False)


def forget(since: datetime) -> int:
    """Delete the games that nothing has happened in since then; returns how many.

    Phones that are older and in no game any more go with them, unless they keep what is known of a
    box; and groups that nobody belongs to.
    """
    forgotten = 0
    keys = untouched(since).values_list("pk", flat=True)
    while batch := list(keys[:AT_ONCE]):
        # Asked again: somebody may just have gone on with one of them.
        deleted: tuple[int, dict[str, int]] = untouched(since).filter(pk__in=batch).delete()
        forgotten += deleted[1].get("games.Game", 0)
    _forget_phones(since)
    return forgotten


def _forget_phones(since: datetime) -> None:
    in_a_game = Exists(Membership.objects.filter(device=OuterRef("pk")))
    _delete(
        Device.objects.filter(~in_a_game, created_at__lt=since).exclude(
            group__in=Group.objects.exclude(profile={})
        )
    )
    of_a_phone = Exists(Device.objects.filter(group=OuterRef("pk")))
    of_a_game = Exists(Game.objects.filter(group=OuterRef("pk")))
    _delete(Group.objects.filter(~of_a_phone, ~of_a_game, created_at__lt=since))


def _delete(rows: QuerySet[Any]) -> None:
    """Delete rows piece by piece, in the order of their keys.

    Not by iterator(): outside a transaction that is a cursor of one session, and behind a pooler
    the next statement belongs to another.
    """
    keys = rows.order_by("pk").values_list("pk", flat=True)
    batch = list(keys[:AT_ONCE])
    while batch:
        rows.filter(pk__in=batch).delete()
        batch = list(keys.filter(pk__gt=batch[-1])[:AT_ONCE])
