"""Every verb at the table is asked the same questions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.urls import reverse

from games import tables, wording
from games.models import Entry
from games.urls import VERBS
from tests.pages.conftest import Gathering
from tests.pages.phones import text_of

Fields = dict[str, Any]


@dataclass(frozen=True)
class Verb:
    """A verb, told in words up to where it may be said; what is tapped, and what is then kept.

    ``breaks_rules`` and ``before``: fields that the rules refuse, told after those words if the
    rules refuse the verb only elsewhere. ``malformed``: fields that mean nothing.
    """

    name: str
    words: str
    taps: Fields
    kept: Fields
    breaks_rules: Fields
    malformed: Fields
    before: str | None = None
    kind: str = "event"
    asked: str = field(default="")

    @property
    def words_against(self) -> str:
        return self.words if self.before is None else self.before


MARKET = "R2 take-currency B1 take-numbers"
PAID = {"tokens": 2, "busts": 0, "cards": []}

TAPS = [
    Verb(
        "draw",
        "R7",
        {"card": "R4"},
        {"type": "draw", "card": "R4"},
        breaks_rules={"card": "R7"},
        malformed={"card": "X9"},
        before="R7 take-currency",
    ),
    Verb(
        "take",
        "R4",
        {"what": "numbers"},
        {"type": "take", "what": "numbers"},
        breaks_rules={"what": "numbers"},
        malformed={"what": "everything"},
        before="",
    ),
    Verb(
        "bid",
        "*7",
        {"seat": "2", "amount": "1"},
        {"type": "bid", "seat": 2, "amount": 1},
        breaks_rules={"seat": "2", "amount": "6"},
        malformed={"seat": "2", "amount": "many"},
    ),
    Verb(
        "pass",
        "*7",
        {"seat": "2"},
        {"type": "pass", "seat": 2},
        breaks_rules={"seat": "1"},
        malformed={"seat": ""},
    ),
    Verb(
        "sell",
        "*7",
        {"winner": "2", "amount": "2", "tokens": "2", "busts": "0"},
        {"type": "auction", "winner": 2, "amount": 2, "payment": PAID},
        breaks_rules={"winner": "2", "amount": "2", "tokens": "1"},
        malformed={"winner": "2", "amount": ""},
    ),
    Verb(
        "pay",
        "*7 2:2 1:pass",
        {"tokens": "2"},
        {"type": "pay", "payment": PAID},
        breaks_rules={"tokens": "1"},
        malformed={"tokens": "-2"},
    ),
    Verb(
        "buy",
        MARKET,
        {"card": "R2", "tokens": "2"},
        {"type": "buy", "card": "R2", "payment": PAID},
        breaks_rules={"card": "R9", "tokens": "5"},
        malformed={"card": "", "tokens": "2"},
    ),
    Verb(
        "skip",
        MARKET,
        {},
        {"type": "skip_buy"},
        breaks_rules={},
        malformed={"version": "now"},
        before="",
    ),
    Verb(
        "empty",
        "R4",
        {},
        {"type": "deck_empty"},
        breaks_rules={},
        malformed={"version": ""},
        before="",
    ),
    Verb(
        "stop",
        "R4",
        {},
        {"type": "stop"},
        breaks_rules={},
        malformed={"version": "-1"},
        before="stop",
    ),
    Verb(
        "undo",
        "R4",
        {},
        {},
        breaks_rules={},
        malformed={"version": "1.5"},
        before="",
        kind="undo",
    ),
    Verb(
        "redo",
        "R4 undo",
        {},
        {},
        breaks_rules={},
        malformed={"version": "१"},
        before="R4",
        kind="redo",
    ),
]

pytestmark = pytest.mark.parametrize("verb", TAPS, ids=lambda verb: verb.name)


def test_is_recorded_and_leads_back_to_the_table(table: Gathering, verb: Verb) -> None:
    version = table.host.says(table.game, verb.words).version
    response = table.host.post(verb.name, table.game.pk, version=version, **verb.taps)
    assert (response.status_code, response.url) == (
        302,
        reverse("games:table", args=[table.game.pk]),
    )
    entry = Entry.objects.get(game=table.game, version=version + 1)
    assert (entry.kind, entry.body, entry.role, entry.seat) == (verb.kind, verb.kept, "host", None)


def test_htmx_gets_the_board_that_it_would_fetch(table: Gathering, verb: Verb) -> None:
    version = table.host.says(table.game, verb.words).version
    response = table.host.post(verb.name, table.game.pk, htmx=True, version=version, **verb.taps)
    assert response.status_code == 200
    assert response.templates[0].name == "_board.html"
    assert response.context["board"].game.version == version + 1
    again = table.host.get("board", table.game.pk, htmx=True)
    assert text_of(response) == text_of(again)


def test_any_phone_at_the_table_may_record_it(table: Gathering, verb: Verb) -> None:
    version = table.host.says(table.game, verb.words).version
    response = table.bo.post(verb.name, table.game.pk, version=version, **verb.taps)
    assert response.status_code == 302
    entry = Entry.objects.get(game=table.game, version=version + 1)
    assert (entry.body, entry.role, entry.seat) == (verb.kept, "player", 2)


def test_looking_does_not_record(table: Gathering, verb: Verb) -> None:
    version = table.host.says(table.game, verb.words).version
    response = table.host.get(verb.name, table.game.pk)
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert table.now.version == version


def test_strangers_find_no_such_game(table: Gathering, verb: Verb) -> None:
    version = table.host.says(table.game, verb.words).version
    url = reverse(f"games:{verb.name}", args=[table.game.pk])
    response = table.stranger.post(url, {"version": version, **verb.taps})
    assert response.status_code == 404
    assert response.templates[0].name == "404.html"
    assert table.now.version == version


def test_who_watches_cannot_record(table: Gathering, verb: Verb) -> None:
    version = table.host.says(table.game, verb.words).version
    response = table.watcher.post(verb.name, table.game.pk, version=version, **verb.taps)
    assert response.status_code == 403
    assert response.context["notice"].text == "This phone is watching: it cannot record."
    assert table.now.version == version


@pytest.mark.parametrize("htmx", [True, False])
def test_who_is_slower_is_told_who_was_quicker(table: Gathering, verb: Verb, htmx: bool) -> None:
    version = table.host.says(table.game, verb.words).version
    table.bo.post(verb.name, table.game.pk, version=version, **verb.taps)
    response = table.host.post(verb.name, table.game.pk, htmx=htmx, version=version, **verb.taps)
    assert response.status_code == 409
    assert response.templates[0].name == ("_board.html" if htmx else "table.html")
    assert response.context["board"].game.version == version + 1
    assert table.now.version == version + 1
    notice = response.context["notice"]
    assert (notice.kind, notice.text) == ("stale", quicker(table, verb))


def quicker(table: Gathering, verb: Verb) -> str:
    """What is said to the slower phone when Bo's was quicker with the same."""
    if verb.kind != "event":
        return "Another phone was quicker: something was taken back or mended."
    head = tables.story(table.now).head
    assert head
    said = wording.sentence(head, table.game.names)
    return f"The phone of {wording.player(table.game.names, 2)} was quicker: {said} It counts once."


