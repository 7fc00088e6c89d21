"""People at a table in a real browser: each has a phone and says what happens by taps alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games import devices
from games.models import Device, Game, Membership

NAMES = ("Ana", "Bo", "Chi", "Dee", "Eli")

NOTES_TURNS = """document.addEventListener('ten:board', () => {
    const {phase, actor, choice} = document.getElementById('board').dataset;
    const moment = `${phase} ${actor} ${choice}`;
    if (moment !== window.moment) window.turned = performance.now();
    window.moment = moment;
});"""
LOOKED = "() => !(performance.now() - window.turned < 450)"
"""As long as nobody can have seen what came, the pages do not take taps for what they hit."""


class Phone:
    """One phone at one table."""

    def __init__(self, server: str, context: BrowserContext, game: Game) -> None:
        self.server = server
        self.context = context
        self.game = game
        context.add_init_script(NOTES_TURNS)
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: Any) -> None:
        # A refusal is an answer of its own kind, which browsers log as an error.
        refused = "Failed to load resource" in message.text
        if message.type == "error" and not refused:
            self.errors.append(message.text)

    def open(self) -> Phone:
        """Go to the table and wait until the stream is heard."""
        self.page.goto(self.url("games:table"))
        expect(self.page.locator("html.scripted:not(.out-of-date)")).to_be_visible()
        return self

    def url(self, name: str, **rest: Any) -> str:
        return self.server + reverse(name, kwargs={"game_id": self.game.pk, **rest})

    @property
    def version(self) -> int:
        """The version of the board on this phone."""
        return int(self.page.locator("#board").get_attribute("data-version") or -1)

    @property
    def phase(self) -> str:
        return self.page.locator("#board").get_attribute("data-phase") or ""

    def waits_for(self, version: int) -> None:
        """Wait until this phone shows that version, or a later one, by itself."""
        self.page.wait_for_function(
            "version => Number(document.getElementById('board').dataset.version) >= version",
            arg=version,
        )

    def looks(self) -> None:
        """See what has changed, as anybody would before tapping."""
        self.page.wait_for_function(LOOKED)

    def tap(self, verb: str, **values: str) -> None:
        """Look, and tap the button of this verb, and this value if it has one."""
        self.looks()
        value = "".join(f'[name="{name}"][value="{value}"]' for name, value in values.items())
        self.page.locator(f'button[formaction$="/{verb}"]{value}:visible').first.tap()

    def says(self, event: dict[str, Any]) -> None:
        """Say one event of the API's contract, as a person would: by taps."""
        getattr(self, f"_says_{event['type']}")(event)

    def _says_draw(self, event: dict[str, Any]) -> None:
        self.tap("draw", card=event["card"])

    def _says_take(self, event: dict[str, Any]) -> None:
        self.tap("take", what=event["what"])

    def _says_bid(self, event: dict[str, Any]) -> None:
        self.tap("bid", amount=str(event["amount"]))

    def _says_pass(self, _event: dict[str, Any]) -> None:
        self.tap("pass")

    def _says_auction(self, event: dict[str, Any]) -> None:
        if event["winner"] is None:
            self.tap("sell", winner="")
            return
        self.page.locator(f'#auction a[href$="winner={event["winner"]}"]').tap()
        self.page.locator(f'#sold-for a[href$="amount={event["amount"]}"]').tap()
        self.fill_in(event["payment"])
        self.tap("sell")

    def _says_pay(self, event: dict[str, Any]) -> None:
        self.fill_in(event["payment"])
        self.tap("pay")

    def _says_buy(self, event: dict[str, Any]) -> None:
        code = event["card"].replace("#", "%23").replace("*", "%2A")
        self.page.locator(f'#buying a[href$="card={code}"]').tap()
        self.fill_in(event["payment"])
        self.tap("buy", card=event["card"])

    def _says_skip_buy(self, _event: dict[str, Any]) -> None:
        self.tap("skip")

    def fill_in(self, payment: dict[str, Any]) -> None:
        """Make the payment exactly this one, whatever was preselected."""
        self.page.locator("#payment").wait_for()
        for name in ("tokens", "busts"):
            self._step_to(name, payment.get(name, 0))
        wanted = list(payment.get("cards", []))
        for box in self.page.locator('#payment input[name="cards"]').all():
            code = box.get_attribute("value") or ""
            if selected := code in wanted:
                wanted.remove(code)
            if box.is_checked() != selected:
                box.locator("xpath=ancestor::label").tap()
        assert wanted == []

    def _step_to(self, name: str, number: int) -> None:
        field = self.page.locator(f'#payment input[name="{name}"]')
        if field.count() == 0 or field.get_attribute("type") == "hidden":
            assert number == 0
            return
        while (now := int(field.input_value() or 0)) != number:
            step = "1" if now < number else "-1"
            field.locator(f'xpath=../button[@data-step="{step}"]').tap()


@contextmanager
def at_table(
    browser: Browser, server: str, game: Game, arguments: dict[str, Any], *seats: int | None
) -> Iterator[list[Phone]]:
    """Phones with these seats at the game's table; None watches."""
    phones = []
    for seat in seats:
        context = browser.new_context(**arguments)
        context.set_default_timeout(10_000)
        device, secret = devices.new_device()
        sit(device, game, seat)
        context.add_cookies([{"name": devices.COOKIE, "value": secret, "url": server}])
        phones.append(Phone(server, context, game))
    yield phones
    for phone in phones:
        phone.context.close()


def sit(device: Device, game: Game, seat: int | None) -> Membership:
    """Make this device a player's phone, or a spectator's."""
    role = Membership.Role.PLAYER if seat else Membership.Role.SPECTATOR
    return Membership.objects.create(game=game, device=device, role=role, seat=seat)
