"""What a table was told and what its phones say, for tests in a browser."""

from __future__ import annotations

import re

from games import devices, services, tables
from games.models import Game, Membership
from games.rules.events import Drew, Event
from tests.browser.phones import NAMES


def table_of(*told: Event, players: int = 2) -> tuple[Game, Membership]:
    """A game at which this was said already, and its host."""
    device, _secret = devices.new_device()
    host = services.create_game(device, NAMES[:players])
    for version, event in enumerate(told):
        services.record(host, version, event)
    return Game.objects.get(pk=host.game_id), host


def drawn(game: Game) -> list[str]:
    """The cards that were drawn according to the log, in order."""
    standing = tables.story(Game.objects.get(pk=game.pk)).standing()
    return [link.event.card for link in standing if isinstance(link.event, Drew)]


def sentence(text: str) -> re.Pattern[str]:
    """This sentence as a page shows it: names are kept from turning the text around them."""
    return re.compile(re.sub("|".join(NAMES), "\u2068?\\g<0>\u2069?", re.escape(text)))
