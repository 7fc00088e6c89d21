"""What people read: one sentence for each thing that is said, follows, or is refused."""

import ast
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from django.utils import translation

from games import wording
from games.rules import effects as fx
from games.rules import notation
from games.rules.cards import KINDS
from games.rules.deck import counted_deck, default_deck
from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.events import (
    AdjustedCard,
    AdjustedPile,
    AdjustedSeat,
    Bid,
    Bought,
    Drew,
    Emptied,
    Event,
    Paid,
    Passed,
    Payment,
    Skipped,
    Sold,
    Stopped,
    Took,
)
from games.rules.notation import Malformed
from games.rules.play import TAKEN_IN, play
from games.rules.replay import Amended, Op, Said, Standing, Story, tell
from games.rules.table import Phase, Rulings, lay_table
from games.wording.refusing import _ADVICE, _CORRECTIONS, _EXPECTED, _REASONS, EVENT_TYPES

ROOT = Path(__file__).parent.parent
RULES = ROOT / "games" / "rules"
WORDING = ROOT / "games" / "wording"

NAMES = ("Ana", "Bo", "Chi")
ANA, BO, CHI = (f"\u2068{name}\u2069" for name in NAMES)


def story_of(*events: Event, players: int = 3, start: int = 1, **rulings: str) -> Story:
    table = lay_table(players, start, default_deck(players), Rulings(**rulings))  # type: ignore[arg-type]
    story = Story(table)
    for number, event in enumerate(events):
        story = tell(story, Said(str(number), event))
    return story


def last(*events: Event, players: int = 3, start: int = 1, **rulings: str) -> Standing:
    head = story_of(*events, players=players, start=start, **rulings).head
    assert head is not None
    return head


def said(*events: Event, start: int = 1) -> str:
    return wording.sentence(last(*events, start=start), NAMES)


def happened(*events: Event, players: int = 3, start: int = 1, **rulings: str) -> str:
    return wording.happening(last(*events, players=players, start=start, **rulings), NAMES)


# Names of things


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("R4", "red 4"),
        ("B9", "blue 9"),
        ("O1", "orange 1"),
        ("G#", "green #"),
        ("*7", "any-colour 7"),
        ("*#", "any-colour #"),
        ("$3", "currency 3"),
    ],
)
def test_a_card_is_called(card: str, name: str) -> None:
    assert wording.card_name(card) == name


def test_every_kind_of_card_has_a_name_of_its_own() -> None:
    assert len({wording.card_name(kind) for kind in KINDS}) == 55


def test_colours_are_called() -> None:
    names = [wording.colour_name(letter) for letter in "RBOG*$"]
    assert names == ["red", "blue", "orange", "green", "any colour", "currency"]


@pytest.mark.parametrize(
    ("items", "phrase"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d"], "a, b, c and d"),
    ],
)
def test_a_list_is_read(items: list[str], phrase: str) -> None:
    assert wording.listed(items) == phrase
    assert wording.listed(iter(items)) == phrase


@pytest.mark.parametrize(
    ("payment", "phrase"),
    [
        (Payment(), "nothing"),
        (Payment(tokens=1), "1 black"),
        (Payment(busts=2), "2 bust tokens"),
        (Payment(cards=("R4",)), "red 4"),
        (Payment(3, 1, ("R4",)), "3 black, 1 bust token and red 4"),
        (
            Payment(1, 2, ("R4", "R4", "*#")),
            "1 black, 2 bust tokens, red 4, red 4 and any-colour #",
        ),
    ],
)
def test_a_payment_is_read(payment: Payment, phrase: str) -> None:
    assert wording.payment_phrase(payment) == phrase


def test_phases_are_called() -> None:
    assert [wording.phase_name(phase) for phase in Phase] == [
        "drawing",
        "auction",
        "paying",
        "buying",
        "final round",
        "counting",
    ]
    assert wording.phase_name("draw") == "drawing"
    assert wording.phase_name("finished") == "finished"


@pytest.mark.parametrize(
    ("decided_by", "words"),
    [
        ("score", "Most points."),
        ("tokens", "Equal points: more black decided."),
        ("cards", "Equal points and black: fewer cards decided."),
        ("shared", "Equal in points, black and cards: the victory is shared."),
    ],
)
def test_what_decided_the_first_place(decided_by: str, words: str) -> None:
    assert wording.ranking_reason(decided_by) == words


# Players' names


