"""A turn: drawing (R-DRAW)."""

import pytest

from games.rules import effects as fx
from games.rules.table import Phase
from tests.casts import deck_of, effects, played, refusal


@pytest.mark.parametrize("reward", ["take-numbers", "take-currency"])
def test_at_least_one_card_is_drawn(reward: str) -> None:
    """R-DRAW-1."""
    assert refusal(reward).rule == "R-DRAW-1"
    assert refusal(f"R1 take-currency {reward}").rule == "R-DRAW-1"


def test_going_on_after_each_card() -> None:
    """R-DRAW-1: it stays the same player's turn until it ends."""
    table = played("R1 B1 O1 G1")
    assert (table.phase, table.actor, table.turn) == (Phase.DRAW, 1, 1)


def test_numbers_and_currency_lie_in_the_order_in_which_they_came() -> None:
    """R-DRAW-2."""
    assert played("R4 $3 B1 $1 R1").tableau == ("R4", "$3", "B1", "$1", "R1")


def test_a_wild_never_lies_in_the_tableau() -> None:
    """R-DRAW-2: it starts an auction, after which the same turn goes on."""
    table = played("R4 *7")
    assert (table.phase, table.tableau) == (Phase.AUCTION, ("R4",))
    table = played("R4 *7 unsold B1")
    assert (table.phase, table.active, table.turn) == (Phase.DRAW, 1, 1)
    assert table.tableau == ("R4", "B1")


@pytest.mark.parametrize(
    ("tableau", "net", "currency"),
    [("", 0, 0), ("R6 B4", 10, 0), ("R6 $2 B4 $5", 3, 7), ("$5 $4", -9, 9), ("R1 *9 unsold", 1, 0)],
)
def test_net_and_currency(tableau: str, net: int, currency: int) -> None:
    """R-DRAW-3: numbers less currency, which may be negative; wilds count nothing."""
    table = played(tableau)
    assert (table.net, table.currency) == (net, currency)


@pytest.mark.parametrize("tableau", ["R6 B4", "R9 R1", "$5 R9 B6", "$5 $5", "R4 $5 $4 $1"])
def test_exactly_ten_is_safe(tableau: str) -> None:
    """R-DRAW-4."""
    table = played(tableau)
    assert 10 in (table.net, table.currency)
    assert (table.phase, table.turn, table.seat(1).busts) == (Phase.DRAW, 1, 0)


@pytest.mark.parametrize(
    ("tableau", "by"),
    [
        ("R6 B5", "numbers"),
        ("R9 B9", "numbers"),
        ("R9 $1 B3", "numbers"),
        ("$5 $5 $1", "currency"),
        ("R9 $5 $5 $5", "currency"),
        ("$4 *3 unsold $4 $3", "currency"),
    ],
)
def test_eleven_is_a_bust(tableau: str, by: str) -> None:
    """R-DRAW-4: of numbers after a number card, of currency after a currency card."""
    assert effects(tableau)[0] == fx.Busted(1, by)  # type: ignore[arg-type]
    assert played(tableau).turn == 2


def test_the_last_card_has_been_drawn() -> None:
    """R-DRAW-5, R-END-1: no more is drawn; a player who has not bust takes a reward as usual."""
    deck = deck_of("R3 R4")
    assert effects("R3 R4", deck=deck) == [fx.DeckRanOut()]
    table = played("R3 R4", deck=deck)
    assert (table.phase, table.remaining, table.last_turn) == (Phase.DRAW, 0, True)
    assert refusal("R3 R4 R3", deck=deck).rule == "R-DRAW-5"
    assert played("R3 R4 take-numbers", deck=deck).seat(1).cards == ("R3", "R4")


def test_stopping_after_nothing_but_wilds() -> None:
    """R-DRAW-6: taking the numbers, even none, opens the buy phase; no currency ends the turn."""
    table = played("*5 unsold take-numbers")
    assert (table.phase, table.actor, table.seat(1).cards) == (Phase.BUY, 1, ())
    assert effects("*5 unsold take-currency") == [fx.Turn(2)]


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("*5 R1", "R-AUC-1"),
        ("*5 take-numbers", "R-AUC-1"),
        ("*5 empty", "R-AUC-1"),
        ("*5 2:1 1:pass R1", "R-AUC-1"),
        ("*5 2:1 1:pass take-currency", "R-AUC-1"),
        ("*5 2:1 1:pass empty", "R-AUC-1"),
        ("R1 take-numbers R1", "R-BUY-1"),
        ("R1 take-numbers take-numbers", "R-BUY-1"),
        ("R1 take-numbers empty", "R-BUY-1"),
        ("R1 empty take-currency R1", "R-BUY-1"),
        ("R1 stop R1", "R-END-3"),
        ("R1 stop take-numbers", "R-END-3"),
        ("R1 stop empty", "R-END-3"),
    ],
)
def test_drawing_at_another_time(said: str, rule: str) -> None:
    """The phase says which rule is in the way."""
    assert refusal(said).rule == rule
