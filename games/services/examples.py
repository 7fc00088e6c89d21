"""Finished games for a site that has none yet: everybody sees them, nobody can change them."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games import results
from games.demo import EXAMPLES, Recorded, recorded
from games.models import Device, Game, Group
from games.services.joining import create_game
from games.services.recording import record

APART = timedelta(days=3, hours=2)
"""Between the ends of two examples."""


def lay_out_examples() -> int:
    """Keep the recorded games as examples, unless there are some already. How many were added."""
    if Game.objects.filter(is_example=True).exists():
        return 0
    # Nobody can come as this device: its secret is thrown away.
    house = Device.objects.create(secret_hash=secrets.token_hex(32))
    for before, name in enumerate(reversed(EXAMPLES), 1):
        _play(house, recorded(name), before)
    return len(EXAMPLES)


def _play(house: Device, game: Recorded, before: int) -> None:
    """One of them, as if it had ended some days ago."""
    with transaction.atomic():
        host = create_game(house, game.players, deck=game.deck)
        for version, event in enumerate(game.events):
            record(host, version, event)
        # Claimed before anybody can see it, so that no worker counts it as a game of today.
        results.claim(host.game_id, "examples")
    results.settle(host.game_id, "examples")
    ended = timezone.now() - before * APART
    Game.objects.filter(pk=host.game_id).update(
        is_example=True,
        ended_at=ended,
        created_at=ended - timedelta(minutes=game.minutes),
    )


def remove_examples() -> int:
    """Remove them for good, with the device that played them. How many there were."""
    with transaction.atomic():
        games = list(Game.objects.filter(is_example=True))
        groups = [game.group_id for game in games if game.group_id]
        Device.objects.filter(memberships__game__in=games).delete()
        Game.objects.filter(pk__in=[game.pk for game in games]).delete()
        Group.objects.filter(pk__in=groups).delete()
    return len(games)
