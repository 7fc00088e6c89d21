"""Auctions of wilds (R-AUC)."""

import pytest

from games.rules import effects as fx
from games.rules.errors import RuleError
from games.rules.events import Bid, Passed, Sold
from games.rules.play import play
from games.rules.table import AllPass, Phase
from tests.casts import effects, payment, played, refusal


def test_the_order_of_bidding() -> None:
    """R-AUC-1: from the active player's left, clockwise; the active player last."""
    table = played("*4", players=4, start=3)
    assert table.auction
    assert table.auction.order == (4, 1, 2, 3)
    assert [
        played(said, players=4, start=3).actor
        for said in ("*4", "*4 4:pass", "*4 4:1 1:2", "*4 4:1 1:2 2:pass")
    ] == [4, 1, 2, 3]


@pytest.mark.parametrize("said", ["*4 1:1", "*4 1:pass", "*4 3:1", "*4 2:1 2:2", "*4 2:pass 2:1"])
def test_each_has_one_chance_in_turn(said: str) -> None:
    """R-AUC-1."""
    assert refusal(said, players=3).rule == "R-AUC-1"


@pytest.mark.parametrize("said", ["*4 2:0", "*4 2:3 3:3", "*4 2:3 3:2", "*4 2:3 3:pass 1:1"])
def test_a_bid_exceeds_the_highest_so_far(said: str) -> None:
    """R-AUC-1: and is at least 1."""
    assert refusal(said, players=3).rule == "R-AUC-1"


def test_a_refused_bid_says_what_would_do() -> None:
    """R-AUC-1, R-AUC-3."""
    assert refusal("*4 2:3 3:3", players=3).params == {"seat": 3, "amount": 3, "least": 4}
    assert refusal("*4 2:6", players=3).params == {"seat": 2, "amount": 6, "purse": 5}


def test_the_highest_bidder_pays_and_takes_the_wild() -> None:
    """R-AUC-2: at once; then the turn goes on."""
    table = played("R1 *4 2:2 3:4 1:pass", players=3)
    assert (table.phase, table.actor, table.active) == (Phase.PAYMENT, 3, 1)
    assert table.auction
    assert table.auction.high == (3, 4)
    said = "R1 *4 2:2 3:4 1:pass pay=4"
    assert effects(said, players=3) == [fx.Won(3, "*4", 4)]
    table = played(said, players=3)
    assert (table.seat(3).tokens, table.seat(3).cards) == (1, ("*4",))
    assert (table.phase, table.actor, table.auction) == (Phase.DRAW, 1, None)
    assert table.tableau == ("R1",)


def test_only_the_winner_pays() -> None:
    """R-AUC-2."""
    table = played("*4 2:2 3:4 1:5 pay=5", players=3)
    assert [seat.tokens for seat in table.seats] == [0, 5, 5]


def test_an_overheard_bid_counts_with_its_value() -> None:
    """R-AUC-1: the highest is always the latest."""
    table = played("*4 2:1 3:2", players=3)
    assert table.auction
    assert table.auction.bids == ((2, 1), (3, 2))
    assert (table.auction.high, table.auction.high_amount) == ((3, 2), 2)


def test_the_most_a_seat_can_bid() -> None:
    """R-AUC-3: black, three for each bust token, and one for each own card."""
    before = "R6 R5 R1 take-currency B1 B2 take-numbers skip *4"
    table = played(before)
    assert (table.active, table.seat(1).purse, table.seat(2).purse) == (2, 10, 5)
    assert played(f"{before} 1:10").phase is Phase.AUCTION
    assert refusal(f"{before} 1:11").rule == "R-AUC-3"


def test_the_wild_cannot_pay_for_itself() -> None:
    """R-AUC-3."""
    assert refusal("*4 2:1 1:pass pay=*4").rule == "R-BUY-3"
    assert refusal("*4 sold-2:1=*4").rule == "R-BUY-3"


def test_paying_with_a_bit_of_everything() -> None:
    """R-AUC-4, R-BUY-3."""
    before = "R6 R5 R1 take-currency B1 B2 take-numbers skip *4"
    table = played(f"{before} 1:6 2:pass pay=2+1b+B1")
    seat = table.seat(1)
    assert (seat.tokens, seat.busts, seat.cards) == (3, 0, ("B2", "*4"))
    assert table.discard == ("B1",)


@pytest.mark.parametrize("paid", ["1", "6", "1b", "R9", "5+R9"])
def test_a_payment_that_is_not_there_or_not_enough(paid: str) -> None:
    """R-AUC-4, R-BUY-3."""
    assert refusal(f"*4 2:2 1:pass pay={paid}").rule == "R-BUY-3"


