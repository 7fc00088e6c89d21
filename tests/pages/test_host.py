"""What the host looks after, and a game without its host."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import tables
from games.models import Game, Membership
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, stranger, text_of

ANA, BO = "\u2068Ana\u2069", "\u2068Bo\u2069"

VERBS: list[tuple[str, dict[str, Any]]] = [
    ("rename", {"name": ["Ann", "Bob"]}),
    ("reorder", {"seat": ["2", "1"], "starting_seat": "1"}),
    ("options", {"recording": "host"}),
    ("remove", {}),
    ("hand_over", {}),
    ("abandon", {}),
    ("resume", {}),
]


def do(phone: Phone, table: Gathering, verb: str, fields: dict[str, Any]) -> Any:
    other = table.bo if phone is table.watcher else table.watcher
    about = [other.member_of(table.game).pk] if verb in ("remove", "hand_over") else []
    return phone.post(verb, table.game.pk, *about, **fields)


def everything(table: Gathering) -> tuple[Any, ...]:
    phones = table.game.memberships.order_by("pk").values_list("pk", "role", "seat")
    now = table.now
    return (now.version, now.code, now.names, now.options, now.status, list(phones))


@pytest.mark.parametrize(("name", "fields"), VERBS)
def test_only_the_host_may(table: Gathering, name: str, fields: dict[str, Any]) -> None:
    before = everything(table)
    for phone in (table.bo, table.watcher):
        response = do(phone, table, name, fields)
        assert (response.status_code, response.templates[0].name) == (403, "host.html")
        assert response.context["notice"].text == "Only the host can change that."
    assert everything(table) == before


@pytest.mark.parametrize(("name", "fields"), VERBS)
def test_strangers_find_no_such_game(table: Gathering, name: str, fields: dict[str, Any]) -> None:
    before = everything(table)
    args = [table.game.pk, 1] if name in ("remove", "hand_over") else [table.game.pk]
    response = stranger().post(reverse(f"games:{name}", args=args), fields)
    assert response.status_code == 404
    assert everything(table) == before


@pytest.mark.parametrize(("name", "fields"), VERBS)
def test_looking_changes_nothing(table: Gathering, name: str, fields: dict[str, Any]) -> None:
    args = [table.game.pk, 1] if name in ("remove", "hand_over") else [table.game.pk]
    assert table.host.get(name, *args).status_code == 405


def test_the_page_is_for_everybody_and_its_controls_for_the_host(table: Gathering) -> None:
    host, bo = (text_of(phone.get("host", table.game.pk)) for phone in (table.host, table.bo))
    for name, _fields in VERBS[:3]:
        url = reverse(f"games:{name}", args=[table.game.pk])
        assert (host.count(url), bo.count(url)) == (1, 0)
    assert (host.count("Yes, remove it"), bo.count("Yes, remove it")) == (2, 0)


def test_the_table_leads_to_it(table: Gathering) -> None:
    page = text_of(table.bo.get("table", table.game.pk))
    for name in ("host", "check", "entries"):
        assert page.count(f'class="choice" href="{reverse(f"games:{name}", args=[table.game.pk])}"')


# Names, seats, who records


def test_a_new_name_is_seen_by_all(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    version = table.game.version
    response = table.host.post("rename", table.game.pk, name=["Ana-Lena", " Bo "])
    assert (response.status_code, response.url) == (
        302,
        reverse("games:host", args=[table.game.pk]),
    )
    assert (table.now.names, table.game.version) == (["Ana-Lena", "Bo"], version + 1)
    board = table.bo.get("board", table.game.pk, htmx=True, query={"since": str(version)})
    assert [seat.name for seat in board.context["board"].seats] == ["Ana-Lena", "Bo"]
    turns = table.bo.get("entries", table.game.pk).context["turns"]
    assert turns[-1].entries[-1].sentence == "\u2068Ana-Lena\u2069 drew red 4."


def test_a_rename_does_no_harm_to_a_tap(table: Gathering) -> None:
    table.host.post("rename", table.game.pk, name=["Ann", "Bo"])
    response = table.bo.post("draw", table.game.pk, version=0, card="R4")
    assert response.status_code == 302
    assert tables.story(table.now).length == 1


@pytest.mark.parametrize("names", [["Ana"], ["Bo", "bo"], ["Ana", ""], ["Ana", "B" * 25]])
def test_names_that_are_none_are_refused(table: Gathering, names: list[str]) -> None:
    response = table.host.post("rename", table.game.pk, name=names)
    assert response.status_code == 400
    assert response.context["notice"].text == (
        "Every player needs a name of their own, of at most 24 characters."
    )
    assert table.now.names == ["Ana", "Bo"]


def test_the_seats_change_before_the_first_draw(table: Gathering) -> None:
    response = table.host.post("reorder", table.game.pk, seat=["2", "1"], starting_seat="2")
    assert response.status_code == 302
    assert (table.now.names, table.game.starting_seat) == (["Bo", "Ana"], 2)
    assert table.bo.member_of(table.game).seat == 1
    headline = table.bo.get("table", table.game.pk).context["board"].headline
    assert headline == "Ana draws"


def test_the_seats_stay_after_the_first_draw(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    response = table.host.post("reorder", table.game.pk, seat=["2", "1"], starting_seat="1")
    assert response.status_code == 422
    assert response.context["notice"].text == (
        "The first card has been drawn, so the seats stay as they are."
    )
    assert table.now.names == ["Ana", "Bo"]
    assert reverse("games:reorder", args=[table.game.pk]) not in text_of(response)


@pytest.mark.parametrize(
    "fields",
    [
        {"seat": ["1", "1"], "starting_seat": "1"},
        {"seat": ["1"], "starting_seat": "1"},
        {"seat": ["2", "1"], "starting_seat": "3"},
        {"seat": ["2", "1"], "starting_seat": "0"},
        {"seat": ["2", "1"]},
    ],
)
def test_seats_that_are_none_are_refused(table: Gathering, fields: dict[str, Any]) -> None:
    response = table.host.post("reorder", table.game.pk, **fields)
    assert response.status_code == 400
    assert table.now.names == ["Ana", "Bo"]


def test_the_host_may_be_the_only_one_who_records(table: Gathering) -> None:
    table.host.post("options", table.game.pk, recording="host")
    refused = table.bo.post("draw", table.game.pk, version=0, card="R4")
    assert (refused.status_code, refused.context["notice"].text) == (
        403,
        "At this table only the host’s phone records.",
    )
    watching = table.watcher.post("draw", table.game.pk, version=0, card="R4")
    assert watching.context["notice"].text == "This phone is watching: it cannot record."
    assert table.host.post("draw", table.game.pk, version=0, card="R4").status_code == 302
    table.host.post("options", table.game.pk, recording="all")
    assert (
        table.bo.post("draw", table.game.pk, version=table.now.version, card="R2").status_code
        == 302
    )


# Phones


def test_the_phones_at_the_table_are_listed(table: Gathering) -> None:
    phones = table.bo.get("host", table.game.pk).context["phones"]
    assert [(p.seat_name, p.membership.role, p.is_you) for p in phones] == [
        ("Bo", "player", True),
        ("", "host", False),
        ("", "spectator", False),
    ]


def test_a_removed_phone_is_out_and_the_code_is_new(table: Gathering) -> None:
    code = table.game.code
    phone = table.bo.member_of(table.game).pk
    assert table.host.post("remove", table.game.pk, phone).status_code == 302
    assert table.now.code != code
    assert table.bo.get("table", table.game.pk).status_code == 404
    assert table.bo.post("draw", table.game.pk, version=0, card="R4").status_code == 404
    assert table.bo.client.get(reverse("games:join_code", args=[code])).status_code == 404


def test_what_a_removed_phone_recorded_stays(table: Gathering) -> None:
    table.bo.says(table.game, "R4 undo")
    table.host.post("remove", table.game.pk, table.bo.member_of(table.game).pk)
    corrections = table.host.get("entries", table.game.pk).context["corrections"]
    assert [c.by for c in corrections] == [f"the phone of {BO}"]


def test_nobody_removes_themselves_or_a_phone_of_another_game(table: Gathering) -> None:
    other = Phone()
    elsewhere = other.member_of(other.starts()).pk
    for phone in (table.host.member_of(table.game).pk, elsewhere):
        assert table.host.post("remove", table.game.pk, phone).status_code == 404
    assert Membership.objects.count() == 4


def test_another_phone_is_made_the_host(table: Gathering) -> None:
    table.host.post("hand_over", table.game.pk, table.bo.member_of(table.game).pk)
    assert table.bo.member_of(table.game).role == "host"
    assert table.host.member_of(table.game).role == "spectator"
    board = table.watcher.get("table", table.game.pk).context["board"]
    assert board.happening == f"{BO} is the host now."


def test_a_word_to_all_stays_for_a_while_beside_what_happens(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    table.host.post("hand_over", table.game.pk, table.bo.member_of(table.game).pk)
    seen = []
    for card in ("R1", "R2", "B1", "B2"):
        table.bo.says(table.game, card)
        seen.append(table.watcher.get("table", table.game.pk).context["board"].happening)
    word = f"{BO} is the host now."
    assert seen == [
        f"{ANA} drew red 1. {word}",
        f"{ANA} drew red 2. {word}",
        f"{ANA} drew blue 1. {word}",
        f"{ANA} drew blue 2.",
    ]


# Tapped twice


def test_every_form_is_sent_once(table: Gathering) -> None:
    page = text_of(table.host.get("host", table.game.pk))
    assert "js/once.js" in page
    forms = re.findall(r"<form [^>]*>", page)
    assert [form for form in forms if "data-once" not in form] == []
    assert len(forms) == 8


def test_a_phone_that_is_gone_is_not_removed_again(table: Gathering) -> None:
    phone = table.bo.member_of(table.game).pk
    answers = [table.host.post("remove", table.game.pk, phone) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[1].url == reverse("games:host", args=[table.game.pk])
    assert table.watcher.post("remove", table.game.pk, phone).status_code == 403


def test_a_phone_that_is_gone_does_not_become_the_host(table: Gathering) -> None:
    phone = table.bo.member_of(table.game).pk
    table.host.post("remove", table.game.pk, phone)
    assert table.host.post("hand_over", table.game.pk, phone).status_code == 404
    assert table.host.member_of(table.game).role == "host"


def test_who_has_handed_over_has_done_it(table: Gathering) -> None:
    phone = table.bo.member_of(table.game).pk
    answers = [table.host.post("hand_over", table.game.pk, phone) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert table.bo.member_of(table.game).role == "host"


def test_who_has_taken_over_has_done_it(table: Gathering) -> None:
    away(table.host, table.game, 11)
    answers = [table.bo.post("succeed", table.game.pk) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert table.bo.member_of(table.game).role == "host"


# Succession


def away(phone: Phone, game: Game, minutes: float) -> None:
    seen = timezone.now() - timedelta(minutes=minutes)
    Membership.objects.filter(pk=phone.member_of(game).pk).update(seen_at=seen)


def test_a_host_who_is_away_for_ten_minutes_can_be_succeeded(table: Gathering) -> None:
    away(table.host, table.game, 10.1)
    page = table.bo.get("host", table.game.pk)
    assert text_of(page).count("Take over as host") == 1
    assert table.bo.post("succeed", table.game.pk).status_code == 302
    assert table.bo.member_of(table.game).role == "host"
    board = table.watcher.get("table", table.game.pk).context["board"]
    assert board.happening == f"{BO} is the host now."


def test_not_before(table: Gathering) -> None:
    away(table.host, table.game, 9.9)
    assert "Take over as host" not in text_of(table.bo.get("host", table.game.pk))
    response = table.bo.post("succeed", table.game.pk)
    assert response.status_code == 422
    assert response.context["notice"].text == "The host’s phone was seen a moment ago. Ask them."
    assert table.host.member_of(table.game).role == "host"


def test_whoever_asks_for_anything_is_there(table: Gathering) -> None:
    away(table.host, table.game, 60)
    table.host.get("board", table.game.pk)
    assert table.bo.post("succeed", table.game.pk).status_code == 422


def test_who_watches_cannot_succeed(table: Gathering) -> None:
    away(table.host, table.game, 60)
    assert table.watcher.post("succeed", table.game.pk).status_code == 403
    assert "Take over as host" not in text_of(table.watcher.get("host", table.game.pk))


# Giving up, and going on


def test_a_game_given_up_records_nothing_until_it_goes_on(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    assert table.host.post("abandon", table.game.pk).status_code == 302
    assert table.now.status == "abandoned"
    page = table.bo.get("table", table.game.pk)
    assert "This game was given up" in text_of(page)
    assert reverse("games:draw", args=[table.game.pk]) not in text_of(page)
    board = page.context["board"]
    assert board.headline == "This game was given up"
    assert [seat.to_act for seat in board.seats] == [False, False]
    tap = table.bo.post("draw", table.game.pk, version=table.game.version, card="R2")
    assert tap.status_code == 403
    assert tap.context["notice"].text == "This game was given up. The host can resume it."
    response = table.host.post("resume", table.game.pk)
    assert response.url == reverse("games:table", args=[table.game.pk])
    assert table.now.status == "playing"
    tap = table.bo.post("draw", table.game.pk, version=table.game.version, card="R2")
    assert tap.status_code == 302
    assert tables.story(table.now).table.net == 6


def test_it_is_kept_in_the_history_and_goes_on_from_there(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    table.host.post("abandon", table.game.pk)
    resume = reverse("games:resume", args=[table.game.pk])
    for name in ("home", "history"):
        host, bo = (text_of(phone.get(name)) for phone in (table.host, table.bo))
        assert (host.count("given up"), bo.count("given up")) == (1, 1)
        assert (host.count(resume), bo.count(resume)) == (1, 0)
    assert table.host.get("home").context["running"] == []


def test_a_game_goes_on_days_later(table: Gathering) -> None:
    table.host.says(table.game, "R4")
    table.host.post("abandon", table.game.pk)
    Game.objects.filter(pk=table.game.pk).update(ended_at=timezone.now() - timedelta(days=9))
    assert table.host.post("resume", table.game.pk).status_code == 302
    assert tables.story(table.now).table.net == 4
    page = table.bo.client.get(reverse("games:join_code", args=[table.game.code]))
    assert page.status_code == 200


def test_a_game_that_is_over_cannot_be_given_up(table: Gathering) -> None:
    game = table.host.plays_to_the_end(table.game)
    table.host.post("abandon", game.pk)
    assert table.now.status == "finished"
    assert "Give this game up" not in text_of(table.host.get("host", game.pk))