def test_a_name_is_isolated_and_otherwise_left_alone() -> None:
    for name in ("Ana", "<b>Ana</b>", "100%", "%(card)s", "{card}", "نور", "Ana\u200f"):
        text = wording.sentence(last(Drew("R4")), (name, "Bo", "Chi"))
        assert text == f"\u2068{name}\u2069 drew red 4."
        assert not hasattr(text, "__html__")


def test_a_name_cannot_leave_its_isolate() -> None:
    assert wording.player(("A\u2069\u202eB\u2066",), 1) == "\u2068A\u202eB\u2069"


def test_a_seat_where_nobody_sits_is_called_by_its_number() -> None:
    assert [wording.player(NAMES, seat) for seat in (0, 4)] == ["seat 0", "seat 4"]


# What was said

WILD = Drew("*7")
SOLD = Sold(3, 4, Payment(tokens=4))


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([Drew("R4")], f"{ANA} drew red 4."),
        ([Drew("R4"), Took("numbers")], f"{ANA} took the numbers."),
        ([Drew("$3"), Took("currency")], f"{ANA} took the currency."),
        ([Drew("$3"), Took("currency"), Drew("R4")], f"{BO} drew red 4."),
        ([Drew("R4"), Emptied()], "The pile is empty."),
        ([WILD], f"{ANA} drew any-colour 7."),
        ([WILD, Bid(2, 3)], f"{BO} bid 3."),
        ([WILD, Passed(2)], f"{BO} passed."),
        ([WILD, SOLD], f"{CHI} won any-colour 7 for 4, paid with 4 black."),
        ([WILD, Sold(None)], "Everybody passed."),
        (
            [WILD, Passed(2), Bid(3, 4), Passed(1), Paid(Payment(tokens=4))],
            f"{CHI} won any-colour 7 for 4, paid with 4 black.",
        ),
        ([WILD, SOLD, Drew("R4")], f"{ANA} drew red 4."),
        ([Drew("R4"), Took("numbers"), Skipped()], f"{ANA} bought nothing."),
        ([Stopped()], "The table stopped here to count."),
    ],
)
def test_what_was_said(events: list[Event], text: str) -> None:
    assert said(*events) == text


def test_every_event_has_a_sentence_without_its_table_too() -> None:
    texts = {
        Drew("R4"): "Drawn: red 4.",
        Took("numbers"): "Taken: the numbers.",
        Took("currency"): "Taken: the currency.",
        Emptied(): "The pile is empty.",
        Bid(1, 3): f"{ANA} bid 3.",
        Passed(1): f"{ANA} passed.",
        Sold(None): "Everybody passed.",
        SOLD: f"{CHI} won for 4, paid with 4 black.",
        Paid(Payment(tokens=4)): "Paid with 4 black.",
        Bought("B5", Payment(tokens=5)): "Bought: blue 5, paid with 5 black.",
        Skipped(): "Bought: nothing.",
        Stopped(): "The table stopped here to count.",
        AdjustedSeat(2, 4, 0): f"Table check: {BO} has 4 black and 0 white.",
        AdjustedCard("R4", 2, "market"): f"Table check: red 4: {BO} → market.",
        AdjustedPile(30): "Table check: 30 cards are left.",
    }
    assert {type(event) for event in texts} == set(get_args(Event))
    cause = RuleError("no_card_left", "R-DRAW-5")
    for event, text in texts.items():
        told = wording.conflict(Conflict(9, None, event, cause), NAMES)
        assert f"“{text}”" in told


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([AdjustedSeat(2, 4, 0)], f"Table check: {BO} has 4 black, not 5."),
        ([AdjustedSeat(2, 5, 1)], f"Table check: {BO} has 1 white, not 0."),
        (
            [Drew("R4"), AdjustedSeat(2, 4, 1)],
            f"Table check: {BO} has 4 black, not 5, and 1 white, not 0.",
        ),
        (
            [Drew("R4"), AdjustedSeat(2, 4, 0), AdjustedSeat(2, 3, 0)],
            f"Table check: {BO} has 3 black, not 4.",
        ),
        (
            [Drew("R4"), AdjustedSeat(2, 5, 0)],
            f"Table check: {BO} has 5 black and 0 white.",
        ),
        ([AdjustedPile(30)], "Table check: 30 cards are left."),
        ([Drew("R4"), AdjustedPile(30)], "Table check: 30 cards are left."),
        (
            [AdjustedPile(31), AdjustedPile(30)],
            "Table check: 30 cards are left, not 31.",
        ),
        (
            [AdjustedPile(31), Drew("R4"), AdjustedPile(1)],
            "Table check: 1 card is left, not 30.",
        ),
    ],
)
def test_a_table_check_tells_what_was_thought_to_be(events: list[Event], text: str) -> None:
    """Only what differs; a size that was not known is nothing to compare with."""
    assert said(*events) == text


