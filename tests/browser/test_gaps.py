"""The connection goes and comes back: nothing is lost, doubled, or forced in."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from games import services
from games.rules.events import Bid, Drew
from tests.browser.hearing import drawn, sentence, table_of
from tests.browser.phones import Phone, at_table

pytestmark = [pytest.mark.browser, pytest.mark.live]


def waiting(phone: Phone) -> list[str]:
    """What this phone shows as waiting, in order."""
    return phone.page.locator("#waiting li > span").all_inner_texts()


def goes_offline(phone: Phone) -> None:
    phone.context.set_offline(True)
    expect(phone.page.locator("#connection")).to_contain_text(
        re.compile(r"This phone is offline since \d\d:\d\d (AM|PM)\.")
    )


def is_in_touch(phone: Phone) -> None:
    expect(phone.page.locator("html:not(.out-of-date)")).to_be_visible()
    expect(phone.page.locator("#waiting")).to_be_hidden()


def taps(phone: Phone, *cards: str) -> None:
    for card in cards:
        phone.tap("draw", card=card)


def test_taps_wait_and_are_sent_in_order(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of(Drew("R7"))
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()
        expect(ana.page.locator(".risk b")).to_be_visible()
        goes_offline(ana)
        expect(ana.page.locator(".risk b")).to_be_hidden()
        taps(ana, "$2", "B1", "G1")
        assert waiting(ana) == ["currency 2", "blue 1", "green 1"]
        expect(ana.page.locator("#tableau .pending")).to_have_count(3)
        expect(ana.page.locator("#waiting")).to_contain_text("Waiting for a connection:")
        assert drawn(game) == ["R7"]
        ana.context.set_offline(False)
        for phone in (ana, bo):
            phone.waits_for(4)
            is_in_touch(phone)
            expect(phone.page.locator("#tableau .card")).to_have_count(4)
            assert phone.errors == []
        assert drawn(game) == ["R7", "$2", "B1", "G1"]
        expect(ana.page.locator(".risk b")).to_be_visible()


def test_undo_and_drop_take_back_what_waits(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        goes_offline(ana)
        taps(ana, "R1", "R2", "R3")
        ana.page.locator('button[formaction$="/undo"]').tap()
        assert waiting(ana) == ["red 1", "red 2"]
        expect(ana.page.locator("#tableau .pending")).to_have_count(2)
        ana.page.get_by_role("button", name="Drop: red 1").tap()
        assert waiting(ana) == ["red 2"]
        ana.context.set_offline(False)
        is_in_touch(ana)
        assert drawn(game) == ["R2"]


IN_SIGHT = """part => {
    const {left, right, top, bottom} = part.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return part === there || part.contains(there);
}"""


def test_a_payment_that_waits_says_who_pays_and_is_said_once(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of(Drew("R1"), Drew("*7"), Bid(2, 1), Bid(1, 2))
    arguments = browser_context_args | {"viewport": {"width": 360, "height": 600}}
    with at_table(browser, server, game, arguments, 2) as [bo]:
        page = bo.open().page
        goes_offline(bo)
        pay = page.locator("#act-pay")
        pay.tap()
        assert [re.sub("[\u2068\u2069]", "", text) for text in waiting(bo)] == [
            "Ana pays 2 for any-colour 7"
        ]
        # It is still to be seen what is asked, and that it was answered.
        for part in ("#headline", "#payment .card", "#payment .stepper"):
            assert page.locator(part).first.evaluate(IN_SIGHT), part
        expect(pay).to_have_attribute("aria-disabled", "true")
        page.wait_for_timeout(1_000)
        pay.tap(force=True)
        assert len(waiting(bo)) == 1
        # Taken back, it can be said again.
        page.locator('button[formaction$="/undo"]').tap()
        expect(pay).not_to_have_attribute("aria-disabled", "true")
        pay.tap()
        bo.context.set_offline(False)
        bo.waits_for(5)
        is_in_touch(bo)
        assert bo.phase == "draw"
        assert bo.errors == []


def test_who_drops_by_keyboard_comes_to_the_next(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        page = ana.open().page
        goes_offline(ana)
        taps(ana, "R1", "R2")
        page.get_by_role("button", name="Drop: red 1").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Drop: red 2")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#waiting")).to_be_hidden()
        expect(page.locator("#headline")).to_be_focused()


@pytest.mark.parametrize("comes_back", [lambda phone: phone.page.reload(), Phone.open])
def test_taps_outlast_the_page(
    browser: Browser,
    browser_context_args: dict[str, Any],
    server: str,
    comes_back: Callable[[Phone], Any],
) -> None:
    """A reload before they are sent; and a page that was closed and is opened again."""
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        goes_offline(ana)
        taps(ana, "R1", "$1")
        if comes_back is Phone.open:
            ana.page.close()
            ana.page = ana.context.new_page()
        else:
            # The page loads again, but no tap gets through yet.
            ana.page.route("**/draw", lambda route: route.abort())
        ana.context.set_offline(False)
        comes_back(ana)
        if comes_back is not Phone.open:
            expect(ana.page.locator("#waiting")).to_be_visible()
            assert waiting(ana) == ["red 1", "currency 1"]
            ana.page.unroute("**/draw")
        ana.waits_for(2)
        is_in_touch(ana)
        assert drawn(game) == ["R1", "$1"]


def test_a_request_whose_answer_is_lost_counts_once(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()

        def answer_lost(route: Route) -> None:
            route.fetch()
            route.abort("connectionreset")

        ana.page.route("**/draw", answer_lost, times=2)
        taps(ana, "R1")
        bo.waits_for(1)
        # What may have arrived cannot be dropped any more, only undone.
        taps(ana, "$3")
        for phone in (ana, bo):
            phone.waits_for(2)
            is_in_touch(phone)
            assert phone.errors == []
        assert drawn(game) == ["R1", "$3"]


def test_a_reload_in_the_middle_of_a_request_counts_once(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        held: list[Route] = []
        ana.page.route("**/draw", lambda route: held.append(route), times=1)
        with ana.page.expect_request("**/draw"):
            taps(ana, "R1")
        taps(ana, "$1")
        held[0].fetch()
        ana.open()
        ana.waits_for(2)
        is_in_touch(ana)
        assert drawn(game) == ["R1", "$1"]


def test_what_was_passed_by_is_kept_or_dropped_one_by_one(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()
        goes_offline(ana)
        taps(ana, "R1", "$1", "B1")
        taps(bo, "G4")
        bo.waits_for(1)
        ana.context.set_offline(False)
        ana.waits_for(1)
        panel = ana.page.locator("#waiting.held")
        expect(panel).to_contain_text(sentence("The phone of Bo was quicker: Ana drew green 4."))
        expect(panel).to_contain_text("Not recorded. Keep or drop each:")
        assert waiting(ana) == ["red 1", "currency 1", "blue 1"]
        expect(ana.page.locator("#tableau .card")).to_have_count(1)
        assert drawn(game) == ["G4"]
        panel.get_by_role("button", name="Keep: red 1").tap()
        ana.waits_for(2)
        expect(panel.locator("li")).to_have_count(2)
        panel.get_by_role("button", name="Drop: currency 1").tap()
        services.record(host, 2, Drew("$5"))
        bo.waits_for(3)
        ana.waits_for(3)
        panel.get_by_role("button", name="Keep: blue 1").tap()
        for phone in (ana, bo):
            phone.waits_for(4)
            is_in_touch(phone)
            assert phone.errors == []
        assert drawn(game) == ["G4", "R1", "$5", "B1"]


def test_the_same_cards_told_by_both_count_once(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1, 2) as [ana, bo]:
        ana.open()
        bo.open()
        goes_offline(ana)
        taps(ana, "R1", "$1")
        taps(bo, "R1")
        bo.waits_for(1)
        ana.context.set_offline(False)
        for phone in (ana, bo):
            phone.waits_for(2)
            is_in_touch(phone)
        assert drawn(game) == ["R1", "$1"]


def test_what_the_rules_refuse_is_held_too(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of()
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        goes_offline(ana)
        taps(ana, "*7", "R1")
        ana.context.set_offline(False)
        ana.waits_for(1)
        panel = ana.page.locator("#waiting.held")
        expect(panel).to_be_visible()
        assert waiting(ana) == ["red 1"]
        ana.page.reload()
        expect(panel).to_be_visible()
        panel.get_by_role("button", name="Drop: red 1").tap()
        is_in_touch(ana)
        assert drawn(game) == ["*7"]


def test_a_refusal_that_waited_leads_to_the_entries_that_it_names(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, _host = table_of(Drew("R9"))
    with at_table(browser, server, game, browser_context_args, 1) as [ana]:
        ana.open()
        goes_offline(ana)
        taps(ana, "$1", "R9")
        ana.context.set_offline(False)
        ana.waits_for(2)
        panel = ana.page.locator("#waiting.held")
        expect(panel).to_be_visible()
        assert waiting(ana) == ["red 9"]
        holder = panel.get_by_role("link", name=sentence("1 Ana drew red 9. Mend"))
        holder.tap()
        ana.page.wait_for_url("**/entries/1")
        # What was held is still held.
        ana.page.go_back()
        panel.get_by_role("button", name="Drop: red 9").tap()
        is_in_touch(ana)
        expect(panel.locator(".mends")).to_have_count(0)
        assert drawn(game) == ["R9", "$1"]


def test_who_watches_has_no_queue(
    browser: Browser, browser_context_args: dict[str, Any], server: str
) -> None:
    game, host = table_of()
    with at_table(browser, server, game, browser_context_args, None) as [eye]:
        eye.open()
        goes_offline(eye)
        eye.page.locator('.key[value="R1"]').tap(force=True)
        expect(eye.page.locator("#waiting")).to_be_hidden()
        services.record(host, 0, Drew("R2"))
        eye.context.set_offline(False)
        eye.waits_for(1)
        is_in_touch(eye)
        assert eye.errors == []
        assert drawn(game) == ["R2"]
