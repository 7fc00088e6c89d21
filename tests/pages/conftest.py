"""A table with phones around it, for every test that needs one."""

from dataclasses import dataclass, field

import pytest
from django.test import Client

from games.models import Game
from tests.pages.phones import Phone, stranger


@dataclass
class Gathering:
    """Ana and Bo at a table: the phones of the host, of Bo, of who watches, and of a stranger."""

    host: Phone
    bo: Phone
    watcher: Phone
    game: Game
    stranger: Client = field(default_factory=stranger)

    @property
    def now(self) -> Game:
        """The game as the database has it."""
        self.game.refresh_from_db()
        return self.game


@pytest.fixture
def host(db: None) -> Phone:
    """A phone that may have started games."""
    return Phone()


@pytest.fixture
def table(host: Phone) -> Gathering:
    """Ana and Bo, before the first draw."""
    game = host.starts()
    return Gathering(host, Phone().joins(game, 2), Phone().joins(game, None), game)
