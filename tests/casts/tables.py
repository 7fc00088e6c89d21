"""Tables and stories after so many words."""

from __future__ import annotations

from functools import reduce
from typing import Final, TypedDict, Unpack

import pytest

from games.rules.deck import Deck, default_deck
from games.rules.effects import Effect
from games.rules.errors import RuleError
from games.rules.events import Event
from games.rules.play import play
from games.rules.replay import Said, Story, tell
from games.rules.table import AllPass, Rulings, SpentCards, Table, lay_table
from tests.casts.words import event, events, words

NAMES: Final = ("Ana", "Bo", "Chi", "Dee", "Eli")
"""Who sits at seats 1 to 5."""


class Setting(TypedDict, total=False):
    """How a table is laid where a test does not want two players and the default deck."""

    players: int
    start: int
    deck: Deck
    all_pass: AllPass
    spent_cards: SpentCards


def laid(**setting: Unpack[Setting]) -> Table:
    """The table before the first draw: two players and the default deck unless told otherwise."""
    players = setting.get("players", 2)
    rulings = Rulings(setting.get("all_pass", "discard"), setting.get("spent_cards", "discard"))
    deck = setting.get("deck") or default_deck(players)
    return lay_table(players, setting.get("start", 1), deck, rulings)


def played(text: str, **setting: Unpack[Setting]) -> Table:
    """The table after all that was said."""
    return reduce(lambda table, said: play(table, said).table, events(text), laid(**setting))


def effects(text: str, **setting: Unpack[Setting]) -> list[Effect]:
    """What followed from the last word."""
    *before, last = words(text)
    return list(play(played(" ".join(before), **setting), event(last)).effects)


def refusal(text: str, **setting: Unpack[Setting]) -> RuleError:
    """Why the last word is refused; everything before it is legal."""
    *before, last = words(text)
    table = played(" ".join(before), **setting)
    with pytest.raises(RuleError) as refused:
        play(table, event(last))
    return refused.value


def told(text: str, **setting: Unpack[Setting]) -> Story:
    """The story of a game in words; the id of each event is its number."""
    return tell_on(Story(laid(**setting)), text)


def tell_on(story: Story, text: str) -> Story:
    """The story with these words added; their ids go on from the number of what stands."""
    for said in events(text):
        story = tell(story, Said(str(story.length + 1), said))
    return story


def in_words(story: Story) -> list[Event]:
    """What stands, in order."""
    return [link.event for link in story.standing()]


def busted_times(count: int) -> str:
    """A game in which the seats bust in turn, each with two cards, ``count`` times (up to 16)."""
    pairs = [(f"{suit}6", f"{suit}5") for suit in "RBOG"] * 3
    pairs += [(f"{suit}9", f"{suit}3") for suit in "RBOG"]
    return " ".join(" ".join(pair) for pair in pairs[:count])
