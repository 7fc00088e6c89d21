"""What a collection scores (R-SCORE-1 to R-SCORE-3); who wins is in test_victory.

The hostile collections are what a search for the longest computing times came up with; their totals
are OR-Tools', as tests/benchmarks/scoring.py models it.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.cards import (
    BOX,
    COLOURS,
    CURRENCIES,
    FULL_WILD,
    NUMBER_WILDS,
    NUMBERS,
    WILDS,
    Card,
    in_order,
    is_currency,
    is_number,
    is_wild,
)
from games.rules.scoring import Run, ScoreSheet, score, score_sheet

CASES = json.loads((Path(__file__).parents[1] / "cases" / "scoring.json").read_text())
BOXFUL = tuple(k for k, copies in BOX.items() for _ in range(copies) if not is_currency(k))

HOSTILE = {
    "*# *2 *3 *3 *4 *4 *5 *5 *7 *7 *8 *9 *9 B# B# G1 G3 G4 G7 G8 O# O# R5": 24,
    "*# *1 *2 *4 *5 *6 *7 *8 *9 B# G2 G4 G6 O# R4": 16,
    "*2 *3 *3 *3 *4 *4 *5 *6 *6 *7 *8 *9 *9 B# B# G1 G4 G6 G8 O# O#": 22,
    "*# *# *2 *2 *2 *4 *4 *5 *6 *6 *8 *9 *9 *9 B# B# G1 G4 G6 G8 O# O#": 22,
    "*# *# *# *# *2 *2 *2 *3 *4 *4 *4 *6 *6 *6 *7 *7 *9 *9 *9": 16,
    "*# *# *# *# *1 *1 *1 *3 *3 *3 *4 *5 *5 *6 *6 *6 *8 *8 *8": 16,
    "*# *# *# *2 *2 *2 *3 *4 *5 *5 *5 *6 *6 *7 *8 *8 *8 G7": 17,
    "*# *# *2 *3 *3 *3 *4 *5 *5 *5 *6 *7 *7 *8 *9 *9 *9": 15,
    "*# *2 *2 *3 *4 *4 *4 *5 *5 *7 *7 *8 *9 B# B# G1 G5 G7 G8 O# O#": 22,
    "*# *# *2 *2 *3 *3 *3 *7 *7 *8 *8 *9 B# B# G5 G7 O# O# R#": 18,
    "*# *# *# *# *# *# *1 *1 *1 *2 *4 *4 *4 *6 *6 *6 *8 *9 *9 G9": 18,
}

scoring_cards = st.sampled_from((*NUMBERS, *WILDS))
collections = st.lists(scoring_cards, max_size=40)
from_one_box = st.permutations(BOXFUL).flatmap(
    lambda pile: st.integers(0, len(pile)).map(lambda size: tuple(pile[:size]))
)


def words(text: str) -> tuple[Card, ...]:
    return tuple(text.split())


def stands_for(wild: Card) -> list[Card]:
    return [n for n in NUMBERS if wild[0] in ("*", n[0]) and wild[1] in ("#", n[1])]


def longest_runs(numbers: frozenset[Card]) -> list[int]:
    """R-SCORE-1 to the letter, for number cards alone: a length for each colour."""
    rows = [
        "".join(str(r) if f"{colour}{r}" in numbers else " " for r in range(1, 10))
        for colour in COLOURS
    ]
    return [max(map(len, row.split()), default=0) for row in rows]


def brute_force(cards: list[Card]) -> tuple[int, int, int]:
    """R-SCORE-3 to the letter: every wild as every card that it could be, or left out.

    The highest total; for that the fewest wilds, negated; for these the most squared lengths.
    """
    worlds = {frozenset(card for card in cards if is_number(card)): 0}
    for wild in filter(is_wild, cards):
        for world, wilds in list(worlds.items()):
            for card in stands_for(wild):
                reached = world | {card}
                worlds[reached] = min(worlds.get(reached, wilds + 1), wilds + 1)
    lengths = {world: longest_runs(world) for world in worlds}
    return max(
        (sum(runs) + runs.count(9), -worlds[world], sum(length**2 for length in runs))
        for world, runs in lengths.items()
    )


def run_of(sheet: ScoreSheet, colour: str) -> Run:
    return sheet.runs[COLOURS.index(colour)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["cards"][:8]) or "nothing")
def test_the_cases(case: dict[str, Any]) -> None:
    """R-SCORE-1 to R-SCORE-3."""
    assert score(case["cards"]) == score_sheet(case["cards"]).score == case["score"]


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("", 0),
        ("G7", 1),
        ("R3 R3 R3", 1),
        ("R1 R2 R4 R5 R6 R8", 3),
        ("R4 R5 B4 B5 B6 O9 G1", 7),
        ("B1 B2 B3 B4 B5 B6 B7 B8", 8),
        ("B1 B2 B3 B4 B5 B6 B7 B8 B9", 10),
    ],
)
def test_runs_of_number_cards(text: str, points: int) -> None:
    """R-SCORE-1, R-SCORE-2."""
    assert score(words(text)) == points


def test_a_whole_box_scores_40() -> None:
    """R-SCORE-2."""
    assert score(BOXFUL) == score_sheet(BOXFUL).score == 40


@pytest.mark.parametrize("stranger", [*CURRENCIES, "", "R", "R0", "R10", "X1", "**", "r1", None])
def test_nothing_else_can_be_scored(stranger: Any) -> None:
    """R-SCORE: currency is no part of a collection."""
    for count in (score, score_sheet):
        with pytest.raises(ValueError, match="neither a number card nor a wild"):
            count(["R1", stranger, "*#"])


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from(NUMBERS), max_size=6)
    | st.lists(st.sampled_from(NUMBERS[:18]), max_size=12),
    st.lists(st.sampled_from(WILDS), max_size=2)
    | st.lists(st.sampled_from(WILDS[:-1]), max_size=3)
    | st.lists(st.sampled_from(NUMBER_WILDS), max_size=5),
)
def test_no_other_placing_is_better(numbers: list[Card], wilds: list[Card]) -> None:
    """R-SCORE-3; of equal totals the fewest wilds, then long runs rather than many."""
    cards = numbers + wilds
    sheet = score_sheet(cards)
    spent = sum(is_wild(card) for run in sheet.runs for card in run.cards)
    squares = sum(len(run.cards) ** 2 for run in sheet.runs)
    assert (sheet.score, -spent, squares) == brute_force(cards)
    assert score(cards) == sheet.score


@pytest.mark.parametrize(("text", "points"), HOSTILE.items())
def test_heaps_of_wilds_get_the_highest_total_too(text: str, points: int) -> None:
    """R-SCORE-3."""
    assert score(words(text)) == points
    assert_lawful(words(text), score_sheet(words(text)))


@pytest.mark.parametrize("copies", [1, 2, 3, 4, 14])
@pytest.mark.parametrize("numbers", ["", "R5", "R1 R9 B5 O2 O8 G3", "R2 B2 O2 G2"])
def test_more_copies_than_any_box_holds(copies: int, numbers: str) -> None:
    """R-SCORE-3."""
    cards = words(numbers) + WILDS * copies
    sheet = score_sheet(cards)
    assert_lawful(cards, sheet)
    assert sheet.score == score(cards)
    assert sheet.score == 40 or copies < 3


@given(collections, scoring_cards)
def test_another_card_never_lowers_the_score(cards: list[Card], card: Card) -> None:
    """R-SCORE-1, R-SCORE-3."""
    assert score([*cards, card]) >= score(cards)


@given(collections.flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards))))
def test_the_order_of_the_cards_is_nothing(orders: tuple[list[Card], list[Card]]) -> None:
    """R-SCORE: a collection has no order."""
    one, other = orders
    assert score_sheet(one) == score_sheet(other)


@given(from_one_box)
def test_no_collection_from_a_box_scores_more_than_40(cards: tuple[Card, ...]) -> None:
    """R-SCORE-2."""
    assert 0 <= score(cards) <= 40


@given(collections)
def test_every_card_is_either_in_a_run_or_unused(cards: list[Card]) -> None:
    """R-SCORE-1 to R-SCORE-3: a sheet shows exactly the cards, in runs that add up."""
    sheet = score_sheet(cards)
    assert sheet.score == score(cards)
    assert_lawful(cards, sheet)


def assert_lawful(cards: tuple[Card, ...] | list[Card], sheet: ScoreSheet) -> None:
    used = [card for run in sheet.runs for card in run.cards]
    assert Counter(used) + Counter(sheet.unused) == Counter(cards)
    assert sheet.unused == in_order(sheet.unused)
    assert tuple(run.colour for run in sheet.runs) == COLOURS
    assert sum(run.points for run in sheet.runs) == sheet.score
    for run in sheet.runs:
        assert_run(run, sheet.unused)


def assert_run(run: Run, unused: tuple[Card, ...]) -> None:
    """The cards stand for consecutive ranks, and none could be spared for a better one."""
    if not run.cards:
        assert run == Run(run.colour, 0, None, None, ())
        return
    assert run.first is not None
    assert run.last is not None
    assert 1 <= run.first <= run.last <= 9
    assert run.points == len(run.cards) + (len(run.cards) == 9)
    for number, card in zip(
        [f"{run.colour}{rank}" for rank in range(run.first, run.last + 1)], run.cards, strict=True
    ):
        assert card == number or number in stands_for(card)
        assert card == number or number not in unused
        specific = [wild for wild in unused if wild in (f"*{number[1]}", f"{run.colour}#")]
        assert card != FULL_WILD or not specific


@pytest.mark.parametrize(
    ("text", "runs", "unused"),
    [
        ("", "", ""),
        ("*#", "*#", ""),
        ("R5 R#", "R5 R#", ""),
        ("B9 B#", "| B# B9", ""),
        ("R1 R2 R4 R#", "R1 R2 R# R4", ""),
        ("R1 R2 R3 R5 R6", "R1 R2 R3", "R5 R6"),
        ("R4 R5 R6 *5 *#", "R4 R5 R6 *# | *5", ""),
        ("R4 B4 B5 *#", "R4 | B4 B5 *#", ""),
        ("G6 G7 *8 *#", "| | | G6 G7 *8 *#", ""),
        ("R4 B4 *5", "R4 *5 | B4", ""),
        ("R1 R2 R4 R5 B1 B2 B4 B5 B6 *3 R#", "R1 R2 R# R4 R5 | B1 B2 *3 B4 B5 B6", ""),
        ("G1 G2 G3 G4 G5 G6 G7 G8 G9 G#", "| | | G1 G2 G3 G4 G5 G6 G7 G8 G9", "G#"),
        ("O1 O3 *2 O# *#", "| | O1 *2 O3 O# *#", ""),
    ],
)
def test_the_placing_that_a_person_would_choose(text: str, runs: str, unused: str) -> None:
    """R-SCORE-3: gaps first, upwards, numbers before wilds, the full wild last."""
    sheet = score_sheet(words(text))
    expected = [words(run) for run in runs.split("|")] + [()] * len(COLOURS)
    assert [run.cards for run in sheet.runs] == expected[: len(COLOURS)]
    assert sheet.unused == words(unused)


def test_a_sheet_says_where_each_run_lies() -> None:
    """R-SCORE-1: the i-th card stands for the i-th rank."""
    sheet = score_sheet(words("O7 O8 *9 O8 R2"))
    assert run_of(sheet, "O") == Run("O", 3, 7, 9, ("O7", "O8", "*9"))
    assert run_of(sheet, "B") == Run("B", 0, None, None, ())
    assert (sheet.score, sheet.unused) == (4, ("O8",))


def test_no_more_wilds_are_spent_than_the_total_takes() -> None:
    """R-SCORE-3: two wilds would bring red as many points as one of them brings blue."""
    sheet = score_sheet(words("R1 R2 R3 B2 B3 B5 O7 G7 *4 *5"))
    assert sheet.score == 9
    assert run_of(sheet, "R").cards == words("R1 R2 R3")
    assert run_of(sheet, "B").cards == words("B2 B3 *4 B5")
    assert sheet.unused == ("*5",)
