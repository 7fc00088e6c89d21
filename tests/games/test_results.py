"""Counting a game: once, for the version that was scored, with or without a worker."""

import logging
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import results, services, tasks
from games.models import Game, Membership, Scoring
from games.rules.replay import Op
from games.services import settle_if_overdue
from tests import serving
from tests.casts import deck_of, event
from tests.games.phones import host, now, player, say, version

pytestmark = pytest.mark.django_db

TIE = "R1 take-numbers skip B1 $2 take-numbers skip skip skip"
"""Ana and Bo score one each; Ana has two black tokens more."""


def over() -> Membership:
    """A game that waits for its count, at version 2."""
    hosting = host()
    say(hosting, "R1 stop")
    return hosting


def scoring(of: Membership) -> Scoring:
    return Scoring.objects.get(game=of.game_id)


def late(of: Membership) -> None:
    """Nobody came for longer than the site waits."""
    Scoring.objects.filter(game=of.game_id).update(
        queued_at=timezone.now() - results.patience() - timedelta(seconds=1)
    )


def lease_over(of: Membership) -> None:
    """Whoever claimed the work has died."""
    Scoring.objects.filter(game=of.game_id).update(
        lease_until=timezone.now() - timedelta(seconds=1)
    )


def events_logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "games.tasks"]


# Whose work it is


def test_a_count_is_claimed_once() -> None:
    hosting = over()
    assert results.claim(hosting.game_id, "worker-1")
    assert not results.claim(hosting.game_id, "worker-2")
    assert not results.claim(hosting.game_id, "worker-1")
    assert (scoring(hosting).state, scoring(hosting).owner) == ("running", "worker-1")


def test_a_lease_that_is_over_can_be_claimed() -> None:
    hosting = over()
    results.claim(hosting.game_id, "worker-1")
    lease_over(hosting)
    assert results.claim(hosting.game_id, "worker-2")
    assert scoring(hosting).owner == "worker-2"


def test_what_is_done_is_not_claimed() -> None:
    hosting = over()
    results.claim(hosting.game_id, "worker-1")
    results.settle(hosting.game_id, "worker-1")
    assert not results.claim(hosting.game_id, "worker-2")


def test_a_game_that_goes_on_has_nothing_to_claim() -> None:
    assert not results.claim(host().game_id, "worker-1")


# The result


def test_the_result_ends_the_game() -> None:
    """R-END-3: it raises the version, but is no entry."""
    hosting = over()
    results.claim(hosting.game_id, "worker-1")
    assert results.settle(hosting.game_id, "worker-1") == 3
    game = now(hosting)
    assert (game.status, game.version, game.entry_version) == ("finished", 3, 2)
    assert game.ended_at
    assert timezone.now() - game.ended_at < timedelta(seconds=10)
    assert (scoring(hosting).state, scoring(hosting).lease_until) == ("done", None)


def test_what_a_result_says() -> None:
    """R-SCORE-4, in the contract's words."""
    hosting = host(deck=deck_of("R1 B1 $2"))
    say(hosting, TIE)
    results.claim(hosting.game_id, "worker-1")
    results.settle(hosting.game_id, "worker-1")
    nothing: dict[str, Any] = {"points": 0, "run": None, "cards": []}
    assert scoring(hosting).outcome == {
        "ranking": [
            {
                "rank": 1,
                "seat": 1,
                "score": 1,
                "tokens": 7,
                "cards": 1,
                "colours": {
                    "R": {"points": 1, "run": [1, 1], "cards": ["R1"]},
                    "B": nothing,
                    "O": nothing,
                    "G": nothing,
                },
                "unused": [],
            },
            {
                "rank": 2,
                "seat": 2,
                "score": 1,
                "tokens": 5,
                "cards": 1,
                "colours": {
                    "R": nothing,
                    "B": {"points": 1, "run": [1, 1], "cards": ["B1"]},
                    "O": nothing,
                    "G": nothing,
                },
                "unused": [],
            },
        ],
        "winners": [1],
        "decided_by": "tokens",
    }


def test_there_is_no_outcome_before_it_is_done() -> None:
    hosting = over()
    assert scoring(hosting).outcome is None
    results.claim(hosting.game_id, "worker-1")
    assert scoring(hosting).outcome is None


def test_only_the_owner_writes() -> None:
    hosting = over()
    results.claim(hosting.game_id, "worker-1")
    lease_over(hosting)
    results.claim(hosting.game_id, "worker-2")
    assert results.settle(hosting.game_id, "worker-1") is None
    assert (now(hosting).status, scoring(hosting).result) == ("scoring", None)
    assert results.settle(hosting.game_id, "worker-2") == 3


def test_an_undo_while_it_is_counted() -> None:
    """A result is only written for the version that it scored."""
    hosting = over()
    results.claim(hosting.game_id, "worker-1")
    services.undo(hosting, 2)
    assert results.settle(hosting.game_id, "worker-1") is None
    assert (now(hosting).status, version(hosting)) == ("playing", 3)
    assert not Scoring.objects.exists()


def test_another_end_while_it_is_counted() -> None:
    """The old claim does not hold for the new count."""
    hosting = over()
    results.claim(hosting.game_id, "worker-1")
    services.undo(hosting, 2)
    say(hosting, "R2 stop")
    assert results.settle(hosting.game_id, "worker-1") is None
    assert (scoring(hosting).state, scoring(hosting).entry_version) == ("queued", 5)
    assert results.claim(hosting.game_id, "worker-2")
    assert results.settle(hosting.game_id, "worker-2") == 6


