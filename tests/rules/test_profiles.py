"""What is known of the box, and what a draw teaches (R-PROF)."""

from fractions import Fraction

import pytest

from games.rules import effects as fx
from games.rules.cards import CURRENCIES, KINDS
from games.rules.deck import Deck, counted_deck, default_deck, sized_deck
from games.rules.odds import odds
from tests.casts import deck_of, effects, laid, played, refusal

SIX_ONES = "$1 $1 $1 $1 $1 take-currency $1"


def currency_counts(deck: Deck) -> list[int]:
    return [deck.count(kind) for kind in CURRENCIES]


def test_a_counted_deck_is_certain() -> None:
    """R-PROF-1."""
    assert played("R1", deck=deck_of("R1 R2 $1")).deck_is_certain
    assert not laid(players=4).deck_is_certain
    assert not laid(players=2).deck_is_certain


def test_cards_that_may_be_set_aside_change_no_chance() -> None:
    """R-PROF-2: the unseen cards are a random part of the box."""
    whole = odds(played("R9", players=4))
    unknown = odds(played("R9", players=2))
    sized = odds(played("R9", deck=sized_deck(2, 90)))
    assert whole == unknown == sized
    assert whole
    # Every number card that is no 1: 84 less the twelve 1s and the red 9 itself.
    assert whole.bust == Fraction(71, 128)


def test_how_many_cards_are_left() -> None:
    """R-PROF-2: at most the whole box; exactly, where the size of the pile was entered."""
    assert played("R1 R2", players=2).remaining == 127
    assert played("R1 R2", deck=sized_deck(2, 97)).remaining == 95
    assert played("R1 R2", deck=deck_of("R1 R2 R3")).remaining == 1


def test_a_pile_that_was_counted_as_smaller_than_it_is() -> None:
    """R-PROF-2: a card is taken as said, and a notice says so."""
    deck = sized_deck(2, 2)
    assert effects("R1 R2", deck=deck) == [fx.DeckRanOut()]
    assert effects("R1 R2 R3", deck=deck) == [fx.PileHadMore()]
    table = played("R1 R2 R3 R4", deck=deck)
    assert (table.deck.total, table.remaining, table.last_turn) == (4, 0, True)


def test_a_counted_pile_never_has_more() -> None:
    """R-PROF-2: there is no card that it could be."""
    assert refusal("R1 R2 R1", deck=deck_of("R1 R2")).rule == "R-DRAW-5"


def test_a_game_played_to_its_last_card_tells_the_composition() -> None:
    """R-PROF-3: every card of the set-up has been seen."""
    cards = "R1 B2 $3 *5"
    table = played("R1 B2 $3 *5 unsold take-numbers", deck=deck_of(cards))
    seen = (*table.seat(1).cards, *table.discard)
    assert counted_deck({kind: seen.count(kind) for kind in KINDS}) == deck_of(cards)


def test_one_copy_more_than_assumed() -> None:
    """R-PROF-4: accepted; the fullest assumed kind, of equals the lowest, has one copy less."""
    assert effects(SIX_ONES) == []
    assert effects(f"{SIX_ONES} $1") == [fx.Recount("$1", "$2")]
    table = played(f"{SIX_ONES} $1")
    assert currency_counts(table.deck) == [7, 5, 5, 5, 5]
    assert [table.unseen_of(kind) for kind in CURRENCIES] == [0, 5, 5, 5, 5]
    assert (table.deck.total, table.remaining) == (129, 122)


def test_two_copies_more_than_assumed() -> None:
    """R-PROF-4: by then all others are equal, and the lowest goes down."""
    assert effects(f"{SIX_ONES} $1 $1") == [fx.Recount("$1", "$2")]
    assert currency_counts(played(f"{SIX_ONES} $1 $1").deck) == [8, 4, 5, 5, 5]
    assert effects(f"{SIX_ONES} $1 $1 $1") == [fx.Recount("$1", "$3")]


def test_seen_copies_are_never_counted_away() -> None:
    """R-PROF-4: only what has not been seen can be fewer."""
    seen = "$5 $2 $2 take-currency $2 $2 $2 take-currency $2 take-currency "
    table = played(f"{seen} {SIX_ONES} $1")
    assert currency_counts(table.deck) == [7, 6, 4, 5, 5]
    assert table.unseen_of("$2") == 0


def test_no_assumed_kind_is_left() -> None:
    """R-PROF-4: then one copy too many is refused."""
    deck = Deck(deck_of("$1 $2 R1 R2").counts, frozenset({"$1", "$2"}))
    assert refusal("$1 $2 $1", deck=deck).rule == "R-PROF-4"
    assert effects("$1 $1", deck=deck) == [fx.Recount("$1", "$2")]
    assert refusal("$1 $1 $2", deck=deck).rule == "R-PROF-4"


def test_a_certain_kind_is_not_counted_away() -> None:
    """R-PROF-4: only assumed kinds go down, however many copies of others are unseen."""
    deck = Deck(deck_of("$1 $2 $2 $2 $3").counts, frozenset({"$1", "$3"}))
    assert effects("$1 $1", deck=deck) == [fx.Recount("$1", "$3")]
    assert refusal("$2 $2 $2 $2", deck=deck).rule == "R-PROF-4"


@pytest.mark.parametrize("said", ["R1 R1 R1 R1", "G9 G9", "*5 unsold *5", "*# unsold *#"])
def test_numbers_and_wilds_of_the_whole_box_are_certain(said: str) -> None:
    """R-PROF-4."""
    refused = refusal(said)
    assert (refused.rule, refused.code) == ("R-PROF-4", "copy_too_many")


def test_a_counted_kind_is_certain() -> None:
    """R-PROF-4."""
    refused = refusal("$1 $1", deck=deck_of("$1 $2"))
    assert refused.rule == "R-PROF-4"
    assert refused.params == {"card": "$1", "copies": 1}


def test_a_card_that_is_missing_from_the_box() -> None:
    """R-PROF-5: the counts say so; it is neither expected nor accepted."""
    counts = dict(zip(KINDS, default_deck(4).counts, strict=True)) | {"G9": 0}
    table = played("R1", players=4, deck=counted_deck(counts))
    assert (table.deck.total, table.unseen_of("G9")) == (128, 0)
    assert refusal("G9", players=4, deck=counted_deck(counts)).rule == "R-PROF-4"
