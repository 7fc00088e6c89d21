"""Undo, redo and amendments: what stands, and what no longer could (the four laws of the log)."""

from typing import Literal

import pytest

from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.replay import (
    Amended,
    Op,
    Redone,
    Said,
    Story,
    Undone,
    check_is_news,
    effects_of_change,
    tell,
)
from games.rules.table import Phase
from tests.casts import deck_of, effects, event, events, in_words, played, tell_on, told, words


def op(kind: Literal["replace", "insert", "delete"], number: int, word: str = "") -> Op:
    return Op(kind, number, event(word) if word else None)


def replaced(number: int, word: str) -> Op:
    return op("replace", number, word)


def inserted(number: int, word: str) -> Op:
    return op("insert", number, word)


def deleted(number: int) -> Op:
    return op("delete", number)


def amended(story: Story, *ops: Op) -> Story:
    return tell(story, Amended("a", ops))


def undone(story: Story, times: int = 1) -> Story:
    for _ in range(times):
        story = tell(story, Undone())
    return story


def redone(story: Story, times: int = 1) -> Story:
    for _ in range(times):
        story = tell(story, Redone())
    return story


def conflict(story: Story, *ops: Op) -> Conflict:
    with pytest.raises(Conflict) as refused:
        amended(story, *ops)
    return refused.value


def error(story: Story, *ops: Op) -> CorrectionError:
    with pytest.raises(CorrectionError) as refused:
        amended(story, *ops)
    return refused.value


# What stands


def test_a_story_is_what_was_said_and_the_table_after_it() -> None:
    """Law 1."""
    said = "R3 $2 take-numbers skip *5 1:1"
    story = told(said)
    assert in_words(story) == events(said)
    assert [link.number for link in story.standing()] == [1, 2, 3, 4, 5, 6]
    assert (story.length, story.table) == (6, played(said))
    assert [link.number for link in story.backwards()] == [6, 5, 4, 3, 2, 1]


def test_nothing_was_said_yet() -> None:
    story = told("")
    assert (story.length, story.standing(), story.table) == (0, [], story.start)


def test_whose_doing_each_event_is() -> None:
    said = "R3 *5 2:1 1:2 pay=2 take-numbers skip *6 sold-1:1=1 *7 unsold stop"
    seats = [link.seat for link in told(said).standing()]
    assert seats == [1, 1, 2, 1, 1, 1, 1, 2, 1, 2, None, None]


def test_each_event_knows_what_followed_from_it() -> None:
    said = "R6 $2 B9"
    assert list(told(said).standing()[-1].effects) == effects(said)


def test_a_refused_event_changes_nothing() -> None:
    """Law 3: the old story is still there."""
    story = told("R3")
    with pytest.raises(RuleError):
        tell_on(story, "skip")
    assert in_words(story) == events("R3")
    assert story.table == played("R3")


# Undo and redo


def test_undo_takes_back_the_latest_event() -> None:
    """Law 2."""
    story = told("R3 B4 take-numbers")
    assert undone(story).table == played("R3 B4")
    assert in_words(undone(story, 2)) == events("R3")
    assert undone(story, 3).table == story.start


def test_undo_over_a_turn_an_auction_and_the_end() -> None:
    """Law 2: whatever followed is taken back with it."""
    story = told("")
    for word in words("R6 R5 *5 1:1 2:pass pay=1 R4 take-currency stop"):
        longer = tell_on(story, word)
        assert undone(longer).table == story.table
        story = longer


def test_redo_walks_forward() -> None:
    """Law 2: redo undoes the undo."""
    story = told("R3 B4 take-numbers")
    assert redone(undone(story)).table == story.table
    assert redone(undone(story, 3), 2).table == played("R3 B4")
    assert in_words(redone(undone(story, 3), 3)) == in_words(story)
    assert undone(redone(undone(story, 2))).table == played("R3")


def test_nothing_to_undo_and_nothing_to_redo() -> None:
    for story, entry, code in (
        (told(""), Undone(), "nothing_to_undo"),
        (undone(told("R3")), Undone(), "nothing_to_undo"),
        (told("R3"), Redone(), "nothing_to_redo"),
        (redone(undone(told("R3"))), Redone(), "nothing_to_redo"),
    ):
        with pytest.raises(CorrectionError) as refused:
            tell(story, entry)
        assert refused.value.code == code


