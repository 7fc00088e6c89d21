"""Phones around a table, each with its own cookie; what they tap and what they see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from games import devices, results, services
from games.models import Device, Game, Membership
from games.rules.deck import Deck
from tests.casts import NAMES, event

Query = dict[str, str] | None


@dataclass
class Phone:
    """A browser of its own. CSRF is not checked, which Django's client leaves out."""

    client: Client = field(default_factory=Client)
    device: Device = field(init=False)

    def __post_init__(self) -> None:
        self.device, secret = devices.new_device()
        self.client.cookies[devices.COOKIE] = secret

    def get(self, name: str, /, *args: Any, query: Query = None, htmx: bool = False) -> Any:
        """The page of that name."""
        return self.client.get(reverse(f"games:{name}", args=args), query, headers=_htmx(htmx))

    def post(self, name: str, /, *args: Any, htmx: bool = False, **fields: Any) -> Any:
        """What the page of that name answers to these fields."""
        return self.client.post(reverse(f"games:{name}", args=args), fields, headers=_htmx(htmx))

    def starts(
        self, names: Sequence[str] = NAMES[:2], deck: Deck | None = None, **options: str
    ) -> Game:
        """A new game, with this phone as its host without a seat."""
        return services.create_game(self.device, names, deck=deck, options=options).game

    def joins(self, game: Game, seat: int | None) -> Phone:
        """Take a seat, or watch."""
        services.join(self.device, game.code, seat)
        return self

    def member_of(self, game: Game) -> Membership:
        """What this phone is in the game, as the database has it now."""
        return Membership.objects.select_related("game").get(game=game, device=self.device)

    def says(self, game: Game, text: str) -> Game:
        """Record a piece of a game in words (see tests/casts)."""
        for word in text.split():
            if word in CORRECTIONS:
                CORRECTIONS[word](self.member_of(game), version(game))
            else:
                services.record(self.member_of(game), version(game), event(word))
        game.refresh_from_db()
        return game

    def plays_to_the_end(self, game: Game, text: str = "R4 take-numbers skip stop") -> Game:
        """Record a game to its end and count it."""
        self.says(game, text)
        results.claim(game.pk, "test")
        results.settle(game.pk, "test")
        game.refresh_from_db()
        return game


CORRECTIONS = {"undo": services.undo, "redo": services.redo}


def stranger() -> Client:
    """A browser that has never been here."""
    return Client()


def version(game: Game) -> int:
    """The game's version of now."""
    return Game.objects.values_list("version", flat=True).get(pk=game.pk)


def text_of(response: Any) -> str:
    """The body as text."""
    return str(response.content.decode())


def _htmx(htmx: bool) -> dict[str, str]:
    return {"HX-Request": "true"} if htmx else {}
