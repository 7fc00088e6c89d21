"""How far an amended story has come before an entry: where something else is chosen."""

from typing import Literal

import pytest

from games.rules.amending import carried_over, reached
from games.rules.errors import Conflict, CorrectionError
from games.rules.events import Event
from games.rules.replay import Amended, Op, tell
from games.rules.table import Phase
from tests.casts import event, events, in_words, played, tell_on, told

GAME = "R4 B2 take-numbers skip O3 G1"


def op(kind: Literal["replace", "insert", "delete"], number: int, word: str = "") -> Op:
    return Op(kind, number, event(word) if word else None)


def before(number: int, *ops: Op) -> list[Event]:
    return in_words(reached(told(GAME), Amended("", ops), number))


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1, ""), (2, "R4"), (4, "R4 B2 take-numbers"), (6, "R4 B2 take-numbers skip O3"), (7, GAME)],
)
def test_without_changes_it_is_what_stood_before(number: int, expected: str) -> None:
    assert before(number) == events(expected)


def test_earlier_changes_are_in_it() -> None:
    """Law 3: each change is replayed on top of the others."""
    assert before(5, op("replace", 2, "B1")) == events("R4 B1 take-numbers skip")
    assert before(3, op("replace", 2, "B1")) == events("R4 B1")
    assert before(3, op("delete", 1)) == events("B2")
    assert before(3, op("insert", 1, "$5"), op("insert", 2, "$1")) == events("$5 R4 $1 B2")


def test_what_was_put_before_the_entry_is_in_it() -> None:
    assert before(2, op("insert", 2, "$1"), op("insert", 2, "$2")) == events("R4 $1 $2")


@pytest.mark.parametrize("kind", ["replace", "delete"])
def test_the_entry_itself_is_not(kind: Literal["replace", "delete"]) -> None:
    word = "B1" if kind == "replace" else ""
    assert before(2, op(kind, 2, word)) == events("R4")
    assert before(2, op("insert", 2, "$1"), op(kind, 2, word)) == events("R4 $1")


def test_later_changes_are_not() -> None:
    """Also not where the entries between are taken out."""
    assert before(2, op("replace", 6, "G9")) == events("R4")
    assert before(2, op("delete", 2), op("replace", 3, "take-currency")) == events("R4")
    assert before(2, op("insert", 3, "$5")) == events("R4")


def test_one_past_the_last_is_the_end() -> None:
    assert before(7, op("insert", 7, "$1")) == [*events(GAME), *events("$1")]


def test_it_stands_on_the_table_of_that_moment() -> None:
    story = reached(told(GAME), Amended("", (op("replace", 2, "B3"),)), 4)
    assert story.table == played("R4 B3 take-numbers")
    assert (story.table.phase, story.length) == (Phase.BUY, 3)


def test_an_earlier_clash_is_named() -> None:
    """Law 3: as in the amendment itself."""
    with pytest.raises(Conflict) as clash:
        before(6, op("delete", 3))
    assert (clash.value.number, clash.value.op) == (4, None)
    assert clash.value.cause.rule == "R-BUY-1"


def test_a_later_clash_is_not_looked_at() -> None:
    assert before(4, op("delete", 3)) == events("R4 B2")


def test_changes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(CorrectionError):
        before(2, op("replace", 9, "R1"))


def test_the_story_itself_stays_as_it_was() -> None:
    """Law 2: what was reached is only looked at."""
    story = told(GAME)
    reached(story, Amended("", (op("delete", 1),)), 3)
    assert in_words(story) == events(GAME)
    assert in_words(tell(story, Amended("a", (op("delete", 6),)))) == events(GAME)[:-1]


# The same change, when the numbers have moved on


def moved(place: Op, *amended: Op, then: str = GAME, more: str = "") -> Op | None:
    """The change by the numbers after an amendment and what was said after it."""
    story = told(then)
    now = tell(story, Amended("a", amended)) if amended else story
    return carried_over(place, story, tell_on(now, more))


@pytest.mark.parametrize("kind", ["replace", "insert", "delete"])
def test_a_change_keeps_to_its_entry(kind: Literal["replace", "insert", "delete"]) -> None:
    """Law 4."""
    assert moved(op(kind, 2)) == op(kind, 2)
    assert moved(op(kind, 2), op("insert", 1, "$1"), op("insert", 3, "$1")) == op(kind, 3)
    assert moved(op(kind, 5), op("replace", 2, "B1")) == op(kind, 5)
    assert moved(op(kind, 2), op("delete", 1)) == op(kind, 1)


@pytest.mark.parametrize("kind", ["replace", "insert", "delete"])
def test_a_change_goes_with_its_entry(kind: Literal["replace", "insert", "delete"]) -> None:
    assert moved(op(kind, 2), op("delete", 2)) is None
    assert moved(op(kind, 2), op("replace", 2, "B1")) is None


def test_what_comes_after_everything_comes_after_what_was_then_the_last() -> None:
    assert moved(op("insert", 7, "R1"), more="R2") == op("insert", 7, "R1")
    assert moved(op("insert", 7, "R1"), op("delete", 1), more="R2") == op("insert", 6, "R1")
    assert moved(op("insert", 7, "R1"), op("delete", 6)) is None
    assert moved(op("insert", 1, "R1"), then="", more="R2") == op("insert", 1, "R1")


def test_what_fits_nothing_is_left_as_it_is() -> None:
    assert moved(op("replace", 9, "R1"), op("delete", 1)) == op("replace", 9, "R1")
