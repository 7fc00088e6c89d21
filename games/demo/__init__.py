"""Games that come with the program: one that plays by itself, and some to look back on.

They were played by the rules alone (tests/casts/sensible.py) and are kept as what was said, with
the deck and the players. Nothing of them is stored until somebody asks for examples.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from urllib.parse import quote

from games import tables
from games.board.choices import Choice
from games.models import Game
from games.rules import notation
from games.rules.cards import is_wild
from games.rules.deck import Deck, default_deck, sized_deck
from games.rules.effects import Busted
from games.rules.events import Bid, Bought, Drew, Event, Paid, Passed, Skipped, Took
from games.rules.replay import Said, Standing, Story, tell

_FOLDER = Path(__file__).parent / "games"
SHOWN = "show-me"
EXAMPLES = ("two", "five", "four")
"""The oldest first."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A whole game: who played with which deck, what was said, and how many minutes it took."""

    players: Sequence[str]
    deck: Deck
    events: Sequence[Event]
    minutes: int


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of the game that plays by itself, and the tap that comes next.

    ``choice``: what was chosen before that tap. ``tap``: a CSS selector of what is tapped, ``card``
    the key if it is one; both empty at the end. ``next``: what is being recorded by it.
    """

    story: Story
    choice: Choice
    tap: str = ""
    card: str = ""
    next: Standing | None = None


@cache
def recorded(name: str) -> Recorded:
    """The game of that file."""
    written = json.loads((_FOLDER / f"{name}.json").read_text())
    players, pile = written["players"], written["pile"]
    return Recorded(
        players=players,
        deck=sized_deck(len(players), pile) if pile else default_deck(len(players)),
        events=[notation.read(event) for event in written["events"]],
        minutes=written["minutes"],
    )


def as_game(game: Recorded) -> Game:
    """The row that this game would have; not to be saved."""
    return Game(
        names=list(game.players), deck=notation.write_deck(game.deck), is_example=True, code=""
    )


@cache
def frames() -> Sequence[Frame]:
    """The game that plays by itself, tap by tap; the last one is the end."""
    game = recorded(SHOWN)
    said = [Said(str(number), event) for number, event in enumerate(game.events, 1)]
    whole = reduce(tell, said, Story(tables.start(as_game(game))))
    shown = [frame for link in whole.standing() for frame in _frames(whole, link)]
    return [*shown, Frame(whole, Choice())]


def _frames(whole: Story, link: Standing) -> Iterator[Frame]:
    """The taps that record this event: what is on screen before each."""
    before = Story(whole.start, link.before)
    match link.event:
        case Drew(card):
            yield Frame(before, Choice(), f'#pad [value="{card}"]', card, next=link)
        case Bought(card, _payment):
            yield Frame(before, Choice(), f'.ware[href$="card={quote(card)}"]', next=link)
            yield Frame(before, Choice(card=card), _button("buy"), next=link)
        case event:
            yield Frame(before, Choice(), _tapped(event), next=link)


def _tapped(event: Event) -> str:
    match event:
        case Took(what):
            return f'#actions [value="{what}"]'
        case Bid(_seat, amount):
            return f'#bids [value="{amount}"]'
        case Passed():
            return _button("pass")
        case Paid():
            return _button("pay")
        case Skipped():
            return _button("skip")
    raise ValueError(event)


def _button(verb: str) -> str:
    return f'#actions [formaction$="{verb}"]'


@cache
def chapters() -> dict[str, int]:
    """Where something is first to be seen: ``draw``, ``auction``, ``bust``, ``buy``, ``result``."""
    found = {"result": len(frames()) - 1}
    for step, frame in reversed(list(enumerate(frames()))):
        if frame.next and (kind := _kind(frame.next)):
            found[kind] = step
    return dict(sorted(found.items(), key=lambda chapter: chapter[1]))


def _kind(link: Standing) -> str:
    if any(isinstance(effect, Busted) for effect in link.effects):
        return "bust"
    match link.event:
        case Drew(card):
            return "auction" if is_wild(card) else "draw"
        case Bought():
            return "buy"
    return ""
