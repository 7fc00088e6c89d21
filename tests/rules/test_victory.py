"""Who wins, and what decided it (R-SCORE-4)."""

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.scoring import Rank, ranking


def test_most_points_win() -> None:
    """R-SCORE-4."""
    outcome = ranking([(1, 20, 0, 30), (2, 21, 0, 30), (3, 19, 10, 3)])
    assert [(one.rank, one.seat) for one in outcome.ranks] == [(1, 2), (2, 1), (3, 3)]
    assert outcome.ranks[0] == Rank(rank=1, seat=2, score=21, tokens=0, cards=30)
    assert (outcome.winners, outcome.decided_by) == ((2,), "score")


@pytest.mark.parametrize(
    ("standings", "ranks", "decided_by"),
    [
        ([(1, 20, 3, 9), (2, 20, 4, 30)], [(1, 2), (2, 1)], "tokens"),
        ([(1, 20, 4, 9), (2, 20, 4, 8)], [(1, 2), (2, 1)], "cards"),
        ([(2, 20, 4, 8), (1, 20, 4, 8)], [(1, 1), (1, 2)], "shared"),
        ([(1, 9, 0, 9), (2, 9, 0, 9), (3, 5, 0, 9)], [(1, 1), (1, 2), (3, 3)], "shared"),
        ([(1, 5, 0, 9), (2, 5, 0, 9), (3, 9, 0, 9)], [(1, 3), (2, 1), (2, 2)], "score"),
        ([(1, 9, 2, 9), (2, 9, 2, 7), (3, 9, 1, 1)], [(1, 2), (2, 1), (3, 3)], "cards"),
        ([(1, 0, 0, 0)], [(1, 1)], "score"),
        ([], [], "score"),
    ],
)
def test_ties(
    standings: list[tuple[int, int, int, int]], ranks: list[tuple[int, int]], decided_by: str
) -> None:
    """R-SCORE-4: most black tokens, then fewest cards, then shared; about the first place alone."""
    outcome = ranking(standings)
    assert [(one.rank, one.seat) for one in outcome.ranks] == ranks
    assert outcome.winners == tuple(seat for rank, seat in ranks if rank == 1)
    assert outcome.decided_by == decided_by


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)), max_size=5).map(
        lambda kept: [(seat, *one) for seat, one in enumerate(kept, start=1)]
    )
)
def test_ranks_are_shared_by_equals_and_by_nobody_else(
    standings: list[tuple[int, int, int, int]],
) -> None:
    """R-SCORE-4."""
    ranks = ranking(standings).ranks
    assert sorted(one.seat for one in ranks) == [seat for seat, *_ in standings]
    place = 1
    for rank, equals in groupby(ranks, key=lambda one: one.rank):
        group = list(equals)
        assert rank == place
        assert len({(one.score, one.tokens, one.cards) for one in group}) == 1
        assert [one.seat for one in group] == sorted(one.seat for one in group)
        place += len(group)
    keys = [(-one.score, -one.tokens, one.cards) for one in ranks]
    assert keys == sorted(keys)
    assert len(set(keys)) == len({one.rank for one in ranks})
