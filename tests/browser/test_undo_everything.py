"""Undo of every kind of entry shows exactly the table before it, on both phones."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from games import devices, services
from games.models import Game, Membership
from games.rules import notation
from games.rules.deck import counted_deck
from games.rules.events import Event
from tests.browser.hearing import table_of
from tests.browser.phones import NAMES, Phone, at_table
from tests.casts import events

pytestmark = pytest.mark.browser

CASE = Path(__file__).parent.parent / "cases" / "games" / "2p-1.json"

# Everything but what tells of the undo itself: the version, the news (which stand where no cards
# lie yet), undo and redo; and but for where the focus has been.
TABLE = """() => ['seats', 'play', 'below'].map(id => {
    const part = document.getElementById(id).cloneNode(true);
    for (const news of part.querySelectorAll('#happening, .tableau > .nothing')) news.remove();
    return part.outerHTML.replace(/ class="(htmx-\\w+ ?)*"| tabindex="-1"|version=\\d+/g, '')
        .replace(/\\n+/g, '\\n');
}).join('\\n')"""

RARE = "R6 R5 check-2=4+1b check-pile=30 *7 unsold check-R6:market>discard B1 empty stop"
"""A bust, each kind of table check, an auction that everybody passes, the empty pile, the stop."""


def table_on(phone: Phone) -> str:
    shown: str = phone.page.evaluate(TABLE)
    return shown


def version(game: Game) -> int:
    game.refresh_from_db()
    return game.version


def all_show(phones: Iterable[Phone], game: Game) -> None:
    for phone in phones:
        phone.waits_for(version(game))


def is_taken_back(phones: list[Phone], host: Membership, game: Game, event: Event) -> None:
    """Record it, undo it by a tap, compare, and say it again."""
    all_show(phones, game)
    before = [table_on(phone) for phone in phones]
    services.record(host, game.version, event)
    all_show(phones, game)
    over = game.status != Game.Status.PLAYING
    if over:
        results = [result_on(phone) for phone in phones]
    assert [table_on(phone) for phone in phones] != before
    now = version(game)
    phones[now % 2].tap("undo")
    for phone in phones:
        phone.waits_for(now + 1)
    assert [table_on(phone) for phone in phones] == before
    services.redo(host, now + 1)
    if over:
        assert [result_on(phone) for phone in phones] == results


def result_on(phone: Phone) -> str:
    """The result that this phone shows once the game was counted."""
    expect(phone.page.locator("#board")).to_have_attribute("data-phase", "finished")
    return phone.page.locator("#result").inner_text()


def test_every_kind_of_entry_of_a_whole_game(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    worker: subprocess.Popen[bytes],
) -> None:
    """Over ends of turns, auctions, purchases and the end of the game, which is counted anew."""
    case = json.loads(CASE.read_text())
    device, _secret = devices.new_device()
    host = services.create_game(
        device,
        NAMES[:2],
        starting_seat=case["starting_seat"],
        deck=counted_deck(case["deck"]["counts"]),
        options=case["options"],
    )
    game = Game.objects.get(pk=host.game_id)
    seen = set()
    phase = "draw"
    with at_table(browser, server, game, browser_context_args, 1, 2) as phones:
        for phone in phones:
            phone.open()
        for step in case["steps"]:
            event = notation.read(step["event"], "event")
            kind = (step["event"]["type"], step["event"].get("what"), phase, step["after"]["phase"])
            if kind in seen:
                services.record(host, version(game), event)
            else:
                is_taken_back(phones, host, game, event)
            seen.add(kind)
            phase = step["after"]["phase"]
        assert [phone.errors for phone in phones] == [[], []]
    assert len(seen) == 16


def test_what_is_said_rarely(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    worker: subprocess.Popen[bytes],
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1, 2) as phones:
        for phone in phones:
            phone.open()
        for event in events(RARE):
            is_taken_back(phones, host, game, event)
        assert [phone.errors for phone in phones] == [[], []]
