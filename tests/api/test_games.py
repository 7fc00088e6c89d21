"""Starting a game and reading it."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.test import override_settings

from games.models import Device, Game
from games.rules.cards import BOX, KINDS
from games.rules.deck import default_deck
from games.rules.odds import odds
from games.rules.table import lay_table
from tests.api.programs import STOP, Playing, Program, draw, error, malformed, start

pytestmark = pytest.mark.django_db


def test_a_new_game_is_answered_with_its_code_its_hosts_token_and_its_state() -> None:
    response = Program().post("/games", {"players": ["Ana", " Bo "], "starting_seat": 2})
    made = response.json()
    assert response.status_code == 201
    assert list(made) == ["id", "code", "host_token", "state"]
    assert Game.objects.get().code == made["code"]
    assert response.headers["Cache-Control"] == "no-store"
    exact = odds(lay_table(2, 2, default_deck(2)))
    assert exact
    assert made["state"] == {
        "id": made["id"],
        "code": made["code"],
        "version": 0,
        "phase": "draw",
        "active_seat": 2,
        "seat_to_act": 2,
        "turn_number": 1,
        "last_turn": False,
        "stopped": False,
        "players": [
            {"seat": 1, "name": "Ana", "tokens": 5, "busts": 0, "cards": [], "score": 0},
            {"seat": 2, "name": "Bo", "tokens": 5, "busts": 0, "cards": [], "score": 0},
        ],
        "tableau": [],
        "net": 0,
        "currency": 0,
        "auction": None,
        "market": [],
        "discard": [],
        "supply": {"tokens": 40, "busts": 15},
        "deck": {
            "total": 129,
            "pile_known": False,
            "remaining": 129,
            "certain": False,
            "unseen": dict(BOX),
        },
        "odds": {
            "bust": 0.0,
            "bust_number": 0.0,
            "bust_currency": 0.0,
            "wild": 18 / 129,
            "safe_number": 84 / 129,
            "safe_currency": 27 / 129,
            "bust_within": [float(chance) for chance in exact.bust_within],
        },
        "result": None,
    }


def test_what_is_left_out_has_its_default() -> None:
    start(["Ana", "Bo"])
    game = Game.objects.get()
    assert game.starting_seat == 1
    assert game.options == {
        "all_pass": "discard",
        "spent_cards": "discard",
        "recording": "all",
        "odds": "shown",
        "scores": "shown",
    }


def test_a_counted_deck_holds_exactly_its_cards() -> None:
    deck = start(["Ana", "Bo"], deck={"counts": {"R1": 3, "$5": 99, "*#": 0}}).state["deck"]
    assert deck == {
        "total": 102,
        "pile_known": True,
        "remaining": 102,
        "certain": True,
        "unseen": dict.fromkeys(KINDS, 0) | {"R1": 3, "$5": 99},
    }


def test_a_pile_is_part_of_the_default_deck() -> None:
    deck = start(["Ana", "Bo"], deck={"pile": 97}).state["deck"]
    assert deck == {
        "total": 97,
        "pile_known": True,
        "remaining": 97,
        "certain": False,
        "unseen": dict(BOX),
    }


def test_four_players_have_the_whole_box_in_the_pile() -> None:
    deck = start(["A", "B", "C", "D"]).state["deck"]
    assert (deck["total"], deck["pile_known"], deck["certain"]) == (129, True, False)


@pytest.mark.parametrize(
    "name", ["👨‍👩‍👧‍👦" * 24, "é" * 24, "e\u0301" * 24, "x" * 24, "\u202etcefrep", "<b>Bo</b>", "م"]
)
def test_names_are_counted_as_people_count_and_kept_as_they_are(name: str) -> None:
    game = start([name, "Ana"])
    assert game.state["players"][0]["name"] in (name, name.replace("e\u0301", "é"))


WRONG_GAMES: list[tuple[dict[str, Any], str, str]] = [
    ({}, "players", "missing"),
    ({"players": "Ana"}, "players", "not_a_list"),
    ({"players": {"0": "Ana"}}, "players", "not_a_list"),
    ({"players": None}, "players", "not_a_list"),
    ({"players": []}, "players", "out_of_range"),
    ({"players": list("ABCDEF")}, "players", "out_of_range"),
    ({"players": ["Ana", 7]}, "players[1]", "not_text"),
    ({"players": ["Ana", None]}, "players[1]", "not_text"),
    ({"players": ["Ana", ["Bo"]]}, "players[1]", "not_text"),
    ({"players": ["Ana", "  "]}, "players[1]", "missing"),
    ({"players": ["Ana", ""]}, "players[1]", "missing"),
    ({"players": ["Ana", "ANA"]}, "players[1]", "name_twice"),
    ({"players": ["Straße", "STRASSE"]}, "players[1]", "name_twice"),
    ({"players": ["x" * 25]}, "players[0]", "name_too_long"),
    ({"players": ["x" * 10_000]}, "players[0]", "name_too_long"),
    ({"players": ["a" + "\u0301" * 10_000]}, "players[0]", "name_too_long"),
    ({"players": ["A\x00na"]}, "body", "control_characters"),
    ({"players": ["Ana\n"]}, "body", "control_characters"),
    ({"players": ["A\ud800"]}, "body", "control_characters"),
    ({"players": ["A\u2028na"]}, "players[0]", "control_characters"),
    ({"players": ["Ana"], "seats": 1}, "seats", "unknown"),
    ({"players": ["Ana"], "starting_seat": 0}, "starting_seat", "out_of_range"),
    ({"players": ["Ana"], "starting_seat": 2}, "starting_seat", "out_of_range"),
    ({"players": ["Ana"], "starting_seat": -1}, "starting_seat", "out_of_range"),
    ({"players": ["Ana"], "starting_seat": True}, "starting_seat", "not_a_number"),
    ({"players": ["Ana"], "starting_seat": 1.0}, "starting_seat", "not_a_number"),
    ({"players": ["Ana"], "starting_seat": "1"}, "starting_seat", "not_a_number"),
    ({"players": ["Ana"], "starting_seat": None}, "starting_seat", "not_a_number"),
    ({"players": ["Ana"], "deck": None}, "deck", "not_an_object"),
    ({"players": ["Ana"], "deck": []}, "deck", "not_an_object"),
    ({"players": ["Ana"], "deck": {}}, "deck.counts", "missing"),
    ({"players": ["Ana"], "deck": {"cards": 3}}, "deck.cards", "unknown"),
    ({"players": ["Ana"], "deck": {"pile": 0}}, "deck.pile", "out_of_range"),
    ({"players": ["Ana"], "deck": {"pile": 130}}, "deck.pile", "out_of_range"),
    ({"players": ["Ana"], "deck": {"pile": 97.0}}, "deck.pile", "not_a_number"),
    ({"players": ["Ana"], "deck": {"pile": 97, "counts": {"R1": 1}}}, "deck.counts", "unknown"),
    ({"players": ["Ana"], "deck": {"counts": []}}, "deck.counts", "not_an_object"),
    ({"players": ["Ana"], "deck": {"counts": {}}}, "deck.counts", "out_of_range"),
    ({"players": ["Ana"], "deck": {"counts": {"R1": 0}}}, "deck.counts", "out_of_range"),
    ({"players": ["Ana"], "deck": {"counts": {"R1": 100}}}, "deck.counts.R1", "out_of_range"),
    ({"players": ["Ana"], "deck": {"counts": {"R1": -1}}}, "deck.counts.R1", "out_of_range"),
    ({"players": ["Ana"], "deck": {"counts": {"r1": 1}}}, "deck.counts.r1", "unknown_card"),
    (
        {"players": ["Ana"], "deck": {"counts": dict.fromkeys(KINDS[:6], 99)}},
        "deck.counts",
        "out_of_range",
    ),
    ({"players": ["Ana"], "options": None}, "options", "not_an_object"),
    ({"players": ["Ana"], "options": {"colour": "red"}}, "options.colour", "unknown"),
    ({"players": ["Ana"], "options": {"recording": True}}, "options.recording", "not_text"),
    ({"players": ["Ana"], "options": {"all_pass": "x"}}, "options.all_pass", "unknown_choice"),
]


@pytest.mark.parametrize(("body", "where", "problem"), WRONG_GAMES)
def test_a_malformed_game_is_refused_and_names_the_place(
    body: dict[str, Any], where: str, problem: str
) -> None:
    assert error(Program().post("/games", body)) == malformed(where, problem)
    assert not Game.objects.exists()
    assert not Device.objects.exists()


@override_settings(TEN_THROTTLE=True)
def test_thirty_games_an_hour_and_no_more() -> None:
    program = Program()
    for _ in range(30):
        assert program.post("/games", {"players": ["Ana"]}).status_code == 201
    response = program.post("/games", {"players": ["Ana"]})
    assert error(response) == (429, "throttled", None, None)
    assert response.headers["Retry-After"] == "3600"
    assert Game.objects.count() == 30


def test_everybody_with_a_token_of_the_game_reads_it(game: Playing) -> None:
    for program in (game.host, game.player, game.spectator):
        response = program.get(game.path)
        assert (response.status_code, response.json()) == (200, {"state": game.state})


def test_the_version_is_the_etag(game: Playing) -> None:
    game.say(draw("R4"))
    response = game.spectator.get(game.path)
    assert response.headers["ETag"] == '"1"'
    assert response.headers["Cache-Control"] == "private, no-cache"
    for known in ('"1"', 'W/"1"', '"0", "1"', "*"):
        same = game.spectator.get(game.path, If_None_Match=known)
        assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", '"1"')
    for other in ('"0"', '"11"', "1", "rubbish"):
        assert game.spectator.get(game.path, If_None_Match=other).status_code == 200
    game.say(draw("R5"))
    assert game.spectator.get(game.path, If_None_Match='"1"').json() == {"state": game.now}


def test_head_has_the_headers_of_get(game: Playing) -> None:
    response = game.host.ask("HEAD", game.path)
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["ETag"] == '"0"'


def test_without_a_token_there_is_nothing_to_read(game: Playing) -> None:
    response = game.stranger.get(game.path)
    assert error(response) == (401, "no_token", None, None)
    assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer nobody's", "Basic {}", "{}", "Bearer {} {}", "Bearer é"]
)
def test_a_bad_token_is_none(game: Playing, authorization: str) -> None:
    sent = authorization.replace("{}", game.host.token or "")
    assert error(game.stranger.get(game.path, Authorization=sent)) == (401, "no_token", None, None)


def test_the_scheme_is_taken_in_either_case(game: Playing) -> None:
    sent = f"bearer {game.host.token}"
    assert game.stranger.get(game.path, Authorization=sent).status_code == 200


def test_a_cookie_is_no_token(game: Playing) -> None:
    game.stranger.client.cookies["ten_device"] = game.host.token or ""
    assert error(game.stranger.get(game.path)) == (401, "no_token", None, None)


def test_a_token_of_another_game_finds_nothing(game: Playing) -> None:
    other = start()
    assert error(other.host.get(game.path)) == (404, "not_found", None, None)
    assert error(other.host.get(f"/games/{uuid.uuid4()}")) == (404, "not_found", None, None)


@override_settings(SCORING_PATIENCE=0)
def test_a_game_that_nobody_counted_is_counted_by_who_reads_it(game: Playing) -> None:
    counting = game.say(STOP)["state"]
    assert (counting["phase"], counting["result"]) == ("scoring", None)
    state = game.now
    place = {
        "rank": 1,
        "score": 0,
        "tokens": 5,
        "cards": 0,
        "colours": {colour: {"points": 0, "run": None, "cards": []} for colour in "RBOG"},
        "unused": [],
    }
    assert (state["version"], state["phase"]) == (2, "finished")
    assert state["result"] == {
        "ranking": [{**place, "seat": seat} for seat in (1, 2, 3)],
        "winners": [1, 2, 3],
        "decided_by": "shared",
    }


@pytest.mark.parametrize(
    "path", ["/", "/nothing", "/games/", "/games/7", "/schema", "/../v2/games"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_url_is_answered_in_json(path: str, method: str) -> None:
    assert error(Program().ask(method, path, {})) == (404, "not_found", None, None)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE"])
def test_a_wrong_method_is_answered_in_json(game: Playing, method: str) -> None:
    for path, allowed in [
        (game.path, "GET, HEAD, OPTIONS"),
        (f"{game.path}/undo", "POST, OPTIONS"),
    ]:
        response = game.host.ask(method, path)
        assert error(response) == (405, "wrong_method", None, None)
        assert response.headers["Allow"] == allowed
    assert error(Program().ask(method, "/games")) == (405, "wrong_method", None, None)


def test_options_tells_the_methods(game: Playing) -> None:
    response = game.host.ask("OPTIONS", f"{game.path}/events")
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["Allow"] == "GET, POST, HEAD, OPTIONS"
