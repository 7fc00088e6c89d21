"""Do pages get slower as games pile up? `python -m tests.benchmarks.growth`, on both databases.

Times recording, the first look at a board, a result and two histories with 10, 100, 1,000 and
10,000 finished games in the database: that of a visitor, who was in ten of them, and that of a
regular, who was in all. Before a page is shown, stories and boards are forgotten, so that it asks
the database for everything.
Promise: with 10,000 games nothing takes more than 1.3 times as long as with 10.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import UUID, uuid4

SIZES = (10, 100, 1000, 10_000)
ROUNDS, REPEATED = 25, 5
PROMISE = 1.3
VISITED = 10


def main() -> None:
    """Measure on both databases, each in a process of its own; fail if a promise is not kept."""
    if len(sys.argv) > 1:
        sys.exit(int(not measured()))
    from tests import postgres

    with postgres.running(hasty=False) as server:
        urls = {"sqlite": "", "postgresql": server.get_uri()}
        statuses = [
            subprocess.run(
                [sys.executable, "-m", "tests.benchmarks.growth", vendor],
                env={**os.environ, "DATABASE_URL": url},
                check=False,
            ).returncode
            for vendor, url in urls.items()
        ]
    sys.exit(max(statuses))


def measured() -> bool:
    """Measure on the database of the environment; whether the promise is kept."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    shelf = Shelf()
    times: dict[str, list[float]] = {}
    for size in SIZES:
        shelf.fill(size)
        for name, seconds in shelf.times():
            times.setdefault(name, []).append(seconds)
    print(f"{connection.vendor}: milliseconds with so many finished games")
    print(f"{'':20}" + "".join(f"{size:>9,}" for size in SIZES) + "    ratio")
    kept = True
    for name, row in times.items():
        ratio = row[-1] / row[0]
        kept &= ratio <= PROMISE
        print(f"{name:20}" + "".join(f"{1e3 * each:9.2f}" for each in row) + f"{ratio:9.2f}")
    print("promise kept" if kept else "promise MISSED")
    connection.close()
    return kept


class Shelf:
    """Finished games, as many as wanted, all alike; and one that is being played."""

    def __init__(self) -> None:
        from tests.pages.phones import Phone

        self.regular, self.visitor = Phone(), Phone()
        self._pattern = self._played()
        self._playing, self._recorded = self.regular.starts(), self.regular.starts()
        for game in (self._playing, self._recorded):
            self.regular.says(game, "R1 R2")
        self._tapped = 2

    def _played(self) -> Any:
        """A finished game of which the others are copies."""
        from games import results, services
        from tests.casts.sensible import sensible_game

        game = self.regular.starts(("Ana", "Bo"))
        self.visitor.joins(game, 2)
        for version, (_table, said) in enumerate(sensible_game(Random(1), 2, None)):
            services.record(self.regular.member_of(game), version, said)
        results.claim(game.pk, "benchmark")
        results.settle(game.pk, "benchmark")
        game.refresh_from_db()
        return game

    def fill(self, size: int) -> None:
        """Add copies until there are so many finished games."""
        from django.db import connection

        from games.models import Game, Membership, Scoring

        pattern = self._pattern
        there = Game.objects.filter(status=Game.Status.FINISHED).count()
        new = [self._copy(number) for number in range(there, size)]
        Game.objects.bulk_create(new, 1000)
        Membership.objects.bulk_create(
            [
                Membership(game=game, device=phone.device, role="host")
                for place, game in enumerate(new, there)
                for phone in (self.regular, self.visitor)
                if phone is self.regular or place < VISITED
            ],
            1000,
        )
        Scoring.objects.bulk_create(
            [
                Scoring(
                    game=game,
                    entry_version=game.entry_version,
                    state=Scoring.State.DONE,
                    result=pattern.scoring.result,
                )
                for game in new
            ],
            1000,
        )
        with connection.cursor() as cursor:
            columns = "version, kind, body, role, seat, at, fingerprint"
            cursor.execute(
                f"INSERT INTO games_entry (game_id, {columns})"
                f" SELECT g.id, {', '.join(f'e.{name}' for name in columns.split(', '))}"
                " FROM games_entry e, games_game g WHERE e.game_id = %s AND g.status = 'finished'"
                " AND NOT EXISTS (SELECT 1 FROM games_entry o WHERE o.game_id = g.id)",
                [pattern.pk.hex if connection.vendor == "sqlite" else pattern.pk],
            )
            # What both databases do by themselves, sooner or later.
            cursor.execute("ANALYZE")

    def _copy(self, number: int) -> Any:
        from games.models import Game

        pattern = self._pattern
        copied = {
            name: getattr(pattern, name)
            for name in ("group", "names", "deck", "version", "entry_version", "status")
        }
        return Game(id=uuid4(), code=f"{number:05}", ended_at=pattern.ended_at, **copied)

    def times(self) -> Iterator[tuple[str, float]]:
        """What is measured, and the seconds that it takes."""
        from games.models import Game

        result: UUID = Game.objects.filter(status=Game.Status.FINISHED).values_list(
            "pk", flat=True
        )[0]
        phone, playing = self.regular, self._playing.pk
        yield "a board", best(lambda: phone.get("board", playing, htmx=True))
        yield "a result", best(lambda: phone.get("table", result))
        yield "a visitor's history", best(lambda: self.visitor.get("history"))
        yield "a regular's history", best(lambda: phone.get("history"))
        # Nothing is forgotten here: a log that gets longer and longer would be read each time.
        yield "recording", best(self._tap, forgetting=False)

    def _tap(self) -> Any:
        """Undo and redo, for ever."""
        self._tapped += 1
        verb = "undo" if self._tapped % 2 else "redo"
        return self.regular.post(verb, self._recorded.pk, version=self._tapped - 1, htmx=True)


def best(page: Callable[[], Any], *, forgetting: bool = True) -> float:
    """Seconds that a page takes: the best of the medians of some rounds."""
    return min(
        statistics.median(timed(page, forgetting) for _ in range(REPEATED))
        for _round in range(ROUNDS)
    )


def timed(page: Callable[[], Any], forgetting: bool) -> float:
    """Seconds that a page takes this time."""
    from games import tables
    from games.views import boards

    if forgetting:
        tables.memory.clear()
        boards.memory.clear()
    begun = time.perf_counter()
    response = page()
    taken = time.perf_counter() - begun
    assert response.status_code == 200, response
    return taken


if __name__ == "__main__":
    main()
