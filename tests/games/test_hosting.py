"""What hosts change must leave a game that every process reads alike."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import RequestFactory

from games import devices, services, tables
from games.api.stream import _states
from games.models import Game, Membership
from games.rules.deck import default_deck
from games.rules.profiles import Profile
from tests.casts import event
from tests.games.phones import host, say

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    tables.memory.clear()
    yield
    tables.memory.clear()


def test_seats_that_change_after_somebody_looked_are_replayed_alike() -> None:
    """R-SET-1: the table before the first draw is not remembered."""
    hosting = host(3)
    game = hosting.game
    assert tables.story(game).table.active == 1
    game = services.reorder(hosting, [1, 2, 3], starting_seat=2)
    assert tables.story(game).table.active == 2
    hosting.game = game
    say(hosting, "*5")
    game = Game.objects.get(pk=game.pk)
    assert tables.story(game).table == tables.story_at(game, game.entry_version).table


def test_the_open_stream_of_a_removed_program_ends() -> None:
    """Who was shut out hears nothing more, the new code least of all."""
    hosting = host(2)
    device, secret = devices.new_device()
    phone = services.join(device, hosting.game.code, 2)
    request = RequestFactory().get("/", headers={"Authorization": f"Bearer {secret}"})

    async def heard() -> list[str]:
        chunks = []
        async for chunk in _states(request, hosting.game_id):
            chunks.append(chunk)
            if "event: state" in chunk:
                await asyncio.to_thread(services.remove_phone, hosting, phone)
        return chunks

    with ThreadPoolExecutor() as threads:
        chunks = threads.submit(asyncio.run, heard()).result(20)
    assert [chunk.split("\n")[0].split(":")[0] for chunk in chunks] == ["retry", "id"]


def test_a_phone_that_was_removed_this_moment_is_not_allowed() -> None:
    hosting = host(2)
    device, _secret = devices.new_device()
    phone = services.join(device, hosting.game.code, 2)
    Membership.objects.filter(pk=phone.pk).delete()
    with pytest.raises(services.NotAllowed):
        services.hand_over(hosting, phone)
    with pytest.raises(services.NotAllowed):
        services.succeed(phone)


def test_what_was_accepted_stays_accepted_when_the_role_is_gone() -> None:
    """The contract: the same key and body again gives the first answer."""
    hosting = host(2)
    device, _secret = devices.new_device()
    phone = services.join(device, hosting.game.code, 2)
    first = services.record(phone, 0, event("R4"), "key")
    services.choose_options(hosting, {"recording": "host"})
    again = services.record(phone, 0, event("R4"), "key")
    assert (again.version, again.repeated) == (first.version, True)


def test_a_pile_that_was_counted_keeps_what_is_known_of_the_box() -> None:
    """R-PROF-2."""
    device, _secret = devices.new_device()
    counted = {"$1": 7, "$2": 7, "$3": 5, "$4": 4, "$5": 4}
    services.keep_profile(device, Profile(currency=counted))
    game = services.create_game(device, ["Ana", "Bo"], pile=97).game
    deck = tables.start(game).deck
    assert (deck.pile, deck.assumed, deck.count("$1")) == (97, frozenset(), 7)
    assert default_deck(2).count("$1") == 6
