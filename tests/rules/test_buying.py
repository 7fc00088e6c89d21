"""The buy phase (R-BUY)."""

import pytest

from games.rules import effects as fx
from games.rules.events import Payment
from games.rules.table import Phase, SpentCards
from tests.casts import effects, payment, played, refusal

MARKET = "R5 B4 take-currency"
"""Ana leaves a red 5 and a blue 4 in the market; Bo draws next."""


def test_one_card_after_taking_the_numbers() -> None:
    """R-BUY-1: at most one, and the turn is over."""
    said = f"{MARKET} O1 take-numbers buy-B4=4"
    assert effects(said) == [fx.ToCollection(2, ("B4",)), fx.Turn(1)]
    table = played(said)
    assert (table.seat(2).tokens, table.seat(2).cards) == (1, ("B4", "O1"))
    assert (table.market, table.phase, table.actor) == (("R5",), Phase.DRAW, 1)
    assert refusal(f"{said} buy-R5=5").rule == "R-BUY-1"


def test_buying_nothing() -> None:
    """R-BUY-1."""
    assert effects(f"{MARKET} O1 take-numbers skip") == [fx.Turn(1)]


@pytest.mark.parametrize("said", ["take-currency", "B6 B5"])
def test_no_buy_phase_after_currency_or_a_bust(said: str) -> None:
    """R-REW-2, R-BUST-1, R-BUY-1."""
    assert refusal(f"{MARKET} O1 {said} buy-B4=4").rule == "R-BUY-1"


@pytest.mark.parametrize(
    "said", ["buy-R5=5", "R1 buy-R5=5", "R1 skip", "*5 skip", "*5 2:1 1:pass skip", "R1 stop skip"]
)
def test_buying_at_another_time(said: str) -> None:
    """R-BUY-1."""
    assert refusal(said).rule == "R-BUY-1"


def test_what_is_not_in_the_market() -> None:
    """R-BUY-1."""
    refused = refusal(f"{MARKET} O1 take-numbers buy-G4=4")
    assert (refused.rule, refused.params) == ("R-BUY-1", {"card": "G4"})


def test_a_buy_phase_is_there_even_with_nothing_to_buy() -> None:
    """R-BUY-1: it is ended by saying so."""
    table = played("R1 take-numbers")
    assert (table.phase, table.actor, table.market) == (Phase.BUY, 1, ())


@pytest.mark.parametrize(("card", "price"), [("R#", 5), ("*#", 5), ("*3", 3), ("B4", 4)])
def test_prices(card: str, price: int) -> None:
    """R-BUY-2: the rank; any # costs 5."""
    offered = f"{card} {'' if card == 'B4' else 'unsold'} O1 take-currency G1 take-numbers"
    assert played(f"{offered} buy-{card}={price}", all_pass="market").seat(2).tokens == 5 - price
    refused = refusal(f"{offered} buy-{card}={price - 1}", all_pass="market")
    assert (refused.rule, refused.params) == ("R-BUY-3", {"price": price, "paid": price - 1})


def test_a_card_that_one_has_already() -> None:
    """R-BUY-2: identical in colour and rank."""
    refused = refusal("R3 take-currency R3 take-numbers buy-R3=3")
    assert (refused.rule, refused.params) == ("R-BUY-2", {"seat": 2, "card": "R3"})


def test_a_wild_is_identical_only_to_the_same_wild() -> None:
    """R-BUY-2."""
    before = "R# unsold B1 take-currency R# unsold B1 take-currency R4 take-numbers"
    table = played(f"{before} buy-R#=5", all_pass="market")
    assert table.seat(1).cards == ("R4", "R#")
    again = "O1 take-currency G1 take-numbers buy-R#=R4+R#+3"
    assert refusal(f"{before} buy-R#=5 {again}", all_pass="market").rule == "R-BUY-2"


RICH = "R6 R5 G1 take-currency B1 B2 B3 take-numbers"
"""Ana has 5 black, 1 bust, B1 B2 B3; the market G1, R5 and R6; it is her buy phase."""


