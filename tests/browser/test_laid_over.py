"""A newer board is laid over the old one: what was filled in goes with what it was meant for."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from games import services
from games.models import Game
from tests.browser.hearing import table_of
from tests.browser.phones import Phone, at_table
from tests.browser.test_sleep import LOOKED_AWAY
from tests.casts import events

pytestmark = pytest.mark.browser

TO_PAYMENT = "R1 B2 take-numbers skip G3 O4 take-numbers skip *7 2:1 1:2"
"""Ana, who has red 1 and blue 2, pays 2."""

BOXES = """() => [...document.querySelectorAll('#payment .spend')].map(label => {
    const [box, card] = [label.querySelector('input'), label.querySelector('.card')];
    return [box.value, card.getAttribute('aria-label'), box.checked];
})"""


def told_while_away(phone: Phone, game: Game, text: str) -> None:
    """Others go on while nobody looks at this phone: it sees the last moment alone."""
    host = game.memberships.get(role="host")
    phone.page.evaluate(LOOKED_AWAY, True)
    for version, event in enumerate(events(text), game.version):
        services.record(host, version, event)
    phone.page.evaluate(LOOKED_AWAY, False)
    phone.waits_for(version + 1)


@pytest.mark.parametrize(
    ("meanwhile", "boxes"),
    [
        # Bo pays by now.
        (
            "pay=2 $1 take-currency *8 1:1 2:2",
            [["O4", "orange 4", False], ["G3", "green 3", False]],
        ),
        # Ana still does; but a table check has found that red 1 is not hers.
        ("check-R1:1>market", [["B2", "blue 2", False]]),
    ],
)
def test_what_was_ticked_for_one_card_is_not_ticked_for_another(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    meanwhile: str,
    boxes: list[list[Any]],
) -> None:
    game, _host = table_of(*events(TO_PAYMENT))
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        page = ana.open().page
        page.locator("#payment .spend", has=page.get_by_label("red 1")).tap()
        assert page.evaluate(BOXES) == [["R1", "red 1", True], ["B2", "blue 2", False]]
        told_while_away(ana, game, meanwhile)
        assert page.evaluate(BOXES) == boxes
        assert ana.errors == []


def test_half_a_board_is_loaded_anew(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    """Nobody knows how that could be; but who has no panel cannot pay."""
    *said, last = events(TO_PAYMENT)
    game, host = table_of(*said)
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        page = ana.open().page
        page.evaluate(
            """() => {
                const morph = Idiomorph.morph;
                Idiomorph.morph = (...all) => {
                    const done = morph(...all);
                    document.getElementById("payment")?.remove();
                    return done;
                };
            }"""
        )
        services.record(host, len(said), last)
        ana.waits_for(len(said) + 1)
        expect(page.locator("#payment")).to_be_visible()
        assert ana.errors == []
