"""What nobody sends by accident gets the contract's errors, never a 500."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Entry
from tests.api.programs import BASE, Playing, Program, draw, error, malformed, start

pytestmark = pytest.mark.django_db

POSTS = ["/games", "/games/join", "/score", "{}/events", "{}/undo", "{}/redo", "{}/amend"]
LIMIT = 64 * 1024


def every_post(game: Playing) -> list[tuple[Program, str]]:
    return [(game.host, path.replace("{}", game.path)) for path in POSTS]


NOT_JSON = [
    b" ",
    b"{",
    b"{'players': ['Ana']}",
    b'{"version": 0,}',
    b'{"version": 0} {}',
    b'{"version": NaN}',
    b'{"version": Infinity}',
    b'{"version": -Infinity}',
    b'{"version": 01}',
    b'{"version": 1e}',
    b'{"version": "\x01"}',
    b'{"version": "\xff"}',
    b'\xef\xbb\xbf{"version": 0}',
    '{"version": 0}'.encode("utf-16"),
    b"\x00",
    b"[" * 30_000,
    b'{"a":' * 10_000,
    b"[" * 30_000 + b"]" * 30_000,
    b'{"version": ' + b"9" * 5_000 + b"}",
    b'{"version": "\\ud8"}',
]


@pytest.mark.parametrize("body", NOT_JSON)
def test_what_is_not_json_is_malformed(game: Playing, body: bytes) -> None:
    for program, path in every_post(game):
        assert error(program.post(path, body)) == malformed("body", "not_json")


@pytest.mark.parametrize("body", [[], None, True, 7, 1.5, "text", [{}]])
def test_a_body_is_an_object(game: Playing, body: Any) -> None:
    for program, path in every_post(game):
        response = program.ask("POST", path, json.dumps(body).encode())
        assert error(response) == malformed("body", "not_an_object")


def test_a_member_is_there_once(game: Playing) -> None:
    for program, path in every_post(game):
        response = program.post(path, b'{"version": 0, "cards": [], "version": 0}')
        assert error(response) == malformed("version", "repeated")
    nested = b'{"version": 0, "event": {"type": "draw", "card": "R4", "card": "R5"}}'
    assert error(game.host.post(f"{game.path}/events", nested)) == malformed("card", "repeated")


@pytest.mark.parametrize("text", ["\\u0000", "\\u001f", "\\u007f", "\\u0085", "\\ud800", "\\udfff"])
def test_no_text_holds_control_characters_or_lone_surrogates(game: Playing, text: str) -> None:
    for program, path in every_post(game):
        for sent in ('{"a": "b@"}', '{"a@": 1}', '{"a": [{"b": ["@"]}]}', '{"@": {"@": 1}}'):
            response = program.post(path, sent.replace("@", text).encode())
            assert error(response)[:2] == (400, "malformed")
    body = f'{{"players": ["Ana{text}"]}}'.encode()
    assert error(Program().post("/games", body)) == malformed("body", "control_characters")


def test_pairs_of_surrogates_are_one_character() -> None:
    response = Program().post("/games", b'{"players": ["\\ud83d\\ude00"]}')
    assert response.json()["state"]["players"][0]["name"] == "😀"


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/problem+json",
        "application/jsonp",
        "application",
        "é",
    ],
)
def test_another_content_type_is_refused(game: Playing, content_type: str) -> None:
    for program, path in every_post(game):
        response = program.ask("POST", path, {"version": 0}, content_type=content_type)
        assert error(response) == (415, "not_json", None, None)


@pytest.mark.parametrize(
    "content_type", ["application/json; charset=utf-8", "Application/JSON", "application/json;"]
)
def test_json_may_be_declared_in_other_words(content_type: str) -> None:
    response = Program().ask("POST", "/score", {"cards": []}, content_type=content_type)
    assert response.status_code == 200


def padded(size: int) -> bytes:
    """A body of so many bytes."""
    return b'{"cards": []' + b" " * (size - 13) + b"}"


def test_a_body_of_64_kilobytes_is_the_largest(game: Playing) -> None:
    assert Program().post("/score", padded(LIMIT)).status_code == 200
    for size in (LIMIT + 1, 10 * LIMIT):
        for program, path in every_post(game):
            assert error(program.post(path, padded(size))) == (413, "too_large", None, None)


@pytest.mark.django_db(transaction=True)
def test_a_body_without_a_declared_length_is_read_all_the_same(server: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    host = server.removeprefix("http://")

    def sent(size: int) -> tuple[int, Any]:
        connection = HTTPConnection(host, timeout=10)
        chunks = iter([padded(size)[:5], padded(size)[5:]])
        headers = {"Content-Type": "application/json"}
        connection.request("POST", f"{BASE}/score", chunks, headers, encode_chunked=True)
        response = connection.getresponse()
        return response.status, json.loads(response.read())

    assert sent(LIMIT)[0] == 200
    status, body = sent(LIMIT + 1)
    assert (status, body["error"]["code"]) == (413, "too_large")


def test_what_is_not_accepted_has_no_say() -> None:
    response = Program().ask("POST", "/score", {"cards": []}, Accept="text/html, image/png;q=0.1")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json")
    assert Program().ask("POST", "/score?format=xml", {"cards": []}).status_code == 200


def test_a_long_unknown_member_is_not_repeated_in_full() -> None:
    response = Program().post("/score", {"x" * 60_000: 1, "cards": []})
    assert error(response) == malformed("x" * 200, "unknown")
    assert len(response.content) < 1000


MEMBERS = [
    *("version", "event", "type", "card", "seat", "amount", "payment", "winner", "what"),
    *("ops", "op", "number", "players", "deck", "counts", "options", "code", "cards"),
]
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["R4", "*#", "$5", "draw", "numbers", "Ana", "insert", 0, 1, 2]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(MEMBERS) | st.text(max_size=5),
            inner,
            max_size=6,
        )
    ),
    max_leaves=20,
)


@pytest.mark.slow
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(value=ANYTHING, place=st.integers(0, 5))
def test_anything_at_all_is_answered(game: Playing, value: Any, place: int) -> None:
    whole = [
        value,
        {"version": value},
        {"version": 0, "event": value},
        {"version": 0, "ops": [value]},
        {"players": [value], "deck": value, "options": value},
        {"code": value, "seat": value},
    ][place]
    body = json.dumps(whole).encode()
    for program, path in every_post(game):
        response = program.post(path, body)
        if response.status_code not in (200, 201):
            status, code, rule, _ = error(response)
            assert (status, code) in (
                (400, "malformed"),
                (404, "not_found"),
                (409, "stale_version"),
                (409, "conflict"),
                (422, "against_rules"),
                (422, "nothing_to_undo"),
                (422, "nothing_to_redo"),
            )
            assert bool(rule) == (code in ("against_rules", "conflict"))


@pytest.mark.slow
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(body=st.binary(min_size=1, max_size=200))
def test_any_bytes_are_answered(game: Playing, body: bytes) -> None:
    for program, path in every_post(game):
        assert program.post(path, body).status_code in (400, 422)


@pytest.mark.parametrize(
    "path",
    [
        "/games/00000000-0000-0000-0000-00000000000g",
        "/games/%00",
        "/games/%ff/events",
        "/games/../../admin",
        "/games/" + "9" * 5_000,
        "/games/{0F6C2A4E-7B1D-4C7E-9A53-5D8E2F1B6C90}",
    ],
)
def test_a_path_that_is_no_game_is_not_found(path: str) -> None:
    assert error(Program("token").get(path)) == (404, "not_found", None, None)


def test_amounts_beyond_every_purse_are_against_the_rules(game: Playing) -> None:
    game.say(draw("*7"))
    pay = {"tokens": 10**6, "busts": 10**6, "cards": ["R4"] * 5_000}
    for event in (
        {"type": "bid", "seat": 2, "amount": 10**6},
        {"type": "bid", "seat": 10**6, "amount": 1},
        {"type": "auction", "winner": 10**6, "amount": 10**6, "payment": pay},
        {"type": "auction", "winner": 0, "amount": 0, "payment": {}},
    ):
        response = game.host.post(f"{game.path}/events", {"version": 1, "event": event})
        assert error(response)[:2] == (422, "against_rules")
    assert Entry.objects.count() == 1


def test_many_ops_at_once_are_answered(game: Playing) -> None:
    ops = [{"op": "insert", "number": 1, "event": draw("$1")}] * 900
    response = game.host.post(f"{game.path}/amend", {"version": 0, "ops": ops})
    _, code, rule, details = error(response)
    assert (code, rule) == ("conflict", "R-PROF-4")
    assert (details["number"], details["op"]) == (None, 27)


def test_games_know_nothing_of_each_other() -> None:
    one, other = start(), start()
    one.say(draw("R4"))
    assert other.now == other.state