@pytest.mark.parametrize(
    ("paid", "tokens", "busts", "cards"),
    [
        ("5", 0, 1, ("R5", "B1", "B2", "B3")),
        ("1b+2", 3, 0, ("R5", "B1", "B2", "B3")),
        ("1b+1+B2", 4, 0, ("R5", "B1", "B3")),
        ("2+B1+B2+B3", 3, 1, ("R5",)),
        ("1b+B3+B1", 5, 0, ("R5", "B2")),
    ],
)
def test_any_mix_pays(paid: str, tokens: int, busts: int, cards: tuple[str, ...]) -> None:
    """R-BUY-3: black 1, bust 3, own cards 1 each; cards taken in the same turn may pay."""
    seat = played(f"{RICH} buy-R5={paid}").seat(1)
    assert (seat.tokens, seat.busts, seat.cards) == (tokens, busts, cards)


def test_no_change_is_given() -> None:
    """R-BUY-3: a bust token is never split, and any excess is lost."""
    table = played(f"{RICH} buy-G1=1b")
    assert (table.seat(1).tokens, table.seat(1).busts) == (5, 0)
    assert (table.token_supply, table.bust_supply) == (40, 15)
    assert played(f"{RICH} buy-G1=5+1b+B1").seat(1).tokens == 0


@pytest.mark.parametrize(
    ("paid", "code"),
    [
        ("6", "too_few_tokens"),
        ("3+2b", "too_few_busts"),
        ("4+R1", "card_not_owned"),
        ("4+B1+B1", "card_not_owned"),
        ("4+R5", "card_not_owned"),
        ("4", "paid_too_little"),
        ("1+1b", "paid_too_little"),
        ("0", "paid_too_little"),
    ],
)
def test_payments_that_are_refused(paid: str, code: str) -> None:
    """R-BUY-3."""
    refused = refusal(f"{RICH} buy-R5={paid}")
    assert (refused.rule, refused.code) == ("R-BUY-3", code)


@pytest.mark.parametrize(
    ("paid", "price", "wasteful"),
    [
        ("4", 4, False),
        ("5", 4, True),
        ("1b", 1, False),
        ("1b", 3, False),
        ("2b", 4, False),
        ("2b", 3, True),
        ("1b+1", 4, False),
        ("1b+1", 3, True),
        ("2b+1", 4, True),
        ("2b+1", 6, True),
        ("B1+1b", 3, True),
        ("B1+B2", 2, False),
        ("B1+B2", 1, True),
        ("0", 0, False),
    ],
)
def test_a_payment_with_a_piece_too_many(paid: str, price: int, wasteful: bool) -> None:
    """R-BUY-3: pointed out, where a piece could be left out and the price still be reached."""
    assert payment(paid).is_wasteful(price) is wasteful


def test_what_a_payment_is_worth() -> None:
    """R-BUY-3."""
    assert Payment(2, 2, ("R1", "R9", "*#")).value == 11


@pytest.mark.parametrize(
    ("ruling", "market", "discard"),
    [("discard", ("R6", "G1"), ("B1", "B3")), ("market", ("R6", "B1", "B3", "G1"), ())],
)
def test_where_spent_cards_go(
    ruling: SpentCards, market: tuple[str, ...], discard: tuple[str, ...]
) -> None:
    """R-BUY-4: discarded, or to the market; tokens to the supply."""
    table = played(f"{RICH} buy-R5=1b+B1+B3", spent_cards=ruling)
    assert (table.market, table.discard) == (market, discard)
    assert (table.token_supply, table.bust_supply) == (40, 15)


def test_a_card_spent_to_the_market_can_be_bought_by_the_next() -> None:
    """R-BUY-4."""
    table = played(f"{RICH} buy-R5=4+B3 O1 take-numbers buy-B3=3", spent_cards="market")
    assert table.seat(2).cards == ("B3", "O1")
