"""Which payment is suggested (R-BUY-3)."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import KINDS, Card, is_currency
from games.rules.events import Payment
from games.rules.play.moment import without
from games.rules.play.paying import check_payment
from games.rules.purse import Offer, suggested
from games.rules.scoring import score
from games.rules.table import Seat
from tests.casts import cards, payment

COLLECTABLE = [kind for kind in KINDS if not is_currency(kind)]


def holding(tokens: int, busts: int = 0, held: str = "") -> Seat:
    return Seat(1, tokens, busts, cards(held))


@pytest.mark.parametrize(
    ("seat", "price", "paid"),
    [
        (holding(5), 3, "3"),
        (holding(5, 1), 3, "1b"),
        (holding(5, 2), 7, "2b+1"),
        (holding(5, 1), 2, "2"),
        (holding(1, 1), 2, "1b"),
        (holding(0, 2), 4, "2b"),
        (holding(2, 1), 4, "1b+1"),
    ],
)
def test_bust_tokens_before_black_where_nothing_is_wasted(
    seat: Seat, price: int, paid: str
) -> None:
    """Least waste first, then bust tokens before black ones."""
    assert suggested(seat, price) == Offer(payment(paid), 0)


@pytest.mark.parametrize(
    ("seat", "price", "paid", "lost"),
    [
        (holding(5, 0, "R1 R1"), 3, "3", 0),
        (holding(2, 0, "R1 R1"), 3, "2+R1", 0),
        (holding(2, 0, "R1 R2 R3 B1"), 3, "2+R1", 1),
        (holding(2, 0, "R1 R2 R5"), 3, "2+R5", 0),
        (holding(0, 1, "R1 R1 B1"), 1, "R1", 0),
        (holding(0, 1, "R1 B1"), 1, "1b", 0),
        (holding(0, 0, "R3 R#"), 1, "R3", 1),
        (holding(0, 0, "R1 R2"), 2, "R1+R2", 2),
    ],
)
def test_cards_that_cost_no_points_before_waste_and_tokens_before_cards(
    seat: Seat, price: int, paid: str, lost: int
) -> None:
    """Fewest points lost; then least waste; own cards last."""
    offer = suggested(seat, price)
    assert offer
    assert (offer.points_lost, offer.payment.tokens, offer.payment.busts) == (
        lost,
        payment(paid).tokens,
        payment(paid).busts,
    )
    assert sorted(offer.payment.cards) == sorted(payment(paid).cards)


def test_a_card_that_what_is_bought_makes_useful_is_kept() -> None:
    """R2 is worth nothing beside R4 R5, until R3 is bought."""
    seat = holding(0, 0, "R2 R4 R5 B1 B3 B4 B7 B8 B9")
    alone, with_it = suggested(seat, 3), suggested(seat, 3, for_card="R3")
    assert alone
    assert with_it
    assert "R2" in alone.payment.cards
    assert with_it == Offer(with_it.payment, 0)
    assert "R2" not in with_it.payment.cards


def test_nothing_is_suggested_to_who_cannot_pay() -> None:
    """R-AUC-3."""
    assert suggested(holding(2, 1, "R1"), 7) is None
    assert suggested(holding(2, 1, "R1"), 6) == Offer(payment("2+1b+R1"), 1)


@st.composite
def seats(draw: st.DrawFn) -> Seat:
    held = draw(st.lists(st.sampled_from(COLLECTABLE), max_size=6))
    return Seat(1, draw(st.integers(0, 4)), draw(st.integers(0, 2)), tuple(held))


def payments(seat: Seat) -> Iterator[Payment]:
    """Everything that the seat could pay with."""
    for tokens in range(seat.tokens + 1):
        for busts in range(seat.busts + 1):
            for count in range(len(seat.cards) + 1):
                for own in set(combinations(seat.cards, count)):
                    yield Payment(tokens, busts, own)


def points_lost(seat: Seat, paid: Payment, bought: tuple[Card, ...]) -> int:
    kept = without(seat.cards, paid.cards)
    return score((*seat.cards, *bought)) - score((*kept, *bought))


def cost(seat: Seat, price: int, paid: Payment, gained: tuple[Card, ...]) -> tuple[int, ...]:
    """Points lost, waste, then bust tokens before black before cards: the less the better."""
    lost = points_lost(seat, paid, gained)
    return lost, paid.value - price, -paid.busts, -paid.tokens


def best(seat: Seat, price: int, gained: tuple[Card, ...] = ()) -> tuple[int, ...] | None:
    """What the best of all payments costs."""
    sensible = [
        paid for paid in payments(seat) if paid.value >= price and not paid.is_wasteful(price)
    ]
    return min((cost(seat, price, paid, gained) for paid in sensible), default=None)


@given(seat=seats(), price=st.integers(1, 9), bought=st.sampled_from(COLLECTABLE) | st.none())
def test_the_suggestion_is_the_best_of_all_payments(
    seat: Seat, price: int, bought: Card | None
) -> None:
    """Fewest points lost, then least waste, then bust tokens before black before cards."""
    offer, gained = suggested(seat, price, bought), (bought,) if bought else ()
    assert (offer and cost(seat, price, offer.payment, gained)) == best(seat, price, gained)


@pytest.mark.parametrize(
    ("seat", "price", "bought"),
    [
        (holding(0, 0, "R1 R1 G3 G4"), 3, "G1"),
        (holding(0, 0, "R5 R6 G1 G3 R1 R5"), 4, "R2"),
        (holding(1, 0, "R9 G7 G3 R9 G6"), 4, "G2"),
        (holding(3, 0, "R8 R3 G# G2 R9 G4 R5"), 6, "R6"),
        (holding(2, 0, "R9 R8 R3 G5 R9 G6 G7"), 5, "R4"),
        (holding(1, 1, "G1 G4 G5 G6 O4"), 7, "G2"),
        (holding(3, 1, "B1 B2 B3 B5 B6 O6"), 10, "B6"),
        (holding(1, 0, "R2 R4 R7 O3 B1 G8 *3"), 4, "R6"),
        (holding(2, 1, "R1 R2 R3 G1 G3 G4 G7 *2"), 8, "G6"),
        (holding(1, 0, "R3 R3 B2 B6 O1 O2 G4 *3 *7"), 4, "B4"),
    ],
)
def test_cards_that_the_bought_one_makes_redundant_go_first(
    seat: Seat, price: int, bought: str
) -> None:
    """Where several cost the same at first, but not in the end."""
    offer = suggested(seat, price, bought)
    assert offer
    assert cost(seat, price, offer.payment, (bought,)) == best(seat, price, (bought,))


@given(seat=seats(), price=st.integers(1, 9), bought=st.sampled_from(COLLECTABLE) | st.none())
def test_what_is_suggested_is_true_and_can_be_paid(
    seat: Seat, price: int, bought: Card | None
) -> None:
    """R-BUY-3: held, enough, without a piece too many; and it costs the points that it says."""
    offer = suggested(seat, price, bought)
    assert (offer is None) == (price > seat.purse)
    if offer:
        check_payment(seat, price, offer.payment)
        assert not offer.payment.is_wasteful(price)
        gained = (bought,) if bought else ()
        assert offer.points_lost == points_lost(seat, offer.payment, gained)