def test_nothing_is_redone_after_something_else_was_said() -> None:
    """Law 2."""
    for story in (
        tell_on(undone(told("R3 B4")), "B5"),
        amended(undone(told("R3 B4")), replaced(1, "R4")),
    ):
        with pytest.raises(CorrectionError, match="nothing_to_redo"):
            tell(story, Redone())


def test_undo_does_not_find_what_was_undone_before() -> None:
    """Law 2: R3, B4 taken back, B5: undo goes to R3, not to B4."""
    story = tell_on(undone(told("R3 B4")), "B5")
    assert in_words(undone(story)) == events("R3")
    assert undone(story, 2).length == 0


def test_a_count_that_was_taken_back_can_go_on() -> None:
    """R-END-3."""
    story = told("R3 stop")
    with pytest.raises(RuleError):
        tell_on(story, "R4")
    assert tell_on(undone(story), "R4").table == played("R3 R4")


# Amendments


def test_an_earlier_event_is_replaced() -> None:
    """Law 1: a changed card decides the bust anew."""
    story = told("R6 B4 B1")
    assert story.table.turn == 2
    mended = amended(story, replaced(2, "B3"))
    assert in_words(mended) == events("R6 B3 B1")
    assert mended.table == played("R6 B3 B1")
    assert mended.table.turn == 1


def test_an_event_is_put_before_another() -> None:
    """`insert` puts its event before that entry; one past the last appends."""
    story = told("R1 R3")
    assert in_words(amended(story, inserted(1, "B1"))) == events("B1 R1 R3")
    assert in_words(amended(story, inserted(2, "R2"))) == events("R1 R2 R3")
    assert in_words(amended(story, inserted(3, "take-numbers"))) == events("R1 R3 take-numbers")
    assert in_words(amended(told(""), inserted(1, "R1"))) == events("R1")


def test_several_inserts_at_one_place_keep_their_order() -> None:
    story = told("R1 R3")
    mended = amended(story, inserted(2, "B1"), inserted(2, "O1"), inserted(2, "G1"))
    assert in_words(mended) == events("R1 B1 O1 G1 R3")


def test_an_event_is_deleted() -> None:
    story = told("R1 R2 R3")
    assert in_words(amended(story, deleted(2))) == events("R1 R3")
    assert in_words(amended(story, deleted(1), deleted(2), deleted(3))) == []


def test_numbers_are_those_before_the_amendment() -> None:
    """Whatever the order of the ops."""
    story = told("R1 R2 R3 R4")
    ops = deleted(1), inserted(3, "B1"), replaced(4, "G4"), inserted(5, "take-currency")
    for given in (ops, ops[::-1]):
        assert in_words(amended(story, *given)) == events("R2 B1 R3 G4 take-currency")
    both = amended(story, inserted(2, "B1"), deleted(2))
    assert in_words(both) == events("R1 B1 R3 R4")


def test_ids_are_permanent() -> None:
    """What is kept keeps its id, what is new is named after the amendment and its op."""
    mended = amended(told("R1 R2 R3"), deleted(1), inserted(3, "B1"), replaced(2, "G2"))
    assert [(link.number, link.id) for link in mended.standing()] == [
        (1, "a.2"),
        (2, "a.1"),
        (3, "3"),
    ]


def test_an_amendment_is_undone_and_redone_as_a_whole() -> None:
    """Law 2."""
    story = told("R6 B4 take-numbers skip G1")
    mended = amended(story, replaced(1, "R1"), deleted(5), inserted(2, "O2"))
    assert in_words(mended) == events("R1 O2 B4 take-numbers skip")
    back = undone(mended)
    assert (in_words(back), back.table) == (in_words(story), story.table)
    assert in_words(redone(back)) == in_words(mended)
    assert in_words(undone(back)) == events("R6 B4 take-numbers skip")


def test_several_things_mended_in_one_go() -> None:
    """Law 3: what alone would clash may stand together."""
    story = told("R3 *5 2:3 1:pass pay=3 take-numbers")
    assert conflict(story, replaced(3, "2:4")).number == 5
    mended = amended(story, replaced(3, "2:4"), replaced(5, "pay=4"))
    assert mended.table.seat(2).tokens == 1


