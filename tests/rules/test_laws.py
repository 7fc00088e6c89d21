"""What holds at every table of every legal game, whatever happens (the laws)."""

import copy
import json
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import notation
from games.rules.cards import KINDS
from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.events import Event
from games.rules.odds import odds
from games.rules.play import Played, play
from games.rules.replay import Amended, Entry, Op, Redone, Said, Story, Undone, tell
from games.rules.scoring import score
from games.rules.table import BLACK_SUPPLY, BUST_SUPPLY, TOKEN_CAP, Phase, Table
from tests.casts import (
    in_words,
    laid,
    random_check,
    random_event,
    random_game,
    random_start,
)
from tests.rules.test_notation import any_event

chance = st.randoms(use_true_random=False)
"""The choices of a whole game: where a law is broken, Hypothesis finds a short game for it."""

many = settings(max_examples=120, deadline=None)
few = settings(max_examples=50, deadline=None)


def random_story(rng: Random, longest: int = 60, start: Table | None = None) -> Story:
    story = Story(start or random_start(rng))
    for said in random_game(rng, story.table, longest):
        story = tell(story, Said(str(story.length + 1), said))
    return story


def outcome(attempt: Callable[[], object]) -> object:
    """What an attempt leads to: its value, or its refusal."""
    try:
        return attempt()
    except (RuleError, Conflict, CorrectionError) as refused:
        return refused


def assert_cards_are_conserved(table: Table) -> None:
    """R-DECK-1: every card of the set-up is in exactly one place."""
    places = Counter(dict(zip(KINDS, table.unseen, strict=True)))
    places.update([*table.tableau, *table.market, *table.discard])
    places.update([table.auction.card] if table.auction else [])
    for seat in table.seats:
        places.update(seat.cards)
    assert [places[kind] for kind in KINDS] == list(table.deck.counts)
    assert min(table.unseen) >= 0


def assert_tokens_are_conserved(table: Table) -> None:
    """R-SET-2, R-REW-3, R-BUST-4."""
    assert all(0 <= seat.tokens <= TOKEN_CAP for seat in table.seats)
    assert all(seat.busts >= 0 for seat in table.seats)
    assert 0 <= table.token_supply <= BLACK_SUPPLY
    assert 0 <= table.bust_supply <= BUST_SUPPLY


def assert_nobody_has_bust(table: Table) -> None:
    """R-DRAW-4: a bust ends the turn, so no table shows one."""
    assert table.net <= 10
    assert table.currency <= 10


def assert_somebody_can_act(table: Table) -> None:
    """What each phase needs is there, and nothing that belongs to another."""
    in_auction = table.phase in {Phase.AUCTION, Phase.PAYMENT}
    assert (table.auction is not None) == in_auction
    assert (table.actor is None) == (table.phase is Phase.SCORING)
    assert (table.phase is Phase.FINAL_BUY) == bool(table.buyers)
    assert 1 <= table.active <= len(table.seats)
    assert table.turn >= 1


def assert_odds_are_chances(table: Table) -> None:
    """R-DRAW-4, R-PROF-2."""
    chance = odds(table)
    assert (chance is not None) == (table.phase is Phase.DRAW and table.remaining > 0)
    if chance:
        assert chance.bust + chance.wild + chance.safe_number + chance.safe_currency == 1
        assert chance.bust_within[0] == chance.bust
        assert list(chance.bust_within) == sorted(chance.bust_within)


def assert_scores_are_possible(table: Table) -> None:
    """R-SCORE-2: the most is 40."""
    for seat in table.seats:
        assert min(1, len(seat.cards)) <= score(seat.cards) <= min(40, len(seat.cards) + 4)


LAWS = (
    assert_cards_are_conserved,
    assert_tokens_are_conserved,
    assert_nobody_has_bust,
    assert_somebody_can_act,
    assert_odds_are_chances,
    assert_scores_are_possible,
)


@many
@given(chance)
def test_every_table_of_a_legal_game_is_lawful(rng: Random) -> None:
    """Cards and tokens are conserved, and everything else above."""
    for link in random_story(rng, 80).standing():
        for law in LAWS:
            law(link.table)


@pytest.mark.parametrize("seed", range(20))
def test_every_table_of_a_game_to_its_end_is_lawful(seed: int) -> None:
    """The same with whole games and the whole box, which Hypothesis keeps short."""
    story = random_story(Random(seed), 1000, laid(players=seed % 5 + 1))
    assert story.table.phase is Phase.SCORING
    for link in story.standing():
        for law in LAWS:
            law(link.table)


@many
@given(chance, st.data())
def test_an_illegal_event_leaves_the_table_as_it_was(rng: Random, data: st.DataObject) -> None:
    """Law 3: and whatever is legal leaves the old table as it was, too."""
    table = random_story(rng, 40).table
    before = copy.deepcopy(table)
    said = data.draw(any_event)
    after = outcome(lambda: play(table, said))
    assert table == before
    if isinstance(after, RuleError):
        assert after.rule.startswith("R-")
    else:
        assert isinstance(after, Played)
        assert_cards_are_conserved(after.table)
        assert_tokens_are_conserved(after.table)


