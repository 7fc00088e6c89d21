"""The table check: what should lie on the table, and putting right what does not."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import tables
from games.models import Entry, Game
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of

ANA, BO = "\u2068Ana\u2069", "\u2068Bo\u2069"
TAKEN = "R4 R2 $3 take-numbers skip B6 B5"
"""Ana has red 4 and red 2, Bo 8 black and a bust token; blue 6 and blue 5 are in the market."""


def put_right(phone: Phone, game: Game, version: int | None = None, **fields: Any) -> Any:
    game.refresh_from_db()
    seen = game.version if version is None else version
    return phone.post("check", game.pk, version=seen, **fields)


def test_lists_what_should_lie_there(table: Gathering) -> None:
    game = table.host.says(table.game, TAKEN)
    response = table.watcher.get("check", game.pk)
    check = response.context["check"]
    ana, bo = check.seats
    assert [(held.name, held.seat.tokens, held.seat.busts) for held in (ana, bo)] == [
        ("Ana", 5, 0),
        ("Bo", 8, 1),
    ]
    assert [card.code for card in ana.cards] == ["R2", "R4"]
    assert [(suit, cards) for suit, _name, cards in ana.colours if cards] == [("red", 2)]
    assert [card.code for card in check.market] == ["B5", "B6"]
    assert [card.code for card in check.discard] == ["$3"]
    assert (check.token_supply, check.bust_supply, check.remaining) == (37, 14, 124)
    assert not check.remaining_is_known


def test_who_watches_cannot_put_right(table: Gathering) -> None:
    game = table.host.says(table.game, TAKEN)
    assert "Put right" not in text_of(table.watcher.get("check", game.pk))
    assert text_of(table.bo.get("check", game.pk)).count(">Put right<") == 4
    response = put_right(table.watcher, game, seat=2, tokens=4, busts=1)
    assert response.status_code == 403
    assert table.now.version == 7


def test_strangers_find_no_such_game(table: Gathering) -> None:
    url = reverse("games:check", args=[table.game.pk])
    assert [Client().get(url).status_code, Client().post(url).status_code] == [404, 404]


def test_tokens_are_put_right(table: Gathering) -> None:
    game = table.host.says(table.game, TAKEN)
    response = put_right(table.bo, game, seat=2, tokens=4, busts=2)
    assert (response.status_code, response.url) == (302, reverse("games:check", args=[game.pk]))
    game.refresh_from_db()
    seat = tables.story(game).table.seat(2)
    assert (seat.tokens, seat.busts) == (4, 2)
    entry = Entry.objects.get(game=game, version=game.version)
    assert entry.body == {"type": "adjust", "seat": 2, "tokens": 4, "busts": 2}
    turns = table.host.get("entries", game.pk).context["turns"]
    assert turns[-1].entries[-1].sentence == (
        f"Table check: {BO} has 4 black, not 8, and 2 white, not 1."
    )


def test_a_card_is_put_where_it_lies(table: Gathering) -> None:
    game = table.host.says(table.game, TAKEN)
    moved: dict[str, Any] = {"from": "1", "to": "market"}
    put_right(table.bo, game, card="R4", **moved)
    game.refresh_from_db()
    now = tables.story(game).table
    assert (now.seat(1).cards, now.market) == (("R2",), ("R4", "B5", "B6"))
    turns = table.host.get("entries", game.pk).context["turns"]
    assert turns[-1].entries[-1].sentence == f"Table check: red 4: {ANA} → market."


def test_the_pile_is_put_right(table: Gathering) -> None:
    game = table.host.says(table.game, TAKEN)
    put_right(table.bo, game, remaining=90)
    check = table.bo.get("check", game.pk).context["check"]
    assert (check.remaining, check.remaining_is_known) == (90, True)


def test_undo_takes_it_back(table: Gathering) -> None:
    game = table.host.says(table.game, TAKEN)
    before = tables.story(game).table
    put_right(table.bo, game, seat=1, tokens=0, busts=3)
    assert tables.story(table.now).table != before
    table.host.says(game, "undo")
    assert tables.story(game).table == before


@pytest.mark.parametrize(
    ("fields", "status", "text"),
    [
        (
            {"seat": 2, "tokens": 11, "busts": 0},
            422,
            "Nobody ever has more than 10 black. Count again.",
        ),
        (
            {"card": "R9", "from": "market", "to": "1"},
            422,
            "There is no red 9 in that place. Choose the place where it was thought to be.",
        ),
        (
            {"seat": 2, "tokens": 8, "busts": 1},
            422,
            "That is how it was recorded. Nothing has to be put right.",
        ),
        ({"remaining": "many"}, 400, "remaining must be a whole number."),
        ({"card": "R4", "from": "", "to": "1"}, 400, None),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    table: Gathering, fields: dict[str, Any], status: int, text: str | None
) -> None:
    game = table.host.says(table.game, TAKEN)
    response = put_right(table.bo, game, **fields)
    assert (response.status_code, response.templates[0].name) == (status, "check.html")
    assert text in (response.context["notice"].text, None)
    assert table.now.version == 7


def test_who_is_slower_is_told_who_was_quicker(table: Gathering) -> None:
    game = table.host.says(table.game, "R4")
    table.bo.says(game, "R2")
    response = put_right(table.host, game, version=1, seat=2, tokens=4, busts=0)
    assert (response.status_code, response.context["notice"].kind) == (409, "stale")
    assert table.now.version == 2
    offer = response.context["notice"].offer
    assert offer.text == f"Table check: {BO} has 4 black and 0 white."
    shown = text_of(response)
    assert shown.count(f'name="again" value="{escape(offer.again)}"') == 1
    assert offer.url == reverse("games:check", args=[game.pk])
    response = put_right(table.host, game, again=offer.again)
    assert (response.status_code, tables.story(table.now).table.seat(2).tokens) == (302, 4)


def test_the_same_check_of_two_phones_counts_once(table: Gathering) -> None:
    put_right(table.bo, table.game, 0, seat=2, tokens=4, busts=0)
    response = put_right(table.host, table.game, 0, seat=2, tokens=4, busts=0)
    notice = response.context["notice"]
    assert (response.status_code, notice.offer) == (409, None)
    assert notice.text.endswith("It counts once.")


def test_a_pile_that_was_counted_rightly_is_no_entry(table: Gathering) -> None:
    game = table.host.says(table.game, TAKEN)
    assert put_right(table.bo, game, remaining=124).status_code == 302
    assert put_right(table.bo, game, remaining=124).status_code == 422
    assert table.now.version == 8


def test_no_offer_of_what_makes_no_sense(table: Gathering) -> None:
    assert put_right(table.bo, table.game, again="nonsense").status_code == 400


def test_a_check_sent_twice_is_one_entry(table: Gathering) -> None:
    for _ in range(2):
        response = put_right(table.bo, table.game, 0, seat=2, tokens=4, busts=0, key="once")
        assert response.status_code == 302
    assert table.now.version == 1


def test_nothing_is_put_right_in_a_game_that_is_over(table: Gathering) -> None:
    game = table.host.plays_to_the_end(table.game)
    assert "Put right" not in text_of(table.host.get("check", game.pk))
    assert put_right(table.host, game, seat=2, tokens=4, busts=0).status_code == 422
