"""Playing again: the next game of the same people, which begins once, however many ask for it."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games import live
from games.models import Game, Membership
from games.rules import notation
from games.rules.deck import Deck
from games.rules.errors import RuleError
from games.rules.profiles import Profile
from games.services.hosting import still_there
from games.services.joining import create_game, take_seat
from games.services.recording import NotAllowed


class NotOver(Exception):
    """The game still goes on: none follows it yet."""


class HasNext(Exception):
    """Somebody was quicker: the next game has begun."""


def play_again(by: Membership) -> Membership:
    """This phone in the next game of the same people, which it begins if nobody has yet.

    The next game has the same names in the same order, the same rulings and box; the next player
    starts. Who begins it is its host; all others get the seat that they have here, or watch.
    Raises NotOver; NotAllowed for who only watches and would begin it; TableFull.
    """
    with transaction.atomic():
        game = _locked(by)
        if game.next_game_id:
            return _sit(by, game)
        return _begin(
            by,
            game,
            names=game.names,
            starting_seat=game.next_starter,
            deck=_same_deck(game),
            options=game.options,
            group=game.group,
        )


def start_next(by: Membership, **setup: Any) -> Membership:
    """Begin the next game set up in another way, as ``create_game`` is told; HasNext if there is
    one, and otherwise as ``play_again``."""
    with transaction.atomic():
        game = _locked(by)
        if game.next_game_id:
            raise HasNext
        return _begin(by, game, group=game.group, **setup)


def _locked(by: Membership) -> Game:
    """The game as it is now, if it is over; NotAllowed for a phone that was removed."""
    game = Game.objects.select_for_update().get(pk=by.game_id)
    still_there(by)
    if not game.is_over:
        raise NotOver
    return game


def _begin(by: Membership, game: Game, **setup: Any) -> Membership:
    """Create the next game; all phones at this one are told."""
    if by.role == Membership.Role.SPECTATOR:
        raise NotAllowed
    membership = create_game(by.device, **setup)
    membership.seat = _seat_in(membership.game, by, game)
    membership.save(update_fields=["seat"])
    game.next_game = membership.game
    game.version += 1
    game.word = {"version": game.version, "code": "next_game"}
    game.save()
    live.nudge(game.pk, game.version)
    return membership


def _sit(by: Membership, game: Game) -> Membership:
    """Take the seat that this phone has here in the latest game that followed."""
    latest = game
    while latest.next_game_id:
        latest = Game.objects.select_for_update().get(pk=latest.next_game_id)
    there = Membership.objects.filter(game=latest, device=by.device_id).first()
    # Who is there already keeps what they are.
    return there or take_seat(latest, by.device, _seat_in(latest, by, game))


def _seat_in(game: Game, by: Membership, before: Game) -> int | None:
    """The seat of the same player, who may have moved; None if nobody there has that name."""
    name = before.names[by.seat - 1] if by.seat else None
    return game.names.index(name) + 1 if name in game.names else None


def _same_deck(game: Game) -> Deck:
    """What is known of the box by now; the deck as it was declared, where that was known better."""
    was = notation.read_deck(game.deck)
    box = notation.read_profile(game.group.profile) if game.group else Profile()
    try:
        now = box.deck(len(game.names), was.counted_pile)
    except RuleError:  # the box has become smaller than the pile that was counted then
        now = box.deck(len(game.names))
    return was if now.assumed and not was.assumed else now