def test_the_first_draw_is_told_of_the_starting_seat() -> None:
    assert said(Drew("R4"), start=2) == f"{BO} drew red 4."
    assert said(Drew("*7"), start=3) == f"{CHI} drew any-colour 7."


def test_the_buyer_is_named_and_the_payment_told() -> None:
    bust: list[Event] = [
        Drew("B5"),
        Drew("R5"),
        Drew("O1"),
    ]  # Ana: all three cards go to the market
    bought = Bought("B5", Payment(tokens=5))
    assert said(*bust, Drew("R2"), Took("numbers"), bought) == (
        f"{BO} bought blue 5, paid with 5 black."
    )


def test_the_buyer_of_the_final_round_is_the_one_to_act() -> None:
    last_turn: list[Event] = [Drew("R4"), Emptied(), Took("currency")]
    assert said(*last_turn, Skipped()) == f"{BO} bought nothing."
    assert said(*last_turn, Skipped(), Bought("R4", Payment(tokens=4))) == (
        f"{CHI} bought red 4, paid with 4 black."
    )


# What followed


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (fx.Busted(2, "numbers"), f"{BO} busts: the numbers went over 10."),
        (fx.Busted(2, "currency"), f"{BO} busts: the currency went over 10."),
        (fx.Gained(1, 3, 0), f"{ANA} gets 3 black."),
        (
            fx.Gained(1, 2, 1),
            f"{ANA} gets 2 black. Nobody may hold more than 10: 1 stays in the supply.",
        ),
        (
            fx.Gained(1, 1, 2),
            f"{ANA} gets 1 black. Nobody may hold more than 10: 2 stay in the supply.",
        ),
        (fx.Gained(1, 0, 3), f"Nothing for {ANA}: nobody may hold more than 10 black."),
        (fx.BustToken(2), f"{BO} gets a bust token."),
        (fx.NoBustToken(2), f"No bust token is left, so {BO} gets none."),
        (fx.ToCollection(1, ("R4",)), None),
        (fx.ToMarket(("R4",)), None),
        (fx.Discarded(("R4",)), None),
        (fx.AuctionOpened("*7"), "An auction starts for any-colour 7."),
        (fx.Won(3, "*7", 4), f"{CHI} wins any-colour 7 for 4."),
        (fx.AllPassed("*7"), "Everybody passed on any-colour 7."),
        (
            fx.Recount("$1", "$2"),
            "One more currency 1 has turned up than was assumed, "
            "so one currency 2 fewer is expected.",
        ),
        (fx.PileHadMore(), "The pile had more cards than was said."),
        (fx.DeckRanOut(), "That was the last card: this is the last turn."),
        (fx.Turn(3), f"Now it is {CHI}’s turn."),
        (fx.FinalRound(), "That was the last turn: now everybody may buy one more card."),
        (fx.Scoring(), "Now the scores are counted."),
    ],
)
def test_what_followed(effect: fx.Effect, text: str | None) -> None:
    assert wording.consequence(effect, NAMES) == text


def test_no_effect_is_forgotten() -> None:
    cases = test_what_followed.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert {type(effect) for effect, _text in cases} == set(get_args(fx.Effect))


def test_what_several_gain_alike_is_told_once() -> None:
    alike = (fx.Gained(2, 3, 0), fx.Gained(3, 3, 0))
    assert wording.consequences(alike, NAMES) == [f"3 black each for {BO} and {CHI}."]
    full = (fx.Gained(2, 0, 3), fx.Gained(3, 0, 3))
    assert wording.consequences(full, NAMES) == [
        f"Nothing for {BO} and {CHI}: nobody may hold more than 10 black."
    ]


def test_who_is_stopped_half_way_by_the_cap_is_told_apart() -> None:
    effects = (fx.Gained(1, 3, 0), fx.Gained(2, 2, 1), fx.Gained(3, 2, 1))
    half_way = "Nobody may hold more than 10: 1 stays in the supply."
    assert wording.consequences(effects, NAMES) == [
        f"{ANA} gets 3 black.",
        f"{BO} gets 2 black. {half_way}",
        f"{CHI} gets 2 black. {half_way}",
    ]


