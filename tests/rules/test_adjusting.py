"""The table check: what lies there is put right, and nothing is lost or made by it."""

from collections import Counter
from typing import Any

import pytest

from games.rules import effects as fx
from games.rules.cards import KINDS, in_order
from games.rules.deck import sized_deck
from games.rules.errors import RuleError
from games.rules.play import play
from games.rules.table import BLACK_SUPPLY, BUST_SUPPLY, Phase, Table
from tests.casts import busted_times, deck_of, effects, event, played, refusal

TAKEN = "R4 R2 $3 take-numbers skip B6 B5"
"""Ana has red 4 and red 2, Bo a bust token; blue 6 and blue 5 are in the market, $3 discarded."""

AUCTION = f"{TAKEN} *7"
PAYMENT = f"{TAKEN} *7 2:3 1:pass"
BUY = f"{TAKEN} O1 take-numbers"
FINAL_BUY = f"{TAKEN} O1 empty take-numbers skip"


def everywhere(table: Table) -> Counter[str]:
    """Every card of the deck, wherever it is."""
    held = [card for seat in table.seats for card in seat.cards]
    shared = [*table.tableau, *table.market, *table.discard]
    on_table = [table.auction.card] if table.auction else []
    unseen = dict(zip(KINDS, table.unseen, strict=True))
    return Counter([*held, *shared, *on_table]) + Counter(unseen)


def answer(text: str, **setting: Any) -> tuple[str, str]:
    """Code and rule of the refusal."""
    error = refusal(text, **setting)
    return error.code, error.rule


# What it does


def test_a_seat_has_so_many_tokens_whatever_was_recorded() -> None:
    """R-SET-2: what a seat does not have is in the supply."""
    table = played(f"{TAKEN} check-2=4+3b")
    assert (table.seat(2).tokens, table.seat(2).busts) == (4, 3)
    assert (table.token_supply, table.bust_supply) == (BLACK_SUPPLY - 9, BUST_SUPPLY - 3)
    assert table.seat(2).cards == ()


@pytest.mark.parametrize(
    ("check", "ana", "bo", "market", "discarded"),
    [
        ("check-R4:1>2", "R2", "R4", "B5 B6", "$3"),
        ("check-R4:1>market", "R2", "", "R4 B5 B6", "$3"),
        ("check-B6:market>discard", "R2 R4", "", "B5", "B6 $3"),
        ("check-$3:discard>unseen", "R2 R4", "", "B5 B6", ""),
        ("check-*7:unseen>2", "R2 R4", "*7", "B5 B6", "$3"),
        ("check-$1:unseen>discard", "R2 R4", "", "B5 B6", "$1 $3"),
    ],
)
def test_a_card_lies_where_it_lies(
    check: str, ana: str, bo: str, market: str, discarded: str
) -> None:
    """R-DECK-1: a card that is not in one place is in another."""
    table = played(f"{TAKEN} {check}")
    lies = [table.seat(1).cards, table.seat(2).cards, table.market, table.discard]
    assert lies == [in_order(words.split()) for words in (ana, bo, market, discarded)]


def test_what_comes_from_the_pile_is_drawn_and_what_goes_back_is_not() -> None:
    """R-PROF-2."""
    table = played(TAKEN, players=4)
    assert played(f"{TAKEN} check-R1:unseen>2", players=4).remaining == table.remaining - 1
    assert played(f"{TAKEN} check-R4:1>unseen", players=4).remaining == table.remaining + 1


def test_one_copy_more_than_assumed_is_recounted() -> None:
    """R-PROF-4: also where it turns up at a table check."""
    six = " ".join(["$1 take-currency"] * 6)
    checked = effects(f"{six} check-$1:unseen>discard")
    assert checked == [fx.Recount("$1", "$2")]


def test_so_many_cards_are_left() -> None:
    """R-PROF-2: a pile whose size was not known is now."""
    table = played(f"{TAKEN} check-pile=30")
    assert (table.remaining, table.deck.pile) == (30, 35)
    assert table.unseen == played(TAKEN).unseen


def test_a_pile_that_was_thought_to_be_out_has_cards() -> None:
    """R-END-1: then the turn is not the last one."""
    table = played("R4 R2 empty check-pile=9")
    assert (table.emptied, table.last_turn, table.remaining) == (False, False, 9)
    assert played("R4 check-pile=1 R2").last_turn


@pytest.mark.parametrize("before", [TAKEN, AUCTION, PAYMENT, BUY, FINAL_BUY])
@pytest.mark.parametrize(
    "check", ["check-1=2+1b", "check-R2:1>2", "check-B6:market>unseen", "check-R9:unseen>market"]
)
def test_in_any_phase_nothing_else_changes(before: str, check: str) -> None:
    """R-END-3: until the scores are counted, and cards and tokens are conserved."""
    was = played(before)
    now = play(was, event(check)).table
    same = ("phase", "active", "actor", "turn", "tableau", "auction", "buyers", "last_turn")
    assert [getattr(now, name) for name in same] == [getattr(was, name) for name in same]
    assert everywhere(now) == everywhere(was)
    for table in (was, now):
        assert sum(seat.tokens for seat in table.seats) + table.token_supply == BLACK_SUPPLY
        assert sum(seat.busts for seat in table.seats) + table.bust_supply == BUST_SUPPLY


# What it refuses


