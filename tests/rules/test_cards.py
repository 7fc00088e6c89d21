"""What lies in the box (R-DECK)."""

import pytest

from games.rules import cards
from games.rules.cards import (
    ASSUMED_CURRENCY,
    BOX,
    COLOUR_WILDS,
    CURRENCIES,
    FULL_WILD,
    KINDS,
    NUMBER_WILDS,
    NUMBERS,
    WILDS,
    in_order,
    is_currency,
    is_kind,
    is_number,
    is_wild,
    position,
    price,
    value,
)
from games.rules.deck import counted_deck, default_deck, sized_deck


def in_the_box(kinds: tuple[str, ...]) -> int:
    return sum(BOX[kind] for kind in kinds)


def test_the_box_holds_129_cards_of_55_kinds() -> None:
    """R-DECK-1, R-DECK-2: nine numbered wilds and one #, so 129 and not 130."""
    assert len(KINDS) == len(set(KINDS)) == len(BOX) == 55
    assert sum(BOX.values()) == 129


def test_how_many_cards_there_are_of_each_family() -> None:
    """R-DECK-1."""
    assert in_the_box(NUMBERS) == 84
    assert in_the_box(COLOUR_WILDS) == 8
    assert in_the_box(NUMBER_WILDS) == 9
    assert in_the_box((FULL_WILD,)) == 1
    assert in_the_box(CURRENCIES) == 27


@pytest.mark.parametrize("suit", "RBOG")
def test_a_colour_has_three_copies_of_1_to_6_and_one_of_7_to_9(suit: str) -> None:
    """R-DECK-1."""
    copies = [BOX[f"{suit}{rank}"] for rank in range(1, 10)]
    assert copies == [3, 3, 3, 3, 3, 3, 1, 1, 1]
    assert BOX[f"{suit}#"] == 2


def test_the_split_of_the_currency_is_assumed() -> None:
    """R-DECK-3."""
    assert dict(ASSUMED_CURRENCY) == {"$1": 6, "$2": 6, "$3": 5, "$4": 5, "$5": 5}
    assert default_deck(4).assumed == set(CURRENCIES)


@pytest.mark.parametrize(("players", "pile"), [(1, 129), (2, None), (3, None), (4, 129), (5, 129)])
def test_which_set_ups_use_every_card(players: int, pile: int | None) -> None:
    """R-DECK-4: with 2 or 3 players some stay out, and nobody has said how many."""
    deck = default_deck(players)
    assert deck.pile == pile
    assert deck.total == 129
    assert sum(deck.counts) == 129


def test_a_pile_of_a_size_that_was_entered() -> None:
    """R-PROF-2: the box stays what it is, the pile is smaller."""
    deck = sized_deck(2, 97)
    assert deck.total == 97
    assert deck.counts == default_deck(2).counts
    assert deck.assumed == default_deck(2).assumed


def test_a_counted_deck_is_exactly_what_was_counted() -> None:
    """R-PROF-1: nothing is assumed, and kinds left out have no copy."""
    deck = counted_deck({"R1": 2, "$5": 1})
    assert deck.total == deck.pile == 3
    assert (deck.count("R1"), deck.count("$5"), deck.count("B1")) == (2, 1, 0)
    assert deck.assumed == frozenset()


def test_every_kind_is_of_one_family() -> None:
    """R-DECK-1."""
    for kind in KINDS:
        assert [is_number(kind), is_wild(kind), is_currency(kind)].count(True) == 1, kind
    assert {k for k in KINDS if is_number(k)} == set(NUMBERS)
    assert {k for k in KINDS if is_wild(k)} == set(WILDS)
    assert {k for k in KINDS if is_currency(k)} == set(CURRENCIES)


def test_the_order_in_which_cards_are_listed() -> None:
    """R B O G *, then 1-9, then #; currency last."""
    shuffled = ("$1", "*#", "G1", "R#", "B9", "R9", "*1", "R1", "O#", "$5", "R1")
    ordered = ("R1", "R1", "R9", "R#", "B9", "O#", "G1", "*1", "*#", "$1", "$5")
    assert in_order(shuffled) == ordered
    assert [position(kind) for kind in KINDS] == list(range(55))


@pytest.mark.parametrize(
    ("card", "tokens"),
    [("R1", 1), ("G9", 9), ("*7", 7), ("R#", 5), ("*#", 5)],
)
def test_what_a_card_costs(card: str, tokens: int) -> None:
    """R-BUY-2: its rank; any # costs 5."""
    assert price(card) == tokens


def test_the_number_and_the_colour_of_a_card() -> None:
    assert (value("R4"), value("$5"), value("*9")) == (4, 5, 9)
    assert [cards.colour(card) for card in ("R4", "G#", "*9", "$1")] == ["R", "G", "*", "$"]
    with pytest.raises(ValueError, match="#"):
        value("R#")


@pytest.mark.parametrize("code", ["R0", "R10", "$6", "$0", "$#", "r4", "X1", "", "*", "R", None, 4])
def test_what_is_no_card(code: object) -> None:
    """R-DECK-1: codes are exact."""
    assert not is_kind(code)