@many
@given(chance, any_event)
def test_after_the_count_nothing_is_accepted(rng: Random, said: Event) -> None:
    """R-END-3."""
    story = random_story(rng, 20)
    while story.table.phase is not Phase.SCORING:
        story = tell(story, Said("x", random_event(rng, story.table)))
    with pytest.raises(RuleError):
        tell(story, Said("y", said))


@many
@given(chance)
def test_undo_restores_the_table_before_and_redo_the_one_after(rng: Random) -> None:
    """Law 2, for each kind of event."""
    story = random_story(rng)
    tables = [story.start, *(link.table for link in story.standing())]
    for table in tables[-2::-1]:
        story = tell(story, Undone())
        assert story.table == table
    for table in tables[1:]:
        story = tell(story, Redone())
        assert story.table == table


@many
@given(chance)
def test_a_story_is_the_same_when_it_is_told_again(rng: Random) -> None:
    """Law 1, through writing: replaying from scratch equals going on step by step."""
    story = random_story(rng)
    told_again = Story(story.start)
    for link in story.standing():
        written = json.dumps(notation.write(link.event))
        told_again = tell(told_again, Said(link.id, notation.read(json.loads(written))))
        assert told_again.table == link.table
        assert told_again.head
        assert told_again.head.effects == link.effects
    assert in_words(told_again) == in_words(story)


@few
@given(chance)
def test_changing_an_event_into_itself_changes_nothing(rng: Random) -> None:
    """Law 3."""
    story = random_story(rng)
    for link in story.standing():
        same = tell(story, Amended("a", (Op("replace", link.number, link.event),)))
        assert same.table == story.table
        assert in_words(same) == in_words(story)
        assert tell(same, Undone()).table == story.table


def random_correction(rng: Random, story: Story, id: str) -> Entry:
    """Undo, redo, or an amendment of up to three changes."""
    match rng.randint(0, 3):
        case 0:
            return Undone()
        case 1:
            return Redone()
    return Amended(id, tuple(random_op(rng, story) for _ in range(rng.randint(1, 3))))


def something(rng: Random, table: Table) -> Event:
    """What may be said here; a table check far more often than people make one."""
    return (rng.randint(0, 2) == 0 and random_check(rng, table)) or random_event(rng, table)


def random_op(rng: Random, story: Story) -> Op:
    """A change that fits the table at its place, though perhaps not what comes after it."""
    number = rng.randint(1, max(1, story.length))
    tables = [story.start, *(link.table for link in story.standing())]
    said = None
    if tables[number - 1].phase is not Phase.SCORING:
        said = something(rng, tables[number - 1])
    match rng.randint(0, 2) if said else 0:
        case 0:
            return Op("delete", number)
        case 1:
            return Op("insert", number, said)
    return Op("replace", number, said)


@many
@given(chance)
def test_after_any_corrections_the_table_is_that_of_what_stands(rng: Random) -> None:
    """Law 3, law 1: a fresh replay of the standing events leads to the same tables."""
    story = random_story(rng, 25)
    for step in range(12):
        correction = random_correction(rng, story, f"c{step}")
        corrected = outcome(lambda: tell(story, correction))  # noqa: B023 (called at once)
        story = corrected if isinstance(corrected, Story) else story
        if story.table.phase is not Phase.SCORING and rng.randint(0, 1):
            story = tell(story, Said(f"s{step}", something(rng, story.table)))
        table = story.start
        for number, link in enumerate(story.standing(), 1):
            table = play(table, link.event).table
            assert (link.number, link.table) == (number, table)
        assert_cards_are_conserved(story.table)
        assert_tokens_are_conserved(story.table)
    ids = [link.id for link in story.standing()]
    assert len(ids) == len(set(ids))


@few
@given(chance)
def test_a_conflict_names_the_first_event_that_clashes(rng: Random) -> None:
    """Law 3: everything before it stands, and it alone is refused there."""
    story = random_story(rng, 30)
    if not story.length:
        return
    deleted = rng.randint(1, story.length)
    clash = outcome(lambda: tell(story, Amended("a", (Op("delete", deleted),))))
    if not isinstance(clash, Conflict):
        return
    assert clash.op is None
    assert clash.number
    assert clash.number > deleted
    rest = [said for n, said in enumerate(in_words(story), 1) if n != deleted]
    table = story.start
    for said in rest[: clash.number - 2]:
        table = play(table, said).table
    assert clash.event == rest[clash.number - 2]
    with pytest.raises(RuleError) as refused:
        play(table, rest[clash.number - 2])
    assert refused.value.rule == clash.cause.rule
