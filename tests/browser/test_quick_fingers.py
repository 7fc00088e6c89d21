"""Taps that come sooner than anybody can have seen what they hit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from games import services, tables
from games.models import Game
from games.rules.events import Bid, Drew, Event, Passed, Skipped, Took
from tests.browser.hearing import drawn, sentence, table_of
from tests.browser.phones import Phone, at_table

pytestmark = [pytest.mark.browser, pytest.mark.live]

AUCTION = (Drew("R1"), Drew("*7"))
PAYMENT = (*AUCTION, Bid(2, 2), Passed(1))

LIES_THERE = "([x, y, control]) => !!document.elementFromPoint(x, y).closest(control)"


@pytest.fixture
def arguments(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": {"width": 360, "height": 600}}


def said(game: Game) -> list[str]:
    """What was recorded, in kinds of events."""
    standing = tables.story(Game.objects.get(pk=game.pk)).standing()
    return [type(link.event).__name__ for link in standing]


def spot(phone: Phone, control: str) -> tuple[float, float]:
    """Where a thumb hits a control: on what is broad a little right of its middle."""
    box = phone.page.locator(control).bounding_box()
    assert box
    return box["x"] + box["width"] * 0.6, box["y"] + box["height"] / 2


def hits(phone: Phone, at: tuple[float, float]) -> None:
    """A finger's tap there, whatever it is that lies there by now."""
    phone.page.touchscreen.tap(*at)


@contextmanager
def held_down(phone: Phone, at: tuple[float, float]) -> Iterator[None]:
    """A finger that stays there for a while."""
    session = phone.context.new_cdp_session(phone.page)
    points = [{"x": at[0], "y": at[1]}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    yield
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(
    ("before", "control", "hit"),
    [
        ((Drew("R1"),), "#act-numbers", "#act-skip"),
        (AUCTION, '#bids [value="1"]', '#bids [value="2"]'),
        (AUCTION, "#act-pass", "#act-pass"),
        (PAYMENT, "#act-pay", "#act-currency"),
    ],
)
def test_the_second_of_a_double_tap_says_nothing(
    browser: Browser,
    arguments: dict[str, Any],
    server: str,
    before: tuple[Event, ...],
    control: str,
    hit: str,
) -> None:
    game, _host = table_of(*before)
    with at_table(browser, server, game, arguments, 1) as [ana]:
        at = spot(ana.open(), control)
        hits(ana, at)
        ana.waits_for(len(before) + 1)
        hits(ana, at)
        ana.looks()
        assert len(said(game)) == len(before) + 1
        assert ana.page.evaluate(LIES_THERE, [*at, hit])
        # Nothing is reproached, and what is tapped with open eyes counts.
        expect(ana.page.locator("#notice, .pressed")).to_have_count(0)
        hits(ana, at)
        ana.waits_for(len(before) + 2)
        assert ana.errors == []


def test_a_finger_that_was_down_before_means_what_was_there_before(
    browser: Browser, arguments: dict[str, Any], server: str
) -> None:
    game, _host = table_of(Drew("R1"))
    with at_table(browser, server, game, arguments, 1) as [ana]:
        at = spot(ana.open(), "#act-numbers")
        hits(ana, at)
        with held_down(ana, at):
            ana.waits_for(2)
            ana.looks()
        ana.page.wait_for_timeout(200)
        assert said(game) == ["Drew", "Took"]


def test_what_is_always_in_its_place_answers_at_once(
    browser: Browser, arguments: dict[str, Any], server: str
) -> None:
    game, _host = table_of(Drew("R1"))
    with at_table(browser, server, game, arguments, 1) as [ana]:
        at, undo = spot(ana.open(), "#act-numbers"), spot(ana, "#act-undo")
        hits(ana, at)
        ana.waits_for(2)
        hits(ana, undo)
        ana.waits_for(3)
        assert said(game) == ["Drew"]


def test_cards_are_told_as_fast_as_fingers_go(
    browser: Browser, arguments: dict[str, Any], server: str
) -> None:
    """Also with the next finger down already when the card before is answered."""
    game, _host = table_of()
    with at_table(browser, server, game, arguments, 1) as [ana]:
        ana.open()
        spots = {card: spot(ana, f'.key[value="{card}"]') for card in ("$1", "B1", "G1", "O1")}
        for card in ("$1", "B1", "G1"):
            hits(ana, spots[card])
        with held_down(ana, spots["O1"]):
            ana.waits_for(3)
        ana.waits_for(4)
        expect(ana.page.locator("#notice")).to_have_count(0)
        assert drawn(game) == ["$1", "B1", "G1", "O1"]


def test_what_another_phone_laid_under_the_finger_is_asked_about(
    browser: Browser, arguments: dict[str, Any], server: str
) -> None:
    game, _host = table_of(Drew("R1"))
    with at_table(browser, server, game, arguments, 1, 2) as [ana, bo]:
        ana.open()
        at = spot(bo.open(), "#act-numbers")
        hits(ana, at)
        bo.waits_for(2)
        hits(bo, at)
        notice = bo.page.locator("#notice")
        expect(notice).to_contain_text(sentence("The phone of Ana was quicker:"))
        assert said(game) == ["Drew", "Took"]
        bo.page.get_by_role("button", name="Still record: Bought: nothing.").tap()
        ana.waits_for(3)
        assert said(game) == ["Drew", "Took", "Skipped"]
        assert (ana.errors, bo.errors) == ([], [])


def test_what_follows_on_it_at_once_does_not_hide_it(
    browser: Browser, arguments: dict[str, Any], server: str
) -> None:
    """The turn changes, and its first card comes: neither can have been seen."""
    game, host = table_of(Drew("R1"), Took("numbers"))
    with at_table(browser, server, game, arguments, 2) as [bo]:
        at = spot(bo.open(), "#act-skip")
        services.record(host, 2, Skipped())
        bo.waits_for(3)
        services.record(host, 3, Drew("B1"))
        bo.waits_for(4)
        hits(bo, at)
        expect(bo.page.locator("#notice")).to_contain_text("was quicker")
        assert said(game) == ["Drew", "Took", "Skipped", "Drew"]


def test_a_turn_that_was_seen_is_seen_whatever_card_follows(
    browser: Browser, arguments: dict[str, Any], server: str
) -> None:
    game, host = table_of(Drew("R1"), Took("numbers"))
    with at_table(browser, server, game, arguments, 2) as [bo]:
        bo.open()
        services.record(host, 2, Skipped())
        bo.waits_for(3)
        bo.page.wait_for_timeout(200)
        services.record(host, 3, Drew("B1"))
        bo.waits_for(4)
        bo.looks()
        hits(bo, spot(bo, '.key[value="G1"]'))
        bo.waits_for(5)
        assert drawn(game) == ["R1", "B1", "G1"]


def test_what_was_looked_at_is_recorded(
    browser: Browser, arguments: dict[str, Any], server: str
) -> None:
    game, host = table_of(Drew("R1"))
    with at_table(browser, server, game, arguments, 2) as [bo]:
        bo.open()
        services.record(host, 1, Took("numbers"))
        bo.waits_for(2)
        bo.looks()
        hits(bo, spot(bo, "#act-skip"))
        bo.waits_for(3)
        assert said(game) == ["Drew", "Took", "Skipped"]
