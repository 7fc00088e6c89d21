"""Two phones play a recorded game from the first draw to the winner, by taps alone."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from games import devices, services
from games.rules.deck import counted_deck
from games.wording import card_name
from tests.browser.phones import NAMES, Phone, at_table

pytestmark = [pytest.mark.browser, pytest.mark.live]

CASES = Path(__file__).parent.parent / "cases" / "games"


def test_two_phones_play_a_game_to_its_winner(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    worker: subprocess.Popen[bytes],
) -> None:
    case = json.loads((CASES / "2p-1.json").read_text())
    host, _secret = devices.new_device()
    game = services.create_game(
        host,
        NAMES[:2],
        starting_seat=case["starting_seat"],
        deck=counted_deck(case["deck"]["counts"]),
        options=case["options"],
    ).game
    with at_table(browser, server, game, browser_context_args, 1, 2) as phones:
        for phone in phones:
            phone.open()
        for number, step in enumerate(case["steps"], 1):
            teller, other = phones[number % 2], phones[1 - number % 2]
            if number > 1 and step["event"] == case["steps"][number - 2]["event"]:
                # Within a blink it would be the same card, seen by two: nobody draws that fast.
                teller.page.wait_for_timeout(500)
            teller.says(step["event"])
            for phone in (teller, other):
                phone.waits_for(number)
                shows(phone, step["after"])
        for phone in phones:
            shows_winner(phone, [NAMES[seat - 1] for seat in case["winners"]])
            assert phone.errors == []


def shows(phone: Phone, after: dict[str, Any]) -> None:
    """This phone shows what is true after a step."""
    page = phone.page
    for seat, (tokens, busts, _cards, score) in zip(
        page.locator("#seats > li").all(), after["players"], strict=True
    ):
        assert seat.locator(".black").inner_text().strip() == str(tokens)
        assert seat.locator(".white").inner_text().strip() == str(busts)
        assert seat.locator(".holds b").inner_text().strip() == str(score)
    if after["phase"] == "draw":
        cards = page.locator("#tableau .card").all()
        names = [card.get_attribute("aria-label") for card in cards]
        assert names == [card_name(code) for code in after["tableau"]]


def shows_winner(phone: Phone, winners: list[str]) -> None:
    expect(phone.page.locator("#board")).to_have_attribute("data-phase", "finished")
    for name in winners:
        expect(phone.page.locator("#result h1")).to_contain_text(name)
