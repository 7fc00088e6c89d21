"""However many phones ask for the next game at the same moment, one begins, and all find it."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from games import results, services
from games.models import Game, Membership
from tests.games.phones import host, now, player, say

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 5


def test_five_phones_at_once_begin_one_game() -> None:
    hosting = host(PHONES)
    phones = [player(hosting, seat) for seat in range(1, PHONES + 1)]
    say(hosting, "stop")
    results.claim(hosting.game_id, "test")
    results.settle(hosting.game_id, "test")
    together = threading.Barrier(PHONES)

    def tap(phone: Membership) -> tuple[int | None, str, object]:
        together.wait()
        try:
            there = services.play_again(phone)
        finally:
            connections.close_all()
        return there.seat, there.role, there.game_id

    with ThreadPoolExecutor(PHONES) as threads:
        found = list(threads.map(tap, phones))
    after = now(hosting).next_game
    assert Game.objects.count() == 2
    assert after
    assert {game for _seat, _role, game in found} == {after.pk}
    assert [seat for seat, _role, _game in found] == [1, 2, 3, 4, 5]
    assert sorted(role for _seat, role, _game in found) == ["host"] + ["player"] * 4


def test_a_phone_that_was_shut_out_this_moment_is_led_nowhere() -> None:
    hosting = host(2)
    phone = player(hosting)
    say(hosting, "stop")
    results.claim(hosting.game_id, "test")
    results.settle(hosting.game_id, "test")
    Membership.objects.filter(pk=phone.pk).delete()
    with pytest.raises(services.NotAllowed):
        services.play_again(phone)
    services.play_again(hosting)
    with pytest.raises(services.NotAllowed):
        services.play_again(phone)
