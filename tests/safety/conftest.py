"""The table of the page tests, for whoever tries what should not work."""

import pytest

from tests.api.conftest import game
from tests.pages.conftest import Gathering, host, table
from tests.pages.phones import Phone

__all__ = ["game", "host", "table"]


@pytest.fixture
def transactional_table(transactional_db: None) -> Gathering:
    """The same, committed, for who asks from other threads and connections."""
    phone = Phone()
    game = phone.starts()
    return Gathering(phone, Phone().joins(game, 2), Phone().joins(game, None), game)
