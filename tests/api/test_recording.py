"""Recording: whole games, effects, versions, keys, and everything that is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from games.models import Entry, Game
from games.rules.cards import BOX
from tests.api.programs import (
    SKIP,
    STOP,
    Playing,
    draw,
    error,
    malformed,
    start,
    take,
)

Json = dict[str, Any]
EVERY_CHANGE: list[tuple[str, Json]] = [
    ("events", {"event": draw("R4")}),
    ("undo", {}),
    ("redo", {}),
    ("amend", {"ops": [{"op": "delete", "number": 1}]}),
]
CASES = Path(__file__).parents[1] / "cases"
EXAMPLE: Json = json.loads((Path(__file__).parent / "example.json").read_text())
"""STATE as the contract shows it, without what differs from game to game."""
REFUSED: list[Json] = json.loads((CASES / "refused.json").read_text())


def started(case: Json) -> Playing:
    """The game of a case."""
    given = {name: case[name] for name in ("starting_seat", "deck", "options") if case.get(name)}
    return start(["Ana", "Bo", "Chi", "Dee", "Eli"][: case["players"]], **given)


def told(state: Json) -> Json:
    """What a case tells of each step."""
    plain = ("phase", "seat_to_act", "active_seat", "turn_number", "tableau", "net", "currency")
    return {name: state[name] for name in (*plain, "supply")} | {
        "remaining": state["deck"]["remaining"],
        "players": [
            [p["tokens"], p["busts"], len(p["cards"]), p["score"]] for p in state["players"]
        ],
    }


@pytest.mark.parametrize("name", ["3p-0", "2p-1"])
@override_settings(SCORING_PATIENCE=0)
def test_a_whole_game_is_at_every_step_as_the_case_has_it(db: None, name: str) -> None:
    case: Json = json.loads((CASES / "games" / f"{name}.json").read_text())
    game = started(case)
    states = []
    for version, step in enumerate(case["steps"]):
        body = {"version": version, "event": step["event"]}
        answer = game.player.post(f"{game.path}/events", body).json()
        assert (list(answer), answer["version"]) == (["version", "effects", "state"], version + 1)
        assert told(answer["state"]) == step["after"]
        states.append(answer["state"])
    last = states[-1]
    deck = {name: last["deck"][name] for name in case["final"]["deck"]}
    players = [
        {name: player[name] for name in ("seat", "tokens", "busts", "cards", "score")}
        for player in last["players"]
    ]
    named = {name: last[name] for name in case["final"]}
    assert named | {"deck": deck, "players": players} == case["final"]
    assert (last["phase"], last["result"]) == ("scoring", None)
    finished = game.now
    assert (finished["version"], finished["phase"]) == (len(states) + 1, "finished")
    assert finished["result"]["winners"] == case["winners"]
    assert finished["result"]["decided_by"] == case["decided_by"]
    if name == "3p-0":
        shown = states[EXAMPLE["version"] - 1]
        unseen = shown["deck"].pop("unseen")
        assert (shown.pop("id"), shown) == (game.id, EXAMPLE | {"code": game.code})
        assert (list(unseen), unseen["R1"]) == (list(BOX), 1)


def test_what_followed_is_told_in_order(game: Playing) -> None:
    def effects(*events: Json) -> list[Json]:
        return game.say(*events)["effects"]

    assert effects(draw("R4")) == []
    assert effects(draw("$2"), draw("B2"), take("numbers")) == [
        {"type": "to_collection", "seat": 1, "cards": ["R4", "B2"]},
        {"type": "gained", "seat": 2, "tokens": 2, "lost": 0},
        {"type": "gained", "seat": 3, "tokens": 2, "lost": 0},
        {"type": "discarded", "cards": ["$2"]},
    ]
    assert effects(SKIP) == [{"type": "turn", "seat": 2}]
    assert effects(draw("$5"), draw("$5"), draw("$1")) == [
        {"type": "busted", "seat": 2, "by": "currency"},
        {"type": "bust_token", "seat": 2},
        {"type": "discarded", "cards": ["$1", "$5", "$5"]},
        {"type": "turn", "seat": 3},
    ]
    assert effects(draw("*7")) == [{"type": "auction_opened", "card": "*7"}]
    payment = {"cards": ["R4", "B2"]}
    sold = {"type": "auction", "winner": 1, "amount": 2, "payment": payment}
    assert effects(sold) == [
        {"type": "discarded", "cards": ["R4", "B2"]},
        {"type": "won", "seat": 1, "card": "*7", "amount": 2},
    ]
    assert effects(draw("*#"), {"type": "auction", "winner": None}) == [
        {"type": "all_passed", "card": "*#"},
        {"type": "discarded", "cards": ["*#"]},
    ]
    assert effects(STOP) == [{"type": "scoring"}]


def test_the_end_of_the_pile_is_told(db: None) -> None:
    game = start(["Ana", "Bo"], deck={"pile": 2})
    assert game.say(draw("R1"), draw("R2"))["effects"] == [{"type": "deck_ran_out"}]
    assert game.say(draw("R3"))["effects"] == [{"type": "pile_had_more"}]
    assert game.say(take("currency"))["effects"] == [
        {"type": "to_market", "cards": ["R1", "R2", "R3"]},
        {"type": "final_round"},
    ]


def test_a_currency_card_too_many_is_recounted(game: Playing) -> None:
    game.say(*[draw("$1")] * 6, take("currency"))
    assert game.say(draw("$1"))["effects"] == [
        {"type": "recount", "card": "$1", "instead_of": "$2"}
    ]


@pytest.mark.parametrize("case", REFUSED, ids=[case["name"] for case in REFUSED])
def test_what_is_against_the_rules_names_the_rule_and_changes_nothing(db: None, case: Json) -> None:
    game = started(case)
    game.say(*case["legal"])
    before = game.now
    body = {"version": before["version"], "event": case["refused"]}
    status, code, rule, details = error(game.host.post(f"{game.path}/events", body))
    assert (status, code, rule) == (422, "against_rules", case["rule"])
    held = [
        number
        for number, event in enumerate(case["legal"], 1)
        if event == {"type": "draw", "card": case["refused"].get("card")}
    ]
    if rule == "R-PROF-4":
        assert details == {"card": case["refused"]["card"], "entries": held}
    else:
        assert details is None
    assert game.now == before


def test_a_table_check_that_finds_no_difference_is_no_entry(game: Playing) -> None:
    body = {"version": 0, "event": {"type": "adjust", "seat": 2, "tokens": 5, "busts": 0}}
    status, code, rule, details = error(game.host.post(f"{game.path}/events", body))
    assert (status, code, rule, details) == (422, "against_rules", "R-SET-2", None)
    assert game.now["version"] == 0


def test_an_old_version_records_nothing_and_tells_what_was_said_since(game: Playing) -> None:
    game.say(draw("R4"), draw("R5"))
    body = {"version": 1, "event": draw("R6")}
    status, code, rule, details = error(game.player.post(f"{game.path}/events", body))
    assert (status, code, rule) == (409, "stale_version", None)
    events = game.host.get(f"{game.path}/events").json()["events"]
    assert details == {"version": 2, "state": game.now, "entries": events[1:]}
    assert Entry.objects.count() == 2


def test_a_correction_makes_a_version_old_too(game: Playing) -> None:
    game.say(draw("R4"), draw("R5"))
    game.send("/undo", {})
    body = {"version": 2, "event": draw("R6")}
    _, code, _, details = error(game.player.post(f"{game.path}/events", body))
    assert code == "stale_version"
    assert details == {"version": 3, "state": game.now, "entries": []}


def test_a_version_that_is_still_to_come_is_not_seen_by_anybody(game: Playing) -> None:
    response = game.host.post(f"{game.path}/events", {"version": 1, "event": draw("R6")})
    assert error(response)[:2] == (409, "stale_version")


@override_settings(SCORING_PATIENCE=0)
def test_the_arrival_of_the_result_does_a_recorder_no_harm(game: Playing) -> None:
    game.say(STOP)
    assert game.now["version"] == 2
    response = game.host.post(f"{game.path}/undo", {"version": 1})
    assert response.status_code == 201
    assert (game.now["version"], game.now["phase"], game.now["result"]) == (3, "draw", None)


def test_the_same_key_and_body_again_record_nothing_and_answer_as_before(game: Playing) -> None:
    body = {"version": 0, "event": draw("R4")}
    first = game.player.post(f"{game.path}/events", body, Idempotency_Key="k-1")
    assert (first.status_code, first.json()["version"]) == (201, 1)
    game.say(draw("R5"), take("numbers"))
    again = game.player.post(f"{game.path}/events", body, Idempotency_Key="k-1")
    assert again.status_code == 200
    assert again.json() == {
        "version": 1,
        "effects": first.json()["effects"],
        "state": game.now,
    }
    assert Entry.objects.count() == 3


def test_a_key_belongs_to_one_request_of_one_game(game: Playing) -> None:
    body = {"version": 0, "event": draw("R4")}
    assert game.host.post(f"{game.path}/events", body, Idempotency_Key="k").status_code == 201
    for path, other in [
        ("/events", {"version": 0, "event": draw("R5")}),
        ("/events", {"version": 1, "event": draw("R4")}),
        ("/undo", {"version": 0}),
        ("/redo", {"version": 0}),
        ("/amend", {"version": 0, "ops": [{"op": "delete", "number": 1}]}),
        ("/amend", {"version": 0, "ops": [{"op": "delete", "number": 1}], "dry_run": True}),
    ]:
        response = game.host.post(game.path + path, other, Idempotency_Key="k")
        assert error(response) == (422, "idempotency_mismatch", None, None)
    another = start()
    assert another.host.post(f"{another.path}/events", body, Idempotency_Key="k").status_code == 201


def test_only_an_accepted_request_uses_up_its_key(game: Playing) -> None:
    for refused in ({"version": 0, "event": SKIP}, {"version": 5, "event": draw("R4")}):
        response = game.host.post(f"{game.path}/events", refused, Idempotency_Key="k")
        assert response.status_code in (409, 422)
    body = {"version": 0, "event": draw("R4")}
    assert game.host.post(f"{game.path}/events", body, Idempotency_Key="k").status_code == 201


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("", "empty"),
        ("x" * 65, "out_of_range"),
        ("a b", "out_of_range"),
        ("schlüssel", "out_of_range"),
    ],
)
def test_a_key_is_1_to_64_visible_characters(game: Playing, key: str, problem: str) -> None:
    body = {"version": 0, "event": draw("R4")}
    response = game.host.post(f"{game.path}/events", body, Idempotency_Key=key)
    assert error(response) == malformed("Idempotency-Key", problem)
    long = game.host.post(f"{game.path}/events", body, Idempotency_Key="!~" * 32)
    assert long.status_code == 201


def test_any_players_phone_records_for_any_seat(game: Playing) -> None:
    game.say(draw("*7"))
    for version, seat in enumerate((2, 3, 1), 1):
        body = {"version": version, "event": {"type": "pass", "seat": seat}}
        assert game.player.post(f"{game.path}/events", body).status_code == 201


def test_where_only_the_host_records_nobody_else_does(db: None) -> None:
    game = start(options={"recording": "host"})
    for verb, more in EVERY_CHANGE:
        response = game.player.post(f"{game.path}/{verb}", {"version": 0} | more)
        assert error(response) == (403, "not_allowed", None, None)
    game.say(draw("R4"))


def test_in_a_game_that_was_given_up_nothing_is_recorded(game: Playing) -> None:
    Game.objects.update(status=Game.Status.ABANDONED)
    for verb, more in EVERY_CHANGE:
        response = game.host.post(f"{game.path}/{verb}", {"version": 0} | more)
        if verb != "amend":
            assert error(response) == (403, "not_allowed", None, None)
    assert game.now == game.state


VERBS = ["events", "undo", "redo", "amend"]


@pytest.mark.parametrize("verb", VERBS)
def test_whoever_may_not_record_is_told_so_before_anything_else(game: Playing, verb: str) -> None:
    path = f"{game.path}/{verb}"
    assert error(game.spectator.post(path, b"{")) == (403, "not_allowed", None, None)
    assert error(game.stranger.post(path, b"{")) == (401, "no_token", None, None)
    assert error(start().host.post(path, b"{")) == (404, "not_found", None, None)


@pytest.mark.parametrize("verb", VERBS)
@override_settings(TEN_THROTTLE=True)
def test_a_hundred_and_twenty_entries_a_minute_and_no_more(game: Playing, verb: str) -> None:
    path = f"{game.path}/{verb}"
    for _ in range(120):
        assert error(game.player.post(path, {}))[0] == 400
    response = game.player.post(path, {})
    assert error(response) == (429, "throttled", None, None)
    assert response.headers["Retry-After"] == "60"
    assert error(game.host.post(path, {}))[0] == 400


PAY = {"tokens": 1, "busts": 0, "cards": []}


MALFORMED_EVENTS: list[tuple[Any, str, str]] = [
    (None, "event", "not_an_object"),
    ("draw", "event", "not_an_object"),
    ([draw("R4")], "event", "not_an_object"),
    ({}, "event.type", "missing"),
    ({"type": None}, "event.type", "not_text"),
    ({"type": "dance"}, "event.type", "unknown_choice"),
    ({"type": "Draw", "card": "R4"}, "event.type", "unknown_choice"),
    ({"type": "draw"}, "event.card", "missing"),
    (draw("R0"), "event.card", "unknown_card"),
    (draw("r4"), "event.card", "unknown_card"),
    (draw(" R4"), "event.card", "unknown_card"),
    (draw("$6"), "event.card", "unknown_card"),
    (draw("R４"), "event.card", "unknown_card"),
    ({"type": "draw", "card": ["R4"]}, "event.card", "unknown_card"),
    ({"type": "draw", "card": "R4", "seat": 1}, "event.seat", "unknown"),
    (take("cards"), "event.what", "unknown_choice"),
    ({"type": "take", "what": 1}, "event.what", "not_text"),
    ({"type": "bid", "amount": 1}, "event.seat", "missing"),
    ({"type": "bid", "seat": 2, "amount": -1}, "event.amount", "out_of_range"),
    ({"type": "bid", "seat": 2, "amount": 10**6 + 1}, "event.amount", "out_of_range"),
    ({"type": "bid", "seat": 2, "amount": True}, "event.amount", "not_a_number"),
    ({"type": "bid", "seat": 2, "amount": 2.0}, "event.amount", "not_a_number"),
    ({"type": "bid", "seat": 2, "amount": "2"}, "event.amount", "not_a_number"),
    ({"type": "bid", "seat": 2, "amount": None}, "event.amount", "not_a_number"),
    ({"type": "bid", "seat": False, "amount": 2}, "event.seat", "not_a_number"),
    ({"type": "pass", "seat": 2, "amount": 0}, "event.amount", "unknown"),
    ({"type": "auction"}, "event.winner", "missing"),
    ({"type": "auction", "winner": None, "amount": 0}, "event.amount", "unknown"),
    ({"type": "auction", "winner": 2, "payment": PAY}, "event.amount", "missing"),
    ({"type": "auction", "winner": 2, "amount": 1}, "event.payment", "missing"),
    ({"type": "pay"}, "event.payment", "missing"),
    ({"type": "pay", "payment": None}, "event.payment", "not_an_object"),
    ({"type": "pay", "payment": {"gold": 1}}, "event.payment.gold", "unknown"),
    ({"type": "pay", "payment": {"tokens": 0.0}}, "event.payment.tokens", "not_a_number"),
    ({"type": "pay", "payment": {"cards": "R4"}}, "event.payment.cards", "not_a_list"),
    (
        {"type": "pay", "payment": {"cards": ["R4", 4]}},
        "event.payment.cards[1]",
        "unknown_card",
    ),
    ({"type": "buy", "card": "R4"}, "event.payment", "missing"),
    ({"type": "skip_buy", "seat": 1}, "event.seat", "unknown"),
]


@pytest.mark.parametrize(("event", "where", "problem"), MALFORMED_EVENTS)
def test_a_malformed_event_is_refused_and_names_the_place(
    game: Playing, event: Any, where: str, problem: str
) -> None:
    response = game.host.post(f"{game.path}/events", {"version": 0, "event": event})
    assert error(response) == malformed(where, problem)
    assert game.now == game.state


WRONG_VERSIONS: list[tuple[Any, str]] = [
    ("0", "not_a_number"),
    (0.0, "not_a_number"),
    (False, "not_a_number"),
    (None, "not_a_number"),
    ([0], "not_a_number"),
    (-1, "out_of_range"),
    (10**6 + 1, "out_of_range"),
    (10**400, "out_of_range"),
]


@pytest.mark.parametrize(("version", "problem"), WRONG_VERSIONS)
def test_a_version_is_a_whole_number(game: Playing, version: Any, problem: str) -> None:
    for verb, more in EVERY_CHANGE:
        response = game.host.post(f"{game.path}/{verb}", {"version": version} | more)
        assert error(response) == malformed("version", problem)


@pytest.mark.parametrize(
    ("body", "where", "problem"),
    [
        ({"event": {"type": "stop"}}, "version", "missing"),
        ({"version": 0}, "event", "missing"),
        ({"version": 0, "event": {"type": "stop"}, "seat": 1}, "seat", "unknown"),
    ],
)
def test_nothing_is_missing_and_nothing_too_much(
    game: Playing, body: Json, where: str, problem: str
) -> None:
    assert error(game.host.post(f"{game.path}/events", body)) == malformed(where, problem)
