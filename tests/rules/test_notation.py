"""Events in writing: one notation on the wire, in storage and in tests."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import effects as fx
from games.rules import notation
from games.rules.cards import KINDS
from games.rules.deck import counted_deck, default_deck, sized_deck
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
    Place,
    Skipped,
    Sold,
    Stopped,
    Took,
)
from games.rules.notation import LARGEST_NUMBER, Malformed
from games.rules.replay import Op
from tests.casts import event

numbers = st.integers(0, LARGEST_NUMBER)
kinds = st.sampled_from(KINDS)
payments = st.builds(Payment, numbers, numbers, st.lists(kinds, max_size=4).map(tuple))
places: st.SearchStrategy[Place] = st.one_of(
    st.integers(1, LARGEST_NUMBER), st.sampled_from(["market", "discard", "unseen"])
)
any_event: st.SearchStrategy[Event] = st.one_of(
    st.builds(Drew, kinds),
    st.builds(Took, st.sampled_from(["numbers", "currency"])),
    st.just(Emptied()),
    st.builds(Bid, numbers, numbers),
    st.builds(Passed, numbers),
    st.just(Sold(None)),
    st.builds(Sold, numbers, numbers, payments),
    st.builds(Paid, payments),
    st.builds(Bought, kinds, payments),
    st.just(Skipped()),
    st.just(Stopped()),
    st.builds(AdjustedSeat, numbers, numbers, numbers),
    st.builds(AdjustedCard, kinds, places, places),
    st.builds(AdjustedPile, numbers),
)
places_in_a_story = st.integers(1, LARGEST_NUMBER)
any_op = st.one_of(
    st.builds(Op, st.sampled_from(["replace", "insert"]), places_in_a_story, any_event),
    st.builds(Op, st.just("delete"), places_in_a_story),
)

WRITTEN: list[tuple[str, dict[str, Any]]] = [
    ("R4", {"type": "draw", "card": "R4"}),
    ("*#", {"type": "draw", "card": "*#"}),
    ("take-numbers", {"type": "take", "what": "numbers"}),
    ("take-currency", {"type": "take", "what": "currency"}),
    ("empty", {"type": "deck_empty"}),
    ("2:3", {"type": "bid", "seat": 2, "amount": 3}),
    ("2:pass", {"type": "pass", "seat": 2}),
    ("unsold", {"type": "auction", "winner": None}),
    (
        "sold-2:3=2+R4",
        {
            "type": "auction",
            "winner": 2,
            "amount": 3,
            "payment": {"tokens": 2, "busts": 0, "cards": ["R4"]},
        },
    ),
    ("pay=1b", {"type": "pay", "payment": {"tokens": 0, "busts": 1, "cards": []}}),
    (
        "buy-B5=5",
        {"type": "buy", "card": "B5", "payment": {"tokens": 5, "busts": 0, "cards": []}},
    ),
    ("skip", {"type": "skip_buy"}),
    ("stop", {"type": "stop"}),
]


@pytest.mark.parametrize(("word", "written"), WRITTEN, ids=[word for word, _ in WRITTEN])
def test_an_event_is_written_as_in_the_contract(word: str, written: dict[str, Any]) -> None:
    assert notation.write(event(word)) == written
    assert notation.read(written) == event(word)


@given(any_event)
def test_reading_undoes_writing(said: Event) -> None:
    """decode(encode(e)) == e, through JSON."""
    assert notation.read(json.loads(json.dumps(notation.write(said)))) == said


@given(st.lists(any_op, min_size=1, max_size=4))
def test_reading_undoes_writing_of_changes(ops: list[Op]) -> None:
    assert notation.read_ops(json.loads(json.dumps(notation.write_ops(ops)))) == ops


@pytest.mark.parametrize(
    "deck", [default_deck(2), default_deck(4), sized_deck(3, 97), counted_deck({"R1": 2, "*#": 1})]
)
def test_reading_undoes_writing_of_decks(deck: Any) -> None:
    assert notation.read_deck(json.loads(json.dumps(notation.write_deck(deck)))) == deck


def test_what_is_left_out_of_a_payment_is_nothing() -> None:
    """R-BUY-3."""
    assert notation.read({"type": "pay", "payment": {}}) == Paid(Payment())
    assert notation.read({"type": "pay", "payment": {"busts": 2}}) == Paid(Payment(busts=2))


PAY = {"tokens": 1}
MALFORMED: list[tuple[Any, str, str]] = [
    # Not an event at all
    (None, "event", "not_an_object"),
    ("draw", "event", "not_an_object"),
    ([], "event", "not_an_object"),
    ({}, "event.type", "missing"),
    ({"type": None}, "event.type", "not_text"),
    ({"type": ["draw"]}, "event.type", "not_text"),
    ({"type": "drew"}, "event.type", "unknown_choice"),
    ({"type": "Draw", "card": "R1"}, "event.type", "unknown_choice"),
    # Cards
    ({"type": "draw"}, "event.card", "missing"),
    ({"type": "draw", "card": "R10"}, "event.card", "unknown_card"),
    ({"type": "draw", "card": "r1"}, "event.card", "unknown_card"),
    ({"type": "draw", "card": " R1"}, "event.card", "unknown_card"),
    ({"type": "draw", "card": None}, "event.card", "unknown_card"),
    ({"type": "draw", "card": {"R1": 1}}, "event.card", "unknown_card"),
    # Members that nobody asked for
    ({"type": "draw", "card": "R1", "seat": 1}, "event.seat", "unknown"),
    ({"type": "stop", "why": "late"}, "event.why", "unknown"),
    ({"type": "auction", "winner": None, "amount": 3}, "event.amount", "unknown"),
    ({"type": "pay", "payment": {"gold": 1}}, "event.payment.gold", "unknown"),
    # Choices
    ({"type": "take"}, "event.what", "missing"),
    ({"type": "take", "what": "all"}, "event.what", "unknown_choice"),
    ({"type": "take", "what": 1}, "event.what", "not_text"),
    # Numbers
    ({"type": "bid", "amount": 1}, "event.seat", "missing"),
    ({"type": "bid", "seat": 1}, "event.amount", "missing"),
    ({"type": "bid", "seat": "1", "amount": 1}, "event.seat", "not_a_number"),
    ({"type": "bid", "seat": True, "amount": 1}, "event.seat", "not_a_number"),
    ({"type": "bid", "seat": 1, "amount": 2.0}, "event.amount", "not_a_number"),
    ({"type": "bid", "seat": 1, "amount": None}, "event.amount", "not_a_number"),
    ({"type": "bid", "seat": 1, "amount": -1}, "event.amount", "out_of_range"),
    ({"type": "bid", "seat": 1, "amount": 10**6 + 1}, "event.amount", "out_of_range"),
    ({"type": "pass", "seat": 10**400}, "event.seat", "out_of_range"),
    # Auctions in short
    ({"type": "auction"}, "event.winner", "missing"),
    ({"type": "auction", "winner": 1}, "event.amount", "missing"),
    ({"type": "auction", "winner": 1, "amount": 1}, "event.payment", "missing"),
    (
        {"type": "auction", "winner": "1", "amount": 1, "payment": PAY},
        "event.winner",
        "not_a_number",
    ),
    # Payments
    ({"type": "pay"}, "event.payment", "missing"),
    ({"type": "pay", "payment": 3}, "event.payment", "not_an_object"),
    ({"type": "pay", "payment": None}, "event.payment", "not_an_object"),
    ({"type": "pay", "payment": {"tokens": "1"}}, "event.payment.tokens", "not_a_number"),
    ({"type": "pay", "payment": {"busts": -1}}, "event.payment.busts", "out_of_range"),
    ({"type": "pay", "payment": {"cards": "R1"}}, "event.payment.cards", "not_a_list"),
    ({"type": "pay", "payment": {"cards": {}}}, "event.payment.cards", "not_a_list"),
    ({"type": "pay", "payment": {"cards": ["R1", "X"]}}, "event.payment.cards[1]", "unknown_card"),
    ({"type": "buy", "payment": PAY}, "event.card", "missing"),
    ({"type": "buy", "card": "R1"}, "event.payment", "missing"),
    # Table checks
    ({"type": "adjust"}, "event.remaining", "missing"),
    ({"type": "adjust", "seat": 1, "tokens": 4}, "event.busts", "missing"),
    ({"type": "adjust", "seat": 1, "tokens": 4, "busts": 0, "card": "R1"}, "event.card", "unknown"),
    ({"type": "adjust", "card": "R1", "from": 1}, "event.to", "missing"),
    ({"type": "adjust", "card": "R1", "from": 0, "to": "market"}, "event.from", "out_of_range"),
    ({"type": "adjust", "card": "R1", "from": 1, "to": "pocket"}, "event.to", "unknown_choice"),
    ({"type": "adjust", "card": "R1", "from": None, "to": 1}, "event.from", "not_a_number"),
    ({"type": "adjust", "remaining": "30"}, "event.remaining", "not_a_number"),
]


@pytest.mark.parametrize(
    ("written", "where", "problem"), MALFORMED, ids=[f"{w}-{p}" for _, w, p in MALFORMED]
)
def test_what_is_no_event_is_named(written: Any, where: str, problem: str) -> None:
    """The first wrong member, by its path."""
    with pytest.raises(Malformed) as refused:
        notation.read(written)
    assert (refused.value.where, refused.value.problem) == (where, problem)


STOP = {"type": "stop"}


@pytest.mark.parametrize(
    ("written", "where", "problem"),
    [
        (None, "ops", "not_a_list"),
        ({"op": "delete"}, "ops", "not_a_list"),
        ([], "ops", "empty"),
        ([7], "ops[0]", "not_an_object"),
        ([{"number": 1}], "ops[0].op", "missing"),
        ([{"op": "move", "number": 1}], "ops[0].op", "unknown_choice"),
        ([{"op": "delete"}], "ops[0].number", "missing"),
        ([{"op": "delete", "number": 0}], "ops[0].number", "out_of_range"),
        ([{"op": "delete", "number": "1"}], "ops[0].number", "not_a_number"),
        ([{"op": "delete", "number": 1, "event": STOP}], "ops[0].event", "unknown"),
        ([{"op": "insert", "number": 1}], "ops[0].event", "missing"),
        (
            [{"op": "delete", "number": 1}, {"op": "replace", "number": 2, "event": 3}],
            "ops[1].event",
            "not_an_object",
        ),
        (
            [{"op": "insert", "number": 1, "event": {"type": "draw"}}],
            "ops[0].event.card",
            "missing",
        ),
        ([{"op": "insert", "number": 1, "event": STOP, "id": 4}], "ops[0].id", "unknown"),
    ],
)
def test_what_is_no_list_of_changes_is_named(written: Any, where: str, problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        notation.read_ops(written)
    assert (refused.value.where, refused.value.problem) == (where, problem)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
odd_members = st.dictionaries(
    st.sampled_from(["card", "what", "seat", "amount", "winner", "payment", "from", "to", "extra"]),
    json_values,
    max_size=4,
)


@given(st.sampled_from([written["type"] for _, written in WRITTEN]), odd_members)
def test_whatever_is_written_is_an_event_or_malformed(kind: str, members: dict[str, Any]) -> None:
    """Nothing else can come of it, and nothing is changed in what was given."""
    written = {"type": kind, **members}
    before = repr(written)
    with suppress(Malformed):
        assert notation.write(notation.read(written))["type"] == kind
    assert repr(written) == before


@pytest.mark.parametrize(
    ("effect", "written"),
    [
        (fx.Busted(1, "numbers"), {"type": "busted", "seat": 1, "by": "numbers"}),
        (fx.Gained(2, 3, 1), {"type": "gained", "seat": 2, "tokens": 3, "lost": 1}),
        (fx.BustToken(1), {"type": "bust_token", "seat": 1}),
        (fx.NoBustToken(1), {"type": "no_bust_token", "seat": 1}),
        (fx.ToCollection(1, ("R1",)), {"type": "to_collection", "seat": 1, "cards": ["R1"]}),
        (fx.ToMarket(("R1", "B2")), {"type": "to_market", "cards": ["R1", "B2"]}),
        (fx.Discarded(("$1",)), {"type": "discarded", "cards": ["$1"]}),
        (fx.AuctionOpened("*4"), {"type": "auction_opened", "card": "*4"}),
        (fx.Won(1, "*4", 3), {"type": "won", "seat": 1, "card": "*4", "amount": 3}),
        (fx.AllPassed("*4"), {"type": "all_passed", "card": "*4"}),
        (fx.Recount("$1", "$2"), {"type": "recount", "card": "$1", "instead_of": "$2"}),
        (fx.PileHadMore(), {"type": "pile_had_more"}),
        (fx.DeckRanOut(), {"type": "deck_ran_out"}),
        (fx.Turn(2), {"type": "turn", "seat": 2}),
        (fx.FinalRound(), {"type": "final_round"}),
        (fx.Scoring(), {"type": "scoring"}),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_an_effect_is_written_as_in_the_contract(effect: Any, written: dict[str, Any]) -> None:
    assert notation.write_effect(effect) == written
