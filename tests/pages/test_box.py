"""The box of cards: what people know of theirs, kept for their next games (R-PROF)."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import devices, services
from games.models import Device, Game, Group
from games.rules.cards import CURRENCIES
from games.rules.notation import read_deck
from games.rules.profiles import Profile
from tests.casts import deck_of
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of

SPLIT = {"currency-$1": 9, "currency-$2": 8, "currency-$3": 4, "currency-$4": 3, "currency-$5": 3}


def enter(phone: Phone, **fields: Any) -> Any:
    return phone.client.post(reverse("games:box"), fields)


def known(phone: Phone) -> Profile:
    return services.known_box(Device.objects.select_related("group").get(pk=phone.device.pk))


def test_an_unknown_box_is_assumed(db: None) -> None:
    response = Client().get(reverse("games:box"))
    box = response.context["box"]
    assert [count.copies for count in box.currency] == [6, 6, 5, 5, 5]
    assert not box.currency_is_counted
    assert Group.objects.count() == 0
    assert "assumed" in text_of(response)


def test_looking_makes_no_device(db: None) -> None:
    Client().get(reverse("games:box"))
    assert Device.objects.count() == 0


def test_who_enters_something_becomes_a_device(db: None) -> None:
    client = Client()
    assert client.post(reverse("games:box"), SPLIT).status_code == 302
    assert devices.COOKIE in client.cookies
    assert client.get(reverse("games:box")).context["box"].currency_is_counted


def test_the_currency_split_is_kept_for_the_next_game(host: Phone) -> None:
    response = enter(host, **SPLIT)
    assert (response.status_code, response.url) == (302, reverse("games:box"))
    assert [known(host).box()[kind] for kind in CURRENCIES] == [9, 8, 4, 3, 3]
    names = {"name": ["Ana", "Bo", "Chi", "Dee"], "starting_seat": "1"}
    host.client.post(reverse("games:new"), names)
    deck = read_deck(Game.objects.get().deck)
    assert ([deck.count(kind) for kind in CURRENCIES], deck.assumed) == (
        [9, 8, 4, 3, 3],
        frozenset[str](),
    )


def test_a_split_that_does_not_add_up_is_refused(host: Phone) -> None:
    response = enter(host, **SPLIT | {"currency-$1": 8})
    assert response.status_code == 422
    assert response.context["notice"].text == (
        "These are 26 currency cards, but the box has 27. Count them again."
    )
    assert [count.copies for count in response.context["box"].currency] == [8, 8, 4, 3, 3]
    assert known(host) == Profile()


def test_cards_set_aside_make_the_pile(host: Phone) -> None:
    enter(host, **{"aside-3-R9": "1", "aside-3-B4": "2"})
    deck = known(host).deck(3)
    assert (deck.pile, deck.count("R9"), deck.count("B4")) == (126, 0, 1)
    three = host.client.get(reverse("games:box")).context["box"].setups[1]
    assert (three.aside_total, three.total, three.is_known) == (3, 126, True)


def test_more_than_the_box_holds_is_refused(host: Phone) -> None:
    response = enter(host, **{"aside-2-R9": "2"})
    assert response.status_code == 422
    assert response.context["notice"].text.startswith("The box has only 1 copy of red 9.")


def test_lost_cards_are_in_no_deck(host: Phone) -> None:
    enter(host, **{"lost-G7": "1"})
    deck = known(host).deck(4)
    assert (deck.total, deck.count("G7")) == (128, 0)


def test_the_size_of_a_pile_is_enough(host: Phone) -> None:
    enter(host, **{"pile-2": "70"})
    assert known(host).deck(2).pile == 70
    assert known(host).deck(3).pile is None


@pytest.mark.parametrize("fields", [{"pile-2": "130"}, {"lost-R4": "one"}])
def test_what_is_no_number_is_refused(host: Phone, fields: dict[str, str]) -> None:
    assert enter(host, **fields).status_code == 400
    assert known(host) == Profile()


# Learning a deck (R-PROF-3)

SMALL = "R4 R5 B1 $2"
WHOLE_GAME = "R4 $2 take-numbers skip R5 B1 take-numbers skip skip skip"


def assumed_game(phone: Phone) -> Game:
    """A game whose deck is not certain and that shows all of it."""
    game = phone.starts()
    return phone.plays_to_the_end(game, "R4 take-numbers skip empty skip skip")


def test_a_whole_game_offers_to_keep_its_deck(table: Gathering) -> None:
    table.game = assumed_game(table.host)
    table.bo.joins(table.game, 2)
    learn = reverse("games:learn", args=[table.game.pk])
    page = table.host.get("table", table.game.pk)
    assert text_of(page).count(f'formaction="{learn}"') == 1
    assert "Was every card recorded" in text_of(page)
    assert learn not in text_of(table.bo.get("table", table.game.pk))


def test_whether_every_card_was_recorded_is_asked_before_learning(table: Gathering) -> None:
    """R-END-4, R-PROF-3: the pile was out before the app expected it."""
    page = text_of(table.host.get("table", assumed_game(table.host).pk))
    question, learn = page.index("Was every card recorded that came from it?"), page.index("/learn")
    assert page.rindex('<details class="confirm">', 0, learn) < question < learn
    assert page.count("/learn") == 1


# Copies that are counted otherwise (R-PROF-4)


def test_a_copy_too_many_leads_to_the_entries_that_hold_the_others(table: Gathering) -> None:
    """R-PROF-4: at the table, one tap from mending."""
    game = table.host.says(table.game, "R1 B1 R1 R1")
    refused = table.bo.post("draw", game.pk, version=game.version, card="R1", htmx=True)
    assert (refused.status_code, refused.templates[0].name) == (422, "_board.html")
    lines = refused.context["notice"].lines
    assert [line.number for line in lines] == [1, 3, 4]
    notice = text_of(refused).partition('id="notice"')[2].partition("</div>")[0]
    urls = [reverse("games:entry", args=[game.pk, line.number]) for line in lines]
    assert [notice.count(f'href="{url}"') for url in urls] == [1, 1, 1]


def test_one_copy_more_than_assumed_is_told(table: Gathering) -> None:
    """R-PROF-4: the count is raised, and everybody is told."""
    game = table.host.says(table.game, " ".join(["$1"] * 6) + " take-currency $1")
    told = (
        "One more currency 1 has turned up than was assumed, so one currency 2 fewer is expected."
    )
    assert told in table.bo.get("table", game.pk).context["board"].happening
    assert text_of(table.bo.get("table", game.pk)).count(told) == 2
    assert told in text_of(table.bo.get("entries", game.pk))


@pytest.mark.parametrize("words", ["R4 take-numbers skip stop"])
def test_a_game_that_was_stopped_has_nothing_to_teach(host: Phone, words: str) -> None:
    game = host.plays_to_the_end(host.starts(), words)
    assert reverse("games:learn", args=[game.pk]) not in text_of(host.get("table", game.pk))
    assert host.post("learn", game.pk).status_code == 403


def test_a_deck_that_is_known_is_not_offered(host: Phone) -> None:
    game = host.plays_to_the_end(host.starts(deck=deck_of(SMALL)), WHOLE_GAME)
    assert not host.get("table", game.pk).context["can_teach"]


def test_the_learned_deck_is_kept_and_can_be_forgotten(host: Phone) -> None:
    game = assumed_game(host)
    response = host.post("learn", game.pk)
    assert (response.status_code, response.url) == (302, reverse("games:box"))
    two = host.client.get(reverse("games:box")).context["box"].setups[0]
    assert [(count.card.code, count.copies) for count in two.learned] == [("R4", 1)]
    assert known(host).deck(2) == deck_of("R4")
    enter(host)
    assert known(host).learned == {2: {"R4": 1}}
    enter(host, forget="2")
    assert known(host).learned == {}


def test_from_the_board_the_browser_is_led_to_the_box(host: Phone) -> None:
    response = host.post("learn", assumed_game(host).pk, htmx=True)
    assert response["HX-Redirect"] == reverse("games:box")
    assert known(host).learned == {2: {"R4": 1}}


def test_only_the_host_keeps_it(table: Gathering) -> None:
    game = assumed_game(table.host)
    table.bo.joins(game, 2)
    response = table.bo.post("learn", game.pk)
    assert (response.status_code, response.templates[0].name) == (403, "box.html")
    assert known(table.host).learned == {}


def test_odds_from_assumed_numbers_say_so_and_lead_to_why(table: Gathering) -> None:
    page = text_of(table.host.get("table", table.game.pk))
    assert page.count(f'href="{reverse("games:box")}#assumed"') == 1
    game = table.host.starts(deck=deck_of(SMALL))
    assert "#assumed" not in text_of(table.host.get("table", game.pk))


@pytest.mark.parametrize("name", ["home", "new"])
def test_the_box_is_found_from(host: Phone, name: str) -> None:
    assert text_of(host.get(name)).count(f'href="{reverse("games:box")}"') == 1