@pytest.mark.parametrize("check", ["check-1=2", "check-R2:1>2", "check-pile=3"])
def test_not_after_the_count(check: str) -> None:
    """R-END-3."""
    assert answer(f"{TAKEN} stop {check}") == ("wrong_phase", "R-END-3")


@pytest.mark.parametrize(
    "check", ["check-3=5", "check-0=5", "check-R4:3>market", "check-R4:market>9"]
)
def test_nobody_sits_there(check: str) -> None:
    """R-SET-1."""
    assert answer(f"{TAKEN} {check}") == ("nobody_sits_there", "R-SET-1")


def test_nobody_has_more_than_ten_black() -> None:
    """R-REW-3."""
    assert played("R1 check-1=10").seat(1).tokens == 10
    assert answer("R1 check-1=11") == ("above_cap", "R-REW-3")


def test_no_more_white_than_there_are() -> None:
    """R-SET-2: what the others hold counts too."""
    assert played("R1 check-1=5+15b").bust_supply == 0
    error = refusal(f"{busted_times(4)} R1 check-1=5+14b")
    assert (error.code, error.rule) == ("no_such_busts", "R-SET-2")
    assert error.params == {"seat": 1, "left": 13}


def test_a_card_that_stays_is_not_moved() -> None:
    """R-DECK-1."""
    assert answer(f"{TAKEN} check-R4:1>1") == ("same_place", "R-DECK-1")


@pytest.mark.parametrize("check", ["check-R9:1>2", "check-R4:market>1", "check-R4:discard>1"])
def test_a_card_that_is_not_there_is_not_taken(check: str) -> None:
    """R-DECK-1."""
    assert answer(f"{TAKEN} {check}") == ("card_not_there", "R-DECK-1")


@pytest.mark.parametrize(
    "check", ["check-$3:discard>1", "check-$3:discard>market", "check-$1:1>unseen"]
)
def test_currency_lies_in_the_discard_or_nowhere(check: str) -> None:
    """R-DRAW-2."""
    assert answer(f"{TAKEN} {check}") == ("no_place_for_currency", "R-DRAW-2")


def test_no_copy_more_than_there_is() -> None:
    """R-PROF-4: number cards and wilds are certain."""
    error = refusal("R9 check-R9:unseen>1", players=4)
    assert (error.code, error.rule) == ("copy_too_many", "R-PROF-4")


@pytest.mark.parametrize("check", ["check-2=2", "check-B1:2>market"])
def test_the_highest_bidder_must_be_able_to_pay(check: str) -> None:
    """R-AUC-3."""
    bid = "R1 take-numbers skip B1 take-numbers skip *7 2:6"
    error = refusal(f"{bid} {check}")
    assert (error.code, error.rule) == ("bid_above_purse", "R-AUC-3")
    assert error.params["seat"] == 2


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("R4 take-currency check-pile=0", {}),
        ("R1 take-currency check-R2:unseen>1", {"deck": deck_of("R1 R2")}),
        ("R1 take-currency check-R2:unseen>1", {"deck": sized_deck(2, 2)}),
    ],
)
def test_before_a_draw_an_empty_pile_is_told_otherwise(text: str, setting: Any) -> None:
    """R-END-4: then the turn does not take place, which is for somebody to say."""
    assert answer(text, **setting) == ("adjusted_to_empty", "R-END-4")


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("R4 check-pile=0", {}),
        ("R1 check-R2:unseen>1", {"deck": deck_of("R1 R2")}),
        ("R1 take-numbers check-pile=0", {}),
    ],
)
def test_after_a_draw_a_pile_found_empty_makes_the_turn_the_last(text: str, setting: Any) -> None:
    """R-END-1."""
    table = played(text, **setting)
    assert (table.remaining, table.last_turn) == (0, True)


def test_a_card_that_is_still_in_the_pile_makes_the_turn_not_the_last() -> None:
    """R-END-1: the deck has not run out after all."""
    table = played("R1 take-numbers skip R2 check-R1:1>unseen", deck=deck_of("R1 R2"))
    assert (table.remaining, table.last_turn) == (1, False)


def test_the_final_round_goes_on_whatever_the_pile_holds() -> None:
    """R-END-2: nothing is decided anew by a table check."""
    before, after = played(FINAL_BUY), played(f"{FINAL_BUY} check-pile=4")
    assert (after.remaining, after.last_turn) == (4, True)
    assert (after.phase, after.actor) == (before.phase, before.actor)


def test_a_pile_told_empty_stays_so_when_counted_empty() -> None:
    """R-DRAW-5."""
    assert answer("R4 empty check-G3:unseen>market R5") == ("no_card_left", "R-DRAW-5")
    table = played("R4 empty check-G3:unseen>market", players=4)
    assert (table.deck.total, table.remaining) == (129, 0)


def test_no_more_left_than_were_not_seen() -> None:
    """R-PROF-2."""
    error = refusal("R1 check-pile=4", deck=deck_of("R1 R2 B3 B4"))
    assert (error.code, error.rule) == ("fewer_unseen", "R-PROF-2")
    assert error.params == {"unseen": 3}


@pytest.mark.parametrize("check", ["check-1=11", "check-R9:1>2", "check-pile=999"])
def test_a_refusal_leaves_the_table_as_it_was(check: str) -> None:
    table = played(TAKEN)
    before = everywhere(table)
    with pytest.raises(RuleError):
        play(table, event(check))
    assert (everywhere(table), table.phase) == (before, Phase.DRAW)
    assert table == played(TAKEN)
