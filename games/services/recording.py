"""Saying what happened, and taking it back: one transaction for every entry.

Lock the game, compare versions, ask the rules, add the entry, nudge. Nothing is rendered and
nothing is published before the commit. Refusals are exceptions that pages and the API each map.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.db import transaction

from games import live, log, results, tables, tasks
from games.models import Entry, Game, Membership
from games.rules.effects import Effect
from games.rules.events import Event
from games.rules.replay import (
    Amended,
    Op,
    Redone,
    Said,
    Story,
    Undone,
    check_is_news,
    effects_of_change,
    tell,
)
from games.rules.replay import Entry as Told
from games.rules.table import Phase
from tencompanion import metrics


class NotAllowed(Exception):
    """This phone's role is too low for that."""


class Abandoned(NotAllowed):
    """The game was given up: nothing is recorded until the host resumes it."""


class Stale(Exception):
    """Somebody else recorded something first (law 4): ``entries`` is what they said.

    ``alone``: that is one event, and nothing was undone or mended besides.
    """

    def __init__(self, game: Game, entries: list[tables.Spoken], *, alone: bool) -> None:
        super().__init__(f"game is at version {game.version}")
        self.game = game
        self.entries = entries
        self.alone = alone


class KeyReused(Exception):
    """The idempotency key was used for another request."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What an accepted request led to. ``repeated``: it had been accepted before already."""

    game: Game
    version: int
    effects: tuple[Effect, ...]
    story: Story
    repeated: bool = False


Change = Callable[[int, str | None], Recorded]
"""A change of one game by one phone, given the version it saw and an idempotency key."""


def record(by: Membership, version: int, event: Event, key: str | None = None) -> Recorded:
    """Record an event that was seen at this version of the game.

    Raises NotAllowed, Stale, KeyReused, or the rules' RuleError; then nothing has changed.
    """
    return _write(by, version, Said("", event), key)


def undo(by: Membership, version: int, key: str | None = None) -> Recorded:
    """Take back the latest accepted change; CorrectionError if there is none."""
    return _write(by, version, Undone(), key)


def redo(by: Membership, version: int, key: str | None = None) -> Recorded:
    """Undo the latest undo; CorrectionError if something else was recorded since."""
    return _write(by, version, Redone(), key)


def amend(by: Membership, version: int, ops: Sequence[Op], key: str | None = None) -> Recorded:
    """Change earlier entries as one step; Conflict if something could no longer have happened."""
    return _write(by, version, Amended("", tuple(ops)), key)


def preview_amendment(
    by: Membership, version: int, ops: Sequence[Op], key: str | None = None
) -> Recorded:
    """What ``amend`` would lead to. Changes nothing, and so uses up no key."""
    game = Game.objects.get(pk=by.game_id)
    _check_role(by)
    if log.with_key(game.pk, key):
        raise KeyReused
    _check_version(game, version)
    before = tables.story(game)
    after = tell(before, Amended("", tuple(ops)))
    return Recorded(game, game.version, effects_of_change(before, after), after)


def _write(by: Membership, version: int, said: Told, key: str | None) -> Recorded:
    kind, body = log.body_of(said)
    fingerprint = _fingerprint(kind, version, body)
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=by.game_id)
        by = _as_it_is_now(by, game)
        earlier = log.with_key(game.pk, key)
        if earlier and earlier.by_id == by.pk:
            # What was accepted stays so, whatever became of the phone's role since.
            return _repeated(game, earlier, fingerprint)
        _check_role(by)
        if game.status == Game.Status.ABANDONED:
            raise Abandoned
        if earlier:
            return _repeated(game, earlier, fingerprint)
        _check_version(game, version)
        before = tables.story(game)
        after = tell(before, log.as_told(str(game.version + 1), kind, body))
        if isinstance(said, Said):
            check_is_news(before, after)
        game.version += 1
        game.entry_version = game.version
        log.append(game, by, kind, body, key, fingerprint)
        _follow(game, before, after)
        game.save()
        live.nudge(game.pk, game.version)
        transaction.on_commit(lambda: tables.memory.keep(game.pk, game.entry_version, after))
        transaction.on_commit(metrics.ENTRIES.labels(body.get("type", kind)).inc)
    return Recorded(game, game.version, _effects(before, after), after)


def _fingerprint(kind: str, version: int, body: log.Json) -> str:
    written = json.dumps([kind, version, body], sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()


def _as_it_is_now(by: Membership, game: Game) -> Membership:
    """The phone's role under the lock: it may just have been removed, or made host."""
    now = Membership.objects.filter(pk=by.pk).first()
    if now is None:
        raise NotAllowed
    now.game = game
    return now


def _check_role(by: Membership) -> None:
    if not by.may_record:
        raise NotAllowed


def _check_version(game: Game, version: int) -> None:
    # Changes that are no entries (a rename, the result) do a recorder no harm.
    if not game.entry_version <= version <= game.version:
        since = log.between(game.pk, version, game.entry_version)
        alone = [entry.kind for entry in since] == [Entry.Kind.EVENT]
        raise Stale(game, tables.spoken(game, tables.story(game), since=version), alone=alone)


def _repeated(game: Game, earlier: Entry, fingerprint: str) -> Recorded:
    if earlier.fingerprint != fingerprint:
        raise KeyReused
    before = tables.story_at(game, earlier.version - 1)
    after = tell(before, log.told(earlier))
    effects = _effects(before, after)
    return Recorded(game, earlier.version, effects, tables.story(game), repeated=True)


def _effects(before: Story, after: Story) -> tuple[Effect, ...]:
    # The usual case, one event more, must not cost more in a long game.
    if after.head and after.head.before is before.head:
        return after.head.effects
    return effects_of_change(before, after)


def _follow(game: Game, before: Story, after: Story) -> None:
    """What a change means for the game's row: counting begins, or is withdrawn."""
    if before.table.phase is Phase.SCORING:
        results.withdraw(game)
        game.status = Game.Status.PLAYING
        game.ended_at = None
    if after.table.phase is Phase.SCORING:
        game.status = Game.Status.SCORING
        results.queue(game)
        tasks.ring(game.pk)


def settle_if_overdue(game: Game) -> None:
    """Count a game that no worker counted in time; the row then says so.

    Whoever looks at a game calls this.
    """
    if game.status == Game.Status.SCORING:
        tasks.count_if_overdue(game.pk)
        game.refresh_from_db()
