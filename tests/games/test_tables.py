"""Stories that are remembered are those that would be replayed."""

from functools import reduce
from random import Random
from uuid import uuid4

import pytest
from django.db import transaction

from games import log, services, tables
from games.models import Entry, Membership
from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.replay import Op, Story, tell
from games.rules.table import Phase
from tests.casts import event, in_words, played, random_check, random_event
from tests.casts import events as said
from tests.games.phones import host, now, player, say, spectator, version

# What is remembered depends on what was committed.
pytestmark = pytest.mark.django_db(transaction=True)


class Processes:
    """Two processes: two memories on the same rows. ``switch`` goes to the other one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._away = tables._Memory()

    def switch(self) -> None:
        here = tables.memory
        self._monkeypatch.setattr(tables, "memory", self._away)
        self._away = here


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Processes:
    return Processes(monkeypatch)


def replayed(of: Membership) -> Story:
    """The story from nothing but the rows, without any memory."""
    game = now(of)
    told = map(log.told, Entry.objects.filter(game=game).order_by("version"))
    return reduce(tell, told, Story(tables.start(game)))


def assert_same(story: Story, other: Story) -> None:
    assert story.table == other.table
    for link, counterpart in zip(story.standing(), other.standing(), strict=True):
        assert (link.id, link.number, link.event) == (
            counterpart.id,
            counterpart.number,
            counterpart.event,
        )
        assert (link.table, link.effects) == (counterpart.table, counterpart.effects)


def change_at_random(rng: Random, by: Membership) -> None:
    """Record something legal, or try to take back, redo or mend."""
    story, seen = tables.story(now(by)), version(by)
    match rng.randint(0, 9):
        case 0:
            services.undo(by, seen)
        case 1:
            services.redo(by, seen)
        case 2:
            services.amend(by, seen, [Op("delete", rng.randint(1, max(1, story.length)))])
        case 3 if story.length:
            link = rng.choice(list(story.standing()))
            before = link.before.table if link.before else story.start
            instead = random_event(rng, before)
            ops = [Op("replace", link.number, instead), Op("insert", link.number, instead)]
            services.amend(by, seen, [rng.choice(ops)])
        case 4 if check := random_check(rng, story.table):
            services.record(by, seen, check)
        case _ if story.table.phase is not Phase.SCORING:
            services.record(by, seen, random_event(rng, story.table))


def try_to_change(rng: Random, by: Membership) -> None:
    try:
        change_at_random(rng, by)
    except (RuleError, Conflict, CorrectionError):
        return


@pytest.mark.parametrize("seed", range(3))
def test_a_story_is_a_fresh_replay(seed: int) -> None:
    """Law 3: after each of many random changes."""
    hosting, rng = host(3), Random(seed)
    for _ in range(40):
        try_to_change(rng, hosting)
        assert_same(tables.story(now(hosting)), replayed(hosting))


@pytest.mark.parametrize("seed", range(3))
def test_two_processes_tell_the_same_story(seed: int, processes: Processes) -> None:
    """Each catches up with what the other did, undo, redo and amendments included."""
    hosting, rng = host(3), Random(seed)
    for _ in range(40):
        try_to_change(rng, hosting)
        if rng.randint(0, 2) == 0:
            processes.switch()
            assert_same(tables.story(now(hosting)), replayed(hosting))


def test_a_process_that_starts_later_reads_everything(processes: Processes) -> None:
    hosting = host()
    say(hosting, "R6 R5 B1")
    processes.switch()
    assert tables.story(now(hosting)).table == played("R6 R5 B1")


def test_the_story_is_not_read_again(django_assert_num_queries: object) -> None:
    """The one at (game, version) is remembered; the next is one step on."""
    hosting = host()
    recorded = say(hosting, "R1 R2")
    game = now(hosting)
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert tables.story(game) is recorded.story


def test_catching_up_reads_only_what_is_new(
    processes: Processes, django_assert_num_queries: object
) -> None:
    hosting = host()
    say(hosting, "R1 R2")
    known = tables.story(now(hosting))
    processes.switch()
    say(hosting, "B1")
    processes.switch()
    game = now(hosting)
    with django_assert_num_queries(1):  # type: ignore[operator]
        story = tables.story(game)
    assert story.head
    assert story.head.before is known.head


def test_an_older_row_shows_its_own_version() -> None:
    """Somebody who read the game before the last entry sees the table before it."""
    hosting = host()
    say(hosting, "R1")
    older = now(hosting)
    newer = say(hosting, "R2").story
    assert tables.story(older).table == played("R1")
    assert tables.story(now(hosting)) is newer


def test_what_is_rolled_back_is_not_remembered() -> None:
    hosting = host()
    say(hosting, "R1")
    with transaction.atomic():
        services.record(hosting, 1, event("R2"))
        transaction.set_rollback(True)
    assert tables.story(now(hosting)).table == played("R1")
    assert services.record(hosting, 1, event("B2")).story.table == played("R1 B2")
    assert_same(tables.story(now(hosting)), replayed(hosting))


def test_a_process_remembers_only_so_many_games() -> None:
    memory = tables._Memory()
    story = tables.story(host().game)
    games = [uuid4() for _ in range(tables.REMEMBERED_GAMES + 1)]
    for game in games[:-1]:
        memory.keep(game, 1, story)
    memory.recall(games[0])
    memory.keep(games[-1], 1, story)
    assert memory.recall(games[0]) == (1, story)
    assert memory.recall(games[1]) is None


def test_a_memory_never_goes_back() -> None:
    """Two requests may finish in another order than they began."""
    memory, hosting = tables._Memory(), host()
    older, newer = say(hosting, "R1").story, say(hosting, "R2").story
    memory.keep(hosting.game_id, 2, newer)
    memory.keep(hosting.game_id, 1, older)
    assert memory.recall(hosting.game_id) == (2, newer)


# Who said what


def test_what_stands_and_who_said_it() -> None:
    hosting = host()
    joined = player(hosting, 2)
    say(hosting, "R6")
    say(joined, "R5 *5")
    services.undo(hosting, 3)
    say(joined, "B1")
    spoken = tables.spoken(now(hosting), tables.story(now(hosting)))
    assert [(s.id, s.number, s.event["card"], s.seat, s.entry.role) for s in spoken] == [
        ("1", 1, "R6", 1, "host"),
        ("2", 2, "R5", 1, "player"),
        ("5", 3, "B1", 2, "player"),
    ]


def test_the_order_is_that_of_the_game() -> None:
    """After an amendment this is not the order in which things were said."""
    hosting = host()
    say(hosting, "R1 R3")
    services.amend(hosting, 2, [Op("insert", 2, event("R2"))])
    spoken = tables.spoken(now(hosting), tables.story(now(hosting)))
    assert [(s.id, s.number) for s in spoken] == [("1", 1), ("3.0", 2), ("2", 3)]
    since = tables.spoken(now(hosting), tables.story(now(hosting)), since=2)
    assert [(s.id, s.number) for s in since] == [("3.0", 2)]


def test_everything_that_was_ever_said() -> None:
    """Also what was undone, replaced or removed; that has no number."""
    hosting = host()
    say(hosting, "R1 R2 B9")
    services.undo(hosting, 3)
    services.amend(hosting, 4, [Op("replace", 1, event("G1")), Op("delete", 2)])
    ever = tables.ever_spoken(now(hosting))
    assert [(s.id, s.number, s.event["card"], s.seat) for s in ever] == [
        ("1", None, "R1", 1),
        ("2", None, "R2", 1),
        ("3", None, "B9", 1),
        ("5.0", 1, "G1", 1),
    ]


def test_looking_on_changes_nothing() -> None:
    hosting = host()
    say(hosting, "R1")
    spectator(hosting)
    assert in_words(tables.story(now(hosting))) == said("R1")
