"""Too much: what a bust costs and brings (R-BUST)."""

from games.rules import effects as fx
from games.rules.table import Phase
from tests.casts import busted_times, effects, played


def test_a_number_bust() -> None:
    """R-BUST-1, R-BUST-2: one bust token; everybody else gains the currency; no buy phase."""
    said = "R6 $2 B4 $1 G5"
    assert effects(said, players=3) == [
        fx.Busted(1, "numbers"),
        fx.ToMarket(("R6", "B4", "G5")),
        fx.BustToken(1),
        fx.Gained(2, 3, 0),
        fx.Gained(3, 3, 0),
        fx.Discarded(("$1", "$2")),
        fx.Turn(2),
    ]
    table = played(said, players=3)
    assert [(seat.tokens, seat.busts) for seat in table.seats] == [(5, 1), (8, 0), (8, 0)]
    assert (table.market, table.discard) == (("R6", "B4", "G5"), ("$1", "$2"))
    assert (table.phase, table.actor, table.tableau) == (Phase.DRAW, 2, ())
    assert table.bust_supply == 14


def test_a_currency_bust() -> None:
    """R-BUST-1, R-BUST-3: nobody gains black tokens; the currency is discarded all the same."""
    said = "R6 $5 $4 $2"
    assert effects(said, players=3) == [
        fx.Busted(1, "currency"),
        fx.ToMarket(("R6",)),
        fx.BustToken(1),
        fx.Discarded(("$2", "$4", "$5")),
        fx.Turn(2),
    ]
    assert [seat.tokens for seat in played(said, players=3).seats] == [5, 5, 5]


def test_the_cap_holds_for_others_busts() -> None:
    """R-BUST-2, R-REW-3."""
    assert fx.Gained(2, 5, 1) in effects("R9 $5 $1 G6 O1 B1")


def test_a_bust_after_a_wild_was_won() -> None:
    """R-BUST-1: what was won in the same turn stays."""
    table = played("R6 *5 sold-1:1=1 B5")
    assert (table.seat(1).cards, table.seat(1).busts) == (("*5",), 1)


def test_the_last_bust_token() -> None:
    """R-BUST-4: the sixteenth bust brings none."""
    assert effects(busted_times(15))[-2:] == [fx.BustToken(1), fx.Turn(2)]
    assert played(busted_times(15)).bust_supply == 0
    assert fx.NoBustToken(2) in effects(busted_times(16))
    table = played(busted_times(16))
    assert (table.bust_supply, [seat.busts for seat in table.seats]) == (0, [8, 7])