# What happened, in one breath


def test_a_plain_draw_is_one_sentence() -> None:
    assert happened(Drew("R4")) == f"{ANA} drew red 4."


def test_a_bust_comes_first_and_tells_who_gains_and_whose_turn_it_is() -> None:
    assert happened(Drew("R8"), Drew("$1"), Drew("B4")) == (
        f"{ANA} busts with blue 4: the numbers went over 10. "
        f"1 black each for {BO} and {CHI}. Now it is {BO}’s turn."
    )


def test_a_currency_bust_brings_nobody_anything() -> None:
    assert happened(Drew("$5"), Drew("$5"), Drew("$1")) == (
        f"{ANA} busts with currency 1: the currency went over 10. Now it is {BO}’s turn."
    )


def test_a_reward_tells_what_it_brings() -> None:
    assert happened(Drew("R4"), Drew("$3"), Took("numbers")) == (
        f"{ANA} took the numbers. 3 black each for {BO} and {CHI}."
    )
    assert happened(Drew("R4"), Drew("$3"), Took("currency")) == (
        f"{ANA} took the currency. {ANA} gets 3 black. Now it is {BO}’s turn."
    )


def test_a_wild_starts_an_auction() -> None:
    assert happened(WILD) == f"{ANA} drew any-colour 7. An auction starts for any-colour 7."


def test_a_sale_is_told_once() -> None:
    assert happened(WILD, SOLD) == f"{CHI} won any-colour 7 for 4, paid with 4 black."
    assert wording.followed(last(WILD, SOLD), NAMES) == []


def test_after_the_last_bid_the_winner_is_told() -> None:
    assert happened(WILD, Passed(2), Bid(3, 4), Passed(1)) == (
        f"{ANA} passed. {CHI} has the highest bid and pays 4."
    )


@pytest.mark.parametrize(
    ("all_pass", "text"),
    [
        ("discard", "Nobody gets any-colour 7: it is discarded."),
        ("active", f"{ANA} gets any-colour 7 for nothing."),
        ("market", "Nobody gets any-colour 7: it goes to the market."),
    ],
)
def test_when_everybody_passes_the_fate_of_the_card_is_told(all_pass: str, text: str) -> None:
    assert happened(WILD, Sold(None), all_pass=all_pass) == f"Everybody passed. {text}"
    passes: list[Event] = [Passed(2), Passed(3), Passed(1)]
    assert happened(WILD, *passes, all_pass=all_pass) == f"{ANA} passed. {text}"


def test_an_empty_pile_makes_this_the_last_turn() -> None:
    assert happened(Drew("R4"), Emptied()) == (
        "The pile is empty. That was the last card: this is the last turn."
    )


def test_an_empty_pile_before_the_draw_ends_the_turns() -> None:
    assert happened(Drew("R4"), Took("currency"), Emptied()) == (
        "The pile is empty. That was the last turn: now everybody may buy one more card."
    )


def test_stopping_is_told_once() -> None:
    assert happened(Stopped()) == "The table stopped here to count."


def test_the_last_purchase_leads_to_the_count() -> None:
    events: list[Event] = [Drew("R4"), Emptied(), Took("currency"), Skipped(), Skipped(), Skipped()]
    assert happened(*events) == f"{ANA} bought nothing. Now the scores are counted."


