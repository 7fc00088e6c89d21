"""The chances of the next cards (R-DRAW-4, R-PROF-2); the brief's values are in test_cases."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import KINDS, Card, is_currency, is_number, value
from games.rules.deck import sized_deck
from games.rules.odds import LOOKAHEAD, bust_chance, chances, odds
from tests.casts import deck_of, laid, played


def copies(cards: Iterable[Card]) -> list[int]:
    held = list(cards)
    return [held.count(kind) for kind in KINDS]


def fractions(text: str) -> list[Fraction]:
    return [Fraction(word) for word in text.split()]


def has_bust(drawn: tuple[Card, ...], net: int, currency: int) -> bool:
    """The rule itself, card by card: the slow reference."""
    for card in drawn:
        if is_number(card):
            net += value(card)
            if net >= 11:
                return True
        if is_currency(card):
            net, currency = net - value(card), currency + value(card)
            if currency >= 11:
                return True
    return False


def test_nothing_can_bust_before_the_first_card() -> None:
    """R-DRAW-4."""
    chance = odds(laid(players=4))
    assert chance
    assert chance.bust == chance.bust_within[0] == 0
    assert chance.wild == Fraction(18, 129)
    assert (chance.safe_number, chance.safe_currency) == (Fraction(84, 129), Fraction(27, 129))


def test_the_next_card() -> None:
    """R-DRAW-4: by hand."""
    chance = odds(played("R6 $5 $4 R5", deck=deck_of("R6 $5 $4 R5 R9 $1 $2 $3 *5 B8")))
    assert chance  # net 2, currency 9; left are R9, $1, $2, $3, *5, B8
    assert chance.bust_number == Fraction(1, 6)
    assert chance.bust_currency == Fraction(2, 6)
    assert chance.wild == Fraction(1, 6)
    assert chance.safe_number == Fraction(1, 6)
    assert chance.safe_currency == Fraction(1, 6)
    assert chance.bust == Fraction(3, 6)


def test_wilds_count_as_cards_drawn() -> None:
    """R-DRAW-2: a wild changes no total, but it is one of the next cards."""
    chance = odds(played("R9", deck=deck_of("R9 *1 B9")))
    assert chance
    assert list(chance.bust_within) == fractions("1/2 1 1")


def test_beyond_the_end_of_the_deck_nothing_changes() -> None:
    """R-DRAW-5."""
    chance = odds(played("R9", deck=deck_of("R9 B1 B9")))
    assert chance
    assert list(chance.bust_within) == fractions("1/2 1 1")
    chance = odds(played("R9", deck=deck_of("R9 B1")))
    assert chance
    assert list(chance.bust_within) == fractions("0 0 0")


def test_a_pile_that_is_smaller_than_what_is_unseen() -> None:
    """R-PROF-2: the chance of the next card is that of the box; what ends is the pile."""
    long, short = (odds(played("R9", deck=sized_deck(2, size))) for size in (129, 3))
    assert long
    assert short
    assert (short.bust, short.wild) == (long.bust, long.wild)
    assert short.bust_within[:2] == long.bust_within[:2]
    assert short.bust_within[2] == short.bust_within[1] < long.bust_within[2]


@pytest.mark.parametrize(
    "said", ["*5", "*5 2:1 1:pass", "R1 take-numbers", "R1 empty", "R1 empty take-currency", "stop"]
)
def test_no_odds_where_no_card_may_be_drawn(said: str) -> None:
    """R-DRAW-5 and the phases."""
    assert odds(played(said)) is None


def test_no_odds_when_no_card_is_left() -> None:
    """R-DRAW-5."""
    assert odds(played("R1 R2", deck=deck_of("R1 R2"))) is None
    assert odds(played("R1 R2", deck=sized_deck(2, 2))) is None


@given(
    unseen=st.lists(st.sampled_from(KINDS), min_size=1, max_size=6),
    net=st.integers(-10, 10),
    currency=st.integers(0, 10),
    pile=st.integers(1, 6) | st.none(),
)
def test_the_odds_are_those_of_every_order_of_the_cards(
    unseen: list[Card], net: int, currency: int, pile: int | None
) -> None:
    """R-DRAW-4: against all permutations."""
    chance = chances(copies(unseen), net, currency, pile)
    for ahead in range(1, LOOKAHEAD + 1):
        depth = min(ahead, len(unseen), pile or ahead)
        orders = list(permutations(unseen, depth))
        busts = sum(has_bust(order, net, currency) for order in orders)
        assert chance.bust_within[ahead - 1] == Fraction(busts, len(orders))
    assert chance.bust == chance.bust_within[0]


@given(
    unseen=st.lists(st.integers(0, 3), min_size=55, max_size=55).filter(any),
    net=st.integers(-10, 10),
    currency=st.integers(0, 10),
)
def test_the_chances_of_the_next_card_add_up_to_one(
    unseen: list[int], net: int, currency: int
) -> None:
    """Of each card exactly one thing is true, and looking further ahead never lowers a chance."""
    chance = chances(unseen, net, currency)
    safe = chance.safe_number + chance.safe_currency + chance.wild
    assert chance.bust_number + chance.bust_currency + safe == 1
    assert 0 <= chance.bust_within[0] <= chance.bust_within[1] <= chance.bust_within[2] <= 1


def test_the_chance_of_the_next_card_alone_is_the_same() -> None:
    """R-DRAW-4."""
    for text in ("", "R9", "R9 $5", "R5 $5 $4", "R4 take-numbers"):
        table = played(text)
        exact = odds(table)
        assert bust_chance(table) == (exact and exact.bust)
