"""How a turn is rewarded (R-REW)."""

import pytest

from games.rules import effects as fx
from games.rules.table import Phase
from tests.casts import effects, played


def test_taking_the_numbers() -> None:
    """R-REW-1: the numbers to the player, the currency's worth to every other, then a buy."""
    said = "R4 $1 B2 $2 take-numbers"
    assert effects(said, players=3) == [
        fx.ToCollection(1, ("R4", "B2")),
        fx.Gained(2, 3, 0),
        fx.Gained(3, 3, 0),
        fx.Discarded(("$1", "$2")),
    ]
    table = played(said, players=3)
    assert [seat.tokens for seat in table.seats] == [5, 8, 8]
    assert (table.phase, table.actor) == (Phase.BUY, 1)
    assert (table.tableau, table.market, table.discard) == ((), (), ("$1", "$2"))


def test_taking_the_currency() -> None:
    """R-REW-2: the currency's worth to the player alone, the numbers to the market, no buy."""
    said = "R4 $1 B2 $2 take-currency"
    assert effects(said, players=3) == [
        fx.Gained(1, 3, 0),
        fx.ToMarket(("R4", "B2")),
        fx.Discarded(("$1", "$2")),
        fx.Turn(2),
    ]
    table = played(said, players=3)
    assert [seat.tokens for seat in table.seats] == [8, 5, 5]
    assert (table.phase, table.actor, table.turn) == (Phase.DRAW, 2, 2)
    assert (table.tableau, table.market, table.discard) == ((), ("R4", "B2"), ("$1", "$2"))


def test_numbers_without_currency_pay_nobody() -> None:
    """R-REW-1."""
    assert effects("R4 take-numbers", players=3) == [fx.ToCollection(1, ("R4",))]


def test_currency_without_numbers_brings_nothing_to_the_market() -> None:
    """R-REW-2."""
    assert effects("$4 take-currency") == [fx.Gained(1, 4, 0), fx.Discarded(("$4",)), fx.Turn(2)]


def test_who_is_paid_first() -> None:
    """R-REW-1: it makes no difference; told from the left of the player, clockwise."""
    gained = [e for e in effects("$1 take-numbers", players=4, start=3) if type(e) is fx.Gained]
    assert [gain.seat for gain in gained] == [4, 1, 2]


@pytest.mark.parametrize("reward", ["take-numbers", "take-currency"])
def test_a_gain_stops_at_ten(reward: str) -> None:
    """R-REW-3: the surplus stays in the supply."""
    seat = 2 if reward == "take-numbers" else 1
    assert fx.Gained(seat, 5, 2) in effects(f"$4 $3 {reward}")
    table = played(f"$4 $3 {reward}")
    assert table.seat(seat).tokens == 10
    assert table.token_supply == 35


def test_a_player_who_has_ten_gains_nothing() -> None:
    """R-REW-3."""
    assert fx.Gained(1, 0, 1) in effects("$5 take-currency $1 take-numbers")


def test_bust_tokens_do_not_count_towards_ten() -> None:
    """R-REW-3."""
    table = played("R6 R5 B1 $5 take-numbers")
    assert (table.seat(1).tokens, table.seat(1).busts) == (10, 1)


def test_the_black_supply_cannot_run_out() -> None:
    """R-REW-3: five players at ten make fifty."""
    table = played("R1 $5 take-numbers skip B1 $5 take-numbers skip", players=5)
    assert [seat.tokens for seat in table.seats] == [10, 10, 10, 10, 10]
    assert table.token_supply == 0