def test_a_result_of_another_version_is_not_written() -> None:
    """Whatever became of the game: what was claimed is not what the game is now."""
    hosting = over()
    results.claim(hosting.game_id, "worker-1")
    Game.objects.update(version=3, entry_version=3)
    assert results.settle(hosting.game_id, "worker-1") is None
    assert (now(hosting).status, scoring(hosting).result) == ("scoring", None)


def test_an_amendment_while_it_is_counted() -> None:
    hosting = over()
    results.claim(hosting.game_id, "worker-1")
    services.amend(hosting, 2, [Op("replace", 1, event("R2"))])
    assert results.settle(hosting.game_id, "worker-1") is None
    assert (scoring(hosting).state, scoring(hosting).entry_version) == ("queued", 3)


# The worker's task


def test_a_task_that_runs_twice_writes_once(caplog: pytest.LogCaptureFixture) -> None:
    hosting = over()
    with caplog.at_level(logging.INFO, "games.tasks"):
        tasks.score_game(str(hosting.game_id))
        first = scoring(hosting).result, version(hosting)
        tasks.score_game(str(hosting.game_id))
    assert (scoring(hosting).result, version(hosting)) == first
    assert events_logged(caplog) == ["scoring.done", "scoring.not_needed"]


def test_a_task_for_a_game_that_goes_on_does_nothing(caplog: pytest.LogCaptureFixture) -> None:
    hosting = over()
    services.undo(hosting, 2)
    with caplog.at_level(logging.INFO, "games.tasks"):
        tasks.score_game(str(hosting.game_id))
    assert now(hosting).status == "playing"
    assert events_logged(caplog) == ["scoring.not_needed"]


def test_a_finished_game_that_goes_on_is_counted_anew() -> None:
    """Undo withdraws the result; the next end brings the next one."""
    hosting = over()
    tasks.score_game(str(hosting.game_id))
    services.undo(hosting, 3)
    assert not Scoring.objects.exists()
    say(hosting, "B1 take-numbers stop")
    tasks.score_game(str(hosting.game_id))
    outcome = scoring(hosting).outcome
    assert outcome
    assert (outcome["winners"], outcome["ranking"][0]["score"]) == ([1], 2)
    assert now(hosting).status == "finished"


# No worker


def test_the_site_waits_for_a_worker(caplog: pytest.LogCaptureFixture) -> None:
    hosting = over()
    tasks.count_if_overdue(hosting.game_id)
    results.claim(hosting.game_id, "worker-1")
    tasks.count_if_overdue(hosting.game_id)
    assert scoring(hosting).state == "running"
    assert events_logged(caplog) == []


def test_the_site_counts_itself_when_no_worker_comes(caplog: pytest.LogCaptureFixture) -> None:
    """Once, and it says so."""
    hosting = over()
    late(hosting)
    with caplog.at_level(logging.INFO, "games.tasks"):
        tasks.count_if_overdue(hosting.game_id)
        tasks.count_if_overdue(hosting.game_id)
        tasks.score_game(str(hosting.game_id))
    assert (now(hosting).status, version(hosting)) == ("finished", 3)
    assert events_logged(caplog) == ["scoring.taken_over", "scoring.done", "scoring.not_needed"]
    taken_over = caplog.records[0]
    assert (taken_over.levelname, vars(taken_over)["game"]) == ("WARNING", str(hosting.game_id))


def test_the_site_counts_itself_when_a_worker_died(caplog: pytest.LogCaptureFixture) -> None:
    hosting = over()
    results.claim(hosting.game_id, "worker-1")
    lease_over(hosting)
    tasks.count_if_overdue(hosting.game_id)
    assert now(hosting).status == "finished"
    assert "scoring.taken_over" in events_logged(caplog)


def test_whoever_looks_at_an_overdue_game_has_it_counted() -> None:
    hosting = over()
    settle_if_overdue(now(hosting))
    assert now(hosting).status == "scoring"
    late(hosting)
    settle_if_overdue(now(hosting))
    assert now(hosting).status == "finished"
    settle_if_overdue(now(hosting))
    assert version(hosting) == 3


def test_a_sweep_counts_what_nobody_watches() -> None:
    """Not what worker and site still have time for."""
    forgotten, waiting = over(), over()
    late(waiting)
    Scoring.objects.filter(game=forgotten.game_id).update(
        queued_at=timezone.now() - results.patience() - results.LEASE - timedelta(seconds=1)
    )
    tasks.sweep()
    assert now(forgotten).status == "finished"
    assert now(waiting).status == "scoring"


def test_looking_at_a_game_that_goes_on_counts_nothing() -> None:
    hosting = host()
    settle_if_overdue(hosting.game)
    assert (now(hosting).status, version(hosting)) == ("playing", 0)


@pytest.mark.django_db(transaction=True)
def test_a_game_never_stays_in_scoring(settings: Any, caplog: pytest.LogCaptureFixture) -> None:
    """Without a worker, and without anybody who looks."""
    settings.SCORING_PATIENCE = 0.2
    hosting = over()
    serving.wait_until(lambda: now(hosting).status == "finished", 5)
    assert events_logged(caplog).count("scoring.taken_over") == 1
    assert version(hosting) == 3


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_down_stops_nobody(
    settings: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tap is accepted, the site counts after its patience."""

    def unreachable(*_: object, **__: object) -> None:
        raise ConnectionError

    settings.SCORING_PATIENCE = 0.2
    monkeypatch.setattr(tasks.score_game, "delay", unreachable)
    hosting = over()
    serving.wait_until(lambda: now(hosting).status == "finished", 5)
    assert events_logged(caplog)[:2] == ["scoring.broker_down", "scoring.taken_over"]


def test_players_may_go_on_while_it_is_counted() -> None:
    hosting = over()
    joined = player(hosting)
    results.claim(hosting.game_id, "worker-1")
    services.undo(joined, 2)
    assert say(joined, "R2").version == 4