# Refusals


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            RuleError("no_card_left", "R-DRAW-5"),
            "No card is left to draw. Take the numbers or the currency.",
        ),
        (
            RuleError("nothing_drawn", "R-DRAW-1", seat=1),
            f"{ANA} has not drawn a card in this turn. Draw at least one card first.",
        ),
        (
            RuleError("already_empty", "R-DRAW-5"),
            "It is known already that the pile is empty. Finish this turn: it is the last one.",
        ),
        (
            RuleError("empty_before_first_draw", "R-END-4"),
            "No card has been drawn in this game, so the pile cannot be empty. "
            "Draw the first card.",
        ),
        (
            RuleError("copy_too_many", "R-PROF-4", card="R9", copies=1),
            "This deck has only 1 copy of red 9, and it has been recorded already. "
            "Check the card, or mend the entry that is wrong.",
        ),
        (
            RuleError("copy_too_many", "R-PROF-4", card="R4", copies=3, entries=(2, 17, 40)),
            "This deck has only 3 copies of red 4, and all of them have been recorded. "
            "They are in entries 2, 17 and 40. Check the card, or mend the entry that is wrong.",
        ),
        (
            RuleError("copy_too_many", "R-PROF-4", card="R9", copies=1, entries=[7]),
            "This deck has only 1 copy of red 9, and it has been recorded already. "
            "It is in entry 7. Check the card, or mend the entry that is wrong.",
        ),
        (
            RuleError("copy_too_many", "R-PROF-4", card="R4", copies=0, entries=[]),
            "This deck has no red 4. Check the card, or mend the entry that is wrong.",
        ),
        (
            RuleError("not_your_bid", "R-AUC-1", seat=1, next_seat=2),
            f"{BO} bids next, not {ANA}. First record the bid or pass of {BO}.",
        ),
        (
            RuleError("not_your_bid", "R-AUC-1", seat=9, next_seat=2),
            f"{BO} bids next, not seat 9. First record the bid or pass of {BO}.",
        ),
        (
            RuleError("bid_too_low", "R-AUC-1", seat=1, amount=3, least=4),
            "3 is too low: the bid must be at least 4. Bid 4 or more, or pass.",
        ),
        (
            RuleError("bid_above_purse", "R-AUC-3", seat=1, amount=9, purse=5),
            f"{ANA} can pay at most 5. Bid less, or pass.",
        ),
        (
            RuleError("somebody_has_bid", "R-AUC-1", seat=2),
            f"{BO} has bid, so not everybody passed. Record who won, and for how much.",
        ),
        (
            RuleError("no_such_seat", "R-AUC-1", seat=9),
            "Nobody sits in seat 9. Choose one of the players.",
        ),
        (
            RuleError("has_passed", "R-AUC-1", seat=2),
            f"{BO} has passed and cannot win this auction. "
            "Choose another winner, or mend the pass.",
        ),
        (
            RuleError("not_the_high_bid", "R-AUC-1", seat=2, amount=3),
            f"The highest bid is 3, by {BO}. Sell it to {BO} for 3, or record a higher bid first.",
        ),
        (
            RuleError("not_in_market", "R-BUY-1", card="B5"),
            "There is no blue 5 in the market. Choose another card, or buy nothing.",
        ),
        (
            RuleError("has_it_already", "R-BUY-2", seat=2, card="B5"),
            f"{BO} has blue 5 already, and nobody may buy the same card again. "
            "Choose another card, or buy nothing.",
        ),
        (
            RuleError("too_few_tokens", "R-BUY-3", seat=2, held=1),
            f"{BO} has only 1 black. Choose another way to pay.",
        ),
        (
            RuleError("too_few_tokens", "R-BUY-3", seat=2, held=0),
            f"{BO} has no black. Choose another way to pay.",
        ),
        (
            RuleError("too_few_busts", "R-BUY-3", seat=2, held=2),
            f"{BO} has only 2 bust tokens. Choose another way to pay.",
        ),
        (
            RuleError("too_few_busts", "R-BUY-3", seat=2, held=1),
            f"{BO} has only 1 bust token. Choose another way to pay.",
        ),
        (
            RuleError("too_few_busts", "R-BUY-3", seat=2, held=0),
            f"{BO} has no bust token. Choose another way to pay.",
        ),
        (
            RuleError("card_not_owned", "R-BUY-3", seat=2, card="R4"),
            f"{BO} does not have that red 4 to pay with. Choose another way to pay.",
        ),
        (
            RuleError("paid_too_little", "R-BUY-3", price=5, paid=3),
            "The price is 5, but only 3 is paid. Pay 2 more.",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_to_do(error: RuleError, text: str) -> None:
    assert wording.refusal(error, NAMES) == text


BUY_NOW = "Choose a card from the market, or buy nothing."
DRAW_NOW = "Draw a card, or stop and take the numbers or the currency."
BID_NOW = "First record the bids and passes, or who won."
MEND_NOW = "To change something, undo it or mend an entry."


@pytest.mark.parametrize(
    ("phase", "event", "text"),
    [
        (Phase.DRAW, Bid(1, 1), f"No auction is open. {DRAW_NOW}"),
        (Phase.DRAW, Paid(Payment()), f"There is no auction to pay for. {DRAW_NOW}"),
        (Phase.DRAW, Skipped(), f"A card is bought only after taking the numbers. {DRAW_NOW}"),
        (Phase.AUCTION, Drew("R4"), f"An auction is open. {BID_NOW}"),
        (Phase.AUCTION, Paid(Payment()), f"The bidding is not over yet. {BID_NOW}"),
        (Phase.AUCTION, Skipped(), f"An auction is open. {BID_NOW}"),
        (
            Phase.PAYMENT,
            Drew("R4"),
            "The bidding is over, and the highest bidder has not paid yet. "
            "First record the payment.",
        ),
        (Phase.BUY, Drew("R4"), f"It is time to buy. {BUY_NOW}"),
        (Phase.FINAL_BUY, Drew("R4"), f"In the final round there is only buying. {BUY_NOW}"),
        (Phase.SCORING, Stopped(), f"The game is over. {MEND_NOW}"),
    ],
)
def test_in_the_wrong_phase_it_says_what_is_awaited(phase: Phase, event: Event, text: str) -> None:
    assert wording.refusal(refused_in(phase, event), NAMES) == text


REACHING: dict[Phase, list[Event]] = {
    Phase.DRAW: [],
    Phase.AUCTION: [WILD],
    Phase.PAYMENT: [WILD, Passed(2), Passed(3), Bid(1, 1)],
    Phase.BUY: [Drew("R4"), Took("numbers")],
    Phase.FINAL_BUY: [Drew("R4"), Emptied(), Took("currency")],
    Phase.SCORING: [Stopped()],
}


def refused_in(phase: Phase, event: Event) -> RuleError:
    table = story_of(*REACHING[phase]).table
    assert table.phase is phase
    with pytest.raises(RuleError) as refused:
        play(table, event)
    assert refused.value.code == "wrong_phase"
    return refused.value


def test_every_event_in_every_wrong_phase_has_a_refusal() -> None:
    events: list[Event] = [
        *(Drew("R4"), Took("numbers"), Emptied(), Bid(1, 1), Passed(1), Sold(None)),
        *(Paid(Payment()), Bought("R4", Payment()), Skipped(), Stopped()),
        *(AdjustedSeat(1, 5, 0), AdjustedCard("R4", 1, "market"), AdjustedPile(30)),
    ]
    assert {type(event) for event in events} == set(TAKEN_IN)
    for phase in Phase:
        for event in events:
            if phase not in TAKEN_IN[type(event)]:
                assert wording.refusal(refused_in(phase, event), NAMES).endswith(".")


def raised(kind: str, position: int = 0) -> set[str]:
    """The codes with which this exception is raised anywhere in the rules."""
    calls = [
        node
        for path in RULES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == kind
    ]
    codes = {ast.literal_eval(call.args[position]) for call in calls}
    assert codes, f"no {kind} is raised in {RULES}"
    return codes


def test_every_refusal_in_the_rules_has_its_sentences() -> None:
    assert raised("RuleError") - {"wrong_phase"} <= set(_REASONS)
    assert set(_REASONS) == set(_ADVICE)
    assert raised("CorrectionError") <= set(_CORRECTIONS)
    assert raised("Malformed", position=1) <= set(_EXPECTED)


def test_no_sentence_is_left_over() -> None:
    assert set(_REASONS) == raised("RuleError") - {"wrong_phase"} | {
        *("no_tokens", "no_busts", "no_copy")
    }
    assert set(_CORRECTIONS) == raised("CorrectionError") | {"no_entry"}


def test_refusals_of_the_rules_find_all_that_their_sentences_name() -> None:
    short = counted_deck({"R1": 1, "R2": 1, "*7": 1, "B9": 1})
    refused: list[tuple[list[Event], Event]] = [
        ([], Took("numbers")),
        ([], Emptied()),
        ([Drew("R1")], Drew("R1")),
        ([Drew("R1"), Emptied()], Emptied()),
        ([Drew("R1"), Emptied()], Drew("R2")),
        ([WILD], Bid(1, 1)),
        ([WILD], Passed(1)),
        ([WILD], Bid(2, 0)),
        ([WILD], Bid(2, 6)),
        ([WILD, Bid(2, 1)], Sold(None)),
        ([WILD, Bid(2, 1)], Sold(2, 2, Payment(tokens=2))),
        ([WILD, Passed(2)], Sold(2, 2, Payment(tokens=2))),
        ([WILD], Sold(9, 1, Payment(tokens=1))),
        ([WILD], Sold(2, 2, Payment(tokens=1))),
        ([WILD], Sold(2, 2, Payment(tokens=6))),
        ([WILD], Sold(2, 2, Payment(busts=1))),
        ([WILD], Sold(2, 2, Payment(cards=("R1", "R2")))),
        ([Drew("R1"), Took("numbers")], Bought("R1", Payment(tokens=1))),
    ]
    for events, event in refused:
        story = Story(lay_table(3, 1, short))
        for number, earlier in enumerate(events):
            story = tell(story, Said(str(number), earlier))
        with pytest.raises(RuleError) as caught:
            play(story.table, event)
        assert "%(" not in wording.refusal(caught.value, NAMES)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (CorrectionError("nothing_to_undo"), "There is nothing to undo."),
        (CorrectionError("nothing_to_redo"), "There is nothing to redo."),
        (
            CorrectionError("no_such_number", number=12, last=11),
            "There is no entry 12: here the numbers go from 1 to 11.",
        ),
        (
            CorrectionError("no_such_number", number=1, last=0),
            "There is no entry to change yet.",
        ),
        (
            CorrectionError("number_twice", number=12),
            "Entry 12 can be changed only once at a time.",
        ),
    ],
)
def test_a_correction_is_refused(error: CorrectionError, text: str) -> None:
    assert wording.correction_refusal(error) == text


