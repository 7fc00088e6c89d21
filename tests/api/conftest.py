"""A game that is being played, for every test that needs one."""

import pytest

from tests.api.programs import Playing, start


@pytest.fixture
def game(db: None) -> Playing:
    """Ana, Bo and Chi, before the first draw."""
    return start()
