"""What the people around a device know of their box of cards, kept for the next game (R-PROF)."""

from __future__ import annotations

from django.db import transaction

from games.models import Device, Group, Membership
from games.rules import notation
from games.rules.profiles import Profile
from games.rules.table import Phase, Table
from games.services.recording import NotAllowed


def group_of(device: Device) -> Group:
    """The people who play with this device's box; they begin with its first game."""
    if device.group is None:
        device.group = Group.objects.create()
        device.save(update_fields=["group"])
    return device.group


def known_box(device: Device | None) -> Profile:
    """What is known of their box; of a stranger's, nothing."""
    if device is None or device.group is None:
        return Profile()
    return notation.read_profile(device.group.profile)


def keep_profile(device: Device, profile: Profile) -> None:
    """Keep what was entered of a box; RuleError if it does not fit into one (R-PROF-1)."""
    profile.check()
    with transaction.atomic():
        _keep(group_of(device), profile.without_contradictions())


def can_teach(table: Table) -> bool:
    """Whether this game has shown its whole deck, as far as it was recorded (R-PROF-3)."""
    over = table.phase is Phase.SCORING and not table.stopped
    return over and table.last_turn and not table.deck_is_certain


def keep_learned(by: Membership, table: Table) -> None:
    """Keep the composition that a whole game has told, for this number of players (R-PROF-3).

    Raises NotAllowed for others than the host, and for a game that did not show all its cards.
    """
    group = by.game.group
    if not by.is_host or group is None or not can_teach(table):
        raise NotAllowed
    with transaction.atomic():
        group = Group.objects.select_for_update().get(pk=group.pk)
        profile = notation.read_profile(group.profile)
        _keep(group, profile.with_learned(len(table.seats), table.seen))


def _keep(group: Group, profile: Profile) -> None:
    group.profile = notation.write_profile(profile)
    group.save(update_fields=["profile"])
