"""Everything there is to see: one game that stops at its fullest moments, and every page.

For the gallery and for tests that look at everything. The scenes are laid one after the other,
since the game goes on from each to the next: look at one before asking for another, and leave its
page (``LEFT``), which would follow the game by itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any
from urllib.parse import quote

from django.template.loader import render_to_string
from django.urls import reverse

from games import demo, devices, results, services, tables
from games.models import Game, Membership
from games.rules.replay import Said, Story, tell
from games.rules.table import Phase, Table
from games.views.sharing import token_of
from games.views.showing import board_of

LONG_NAMES = ("Ana", "Bjørn-Alexander Øster", "Wolfeschlegelsteinhausen", "Priya", "Mihai")

LEFT = "about:blank"

TROUBLES: dict[str, dict[str, Any]] = {
    "400": {},
    "403": {},
    "403_csrf": {"again": "/", "fields": []},
    "429": {},
    "500": {},
    "offline": {},
    "trouble": {"title": "One moment", "text": "The games cannot be reached right now."},
}
"""Pages that no address leads to, and what their templates are given."""


@dataclass(frozen=True)
class Scene:
    """Something to look at. ``kind``: ``table`` in one of its phases, ``screen`` or ``page``."""

    kind: str
    name: str
    path: str


class Show:
    """A recorded game with players of these names, hosted by the phone with this ``secret``."""

    def __init__(self, recording: str = "five", names: Sequence[str] = LONG_NAMES) -> None:
        self._recorded = demo.recorded(recording)
        self.device, self.secret = devices.new_device()
        created = services.create_game(self.device, names, deck=self._recorded.deck)
        self.host: Membership = services.join(self.device, created.game.code, 1)
        self._told = 0

    @property
    def game(self) -> Game:
        """The game as it is now."""
        return Game.objects.get(pk=self.host.game_id)

    def scenes(self) -> Iterator[Scene]:
        """All of them, in the order of the game."""
        yield from _outside()
        yield self._at_table("begin")
        yield self._page("invite")
        yield Scene("page", "seats", reverse("games:join_code", args=[self.game.code]))
        yield self._page("entries-empty", "entries")
        yield self._page("host-early", "host")
        for name, stop in self._stops():
            self._tell_until(stop)
            for query in self._choices():
                yield self._at_table(name + "".join(f"-{key}" for key in query), **query)
            if name in {"draw", "auction", "buy"}:
                yield self._page(f"screen-{name}", "screen", kind="screen")
        yield from self._mending()
        yield from self._ending()

    def _at_table(self, name: str, **query: object) -> Scene:
        asked = "&".join(f"{key}={quote(str(value))}" for key, value in query.items())
        path = reverse("games:table", args=[self.game.pk])
        return Scene("table", name, f"{path}?{asked}" if asked else path)

    def _page(self, name: str, view: str = "", *rest: object, kind: str = "page") -> Scene:
        return Scene(kind, name, reverse(f"games:{view or name}", args=[self.game.pk, *rest]))

    def _stops(self) -> list[tuple[str, int]]:
        """Where the game stops: a name, and how much was said by then."""
        said = [Said(str(number), event) for number, event in enumerate(self._recorded.events)]
        whole = reduce(tell, said, Story(tables.start(self.game)))
        moments = [whole.start, *(link.table for link in whole.standing())]
        fullest = {name: _fullest(moments, phase, size) for name, phase, size in _FULLEST}
        return sorted(fullest.items(), key=lambda stop: stop[1])

    def _tell_until(self, stop: int) -> None:
        for event in self._recorded.events[self._told : stop]:
            services.record(self.host, self.game.version, event)
        self._told = max(stop, self._told)

    def _choices(self) -> Iterator[dict[str, object]]:
        """What can be on screen now: nothing chosen, then each thing that may be chosen."""
        yield {}
        board = board_of(self.game)
        if board.auction:
            winner = next(b for b in reversed(board.auction.bidders) if len(b.amounts))
            yield {"winner": winner.seat.number}
            yield {"winner": winner.seat.number, "amount": winner.amounts[0]}
        if board.buying and (ware := next((w for w in board.buying.wares if not w.why_not), None)):
            yield {"card": ware.card.code}

    def _mending(self) -> Iterator[Scene]:
        """The pages of a game that goes on."""
        yield self._page("entries")
        yield self._page("entry", "entry", 122)
        yield self._page("choose-draw", "choose", 122, "replace")
        yield self._page("choose-insert", "choose", 69, "insert")
        yield self._page("choose-payment", "choose", 74, "replace")
        for name, ops in (
            ("mend", [{"op": "delete", "number": 1}]),
            ("mend-draw", [{"op": "replace", "number": 122, "event": _draw("R1")}]),
            ("mend-nothing", []),
        ):
            scene = self._page(name, "mend")
            yield Scene("page", name, f"{scene.path}?ops={quote(json.dumps(ops))}")
        yield self._page("check")
        yield self._page("host")

    def _ending(self) -> Iterator[Scene]:
        self._tell_until(len(self._recorded.events))
        results.claim(self.game.pk, "scenes")
        yield self._at_table("scoring")
        results.settle(self.game.pk, "scenes")
        yield self._at_table("result")
        yield self._page("screen-result", "screen", kind="screen")
        yield self._page("share")
        yield Scene("page", "shared", reverse("games:shared", args=[token_of(self.game)]))
        yield self._page("entries-at-the-end", "entries")
        yield self._page("again")
        services.play_again(self.host)
        yield self._page("again-begun", "again")
        yield self._at_table("result-leads-on")
        services.lay_out_examples()
        for name in ("home", "history"):
            yield Scene("page", f"{name}-later", reverse(f"games:{name}"))


def _outside() -> Iterator[Scene]:
    """The pages that need no game."""
    for name in ("home", "new", "join", "history", "box", "rules"):
        yield Scene("page", name, reverse(f"games:{name}"))
    yield Scene("page", "join-wrong", reverse("games:join") + "?code=ZZZZZ")
    yield Scene("page", "404", "/nowhere")
    yield Scene("page", "api-docs", reverse("games:api:docs"))
    yield Scene("table", "demo", reverse("games:demo") + "?step=9")


def trouble_pages() -> dict[str, str]:
    """The pages that no address leads to: their names and their HTML."""
    return {name: render_to_string(f"{name}.html", given) for name, given in TROUBLES.items()}


def _draw(card: str) -> dict[str, str]:
    return {"type": "draw", "card": card}


def _fullest(moments: Sequence[Table], phase: Phase, size: Callable[[Table], int]) -> int:
    here = [number for number, table in enumerate(moments) if table.phase is phase]
    return max(here, key=lambda number: size(moments[number]))


def _bids(table: Table) -> int:
    bidder = table.auction.next_seat if table.auction else None
    return table.seat(bidder).purse if bidder and table.auction and table.auction.bids else 0


def _pieces(table: Table) -> int:
    high = table.auction.high if table.auction else None
    return len(table.seat(high[0]).cards) if high else 0


_FULLEST: list[tuple[str, Phase, Callable[[Table], int]]] = [
    ("draw", Phase.DRAW, lambda table: len(table.tableau)),
    ("last-turn", Phase.DRAW, lambda table: table.last_turn * 100 + len(table.tableau)),
    ("auction", Phase.AUCTION, _bids),
    ("payment", Phase.PAYMENT, _pieces),
    ("buy", Phase.BUY, lambda table: len(table.market)),
    ("final-buy", Phase.FINAL_BUY, lambda table: len(table.market)),
]
"""Of each phase the moment with the most to show."""