def conflict_of(story: Story, op: Op) -> Conflict:
    with pytest.raises(Conflict) as caught:
        tell(story, Amended("a", (op,)))
    return caught.value


def test_a_conflict_names_the_entry_and_the_reason() -> None:
    story = story_of(WILD, SOLD, Drew("R4"))
    error = conflict_of(story, Op("replace", 1, Drew("R4")))
    assert wording.conflict(error, NAMES) == (
        "Entry 2 can then no longer have happened: "
        f"“{CHI} won for 4, paid with 4 black.” No auction is open."
    )
    said = wording.sentence(story.standing()[1], NAMES)
    assert wording.conflict(error, NAMES, said) == (
        "Entry 2 can then no longer have happened: "
        f"“{CHI} won any-colour 7 for 4, paid with 4 black.” No auction is open."
    )


def test_a_conflict_with_the_change_itself_says_so() -> None:
    error = conflict_of(story_of(Drew("R4")), Op("insert", 2, Skipped()))
    assert wording.conflict(error, NAMES) == (
        "This cannot have happened there: “Bought: nothing.” "
        "A card is bought only after taking the numbers."
    )


@pytest.mark.parametrize(
    ("where", "problem", "text"),
    [
        ("event", "not_an_object", "event must be an object."),
        ("event.card", "missing", "event.card is missing."),
        ("event.cart", "unknown", "event.cart is not known here: leave it out."),
        ("event.seat", "not_a_number", "event.seat must be a whole number."),
        ("event.seat", "out_of_range", "event.seat is too small or too large."),
        ("event.type", "not_text", "event.type must be text."),
        (
            "event.card",
            "unknown_card",
            "event.card must be the code of a card, such as R4, B#, *7 or $3.",
        ),
        ("event.payment.cards", "not_a_list", "event.payment.cards must be a list."),
        ("ops", "empty", "ops must not be empty."),
        ("deck.size", "unknown_choice", "deck.size is not one of the allowed words."),
        (
            "ops[0].op",
            "unknown_choice",
            "ops[0].op must be one of these: replace, insert and delete.",
        ),
        (
            "ops[3].event.what",
            "unknown_choice",
            "ops[3].event.what must be one of these: numbers and currency.",
        ),
        (
            "event.type",
            "unknown_choice",
            "event.type must be one of these: "
            "draw, take, deck_empty, bid, pass, auction, pay, buy, skip_buy, stop and adjust.",
        ),
        (
            "options.all_pass",
            "unknown_choice",
            "options.all_pass must be one of these: discard, active and market.",
        ),
        (
            "options.spent_cards",
            "unknown_choice",
            "options.spent_cards must be one of these: discard and market.",
        ),
    ],
)
def test_a_malformed_request_is_told_what_is_expected(where: str, problem: str, text: str) -> None:
    assert wording.malformed(Malformed(where, problem)) == text