# The first conflict


def test_a_later_event_that_could_no_longer_have_happened() -> None:
    """Law 3: named by its number before the amendment, with the rule."""
    story = told("R3 $2 take-currency B4 take-numbers buy-R3=3")
    clash = conflict(story, replaced(1, "B3"))
    assert (clash.number, clash.op, clash.cause.rule) == (6, None, "R-BUY-1")
    assert clash.event == event("buy-R3=3")


def test_its_number_is_that_before_the_amendment() -> None:
    story = told("R3 take-currency R2 take-numbers skip")
    clash = conflict(story, inserted(1, "B1"), inserted(1, "G1"), deleted(4))
    assert (clash.number, clash.op, clash.cause.rule) == (5, None, "R-BUY-1")


def test_an_event_of_the_amendment_itself() -> None:
    """Law 3: then it has no number, but the index of the op."""
    story = told("R3 take-currency R2")
    clash = conflict(story, inserted(4, "R4"), replaced(2, "skip"))
    assert (clash.number, clash.op, clash.cause.rule) == (None, 1, "R-BUY-1")
    clash = conflict(story, inserted(2, "R1"), inserted(3, "2:1"))
    assert (clash.number, clash.op, clash.cause.rule) == (None, 1, "R-AUC-1")


def test_only_the_first_conflict_is_named() -> None:
    """Law 3."""
    story = told("R3 take-numbers skip B1 take-numbers skip")
    assert conflict(story, deleted(2), deleted(5)).number == 3


def test_deleting_the_draw_that_opened_an_auction() -> None:
    clash = conflict(told("R3 *5 2:1 1:pass pay=1"), deleted(2))
    assert (clash.number, clash.cause.rule) == (3, "R-AUC-1")


def test_after_a_conflict_the_story_is_what_it_was() -> None:
    """Law 3."""
    story = told("R3 take-numbers skip")
    conflict(story, deleted(1))
    assert in_words(story) == events("R3 take-numbers skip")
    assert tell_on(story, "B1").table == played("R3 take-numbers skip B1")


def test_a_game_that_was_over_goes_on_after_an_amendment() -> None:
    """R-END-3."""
    story = told("R3 take-numbers skip stop")
    mended = amended(story, deleted(4))
    assert (story.table.phase, mended.table.phase) == (Phase.SCORING, Phase.DRAW)


@pytest.mark.parametrize(
    ("ops", "number", "last"),
    [
        ((deleted(4),), 4, 3),
        ((replaced(4, "R4"),), 4, 3),
        ((inserted(5, "R4"),), 5, 4),
        ((deleted(0),), 0, 3),
        ((inserted(0, "R4"),), 0, 4),
        ((inserted(4, "R4"), replaced(9, "R5")), 9, 3),
    ],
)
def test_no_such_number(ops: tuple[Op, ...], number: int, last: int) -> None:
    """Numbers are places among what stands."""
    refused = error(told("R1 R2 R3"), *ops)
    assert (refused.code, refused.params) == ("no_such_number", {"number": number, "last": last})


@pytest.mark.parametrize("second", [deleted(2), replaced(2, "B1")])
@pytest.mark.parametrize("first", [deleted(2), replaced(2, "G1")])
def test_one_entry_changed_twice(first: Op, second: Op) -> None:
    refused = error(told("R1 R2 R3"), first, second)
    assert (refused.code, refused.params) == ("number_twice", {"number": 2})


def test_what_was_undone_has_no_number() -> None:
    assert error(undone(told("R1 R2")), deleted(2)).code == "no_such_number"


# R-PROF-4


def test_one_copy_too_many_names_the_entries_that_hold_the_others() -> None:
    """R-PROF-4."""
    story = told("R1 B1 R1 take-numbers skip R1")
    with pytest.raises(RuleError) as refused:
        tell_on(story, "R1")
    assert refused.value.rule == "R-PROF-4"
    assert refused.value.params == {"card": "R1", "copies": 3, "entries": [1, 3, 6]}


def test_a_card_that_the_set_up_has_not_at_all() -> None:
    """R-PROF-4: no entry holds a copy."""
    with pytest.raises(RuleError) as refused:
        tell_on(told("R1", deck=deck_of("R1 R2")), "R3")
    assert refused.value.params == {"card": "R3", "copies": 0, "entries": []}


