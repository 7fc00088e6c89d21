"""The story of a game, turn by turn: what was said, what followed, and what each draw risked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _

from games import tables, wording
from games.board import line
from games.board.chances import percent
from games.models import Entry, Game
from games.rules.events import Drew, Emptied
from games.rules.odds import bust_chance
from games.rules.replay import Standing, Story
from games.rules.table import Phase, Table


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the story. ``number``: its place in the game, from 1.

    ``facts``: of a draw, the chance to bust that stood before it; and whose phone recorded it.
    """

    number: int
    sentence: str
    consequences: tuple[str, ...]
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn, or the final round. ``at``: when its first entry was recorded."""

    number: int
    heading: str
    at: datetime
    entries: Sequence[Told]

    @property
    def backwards(self) -> Sequence[Told]:
        """The entries, newest first."""
        return self.entries[::-1]


def turns(game: Game, story: Story) -> list[Turn]:
    """Everything that stands, in the order of the game."""
    entries = _entries(game, story)
    by_turn = groupby(story.standing(), lambda link: _turn_of(link, story.start))
    return [
        _turn(game, story.start, place, turn, list(links), entries)
        for place, (turn, links) in enumerate(by_turn, 1)
    ]


def told(game: Game, story: Story, link: Standing) -> Told:
    """One of the events that stand."""
    return _told(game, story.start, link, _entries(game, story)[link.id])


def _entries(game: Game, story: Story) -> dict[str, Entry]:
    """What said each event that stands, by the event's id."""
    return {spoken.id: spoken.entry for spoken in tables.spoken(game, story)}


def _told(game: Game, start: Table, link: Standing, entry: Entry) -> Told:
    said = line(link, game.names)
    facts = filter(None, (_risk(game, start, link), _recorder(game, entry)))
    return Told(said.number, said.sentence, said.consequences, tuple(facts))


def _turn_of(link: Standing, start: Table) -> tuple[int, int | None]:
    """The turn that an event belongs to, and whose it is; nobody's is the final round (R-END-2)."""
    before = link.before.table if link.before else start
    if before.phase is Phase.FINAL_BUY or (before.phase is Phase.SCORING and not before.stopped):
        return before.turn, None
    # R-END-4: the turn in which the pile was found empty may not have taken place.
    table = link.table if isinstance(link.event, Emptied) else before
    return table.turn, table.active


def _turn(
    game: Game,
    start: Table,
    place: int,
    turn: tuple[int, int | None],
    links: Sequence[Standing],
    entries: Mapping[str, Entry],
) -> Turn:
    return Turn(
        number=place,
        heading=_heading(turn, game.names),
        at=min(entries[link.id].at for link in links),
        entries=[_told(game, start, link, entries[link.id]) for link in links],
    )


def _heading(turn: tuple[int, int | None], names: Sequence[str]) -> str:
    number, seat = turn
    if seat is None:
        return _("Final round")
    return _("Turn %(number)d: %(name)s") % {"number": number, "name": wording.player(names, seat)}


def _risk(game: Game, start: Table, link: Standing) -> str:
    """The chance to bust before this draw, unless the table keeps the odds for the end."""
    before = link.before.table if link.before else start
    if not (isinstance(link.event, Drew) and game.shows_odds):
        return ""
    chance = bust_chance(before)
    if chance is None:
        return ""
    text = (
        _("bust chance was ≈ %(chance)s")
        if before.deck.assumed
        else _("bust chance was %(chance)s")
    )
    return text % {"chance": percent(chance)}


def _recorder(game: Game, entry: Entry) -> str:
    """Whose phone recorded it. Examples were played by nobody's."""
    return "" if game.is_example else wording.recorder(entry.role, entry.seat, game.names)
