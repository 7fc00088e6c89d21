"""Rows and querysets: what is kept of devices, games, entries and results. No rules.

``log`` alone writes entries, ``services`` games, memberships and players, ``results`` scorings.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any, ClassVar

from django.db import models
from django.utils import timezone

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters and digits that nobody mistakes for one another when a code is read out."""

CODE_LENGTH = 5
CODE_OUTLIVES_GAME = timedelta(hours=24)


HOST_MAY_BE_AWAY = timedelta(minutes=10)
"""A host who has not been seen for longer can be succeeded by any player."""


class Group(models.Model):
    """The people who play with one box: their games, and what they know of its cards."""

    profile = models.JSONField(default=dict)
    """What was entered or learned of the box, as rules/notation.py writes it (R-PROF)."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"group {self.pk}"


class Device(models.Model):
    """A phone's browser, or a program with a token: whoever carries a secret of ours."""

    secret_hash = models.CharField(max_length=64, unique=True)
    group = models.ForeignKey(Group, models.SET_NULL, null=True, blank=True)
    """Whose games this device starts; made with its first one."""
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"device {self.pk}"


class GameQuerySet(models.QuerySet["Game"]):
    """Games by who may see them and how far they are."""

    def of(self, device: Device) -> GameQuerySet:
        """The games that this device takes part in; first those that it joined last.

        By that order, and not by the games' own, the latest few are found without reading all.
        """
        return self.filter(memberships__device=device).order_by("-memberships__joined_at")

    def joinable(self) -> GameQuerySet:
        """Games whose code still works: not over, or over for less than a day."""
        since = timezone.now() - CODE_OUTLIVES_GAME
        playing_or_just_over = models.Q(ended_at=None) | models.Q(ended_at__gt=since)
        return self.filter(playing_or_just_over, is_example=False)

    def examples(self) -> GameQuerySet:
        """The finished games that come with the program, newest first."""
        return self.filter(is_example=True, status=Game.Status.FINISHED).order_by("-ended_at")


class Game(models.Model):
    """One playthrough: who plays, with which cards and rulings, and how far it is."""

    class Status(models.TextChoices):
        PLAYING = "playing"
        SCORING = "scoring"
        FINISHED = "finished"
        ABANDONED = "abandoned"

    OVER = (Status.FINISHED, Status.ABANDONED)
    """What is over; an abandoned game can be resumed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    group = models.ForeignKey(Group, models.SET_NULL, null=True, related_name="games")
    names = models.JSONField()
    """The players' names in seating order."""
    starting_seat = models.PositiveSmallIntegerField(default=1)
    deck = models.JSONField()
    """What the deck was declared to hold, as rules/notation.py writes it."""
    options = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)
    """Goes up by one with every change of what can be seen."""
    entry_version = models.PositiveIntegerField(default=0)
    """The version of the latest entry: a tap that saw less is stale."""
    word = models.JSONField(null=True, blank=True)
    """A word to all that is no entry, such as a new host: its version, code and parameters."""
    status = models.CharField(max_length=10, choices=Status, default=Status.PLAYING)
    created_at = models.DateTimeField(auto_now_add=True)
    is_example = models.BooleanField(default=False)
    """Comes with the program and belongs to nobody: everybody may look, nobody may change it."""
    touched_at = models.DateTimeField(auto_now=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    next_game = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="game_before"
    )
    """The game that the same people began after this one: whoever was here finds a seat there."""

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["-ended_at"], condition=models.Q(is_example=True), name="examples"
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.pk}"

    @property
    def is_over(self) -> bool:
        """Whether it was counted or given up."""
        return self.status in self.OVER

    @property
    def leads_on(self) -> bool:
        """Whether it is over and the next game of the same people has begun."""
        return self.is_over and self.next_game_id is not None

    @property
    def next_starter(self) -> int:
        """The seat that starts when the same people play again: the next one, clockwise."""
        return self.starting_seat % len(self.names) + 1

    @property
    def host_only(self) -> bool:
        """Whether the table agreed that only the host records."""
        return bool(self.options.get("recording") == "host")

    @property
    def shows_odds(self) -> bool:
        """Whether pages may tell chances and what is unseen: from the end on always."""
        return self.options.get("odds") != "hidden" or self.status == self.Status.FINISHED

    @property
    def shows_scores(self) -> bool:
        """Whether pages may tell what collections are worth: from the end on always."""
        return self.options.get("scores") != "hidden" or self.status == self.Status.FINISHED


class Membership(models.Model):
    """What a device is in a game: its host, a player's phone, or a spectator."""

    class Role(models.TextChoices):
        HOST = "host"
        PLAYER = "player"
        SPECTATOR = "spectator"

    game = models.ForeignKey(Game, models.CASCADE, related_name="memberships")
    device = models.ForeignKey(Device, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(default=timezone.now)
    """When this phone last asked for something, to the minute."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "device"], name="one_role_per_device"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["device", "-joined_at"], name="latest_of_device"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of game {self.game_id}"

    @property
    def is_host(self) -> bool:
        return self.role == self.Role.HOST

    @property
    def is_away(self) -> bool:
        """Whether this phone has not been seen for so long that its host could be succeeded."""
        return self.seen_at < timezone.now() - HOST_MAY_BE_AWAY

    @property
    def may_record(self) -> bool:
        """Whether this phone may say what happened, in a game whose rows are up to date."""
        return self.is_host or (self.role == self.Role.PLAYER and not self.game.host_only)


class Entry(models.Model):
    """One thing that was said: an event or a correction. Only ever added (law 2)."""

    class Kind(models.TextChoices):
        EVENT = "event"
        UNDO = "undo"
        REDO = "redo"
        AMEND = "amend"

    game = models.ForeignKey(Game, models.CASCADE, related_name="entries")
    version = models.PositiveIntegerField()
    """The game's version once this entry was in."""
    kind = models.CharField(max_length=5, choices=Kind)
    body = models.JSONField(default=dict)
    """The event, or the ops of an amendment; nothing that follows from it (law 1)."""
    role = models.CharField(max_length=10, choices=Membership.Role)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """Role and seat of the phone that recorded it, as they were then."""
    by = models.ForeignKey(Membership, models.SET_NULL, null=True, related_name="entries")
    at = models.DateTimeField(auto_now_add=True)
    key = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 (unique if given)
    fingerprint = models.CharField(max_length=64)
    """Of the whole request, so that a repeated key can be told from a reused one."""

    class Meta:
        ordering: ClassVar[list[str]] = ["version"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["game", "version"], name="one_entry_per_version"),
            models.UniqueConstraint(fields=["game", "key"], name="one_entry_per_key"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.version} of game {self.game_id}"


class Scoring(models.Model):
    """The counting of one game at one version: work to do, being done, or done.

    The queue is only a doorbell; this row is what says whose work it is (see results.py).
    """

    class State(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"

    game = models.OneToOneField(Game, models.CASCADE, related_name="scoring")
    entry_version = models.PositiveIntegerField()
    """The result is about exactly this version; a later entry withdraws it."""
    state = models.CharField(max_length=7, choices=State, default=State.QUEUED)
    owner = models.CharField(max_length=64, blank=True)
    queued_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)

    def __str__(self) -> str:
        return f"scoring of game {self.game_id}, {self.state}"

    @property
    def outcome(self) -> dict[str, Any] | None:
        """The ranked result once it is there."""
        return self.result if self.state == self.State.DONE else None