def test_the_event_types_that_are_offered_are_those_that_can_be_read() -> None:
    assert tuple(notation._READERS) == EVENT_TYPES


def test_a_malformed_path_can_always_be_shown() -> None:
    strange = wording.malformed(Malformed("event.\ud800\n\u202e" + "x" * 100_000, "unknown"))
    assert strange == f"event.���{'x' * 70}… is not known here: leave it out."
    strange.encode()


# Other languages


def calls_of_gettext() -> Iterator[ast.Call]:
    names = {"_", "gettext_lazy", "ngettext", "ngettext_lazy"}
    for path in WORDING.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in names
            ):
                yield node


def msgids(call: ast.Call) -> list[str]:
    """The texts of a call; a text that is not written out could not be found by translators."""
    assert isinstance(call.func, ast.Name)
    texts = call.args[:2] if call.func.id.startswith("ngettext") else call.args
    return [ast.literal_eval(text) for text in texts]


def test_placeholders_are_named() -> None:
    for call in calls_of_gettext():
        for msgid in msgids(call):
            assert "%" not in re.sub(r"%\([a-z_]+\)[sd]", "", msgid)


def mark(msgid: str) -> str:
    return f"¡{msgid}!"


@pytest.fixture
def marked_language(tmp_path: Path, settings: object) -> Iterator[None]:
    """A catalogue of German in which every text of this room is its English between marks."""
    catalogue = {
        "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n!=1;\n"
    }
    for call in calls_of_gettext():
        texts = msgids(call)
        catalogue["\0".join(texts)] = "\0".join(map(mark, texts))
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.mo").write_bytes(compiled(catalogue))
    settings.LOCALE_PATHS = [str(tmp_path)]  # type: ignore[attr-defined]
    with translation.override("de"):
        yield


