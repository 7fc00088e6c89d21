"""What a host may change of a game, and what becomes of it without one.

These changes are no entries: nobody said them of the cards. They raise the version, so that every
phone shows them, but do no harm to a tap that has not seen them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games import live
from games.models import Game, Membership
from games.services.joining import with_new_code
from games.services.recording import NotAllowed

SEEN_TO_THE = timedelta(minutes=1)
"""How exactly it is kept when a phone was last seen: a write a minute at most."""


class TooLate(Exception):
    """The first card has been drawn: seats do not move any more."""


class HostIsThere(Exception):
    """The host's phone has been seen lately, so nobody may take over."""


def rename(by: Membership, names: Sequence[str]) -> Game:
    """Give the players other names; as many as before, in seating order."""

    def change(game: Game) -> None:
        game.names = list(names)

    return _change(by, change)


def reorder(by: Membership, order: Sequence[int], starting_seat: int) -> Game:
    """Seat the players anew before the first draw: ``order`` lists the old seats (R-SET-1)."""

    def change(game: Game) -> None:
        if game.entry_version:
            raise TooLate
        game.names = [game.names[seat - 1] for seat in order]
        game.starting_seat = starting_seat
        new_seats = {old: new for new, old in enumerate(order, 1)}
        for membership in game.memberships.exclude(seat=None):
            membership.seat = new_seats[membership.seat or 0]
            membership.save(update_fields=["seat"])

    return _change(by, change)


def choose_options(by: Membership, options: Mapping[str, str]) -> Game:
    """Change what the table agreed on that is no rule of play: who records, what is shown."""
    return _change(by, lambda game: game.options.update(options))


def abandon(by: Membership) -> Game:
    """Give the game up; it stays in the history as abandoned and can be resumed."""

    def change(game: Game) -> None:
        if game.status == Game.Status.PLAYING:
            game.status = Game.Status.ABANDONED
            game.ended_at = timezone.now()

    return _change(by, change)


def resume(by: Membership) -> Game:
    """Go on with an abandoned game."""

    def change(game: Game) -> None:
        if game.status == Game.Status.ABANDONED:
            game.status = Game.Status.PLAYING
            game.ended_at = None

    return _change(by, change)


def hand_over(by: Membership, to: Membership) -> Game:
    """Make another phone the host."""

    def change(game: Game) -> None:
        still_there(to)
        _crown(game, by, to)

    return _change(by, change)


def succeed(by: Membership) -> Game:
    """Become host because the host's phone has not been seen for ten minutes; all are told.

    Raises NotAllowed for a phone without a seat, HostIsThere while the host is there.
    """
    if by.role == Membership.Role.SPECTATOR:
        raise NotAllowed

    def change(game: Game) -> None:
        host = game.memberships.filter(role=Membership.Role.HOST).first()
        if host == by:
            return  # A second tap finds it done already.
        if host and not host.is_away:
            raise HostIsThere
        _crown(game, host, by)

    return _change(by, change, host_only=False)


def _crown(game: Game, old: Membership | None, new: Membership) -> None:
    if old:
        old.role = Membership.Role.PLAYER if old.seat else Membership.Role.SPECTATOR
        old.save(update_fields=["role"])
    new.role = Membership.Role.HOST
    new.save(update_fields=["role"])
    who = game.names[new.seat - 1] if new.seat else None
    game.word = {"version": game.version, "code": "new_host", "name": who}


def remove_phone(by: Membership, phone: Membership) -> Game:
    """Shut a phone out. The code is renewed, or it could come straight back."""

    def change(game: Game) -> None:
        Membership.objects.filter(pk=phone.pk).delete()
        with_new_code(game)

    return _change(by, change)


def _change(by: Membership, change: Callable[[Game], Any], *, host_only: bool = True) -> Game:
    """One change of a game's row, seen by every phone. NotAllowed for others than the host."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=by.game_id)
        still_there(by)
        if host_only and not by.is_host:
            raise NotAllowed
        game.version += 1
        change(game)
        game.save()
        live.nudge(game.pk, game.version)
    by.game = game
    return game


def still_there(phone: Membership) -> None:
    """The phone's role as it is now, under the game's lock; NotAllowed if it was removed."""
    try:
        phone.refresh_from_db()
    except Membership.DoesNotExist as gone:
        raise NotAllowed from gone


def seen(by: Membership) -> None:
    """Note that this phone is there."""
    now = timezone.now()
    if by.seen_at < now - SEEN_TO_THE:
        Membership.objects.filter(pk=by.pk).update(seen_at=now)
