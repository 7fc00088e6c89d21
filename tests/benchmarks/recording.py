"""Does recording cost more in a long game? `python -m tests.benchmarks.recording`.

Times whole `services.record` calls, commit included, on SQLite: entry 10 against entry 300 of the
longest of the brief's games. Many games are played, half of them far ahead of the others, and the
two are timed in turns, so that whatever else the machine does falls on both alike.
Promise: entry 300 takes at most 1.3 times as long as entry 10 (medians).
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

GAME = Path(__file__).parents[1] / "cases" / "games" / "5p-1.json"
GAMES = 30
SHORT, LONG = 10, 300
AROUND = 4
"""So many entries before and after are timed too, as one entry is a draw and another a purchase."""
PROMISE = 1.3


def main() -> None:
    """Play, time, print, and fail if the promise is not kept."""
    with tempfile.TemporaryDirectory(prefix="ten-benchmark-") as folder:
        set_up(Path(folder))
        from django.db import connections

        short, long = timed()
        connections.close_all()
    ratio = statistics.median(long) / statistics.median(short)
    print(f"{GAMES} games, {2 * AROUND + 1} entries of each: {len(short)} measurements")
    print(f"around entry {SHORT:>3}: {figures(short)}")
    print(f"around entry {LONG:>3}: {figures(long)}")
    print(f"ratio of the medians {ratio:.2f} (promised: at most {PROMISE})")
    sys.exit(int(ratio > PROMISE))


def set_up(folder: Path) -> None:
    """A site of its own, with a new SQLite database in this folder."""
    os.environ.update(
        DJANGO_SETTINGS_MODULE="tencompanion.settings",
        TEN_DATA=str(folder),
        TEN_THROTTLE="off",
        SECRET_KEY="only-for-benchmarks",
        DATABASE_URL="",
    )
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def timed() -> tuple[list[float], list[float]]:
    """Seconds that each recording took, around entry SHORT and around entry LONG."""
    ahead = [Playing(LONG - AROUND - 1) for _ in range(GAMES)]
    behind = [Playing(SHORT - AROUND - 1) for _ in range(GAMES)]
    short: list[float] = []
    long: list[float] = []
    for _ in range(2 * AROUND + 1):
        for one, other in zip(behind, ahead, strict=True):
            short.append(one.record())
            long.append(other.record())
    return short, long


class Playing:
    """One game of the brief's, as far as it has been recorded."""

    def __init__(self, entries: int) -> None:
        from tests.games.phones import host

        played = json.loads(GAME.read_text())
        self._steps: list[dict[str, Any]] = played["steps"]
        self._recorded = 0
        self._host = host(
            played["players"], start=played["starting_seat"], options=played["options"]
        )
        for _ in range(entries):
            self.record()

    def record(self) -> float:
        """Record the next event; seconds that it took."""
        from games import services
        from games.rules import notation

        event = notation.read(self._steps[self._recorded]["event"])
        start = time.perf_counter()
        services.record(self._host, self._recorded, event)
        taken = time.perf_counter() - start
        self._recorded += 1
        return taken


def figures(seconds: list[float]) -> str:
    """Median and what all but a twentieth stay below, in milliseconds."""
    most = statistics.quantiles(seconds, n=20)[-1]
    return f"median {1e3 * statistics.median(seconds):.2f} ms, 95 % below {1e3 * most:.2f} ms"


if __name__ == "__main__":
    main()
