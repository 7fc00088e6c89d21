"""Starting a game: names in order, who starts, the pile, the table's rulings."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games import devices
from games.models import Device, Game, Group
from games.rules.deck import default_deck, sized_deck
from games.rules.notation import read_deck, write_profile
from games.rules.profiles import Profile
from tests.pages.phones import Phone, text_of

SHOWN = {"odds": "shown", "scores": "shown"}
USUAL = {"all_pass": "discard", "spent_cards": "discard", "recording": "all", **SHOWN}


def start(host: Phone, form: dict[str, Any]) -> Any:
    return host.client.post("/new", form)


def rows(response: Any) -> list[tuple[str, bool]]:
    return [(row.name, row.starts) for row in response.context["rows"]]


@pytest.mark.django_db
def test_begins_with_empty_rows() -> None:
    response = Client().get("/new")
    assert response.status_code == 200
    assert rows(response) == [("", True), ("", False), ("", False), ("", False), ("", False)]
    assert (response.context["options"], response.context["pile"]) == (USUAL, None)
    assert response.context["agreed_otherwise"] is False


@pytest.mark.django_db
def test_starts_a_game_and_makes_this_phone_its_host() -> None:
    client = Client()
    response: Any = client.post("/new", {"name": ["Ana", "Bo"], "starting_seat": "2"})
    game = Game.objects.get()
    assert (response.status_code, response.url) == (302, reverse("games:invite", args=[game.pk]))
    assert (game.names, game.starting_seat, game.options) == (["Ana", "Bo"], 2, USUAL)
    assert read_deck(game.deck) == default_deck(2)
    assert [(m.role, m.seat) for m in game.memberships.all()] == [("host", None)]
    assert response.cookies[devices.COOKIE]["max-age"] == 34560000


def test_rows_without_a_name_are_no_players(host: Phone) -> None:
    host.post("new", name=["", " Ana ", "", "Bo", ""], starting_seat="4")
    game = Game.objects.get()
    assert (game.names, game.starting_seat) == (["Ana", "Bo"], 2)


def test_keeps_rulings_and_the_size_of_the_pile(host: Phone) -> None:
    kept = {"odds": "hidden", "scores": "hidden"}
    agreed = {"all_pass": "active", "spent_cards": "market", "recording": "host", **kept}
    start(host, {"name": ["Ana", "Bo"], "starting_seat": "1", "pile": "90", **agreed})
    game = Game.objects.get()
    assert game.options == agreed
    assert read_deck(game.deck) == sized_deck(2, 90)


def test_the_same_people_again_take_two_taps(host: Phone) -> None:
    agreed = USUAL | {"all_pass": "market"}
    start(host, {"name": ["Ana", "Bo", "Chi"], "starting_seat": "3", "pile": "100", **agreed})
    response = host.get("new")
    expected = [("Ana", False), ("Bo", False), ("Chi", True), ("", False), ("", False)]
    assert rows(response) == expected
    assert (response.context["options"], response.context["pile"]) == (agreed, 100)
    assert response.context["known_names"] == ["Ana", "Bo", "Chi"]


def test_the_whole_box_is_no_counted_pile(host: Phone) -> None:
    host.post("new", name=["A", "B", "C", "D"], starting_seat="1")
    assert host.get("new").context["pile"] is None


def test_what_is_known_of_the_box_is_used(host: Phone) -> None:
    group = Group.objects.create(profile=write_profile(Profile(lost={"R9": 1})))
    Device.objects.filter(pk=host.device.pk).update(group=group)
    start(host, {"name": ["A", "B", "C", "D"], "starting_seat": "1"})
    deck = read_deck(Game.objects.get().deck)
    assert (deck.count("R9"), deck.pile) == (0, 128)
    assert host.get("new").context["pile"] is None


def test_again_is_about_that_very_game(host: Phone) -> None:
    earlier = host.starts(["Dee", "Eli"])
    host.starts(["Ana", "Bo"])
    response = host.get("new", query={"again": str(earlier.pk)})
    assert rows(response)[:2] == [("Dee", True), ("Eli", False)]


@pytest.mark.parametrize("again", ["", "nonsense", "2e7ad5a4-52fb-4d0b-8a55-0c8f2a33d6a5"])
def test_again_without_such_a_game_is_the_latest(host: Phone, again: str) -> None:
    host.starts(["Ana", "Bo"])
    response = host.get("new", query={"again": again})
    assert rows(response)[:2] == [("Ana", True), ("Bo", False)]


def test_again_tells_nothing_of_others_games(host: Phone) -> None:
    others = Phone().starts(["Dee", "Eli"])
    response = host.get("new", query={"again": str(others.pk)})
    assert rows(response)[:2] == [("", True), ("", False)]


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"name": ["", " "]}, "Write down at least one name."),
        ({}, "Write down at least one name."),
        (
            {"name": ["Ana", "ANA"]},
            "Two players have the same name: give one of them another.",
        ),
        ({"name": ["Ana", "x" * 25]}, "A name has at most 24 characters."),
        ({"name": ["Ana", "B\x00"]}, "A name has a character that cannot be shown."),
        (
            {"name": ["Ana", "Bo"], "starting_seat": "3"},
            "Mark who starts: it is somebody with a name.",
        ),
        (
            {"name": ["Ana", "Bo"], "starting_seat": "Ana"},
            "Mark who starts: it is somebody with a name.",
        ),
        ({"name": ["Ana", "Bo"], "pile": "0"}, "A pile has 1 to 129 cards."),
        ({"name": ["Ana", "Bo"], "pile": "130"}, "A pile has 1 to 129 cards."),
        ({"name": ["Ana", "Bo"], "pile": "many"}, "A pile has 1 to 129 cards."),
    ],
)
def test_says_what_is_wrong(host: Phone, fields: dict[str, Any], text: str) -> None:
    response = start(host, {"starting_seat": "1", **fields})
    assert response.status_code == 400
    assert (response.context["notice"].kind, response.context["notice"].text) == ("refusal", text)
    assert Game.objects.count() == 0


def test_an_unknown_ruling_is_refused(host: Phone) -> None:
    response = host.post("new", name=["Ana"], starting_seat="1", all_pass="burn")
    assert response.status_code == 400
    assert response.context["options"] == USUAL
    assert Game.objects.count() == 0


def test_keeps_what_was_filled_in_when_something_is_wrong(host: Phone) -> None:
    response = host.post(
        "new", name=["Ana", "", "Ana"], starting_seat="3", pile="90", spent_cards="market"
    )
    expected = [("Ana", False), ("", False), ("Ana", True), ("", False), ("", False)]
    assert rows(response) == expected
    assert response.context["pile"] == "90"
    assert response.context["options"] == USUAL | {"spent_cards": "market"}
    assert response.context["agreed_otherwise"] is True


def test_too_many_games_have_to_wait(host: Phone, settings: Settings) -> None:
    settings.TEN_THROTTLE = True
    form = {"name": ["Ana", "Bo"], "starting_seat": "1"}
    assert [start(host, form).status_code for _ in range(31)] == [302] * 30 + [429]
    response = start(host, form)
    assert rows(response)[:2] == [("Ana", True), ("Bo", False)]
    assert Game.objects.count() == 30


def test_shows_names_as_they_were_typed(host: Phone) -> None:
    host.starts(["<b>Bo</b>", '"Ana"'])
    page = text_of(host.get("new"))
    assert "<b>Bo" not in page
    assert page.count("&lt;b&gt;Bo&lt;/b&gt;") == 2
    assert page.count("&quot;Ana&quot;") == 2
