"""How much can a site take? `python -m tests.benchmarks.load --help`.

Tables full of phones on several web processes, PostgreSQL and Redis, all on this machine, this
crowd included. Measured is what a person at the table notices: from the tap's POST until another
phone has the new board, which is the stream's event and the fetch of the board.
Promise, on two cores: no error; p95 below 100 ms at 15 taps a second and below 250 ms at 60; at
most 150 kB of memory a stream; database connections do not grow with streams.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests import postgres, sites
from tests.benchmarks.crowd import Findings, Phone, Table, gather, stage

PROMISED_P95 = {15: 0.100, 60: 0.250}
PROMISED_PER_STREAM = 150_000
BROKEN = 0.250
"""p95 in seconds from which on a site counts as overloaded."""
HIGHEST_RATE = 960
SETTLING = 3.0
"""Seconds at each rate before anything counts."""
MOST_TABLES, MOST_PHONES, MOST_PROCESSES, MOST_SECONDS = 200, 10, 8, 300


def main() -> None:
    """Set a site up, load it, print, and fail if a promise is not kept."""
    chosen = arguments()
    with tempfile.TemporaryDirectory(prefix="ten-load-") as temporary:
        folder = Path(temporary)
        with postgres.running(hasty=False) as server:
            moulds = sites.Moulds(folder / "moulds")
            redis = sites.Redis(folder)
            try:
                site = sites.Site(folder, moulds.postgresql(server), redis, more=moulds.static)
                with sites.running(site, webs=chosen.processes):
                    kept = asyncio.run(loaded(site, server.get_uri(), chosen))
            finally:
                redis.stop()
    sys.exit(int(not kept))


def arguments() -> argparse.Namespace:
    """What was asked for, within bounds."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--phones", type=int, default=5, help="at each table")
    parser.add_argument("--processes", type=int, default=2, help="web processes")
    parser.add_argument("--seconds", type=int, default=30, help="at each rate")
    parser.add_argument("--rate", type=float, default=15, help="taps a second, of all tables")
    parser.add_argument("--until-breaks", action="store_true", help="double the rate until then")
    chosen = parser.parse_args()
    chosen.tables = min(chosen.tables, MOST_TABLES)
    chosen.phones = min(chosen.phones, MOST_PHONES)
    chosen.processes = min(chosen.processes, MOST_PROCESSES)
    chosen.seconds = min(chosen.seconds, MOST_SECONDS)
    chosen.rate = min(chosen.rate, HIGHEST_RATE)
    return chosen


async def loaded(site: sites.Site, server: str, chosen: argparse.Namespace) -> bool:
    """Load the site, rate by rate; whether every promise was kept."""
    tables = await asyncio.to_thread(laid, site, chosen.tables, chosen.phones)
    gauge = Gauge(site, server)
    await warmed(tables)
    before, connections = gauge.memory(), gauge.connections()
    await gather(tables)
    await asyncio.sleep(1)
    streams = len(tables) * chosen.phones
    per_stream = (gauge.memory() - before) / streams
    print(f"{len(tables)} tables with {chosen.phones} phones on {chosen.processes} web processes")
    print(f"{streams} streams: {per_stream / 1000:.0f} kB each", end="")
    print(f"; database connections {connections} without, {gauge.connections()} with them")
    kept = per_stream <= PROMISED_PER_STREAM
    rate = chosen.rate
    while rate <= HIGHEST_RATE:
        await stage(tables, rate, SETTLING)
        with gauge:
            found = await stage(tables, rate, chosen.seconds)
        report(rate, chosen.seconds, found, gauge)
        worst = PROMISED_P95.get(int(rate))
        kept &= worst is None or (not found.errors and p(found.sights, 95) < worst)
        if not chosen.until_breaks or found.errors or p(found.sights, 95) > BROKEN:
            break
        rate *= 2
    for table in tables:
        for phone in table.phones:
            phone.close()
    print("promises kept" if kept else "promises MISSED")
    return kept


