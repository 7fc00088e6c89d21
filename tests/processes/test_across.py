"""What one process does reaches the phones that are connected to another."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.processes.phones import Game

pytestmark = pytest.mark.slow


def test_a_tap_reaches_the_phones_of_another_process(game: Game) -> None:
    """Its stream tells the version, and its board is the same."""
    with game.stream(0) as near, game.stream(1) as far:
        near.wait_for(0)
        far.wait_for(0)
        for version, card in enumerate(("R1", "B2", "O1"), 1):
            # In turn by one process and by the other.
            answer = game.tap(version % 2, "draw", {"version": version - 1, "card": card})
            assert (answer.status, answer.version) == (200, version)
            near.wait_for(version)
            far.wait_for(version)
            assert game.board(0).text == game.board(1).text == answer.text
        assert near.heard == far.heard == [0, 1, 2, 3]
    assert game.board(1, since=3).status == 204


def test_of_two_processes_one_records(game: Game) -> None:
    """The other is told who was quicker (law 4)."""
    cards = ["R1", "B1", "O1", "G1", "$1", "R2"]
    with ThreadPoolExecutor(2) as threads:
        for version, card in enumerate(cards):
            event = {"type": "draw", "card": card}
            answers = list(threads.map(game.say, (0, 1), (version,) * 2, (event,) * 2))
            assert sorted(answer.status for answer in answers) == [201, 409]
    assert [entry["event"]["card"] for entry in game.entries()] == cards
    assert game.state(0) == game.state(1)


def test_a_repeated_tap_counts_once_at_any_process(game: Game) -> None:
    """Sent to both at the same time with one key: both are told that it is recorded."""
    event = {"type": "draw", "card": "R1"}
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(game.say, (0, 1), (0, 0), (event, event), ("key", "key")))
    assert sorted(answer.status for answer in answers) == [200, 201]
    assert {answer.json["version"] for answer in answers} == {1}
    assert len(game.entries()) == 1


def test_the_worker_counts_and_everybody_hears(game: Game) -> None:
    """R-END-3, with a tap by one process, the worker, and a phone of the other."""
    with game.stream(1) as far:
        game.end(web=0)
        far.wait_for(3)
        board = game.board(1)
    assert (board.version, 'data-phase="finished"' in board.text) == (3, True)
    assert game.state(0)["result"] == game.state(1)["result"]
    assert game.state(0)["result"]["winners"] == [1, 2]
    assert game.site.worker
    assert game.site.worker.said("scoring.done") == 1
    assert [web.said("scoring.done") for web in game.site.webs] == [0, 0]
