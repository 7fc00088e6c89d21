"""Names and other texts that somebody made up to do harm, or just in another script."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.api.programs import Playing, draw, start
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of

LONG = "x" * 10_000

MARKUP = ["<script>a()</script>", '"><img src=x>', "'onload='a()", "&lt;b&gt;", "{{ 7|add:1 }}"]
SCRIPTS = ["שלום", "مريم", "👩‍👩‍👧‍👦", "Zoë", "\u202eanA", "\u2066Bo", "𝓐𝓷𝓪", "a\u0301\u0302\u0303"]

IN_A_GAME = ("table", "board", "invite", "entries", "mend", "check", "host", "screen")
AROUND = ("home", "new", "join", "history", "box")

ALLOWED = {"script", "img", "link", "meta"}


class Seen(HTMLParser):
    """The tags of a page with their attributes, and its text as a browser shows it."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.handlers: list[str] = []
        self.scripts: list[dict[str, str | None]] = []
        self.images: list[str | None] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        if tag == "script":
            self.scripts.append(dict(attrs))
        if tag == "img":
            self.images.append(dict(attrs).get("src"))
        self.text += " ".join(value or "" for _, value in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def pages_of(host: Phone, game: Game) -> dict[str, str]:
    """Every page that shows something of a game, to its host."""
    answers = {name: host.get(name, game.pk) for name in IN_A_GAME}
    answers |= {name: host.get(name) for name in AROUND}
    answers["join_code"] = host.get("join_code", game.code)
    if game.entry_version:
        answers["entry"] = host.get("entry", game.pk, 1)
        answers["choose"] = host.get("choose", game.pk, 1, "replace")
    assert {answer.status_code for answer in answers.values()} == {200}
    return {name: text_of(answer) for name, answer in answers.items()}


@pytest.fixture(params=["before", "during", "after"])
def played(request: Any, host: Phone) -> Any:
    """A game with these names at each of three moments."""

    def play(names: list[str]) -> Game:
        answer = host.post("new", name=names, starting_seat="1")
        assert answer.status_code == 302, text_of(answer)
        game = Game.objects.latest("created_at")
        if request.param == "during":
            host.says(game, "R4 *7")
        if request.param == "after":
            host.plays_to_the_end(game)
        return game

    return play


@pytest.mark.slow
def test_markup_is_text_on_every_page(host: Phone, played: Any) -> None:
    game = played(MARKUP)
    assert game.names == MARKUP
    for name, page in pages_of(host, game).items():
        seen = Seen(page)
        assert seen.handlers == [], name
        assert all(script.get("src", "").startswith("/static/") for script in seen.scripts), name  # type: ignore[union-attr]
        assert "x" not in seen.images
        assert "{{" not in page or "{{ 7|add:1 }}" in page
    for name in ("table", "host", "join_code"):
        assert all(word in Seen(pages_of(host, game)[name]).text for word in MARKUP), name


def test_every_script_of_people_is_kept_as_written(host: Phone, played: Any) -> None:
    names = SCRIPTS[:5]
    game = played(names)
    for name, page in pages_of(host, game).items():
        if name in {"table", "host", "join_code"}:
            assert all(word in page for word in names), name


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_name_cannot_turn_the_text_around_it(host: Phone, name: str) -> None:
    """In markup a name stands in an element of its own, in sentences between isolates."""
    answer = host.post("new", name=[name, "Bo"], starting_seat="1")
    if answer.status_code == 400:
        return
    game = host.says(Game.objects.latest("created_at"), "R4 take-numbers skip")
    # What isolates there are in a name would end ours: they are left out where it is shown.
    shown = re.sub("[\u2066-\u2069]", "", game.names[0])
    page = text_of(host.get("entries", game.pk))
    around = re.findall(rf"(.)(?<!\w){re.escape(shown)}(?!\w)(.)", page)
    assert around
    assert set(around) <= {("\u2068", "\u2069"), (">", "<"), ('"', '"')}


TOO_LONG: dict[str, dict[str, Any]] = {
    "new": {"name": [LONG, "Bo"], "starting_seat": "1"},
    "join": {"code": LONG},
}


@pytest.mark.parametrize("name", TOO_LONG)
def test_a_long_text_is_refused_in_words(host: Phone, name: str) -> None:
    answer = host.post(name, **TOO_LONG[name])
    assert answer.status_code in {400, 404}
    assert answer.context["notice"].text
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("draw", {"card": LONG}),
        ("draw", {"card": "R4", "key": LONG}),
        ("draw", {"card": "R4", "version": LONG}),
        ("draw", {"again": LONG}),
        ("bid", {"seat": "1", "amount": LONG}),
        ("take", {"what": LONG}),
        ("rename", {"name": [LONG, "Bo"]}),
        ("options", {"recording": LONG}),
        ("mend", {"ops": LONG}),
        ("check", {"seat": LONG}),
        ("reorder", {"seat": [LONG]}),
    ],
)
def test_a_long_text_does_no_harm_at_the_table(
    table: Gathering, verb: str, fields: dict[str, Any]
) -> None:
    answer = table.host.post(verb, table.game.pk, **{"version": "0", **fields})
    assert answer.status_code in {200, 302, 400, 404, 409, 422}
    assert LONG not in text_of(answer) or verb == "rename"
    assert table.now.version == 0


def test_a_long_query_does_no_harm(table: Gathering) -> None:
    game = table.game
    for name in (*IN_A_GAME, *AROUND):
        route = reverse(f"games:{name}", args=[game.pk] if name in IN_A_GAME else [])
        for field in ("card", "ops", "since", "again", "code", "step"):
            answer = table.host.client.get(route, {field: LONG})
            assert answer.status_code in {200, 404}, (name, field)


@pytest.mark.parametrize("name", [*MARKUP, *SCRIPTS[:4]])
def test_programs_get_names_as_they_are(db: None, name: str) -> None:
    api = start([name, "Bo"])
    answer = api.host.get(api.path)
    assert answer.json()["state"]["players"][0]["name"] == name
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "body",
    [
        {"players": [LONG]},
        {"players": ["Ana"], "options": {LONG: 1}},
        {"players": ["Ana"], "options": {"recording": LONG}},
        {"players": ["Ana"], "deck": {"counts": {LONG: 1}}},
        {LONG: 1},
    ],
)
def test_programs_are_told_what_is_too_long(db: None, body: Any) -> None:
    answer = Client().post("/api/v1/games", body, "application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")
    assert len(answer.content) < 1000


def test_programs_cannot_record_what_is_too_long(game: Playing) -> None:
    for event in (draw(LONG), {"type": LONG}, {"type": "draw", LONG: 1}):
        answer = game.host.post(f"{game.path}/events", {"version": 0, "event": event})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")
    answer = game.host.post(
        f"{game.path}/events", {"version": 0, "event": draw("R4")}, idempotency_key=LONG
    )
    assert answer.status_code == 400
    assert game.now["version"] == 0
