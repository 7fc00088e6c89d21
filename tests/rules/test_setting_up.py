"""The table before the first draw (R-SET)."""

import pytest

from games.rules.table import Phase
from tests.casts import laid, played


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_everybody_starts_with_five_black_tokens(players: int) -> None:
    """R-SET-1, R-SET-2, R-SET-3."""
    table = laid(players=players)
    assert [(s.number, s.tokens, s.busts, s.cards) for s in table.seats] == [
        (number, 5, 0, ()) for number in range(1, players + 1)
    ]
    assert (table.token_supply, table.bust_supply) == (50 - 5 * players, 15)
    assert table.market == table.discard == table.tableau == ()


def test_one_of_them_starts() -> None:
    """R-SET-1."""
    table = laid(players=4, start=3)
    assert (table.phase, table.active, table.actor, table.turn) == (Phase.DRAW, 3, 3, 1)


def test_the_next_seat_is_to_the_left() -> None:
    """R-SET-1: clockwise, and round the table."""
    turns = [played("R1 take-currency " * turns, players=3, start=2).active for turns in range(4)]
    assert turns == [2, 3, 1, 2]


def test_a_player_alone_has_the_same_turns() -> None:
    """R-SET-4: nobody else is paid or bids, and the next turn is one's own."""
    table = played("R4 $3 *2 1:1 pay=1 take-numbers skip", players=1)
    assert (table.phase, table.active, table.turn) == (Phase.DRAW, 1, 2)
    assert table.seat(1).cards == ("R4", "*2")
    assert table.seat(1).tokens == 4
