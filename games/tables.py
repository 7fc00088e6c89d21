"""The table of a game at a version: read the entries, replay them, remember the story.

Stories are immutable, so the one at (game, version) may be kept by that key in each process;
the next entry is then one step on from it, however long the game already is.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import reduce
from uuid import UUID

from games import log
from games.models import Entry, Game
from games.rules import notation
from games.rules.replay import Story, tell
from games.rules.table import Rulings, Table, lay_table

REMEMBERED_GAMES = 200
"""Stories kept in each process; a game of 300 entries takes about half a megabyte."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One event as it was said: who, when, and whether it stands.

    ``number`` is its place among the standing entries from 1, None if it does not stand.
    """

    id: str
    number: int | None
    event: notation.Json
    seat: int | None
    entry: Entry


@dataclass(frozen=True, slots=True)
class Correction:
    """An undo, redo or amendment, and the story with it."""

    entry: Entry
    after: Story


class _Memory:
    """The latest story of each game that this process saw lately."""

    def __init__(self) -> None:
        self._stories: OrderedDict[UUID, tuple[int, Story]] = OrderedDict()
        self._lock = threading.Lock()

    def recall(self, game_id: UUID) -> tuple[int, Story] | None:
        with self._lock:
            if game_id in self._stories:
                self._stories.move_to_end(game_id)
            return self._stories.get(game_id)

    def keep(self, game_id: UUID, version: int, story: Story) -> None:
        with self._lock:
            known = self._stories.get(game_id)
            if known is None or known[0] <= version:
                self._stories[game_id] = (version, story)
                self._stories.move_to_end(game_id)
            while len(self._stories) > REMEMBERED_GAMES:
                self._stories.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._stories.clear()


memory = _Memory()


def start(game: Game) -> Table:
    """The game's table before its first entry."""
    rulings = Rulings(
        all_pass=game.options.get("all_pass", "discard"),
        spent_cards=game.options.get("spent_cards", "discard"),
    )
    deck = notation.read_deck(game.deck)
    return lay_table(len(game.names), game.starting_seat, deck, rulings)


def story(game: Game) -> Story:
    """Everything that was said in this game up to ``game.entry_version``, folded.

    Inside a transaction that may still be rolled back this must only be called before its own
    entry is added: what is read here is remembered.
    """
    if not game.entry_version:
        # Before the first entry the host may still seat the players anew: nothing is remembered.
        return Story(start(game))
    known = memory.recall(game.pk)
    if known and known[0] == game.entry_version:
        return known[1]
    if known and known[0] < game.entry_version:
        told = _tell(known[1], log.between(game.pk, known[0], game.entry_version))
    else:
        told = story_at(game, game.entry_version)
    memory.keep(game.pk, game.entry_version, told)
    return told


def story_at(game: Game, version: int) -> Story:
    """Everything up to and with this version, replayed from the start."""
    return _tell(Story(start(game)), log.between(game.pk, 0, version))


def _tell(so_far: Story, entries: list[Entry]) -> Story:
    return reduce(lambda told, entry: tell(told, log.told(entry)), entries, so_far)


def spoken(game: Game, told: Story, *, since: int = 0) -> list[Spoken]:
    """The events that stand and were said after version ``since``, in the order of the game."""
    links = {link.id: link for link in told.backwards()}
    said = log.spoken(log.between(game.pk, since, game.entry_version))
    standing = [
        Spoken(id, links[id].number, event, links[id].seat, entry)
        for id, event, entry in said
        if id in links
    ]
    return sorted(standing, key=lambda spoken: spoken.number or 0)


def ever_spoken(game: Game) -> list[Spoken]:
    """Every event that was ever said, also those undone, replaced or removed since."""
    entries = log.between(game.pk, 0, game.entry_version)
    told = Story(start(game))
    seats: dict[str, int | None] = {}
    for entry in entries:
        told = tell(told, log.told(entry))
        seats |= {link.id: link.seat for link in told.backwards() if link.id not in seats}
    numbers = {link.id: link.number for link in told.backwards()}
    return [
        Spoken(id, numbers.get(id), event, seats.get(id), entry)
        for id, event, entry in log.spoken(entries)
    ]


def corrections(game: Game) -> list[Correction]:
    """Everything that was undone, redone or amended in this game, in order."""
    entries = log.between(game.pk, 0, game.entry_version)
    if all(entry.kind == Entry.Kind.EVENT for entry in entries):
        return []
    found: list[Correction] = []
    told = Story(start(game))
    for entry in entries:
        told = tell(told, log.told(entry))
        if entry.kind != Entry.Kind.EVENT:
            found.append(Correction(entry, told))
    return found
