"""Phones around a table: each a membership of a device of its own in one game."""

from __future__ import annotations

from collections.abc import Mapping

from games import devices, services
from games.models import Device, Entry, Game, Membership
from games.rules.deck import Deck
from games.services import Recorded
from tests.casts import NAMES, events


def device() -> Device:
    """A phone that has not been in any game."""
    return devices.new_device()[0]


def host(
    players: int = 2,
    *,
    start: int = 1,
    deck: Deck | None = None,
    options: Mapping[str, str] | None = None,
) -> Membership:
    """The phone that has just started a game."""
    names = NAMES[:players]
    return services.create_game(
        device(), names, starting_seat=start, deck=deck, options=dict(options or {})
    )


def player(of: Membership, seat: int = 2) -> Membership:
    """Another phone, which took a seat in the same game."""
    return services.join(device(), of.game.code, seat)


def spectator(of: Membership) -> Membership:
    """Another phone, which watches."""
    return services.join(device(), of.game.code, None)


def say(by: Membership, text: str) -> Recorded:
    """Record these words one after the other; what the last one led to."""
    for said in events(text):
        recorded = services.record(by, version(by), said)
    return recorded


def version(of: Membership) -> int:
    """The game's version as it is now."""
    return now(of).version


def now(of: Membership) -> Game:
    """The game's row as it is now."""
    return Game.objects.get(pk=of.game_id)


def log_of(of: Membership) -> list[tuple[int, str, object]]:
    """All entries of the game: version, kind and body."""
    return list(Entry.objects.filter(game=of.game_id).values_list("version", "kind", "body"))