@pytest.mark.parametrize("htmx", [True, False])
def test_what_the_rules_refuse_changes_nothing(table: Gathering, verb: Verb, htmx: bool) -> None:
    version = table.host.says(table.game, verb.words_against).version
    response = table.host.post(
        verb.name, table.game.pk, htmx=htmx, version=version, **verb.breaks_rules
    )
    assert response.status_code == 422
    assert response.templates[0].name == ("_board.html" if htmx else "table.html")
    assert response.context["notice"].kind == "refusal"
    assert response.context["board"].game.version == version
    assert table.now.version == version


def test_what_means_nothing_changes_nothing(table: Gathering, verb: Verb) -> None:
    version = table.host.says(table.game, verb.words).version
    fields = {"version": version, **verb.malformed}
    response = table.host.post(verb.name, table.game.pk, **fields)
    assert response.status_code == 400
    assert response.context["notice"].kind == "refusal"
    assert table.now.version == version


def test_a_tap_sent_twice_counts_once(table: Gathering, verb: Verb) -> None:
    version = table.host.says(table.game, verb.words).version
    fields = {"version": version, "key": "one-tap", **verb.taps}
    first = table.host.post(verb.name, table.game.pk, htmx=True, **fields)
    second = table.host.post(verb.name, table.game.pk, htmx=True, **fields)
    assert (first.status_code, second.status_code) == (200, 200)
    assert text_of(first) == text_of(second)
    assert table.now.version == version + 1


def test_no_verb_is_left_out(verb: Verb) -> None:
    assert [tap.name for tap in TAPS] == [pattern.name for pattern in VERBS]