@pytest.mark.parametrize(
    ("ruling", "collection", "market", "discard"),
    [
        ("discard", (), (), ("*4",)),
        ("active", ("*4",), (), ()),
        ("market", (), ("*4",), ()),
    ],
)
@pytest.mark.parametrize("passing", ["2:pass 1:pass", "2:pass unsold", "unsold"])
def test_everybody_passes(
    ruling: AllPass,
    collection: tuple[str],
    market: tuple[str],
    discard: tuple[str],
    passing: str,
) -> None:
    """R-AUC-5: discarded, taken free by the active player, or to the market."""
    said = f"R1 *4 {passing}"
    assert effects(said, all_pass=ruling)[0] == fx.AllPassed("*4")
    table = played(said, all_pass=ruling)
    assert (table.phase, table.actor, table.tableau) == (Phase.DRAW, 1, ("R1",))
    assert (table.seat(1).cards, table.market, table.discard) == (collection, market, discard)


def test_winning_a_wild_that_one_has_already() -> None:
    """R-AUC-6."""
    table = played("R# sold-2:1=1 R# 2:1 1:pass pay=1")
    assert table.seat(2).cards == ("R#", "R#")


# In short


@pytest.mark.parametrize("heard", ["", "2:pass", "2:1", "2:1 3:2", "2:pass 3:1"])
def test_an_auction_in_short(heard: str) -> None:
    """R-AUC-2: outcome and payment in one, at any moment of the auction."""
    said = f"*4 {heard} sold-1:3=3"
    assert effects(said, players=3) == [fx.Won(1, "*4", 3)]
    table = played(said, players=3)
    assert (table.seat(1).tokens, table.seat(1).cards) == (2, ("*4",))
    assert (table.phase, table.actor) == (Phase.DRAW, 1)


def test_the_highest_bidder_wins_in_short_at_that_bid() -> None:
    """R-AUC-1."""
    assert played("*4 2:3 sold-2:3=3", players=3).seat(2).cards == ("*4",)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("*4 2:pass sold-2:1=1", "has_passed"),
        ("*4 2:3 sold-2:4=4", "not_the_high_bid"),
        ("*4 2:3 sold-2:2=2", "not_the_high_bid"),
        ("*4 2:3 3:4 sold-2:3=3", "not_the_high_bid"),
        ("*4 2:3 3:4 sold-2:5=5", "not_the_high_bid"),
        ("*4 2:3 sold-3:3=3", "bid_too_low"),
        ("*4 sold-3:0=0", "bid_too_low"),
        ("*4 sold-4:1=1", "no_such_seat"),
        ("*4 sold-0:1=1", "no_such_seat"),
        ("*4 2:1 unsold", "somebody_has_bid"),
    ],
)
def test_what_in_short_does_not_agree_with_what_was_heard(said: str, code: str) -> None:
    """R-AUC-1."""
    refused = refusal(said, players=3)
    assert (refused.rule, refused.code) == ("R-AUC-1", code)


def test_in_short_nobody_pays_more_than_they_have() -> None:
    """R-AUC-3, R-BUY-3."""
    assert refusal("*4 sold-2:6=6").rule == "R-AUC-3"
    assert refusal("*4 sold-2:2=1").rule == "R-BUY-3"


@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_seat_that_nobody_has(players: int) -> None:
    """R-AUC-1, R-SET-1."""
    table = played("*4", players=players)
    for said in (Bid(6, 1), Passed(0), Sold(6, 1, payment("1")), Bid(10**6, 1)):
        with pytest.raises(RuleError) as refused:
            play(table, said)
        assert refused.value.rule == "R-AUC-1"


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("R1 2:1", "R-AUC-1"),
        ("R1 1:pass", "R-AUC-1"),
        ("R1 unsold", "R-AUC-1"),
        ("R1 sold-2:1=1", "R-AUC-1"),
        ("R1 pay=1", "R-AUC-2"),
        ("*4 pay=1", "R-AUC-2"),
        ("*4 2:1 1:pass 1:2", "R-AUC-1"),
        ("*4 2:1 1:pass sold-1:2=2", "R-AUC-1"),
        ("R1 take-numbers 1:1", "R-AUC-1"),
        ("R1 take-numbers pay=1", "R-AUC-2"),
        ("R1 stop 2:1", "R-AUC-1"),
        ("R1 stop pay=1", "R-AUC-2"),
    ],
)
def test_bidding_and_paying_at_another_time(said: str, rule: str) -> None:
    """R-AUC-1, R-AUC-2."""
    assert refusal(said).rule == rule