def laid(site: sites.Site, count: int, phones: int) -> list[Table]:
    """Tables of sensible games that have gone on for a while, with phones that have just joined."""
    os.environ.update(site.environment, DJANGO_SETTINGS_MODULE="tencompanion.settings")
    import django

    django.setup()
    from django.db import connections

    try:
        return [_laid(site, number, phones) for number in range(count)]
    finally:
        connections.close_all()


def _laid(site: sites.Site, number: int, phones: int) -> Table:
    from games import devices, services
    from games.rules import notation
    from tests.casts import NAMES
    from tests.casts.sensible import sensible_game

    rng = Random(number)
    players = min(phones, len(NAMES))
    said = [event for _table, event in sensible_game(rng, players, None)][:-8]
    host = services.create_game(devices.new_device()[0], NAMES[:players])
    begun = rng.randrange(len(said) // 2)
    for version, event in enumerate(said[:begun]):
        services.record(host, version, event)
    events = [notation.write(event) for event in said[begun:]]
    table = Table(str(host.game_id), begun, events, rng)
    for place in range(phones):
        device, secret = devices.new_device()
        services.join(device, host.game.code, place % players + 1)
        table.phones.append(Phone(table, site.ports[place % len(site.ports)], secret))
    return table


async def warmed(tables: Sequence[Table]) -> None:
    """Every phone has looked at its table before anything is measured."""
    for table in tables:
        await asyncio.gather(*(phone.line.ask(f"{table.path}board") for phone in table.phones))


class Gauge:
    """Reads the machine: memory and time of the web processes, connections of the database."""

    def __init__(self, site: sites.Site, server: str) -> None:
        self._pids = [web.pid for web in site.webs]
        self._server = server
        self._name = site.database_url.rpartition("/")[2].partition("?")[0]

    def memory(self) -> int:
        """Bytes that the web processes hold in memory."""
        return sum(resident(pid) for pid in self._pids)

    def connections(self) -> int:
        """Connections to the site's database: web processes and worker."""
        counted = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'site_1'"
        return int(str(postgres.asked(self._server, counted)[0][0]))

    def __enter__(self) -> None:
        self.most_connections = 0
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._watching)
        self._watch.start()
        self._begun = time.monotonic()
        self._web_time = sum(map(processor_time, self._pids))
        self._own_time = time.process_time()

    def __exit__(self, *_exception: object) -> None:
        seconds = time.monotonic() - self._begun
        self.web_share = (sum(map(processor_time, self._pids)) - self._web_time) / seconds
        self.own_share = (time.process_time() - self._own_time) / seconds
        self._ended.set()
        self._watch.join()

    def _watching(self) -> None:
        while not self._ended.wait(1):
            self.most_connections = max(self.most_connections, self.connections())


def resident(pid: int) -> int:
    """Bytes of a process's memory that are resident."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def processor_time(pid: int) -> float:
    """Seconds that a process has spent on a processor."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def p(values: Sequence[float], share: int) -> float:
    """The value that so many percent stay below; infinite without any."""
    ranked = sorted(values)
    return ranked[min(len(ranked) * share // 100, len(ranked) - 1)] if ranked else float("inf")


def report(rate: float, seconds: int, found: Findings, gauge: Gauge) -> None:
    """The figures of one rate."""
    print(
        f"{rate:g} taps a second for {seconds} s: {found.taps} taps, {found.boards} boards fetched,"
        f" {len(found.errors)} errors; the tap most behind its time {1e3 * found.late:.0f} ms"
    )
    for what, values in (("other phones", found.sights), ("own answer", found.answers)):
        shares = ", ".join(f"p{share} {1e3 * p(values, share):.0f}" for share in (50, 95, 99))
        print(f"  {what:12} {shares} ms")
    print(
        f"  at most {gauge.most_connections} database connections; of a core, the web processes"
        f" took {gauge.web_share:.2f} and this crowd {gauge.own_share:.2f}"
    )
    for error, count in Counter(found.errors).most_common(5):
        print(f"  {count} × {error}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
