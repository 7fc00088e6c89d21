"""Two phones at the same moment, over and over, through HTTP: nothing vanishes, nothing doubles."""

import http.client
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from urllib.parse import urlencode, urlsplit

import pytest
from django.urls import reverse

from games import devices, services, tables
from games.models import Entry, Game
from games.rules.deck import counted_deck
from games.rules.events import Drew
from games.rules.replay import Said, Story, tell
from tests.casts import NAMES

pytestmark = pytest.mark.slow

ROUNDS = 200
KINDS = ("R1", "R5", "B2", "B6", "O3", "O7", "G4", "G8", "$1", "$5")
DECK = counted_deck(dict.fromkeys(KINDS, 50))
"""Enough of each for every round, and no card that starts an auction."""


@dataclass
class Phone:
    """A program that taps as the page does, over one connection that stays open."""

    server: str
    game: Game
    seat: int
    token: str = "t" * 32

    def __post_init__(self) -> None:
        device, secret = devices.new_device()
        services.join(device, self.game.code, self.seat)
        self.cookie = f"{devices.COOKIE}={secret}; csrftoken={self.token}"
        address = urlsplit(self.server)
        self.line = http.client.HTTPConnection(address.hostname or "", address.port)

    def taps(self, version: int, card: str, key: str) -> int:
        """Say that this card was drawn; the status of the answer."""
        self.line.request(
            "POST",
            reverse("games:draw", args=[self.game.pk]),
            urlencode({"version": version, "card": card, "key": key}),
            {
                "Cookie": self.cookie,
                "X-CSRFToken": self.token,
                "HX-Request": "true",
                "Content-Type": "application/x-www-form-urlencoded",
            },
        )
        answer = self.line.getresponse()
        answer.read()
        return answer.status


def at_once(*taps: tuple[Phone, int, str, str]) -> list[int]:
    """All of these taps at the same moment; the statuses of their answers."""
    start = threading.Barrier(len(taps))
    statuses = [0] * len(taps)

    def tap(place: int, phone: Phone, version: int, card: str, key: str) -> None:
        start.wait()
        statuses[place] = phone.taps(version, card, key)

    threads = [threading.Thread(target=tap, args=(place, *said)) for place, said in enumerate(taps)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


@pytest.fixture
def phones(server: str) -> list[Phone]:
    device, _secret = devices.new_device()
    game = services.create_game(device, NAMES[:2], deck=DECK).game
    return [Phone(server, game, seat) for seat in (1, 2)]


def latest(game: Game) -> int:
    game.refresh_from_db()
    return game.version


def recorded(game: Game) -> list[str]:
    """The drawn cards in the log, in order."""
    bodies = Entry.objects.filter(game=game).order_by("version").values_list("body", flat=True)
    return [body["card"] for body in bodies]


def cards(rng: Random) -> list[str]:
    """Two different cards."""
    return rng.sample(KINDS, 2)


def assert_table_is_that_of_the_log(game: Game, told: Sequence[str]) -> None:
    """Totals are those of a replay from nothing, and nothing else was recorded."""
    assert recorded(game) == told
    assert latest(game) == len(told)
    story = Story(tables.story(game).start)
    for number, card in enumerate(told, 1):
        story = tell(story, Said(str(number), Drew(card)))
    tables.memory.clear()
    now = tables.story(game).table
    assert now == story.table
    places = Counter([*now.tableau, *now.market, *now.discard])
    for seat in now.seats:
        places.update(seat.cards)
    assert places == Counter(told)


def test_two_different_taps_at_once(phones: list[Phone]) -> None:
    ana, bo = phones
    rng = Random(3)
    told: list[str] = []
    for number in range(ROUNDS):
        version = latest(ana.game)
        two = cards(rng)
        statuses = at_once(
            (ana, version, two[0], f"a{number}"), (bo, version, two[1], f"b{number}")
        )
        assert sorted(statuses) == [200, 409]
        told.append(two[statuses.index(200)])
        assert recorded(ana.game) == told
    assert_table_is_that_of_the_log(ana.game, told)


def test_two_identical_taps_at_once(phones: list[Phone]) -> None:
    """Every round one card of two phones; every second round it is one tap that is sent twice."""
    ana, bo = phones
    twice = Phone(ana.server, ana.game, 1)
    twice.cookie = ana.cookie
    rng = Random(4)
    told: list[str] = []
    for number in range(ROUNDS):
        version = latest(ana.game)
        card = cards(rng)[0]
        if number % 2:
            said = (version, card, f"k{number}")
            assert at_once((ana, *said), (twice, *said)) == [200, 200]
        else:
            said_by_two = at_once(
                (ana, version, card, f"a{number}"), (bo, version, card, f"b{number}")
            )
            assert sorted(said_by_two) == [200, 409]
        told.append(card)
        assert recorded(ana.game) == told
    assert_table_is_that_of_the_log(ana.game, told)
