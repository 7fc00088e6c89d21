"""The only door to log entries: adding them, reading them, and what they say to the rules.

An entry holds what somebody said (law 1) and is never changed or removed (law 2). Which entries
may be added is not decided here: services.py asks the rules first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from games.models import Entry, Game, Membership
from games.rules import notation, replay

Json = dict[str, Any]


def append(
    game: Game, by: Membership, kind: str, body: Json, key: str | None, fingerprint: str
) -> Entry:
    """Add an entry at the game's version. IntegrityError if version or key are taken already."""
    return Entry.objects.create(
        game=game,
        version=game.entry_version,
        kind=kind,
        body=body,
        role=by.role,
        seat=by.seat,
        by=by,
        key=key,
        fingerprint=fingerprint,
    )


def between(game_id: UUID, after: int, until: int) -> list[Entry]:
    """The game's entries after one version, up to and with another, in order."""
    return list(Entry.objects.filter(game_id=game_id, version__gt=after, version__lte=until))


def with_key(game_id: UUID, key: str | None) -> Entry | None:
    """The entry that was recorded with this idempotency key."""
    return Entry.objects.filter(game_id=game_id, key=key).first() if key else None


def told(entry: Entry) -> replay.Entry:
    """What this entry says to the rules."""
    return as_told(str(entry.version), entry.kind, entry.body)


def as_told(id: str, kind: str, body: Json) -> replay.Entry:
    """The same for an entry that is not stored yet: its coming id, its kind and its body.

    Raises notation.Malformed if the body is not one of its kind.
    """
    match kind:
        case Entry.Kind.UNDO:
            return replay.Undone()
        case Entry.Kind.REDO:
            return replay.Redone()
        case Entry.Kind.AMEND:
            return replay.Amended(id, tuple(notation.read_ops(body["ops"])))
    return replay.Said(id, notation.read(body))


def body_of(entry: replay.Entry) -> tuple[str, Json]:
    """The kind and the body under which an entry is stored."""
    match entry:
        case replay.Said(_, event):
            return Entry.Kind.EVENT, notation.write(event)
        case replay.Undone():
            return Entry.Kind.UNDO, {}
        case replay.Redone():
            return Entry.Kind.REDO, {}
        case replay.Amended(_, ops):
            return Entry.Kind.AMEND, {"ops": notation.write_ops(ops)}


def spoken(entries: Sequence[Entry]) -> list[tuple[str, Json, Entry]]:
    """Every event that was ever said in these entries: its permanent id, and who said it when."""
    events: list[tuple[str, Json, Entry]] = []
    for entry in entries:
        if entry.kind == Entry.Kind.EVENT:
            events.append((str(entry.version), entry.body, entry))
        elif entry.kind == Entry.Kind.AMEND:
            events += [
                (f"{entry.version}.{index}", op["event"], entry)
                for index, op in enumerate(entry.body["ops"])
                if op.get("event")
            ]
    return events
