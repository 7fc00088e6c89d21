"""Scoring against OR-Tools' CP-SAT: the same optimum, and how much sooner.

    python -m tests.benchmarks.scoring [--count 2000] [--seed 1]

Random collections of 4 to 34 cards are drawn from a real box without its currency. Both sides see
the same collections, one after the other, after a warm-up. Ours is a call of score() with no
answer remembered; the 512 lists of useful spans, which serve all collections, are there already.
CP-SAT has one worker; quoted is its own solve time, the building of its model counts only in the
second ratio. The exit status is 1 if an optimum differs.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from statistics import median
from time import perf_counter
from typing import Any

from ortools.sat.python import cp_model

from games.rules.cards import BOX, COLOURS, FULL_WILD, RANKS, Card, is_currency
from games.rules.scoring import score
from games.rules.scoring.search import best_placing
from games.rules.scoring.spans import spans_within, useful_spans
from games.rules.scoring.totals import total

PROMISE = 25
BOXFUL = tuple(k for k, copies in BOX.items() for _ in range(copies) if not is_currency(k))
SPANS = tuple(combinations_with_replacement(RANKS, 2))


@dataclass(frozen=True)
class Timing:
    """One collection: both totals, and the seconds that they took."""

    ours: int
    theirs: int
    our_time: float
    solving: float
    building: float


def main() -> int:
    """Measures, prints, and says whether all optima agree."""
    parser = argparse.ArgumentParser(description="Scoring against CP-SAT.")
    parser.add_argument("--count", type=int, default=2000, help="how many collections")
    parser.add_argument("--seed", type=int, default=1, help="which collections")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    warm_up(chance)
    timings = [measured(cards) for cards in collections(chance, options.count)]
    report(timings)
    report_box()
    return int(any(timing.ours != timing.theirs for timing in timings))


def warm_up(chance: random.Random) -> None:
    """Fills what every process fills in time: both sides' code, and the lists of useful spans."""
    for held in range(1 << len(RANKS)):
        useful_spans(held)
    for cards in collections(chance, 100):
        measured(cards)


def collections(chance: random.Random, count: int) -> Iterable[list[Card]]:
    """Draws from full boxes."""
    return (chance.sample(BOXFUL, chance.randint(4, 34)) for _ in range(count))


def measured(cards: list[Card]) -> Timing:
    """Both sides on one collection."""
    our_time, ours = timed(lambda: score(cards))
    started = perf_counter()
    model = modelled(Counter(cards))
    building = perf_counter() - started
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return Timing(ours, round(solver.objective_value), our_time, solver.wall_time, building)


def timed(count: Callable[[], int]) -> tuple[float, int]:
    """The seconds that a score takes when no answer is remembered, and the score."""
    total.cache_clear()
    best_placing.cache_clear()
    started = perf_counter()
    points = count()
    return perf_counter() - started, points


def modelled(held: Counter[Card]) -> cp_model.CpModel:
    """The rules as linear constraints: a span for each colour, a wild for each missing cell."""
    model = cp_model.CpModel()
    uses: dict[Card, list[Any]] = {}
    gains = []
    for colour in COLOURS:
        chosen = {span: model.new_bool_var("") for span in SPANS}
        model.add_at_most_one(chosen.values())
        gains += [(b - a + 1 + (b - a == 8)) * choice for (a, b), choice in chosen.items()]
        for rank in RANKS:
            if f"{colour}{rank}" not in held:
                wilds = [w for w in (f"{colour}#", f"*{rank}", FULL_WILD) if w in held]
                filled = {wild: model.new_bool_var("") for wild in wilds}
                for wild, use in filled.items():
                    uses.setdefault(wild, []).append(use)
                covering = [choice for (a, b), choice in chosen.items() if a <= rank <= b]
                model.add(sum(covering) <= sum(filled.values()))
    for wild, used in uses.items():
        model.add(sum(used) <= held[wild])
    model.maximize(sum(gains))
    return model


def report(timings: list[Timing]) -> None:
    """The figures of all collections."""
    ours = [timing.our_time for timing in timings]
    solving = [timing.solving for timing in timings]
    overall = [timing.solving + timing.building for timing in timings]
    ratio = median(solving) / median(ours)
    print(f"{len(timings)} collections of 4 to 34 cards")
    print(f"  score()              median {ms(median(ours))}   worst {ms(max(ours))}")
    print(f"  CP-SAT, solving      median {ms(median(solving))}   worst {ms(max(solving))}")
    print(f"  CP-SAT with building median {ms(median(overall))}   worst {ms(max(overall))}")
    print(
        f"  ratio of medians     {ratio:.0f} solving, {median(overall) / median(ours):.0f} in all"
    )
    print(f"  promised             {PROMISE}: {'kept' if ratio >= PROMISE else 'MISSED'}")
    print(f"  different optima     {sum(timing.ours != timing.theirs for timing in timings)}")


def report_box() -> None:
    """The whole box as one collection."""
    times = [timed(lambda: score(BOXFUL))[0] for _ in range(101)]
    useful_spans.cache_clear()
    spans_within.cache_clear()
    print(f"{len(BOXFUL)} cards, all but currency, in one collection")
    print(f"  score()              median {ms(median(times))}   worst {ms(max(times))}")
    print(f"  in a new process     {ms(timed(lambda: score(BOXFUL))[0])}")


def ms(seconds: float) -> str:
    """Milliseconds, for reading."""
    return f"{seconds * 1000:8.4f} ms"


if __name__ == "__main__":
    sys.exit(main())
