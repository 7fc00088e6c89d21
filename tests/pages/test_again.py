"""Playing again: one next game of the same people, in which every phone finds its seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from pytest_django import Settings

from games import services
from games.models import Device, Game, Membership
from games.rules.deck import counted_deck, default_deck, sized_deck
from games.rules.notation import read_deck, write_profile
from games.rules.profiles import Profile
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of

SIT_DOWN = "The next game has begun: sit down"


@pytest.fixture
def over(table: Gathering) -> Gathering:
    """Ana and Bo after their game: the host has Ana's seat."""
    table.host.joins(table.game, 1)
    table.host.plays_to_the_end(table.game)
    return table


def goes_on(phone: Phone, game: Game) -> Game:
    """Tap the button; the game to whose table it leads."""
    response = phone.post("again", game.pk)
    assert response.status_code == 302, text_of(response)
    after = Game.objects.latest("created_at")
    assert response.url == reverse("games:table", args=[after.pk])
    return after


def roles(game: Game) -> list[tuple[str, int | None]]:
    return [(m.role, m.seat) for m in game.memberships.order_by("joined_at")]


def test_the_second_tap_starts_the_same_again(over: Gathering) -> None:
    page = text_of(over.host.get("table", over.game.pk))
    assert page.count(f'href="{reverse("games:again", args=[over.game.pk])}"') == 1
    page = text_of(over.host.get("again", over.game.pk))
    assert "<bdi>Bo</bdi> <small" in page
    assert '<button class="button main wide tall">Start</button>' in page
    after = goes_on(over.host, over.game)
    assert (after.names, after.starting_seat) == (["Ana", "Bo"], 2)
    assert (after.status, after.version, after.group) == ("playing", 0, over.game.group)
    assert roles(after) == [("host", 1)]
    assert over.now.next_game == after


def test_the_next_starter_is_the_first_after_the_last(host: Phone) -> None:
    game = host.starts(["Ana", "Bo"])
    Game.objects.update(starting_seat=2)
    host.plays_to_the_end(game)
    assert goes_on(host, game).starting_seat == 1


def test_keeps_rulings_and_options(host: Phone) -> None:
    agreed: dict[str, Any] = {
        "all_pass": "market",
        "spent_cards": "market",
        "recording": "host",
        "odds": "hidden",
    }
    game = host.plays_to_the_end(host.starts(**agreed))
    assert goes_on(host, game).options == agreed


def test_each_phone_sits_down_in_its_seat_with_one_tap(over: Gathering) -> None:
    for phone in (over.bo, over.watcher):
        assert "The next game has begun" not in text_of(phone.get("table", over.game.pk))
    after = goes_on(over.host, over.game)
    assert SIT_DOWN in text_of(over.bo.get("table", over.game.pk))
    assert "The next game has begun: watch it" in text_of(over.watcher.get("table", over.game.pk))
    assert goes_on(over.bo, over.game) == after
    assert goes_on(over.watcher, over.game) == after
    assert roles(after) == [("host", 1), ("player", 2), ("spectator", None)]
    # Once more changes nothing.
    assert goes_on(over.bo, over.game) == after
    assert after.memberships.count() == 3


def test_whoever_played_can_begin_and_is_host_then(over: Gathering) -> None:
    after = goes_on(over.bo, over.game)
    assert goes_on(over.host, over.game) == after
    assert roles(after) == [("host", 2), ("player", 1)]


def test_the_button_works_where_only_the_host_records(host: Phone) -> None:
    """It is outside of what is disabled there."""
    game = host.starts(recording="host")
    bo = Phone().joins(game, 2)
    host.plays_to_the_end(game)
    goes_on(host, game)
    page = text_of(bo.get("table", game.pk))
    assert page.index('<form id="tap"') < page.index(SIT_DOWN)
    assert page.index(SIT_DOWN) < page.index('<fieldset class="hands" disabled>')


def test_open_boards_hear_of_it(over: Gathering) -> None:
    before = over.now.version
    standing = over.bo.get("board", over.game.pk)["Ten-You"]
    goes_on(over.host, over.game)
    assert over.now.version == before + 1
    response = over.bo.get("board", over.game.pk, query={"since": str(before)}, htmx=True)
    assert "The next game has begun." in text_of(response)
    # The page around the board is loaded anew, with the button.
    assert response["Ten-You"] != standing


