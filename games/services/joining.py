"""Starting a game and joining it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction

from games.models import CODE_ALPHABET, CODE_LENGTH, Device, Game, Group, Membership
from games.rules import notation
from games.rules.deck import Deck
from games.services.boxes import group_of

MOST_PHONES = 60
"""In one game, who watches included: whoever has a code could otherwise fill the disk."""


class NoSuchCode(Exception):
    """No game that can be joined has this code."""


class NoSuchSeat(Exception):
    """The game has no seat of that number."""


class TableFull(Exception):
    """The game has as many phones as it can have."""


def create_game(
    device: Device,
    names: Sequence[str],
    *,
    starting_seat: int = 1,
    deck: Deck | None = None,
    pile: int | None = None,
    options: Mapping[str, str] | None = None,
    group: Group | None = None,
) -> Membership:
    """Start a game; the device becomes its host. ``names`` in seating order, 1-5 (R-SET-1).

    Without a ``deck`` what is known of the group's box is used, with ``pile`` cards in the pile if
    that is said; RuleError if the box does not hold so many. ``group``: the device's own if None.
    """
    with transaction.atomic():
        group = group or group_of(device)
        box = notation.read_profile(group.profile)
        game = with_new_code(
            Game(
                group=group,
                names=list(names),
                starting_seat=starting_seat,
                deck=notation.write_deck(deck or box.deck(len(names), pile)),
                options=dict(options or {}),
            )
        )
        return Membership.objects.create(game=game, device=device, role=Membership.Role.HOST)


def with_new_code(game: Game) -> Game:
    """Save the game under a code that no other game has."""
    while True:
        game.code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        try:
            with transaction.atomic():
                game.save(force_insert=game._state.adding)
                return game
        except IntegrityError:
            continue


def joinable_game(code: str) -> Game:
    """The game with this code, in either case and with spaces; NoSuchCode if there is none."""
    plain = "".join(code.split()).upper()
    if len(plain) != CODE_LENGTH or not set(plain) <= set(CODE_ALPHABET):
        raise NoSuchCode
    game = Game.objects.joinable().filter(code=plain).first()
    if game is None:
        raise NoSuchCode
    return game


def join(device: Device, code: str, seat: int | None) -> Membership:
    """Take a seat, which several phones may, or watch (``seat`` None). The host stays the host.

    Raises NoSuchCode, NoSuchSeat, or TableFull for a phone more than there can be.
    """
    game = joinable_game(code)
    if seat is not None and not 1 <= seat <= len(game.names):
        raise NoSuchSeat
    with transaction.atomic():
        if not Game.objects.select_for_update().filter(pk=game.pk, code=game.code).exists():
            raise NoSuchCode  # renewed this moment: somebody was shut out
        return take_seat(game, device, seat)


def take_seat(game: Game, device: Device, seat: int | None) -> Membership:
    """The same for a game that the caller has locked; TableFull for one phone too many."""
    phones = Membership.objects.filter(game=game)
    membership = phones.filter(device=device).first()
    if membership is None:
        if phones.count() >= MOST_PHONES:
            raise TableFull
        membership = Membership(game=game, device=device)
    if not membership.is_host:
        membership.role = Membership.Role.PLAYER if seat else Membership.Role.SPECTATOR
    membership.seat = seat
    membership.save()
    return membership