def test_entries_that_were_undone_or_replaced_hold_no_copy() -> None:
    """R-PROF-4."""
    story = amended(tell_on(undone(told("R1 R1")), "R1 R1"), replaced(1, "B1"))
    story = tell(story, Said("5", event("R1")))
    with pytest.raises(RuleError) as refused:
        tell_on(story, "R1")
    assert refused.value.params["entries"] == [2, 3, 4]


@pytest.mark.parametrize(
    ("said", "entries"),
    [
        ("G9 take-currency check-G9:market>unseen B1 G9", [5]),
        ("R1 R1 R1 take-numbers skip check-R1:1>unseen R1", [1, 2, 7]),
        ("G9 take-currency check-G9:market>unseen check-G9:unseen>2", [4]),
    ],
)
def test_a_copy_that_was_put_back_is_held_by_no_entry(said: str, entries: list[int]) -> None:
    """R-PROF-4: as many entries are named as there are copies."""
    story = told(said)
    with pytest.raises(RuleError) as refused:
        tell_on(story, said.split()[0])
    assert refused.value.params["entries"] == entries


def test_a_recount_that_an_amendment_makes_needless_is_gone() -> None:
    """R-PROF-4, law 1: counts are computed, not kept."""
    said = "$1 $1 $1 $1 $1 take-currency $1 $1"
    story = told(said)
    assert story.table.deck.count("$1") == 7
    assert amended(story, replaced(1, "$5")).table.deck.count("$1") == 6


def test_a_copy_too_many_that_an_amendment_makes() -> None:
    """R-PROF-4, law 3: the conflict is the first draw for which no copy is left."""
    clash = conflict(told("G9 take-currency R1 take-currency B1"), replaced(3, "G9"))
    assert (clash.number, clash.op, clash.cause.rule) == (None, 0, "R-PROF-4")
    clash = conflict(told("R1 take-currency G9"), replaced(1, "G9"))
    assert (clash.number, clash.op, clash.cause.rule) == (3, None, "R-PROF-4")


# A table check that finds everything as it was recorded

SAME = ["check-1=5", "check-2=5", "check-pile=30"]


@pytest.mark.parametrize("check", SAME)
def test_what_was_recorded_like_that_is_no_news(check: str) -> None:
    """R-SET-2."""
    story = told("R1 check-pile=30")
    with pytest.raises(RuleError) as refused:
        check_is_news(story, tell_on(story, check))
    assert (refused.value.code, refused.value.rule) == ("nothing_differs", "R-SET-2")


@pytest.mark.parametrize("check", ["check-pile=0", "check-1=5"])
def test_a_pile_that_is_out_was_recorded_like_that(check: str) -> None:
    """R-END-4."""
    story = told("R1 empty")
    with pytest.raises(RuleError) as refused:
        check_is_news(story, tell_on(story, check))
    assert refused.value.code == "nothing_differs"


@pytest.mark.parametrize(
    "check", ["check-1=4", "check-2=5+1b", "check-pile=29", "check-R9:unseen>1"]
)
def test_what_is_otherwise_is_news(check: str) -> None:
    story = told("R1 check-pile=30")
    check_is_news(story, tell_on(story, check))


def test_a_pile_whose_size_was_not_known_is_news() -> None:
    """R-PROF-2: the most that it could be is now what it is."""
    story = told("R1")
    check_is_news(story, tell_on(story, f"check-pile={story.table.remaining}"))


def test_a_check_stands_where_an_earlier_entry_is_mended_to_what_it_found() -> None:
    """Law 3: it was made all the same."""
    story = told("R1 take-numbers skip R2 check-2=4")
    mended = amended(story, inserted(4, "check-2=4"))
    assert in_words(mended) == events("R1 take-numbers skip check-2=4 R2 check-2=4")


# What a change brought


def test_the_effects_of_a_change_are_those_of_what_is_new() -> None:
    story = told("R6 B4 take-numbers skip")
    mended = amended(story, replaced(2, "B5"), deleted(3), deleted(4))
    assert list(effects_of_change(story, mended)) == effects("R6 B5")
    assert effects_of_change(story, undone(story)) == ()