def test_who_watches_cannot_begin(over: Gathering) -> None:
    assert "Whoever played can begin the next game." in text_of(
        over.watcher.get("again", over.game.pk)
    )
    response = over.watcher.post("again", over.game.pk)
    assert response.status_code == 403
    assert "Whoever played can begin the next game." in text_of(response)
    assert over.now.next_game is None
    assert Game.objects.count() == 1


def test_before_the_end_there_is_only_the_table(table: Gathering) -> None:
    game = table.host.says(table.game, "R4")
    for response in (table.host.get("again", game.pk), table.host.post("again", game.pk)):
        assert (response.status_code, response.url) == (
            302,
            reverse("games:table", args=[game.pk]),
        )
    assert Game.objects.count() == 1


def test_a_game_given_up_can_be_begun_anew(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    services.abandon(table.host.member_of(table.game))
    url = reverse("games:again", args=[table.game.pk])
    assert text_of(table.bo.get("table", table.game.pk)).count(f'href="{url}"') == 1
    after = goes_on(table.bo, table.game)
    assert SIT_DOWN not in text_of(table.host.get("table", table.game.pk))
    assert "The next game has begun: watch it" in text_of(table.host.get("table", table.game.pk))
    # Who goes on with the old one after all is not led away from it.
    services.resume(table.host.member_of(table.game))
    assert "The next game has begun: watch" not in text_of(table.host.get("table", table.game.pk))
    assert after.memberships.count() == 1


def test_nobody_plays_an_example_again(host: Phone) -> None:
    services.lay_out_examples()
    example = Game.objects.examples()[0]
    assert "/again" not in text_of(host.get("table", example.pk))
    assert host.post("again", example.pk).status_code == 404
    assert Game.objects.filter(is_example=False).count() == 0


def test_strangers_find_nothing(over: Gathering) -> None:
    url = reverse("games:again", args=[over.game.pk])
    assert (over.stranger.get(url).status_code, over.stranger.post(url).status_code) == (404, 404)
    assert Game.objects.count() == 1


def test_a_phone_finds_its_player_where_the_seats_have_changed(over: Gathering) -> None:
    after = goes_on(over.host, over.game)
    services.reorder(over.host.member_of(after), [2, 1], 1)
    goes_on(over.bo, over.game)
    assert over.bo.member_of(after).seat == 1


def test_a_phone_whose_player_is_not_there_chooses(over: Gathering) -> None:
    after = goes_on(over.host, over.game)
    services.rename(over.host.member_of(after), ["Ana", "Chi"])
    response = over.bo.post("again", over.game.pk)
    assert response.url == reverse("games:join_code", args=[after.code])
    assert over.bo.member_of(after).role == Membership.Role.SPECTATOR


def test_leads_to_the_latest_of_several_games(over: Gathering) -> None:
    second = goes_on(over.host, over.game)
    over.host.plays_to_the_end(second)
    third = goes_on(over.host, second)
    assert third.starting_seat == 1
    assert goes_on(over.bo, over.game) == third
    assert roles(third) == [("host", 1), ("player", 2)]


def test_a_next_game_that_was_forgotten_can_be_begun_again(over: Gathering) -> None:
    goes_on(over.host, over.game).delete()
    assert over.now.next_game is None
    assert goes_on(over.host, over.game) == Game.objects.latest("created_at")


def test_the_big_screen_goes_along(over: Gathering) -> None:
    after = goes_on(over.host, over.game)
    link = reverse("games:again", args=[over.game.pk]) + "?screen=1"
    assert text_of(over.watcher.get("screen", over.game.pk)).count(f'href="{link}"') == 1
    page = text_of(over.watcher.client.get(link))
    assert '<input type="hidden" name="screen" value="1">' in page
    response = over.watcher.post("again", over.game.pk, screen="1")
    assert response.url == reverse("games:screen", args=[after.pk])


def test_too_many_games_have_to_wait(over: Gathering, settings: Settings) -> None:
    settings.TEN_THROTTLE = True
    for _ in range(settings.TEN_NEW_GAMES):
        over.host.post("new", name=["Ana"], starting_seat="1")
    response = over.host.post("again", over.game.pk)
    assert (response.status_code, "Retry-After" in response) == (429, True)
    assert over.now.next_game is None


# The deck


def deck_after(phone: Phone, game: Game) -> Any:
    return read_deck(goes_on(phone, phone.plays_to_the_end(game, "stop")).deck)


def test_a_pile_that_was_counted_is_as_large_again(host: Phone) -> None:
    game = services.create_game(host.device, ["Ana", "Bo"], pile=90).game
    assert deck_after(host, game) == sized_deck(2, 90)


def test_what_the_box_has_taught_by_now_is_used(host: Phone) -> None:
    game = host.starts()
    group = game.group
    assert group
    group.profile = write_profile(Profile(lost={"R9": 1}))
    group.save()
    assert deck_after(host, game).count("R9") == 0


def test_a_pile_larger_than_the_box_is_forgotten(host: Phone) -> None:
    game = services.create_game(host.device, ["Ana", "Bo"], pile=128).game
    assert game.group
    game.group.profile = write_profile(Profile(lost={"R9": 1, "B9": 1}))
    game.group.save()
    assert deck_after(host, game).pile is None


def test_a_deck_that_was_known_better_is_kept(host: Phone) -> None:
    deck = counted_deck({"R4": 1, "B5": 2})
    assert deck_after(host, host.starts(deck=deck)) == deck


def test_a_game_without_a_group_has_the_usual_deck(host: Phone) -> None:
    game = host.starts()
    Game.objects.update(group=None)
    game.refresh_from_db()
    assert deck_after(host, game) == default_deck(2)


def test_bos_phone_plays_with_the_same_box(over: Gathering) -> None:
    assert goes_on(over.bo, over.game).group == over.game.group
    assert Device.objects.get(pk=over.bo.device.pk).group is None


# Set up anew


def test_what_is_changed_first_is_the_next_game_too(over: Gathering) -> None:
    response = over.host.get("new", query={"again": str(over.game.pk)})
    assert [row.name for row in response.context["rows"] if row.starts] == ["Bo"]
    field = f'<input type="hidden" name="again" value="{over.game.pk}">'
    assert text_of(response).count(field) == 1
    names = ["Bo", "Ana", "Chi"]
    response = over.host.post("new", name=names, starting_seat="3", again=str(over.game.pk))
    after = Game.objects.latest("created_at")
    assert response.url == reverse("games:invite", args=[after.pk])
    assert (over.now.next_game, roles(after)) == (after, [("host", 2)])
    goes_on(over.bo, over.game)
    assert over.bo.member_of(after).seat == 1


def test_a_form_that_comes_too_late_leads_to_the_game_that_has_begun(over: Gathering) -> None:
    after = goes_on(over.bo, over.game)
    response = over.host.post("new", name=["Ana", "Bo"], starting_seat="1", again=over.game.pk)
    assert response.url == reverse("games:again", args=[over.game.pk])
    assert list(Game.objects.exclude(pk=over.game.pk)) == [after]
    # What is started after that is a game of its own.
    assert 'name="again"' not in text_of(over.host.get("new"))


@pytest.mark.parametrize(("who", "names"), [("host", ["Chi", "Dee"]), ("watcher", ["Ana", "Bo"])])
def test_a_game_of_others_is_nobodys_next(over: Gathering, who: str, names: list[str]) -> None:
    phone = getattr(over, who)
    response = phone.post("new", name=names, starting_seat="1", again=over.game.pk)
    assert response.status_code == 302
    assert (Game.objects.count(), over.now.next_game) == (2, None)


def test_a_game_that_goes_on_after_all_has_no_next(over: Gathering) -> None:
    over.host.says(over.game, "undo")
    response = over.host.post("new", name=["Ana", "Bo"], starting_seat="1", again=over.game.pk)
    assert response.status_code == 302
    assert (Game.objects.count(), over.now.next_game) == (2, None)


@pytest.mark.parametrize("again", ["nonsense", "2e7ad5a4-52fb-4d0b-8a55-0c8f2a33d6a5"])
def test_nonsense_is_no_game_before(host: Phone, again: str) -> None:
    host.post("new", name=["Ana"], starting_seat="1", again=again)
    assert Game.objects.get().names == ["Ana"]