def compiled(catalogue: dict[str, str]) -> bytes:
    """The binary form that gettext reads: two tables of lengths and offsets, then the texts."""
    pairs = sorted((msgid.encode(), text.encode()) for msgid, text in catalogue.items())
    count = len(pairs)
    tables, texts = [b"", b""], b""
    for pair in pairs:
        for side, text in enumerate(pair):
            tables[side] += struct.pack("<II", len(text), 28 + 16 * count + len(texts))
            texts += text + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 28 + 16 * count)
    return header + tables[0] + tables[1] + texts


def everything_said() -> list[str]:
    effects = [effect for effect, _text in test_what_followed.pytestmark[0].args[1]]  # type: ignore[attr-defined]
    errors = [
        error
        for error, _text in test_a_refusal_says_what_is_wrong_and_what_to_do.pytestmark[0].args[1]  # type: ignore[attr-defined]
    ]
    stories = [events for events, _text in test_what_was_said.pytestmark[0].args[1]]  # type: ignore[attr-defined]
    corrections = [error for error, _text in test_a_correction_is_refused.pytestmark[0].args[1]]  # type: ignore[attr-defined]
    problems = test_a_malformed_request_is_told_what_is_expected.pytestmark[0].args[1]  # type: ignore[attr-defined]
    cause = RuleError("no_card_left", "R-DRAW-5")
    return [
        *(text for effect in effects if (text := wording.consequence(effect, NAMES))),
        *(wording.refusal(error, NAMES) for error in errors),
        *(wording.happening(last(*events), NAMES) for events in stories),
        *(wording.correction_refusal(error) for error in corrections),
        *(wording.malformed(Malformed(where, problem)) for where, problem, _text in problems),
        *(wording.conflict(Conflict(n, 0, Skipped(), cause), NAMES) for n in (None, 3)),
        *(wording.card_name(kind) for kind in KINDS),
        *(wording.colour_name(letter) for letter in "RBOG*$"),
        *(wording.phase_name(phase) for phase in (*Phase, "finished")),
        *(wording.ranking_reason(reason) for reason in ("score", "tokens", "cards", "shared")),
        *(wording.payment_phrase(payment) for payment in (Payment(), Payment(2, 1))),
        wording.player((), 7),
        wording.listed("abc"),
    ]


def test_every_text_is_translated_when_it_is_asked_for(marked_language: None) -> None:
    for text in everything_said():
        assert text.startswith("¡"), text
        assert text.endswith("!"), text
    # Names, codes and numbers aside, nothing is glued on from outside.
    assert wording.payment_phrase(Payment(2, 1)) == "¡¡2 black! and ¡1 bust token!!"


def test_a_language_without_a_catalogue_is_answered_in_english() -> None:
    english = everything_said()
    with translation.override("de"):
        assert everything_said() == english
