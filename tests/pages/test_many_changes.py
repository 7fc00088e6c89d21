"""Mending much in one go: as much as fits, and then it has to be saved first."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from games.models import Game
from games.views.ops import LONGEST_FIELD, MOST_OPS
from tests.casts import events
from tests.pages.conftest import Gathering
from tests.pages.phones import text_of
from tests.pages.test_mending import (
    Json,
    deleted,
    draw,
    follow,
    inserted,
    preview,
    replaced,
    save,
    standing,
)

CARDS = [suit + rank for suit in "RBOG" for rank in "123456789"][: MOST_OPS + 2]
SAVE_FIRST = "No more changes fit into one go. Save these first, then choose the next."
LARGEST_PAGE = 400_000
"""Bytes, before compression."""


@pytest.fixture
def game(table: Gathering) -> Game:
    """More has been recorded than can be mended in one go."""
    return table.host.says(table.game, " ".join(CARDS))


def says_so(response: Any, kept: list[Json]) -> None:
    """The page says that something has to be saved first, and keeps what was chosen."""
    assert (response.status_code, response.templates[0].name) == (422, "mend.html")
    assert response.context["notice"].text == SAVE_FIRST
    assert json.loads(response.context["ops"]) == kept
    assert len(response.context["outcome"].steps) == len(kept)
    assert len(text_of(response)) < LARGEST_PAGE


def test_one_more_is_refused_and_what_was_chosen_is_saved(table: Gathering, game: Game) -> None:
    most = [deleted(number) for number in range(1, MOST_OPS + 1)]
    page = preview(table.bo, game, *most)
    assert (page.status_code, page.context["notice"]) == (200, None)
    fields = {"ops": page.context["ops"], "version": game.version}
    url = reverse("games:chosen", args=[game.pk, MOST_OPS + 1, "replace", "draw"])
    refused = follow(table.bo, table.bo.client.post(url, {"card": "$1", **fields}))
    says_so(refused, most)
    fields["ops"] = refused.context["ops"]
    assert table.bo.post("mend", game.pk, **fields).status_code == 302
    assert standing(game) == events(" ".join(CARDS[MOST_OPS:]))


def test_nobody_chooses_in_vain(table: Gathering, game: Game) -> None:
    most = [deleted(number) for number in range(1, MOST_OPS + 1)]
    query = {"ops": json.dumps(most)}
    says_so(table.bo.get("choose", game.pk, MOST_OPS + 1, "replace", query=query), most)
    # A second thought about one of them is no further one.
    again = table.bo.get("choose", game.pk, 3, "replace", query=query)
    assert (again.status_code, again.templates[0].name) == (200, "choose.html")


@pytest.mark.parametrize(
    "ops",
    [
        [replaced(number, draw("$1")) for number in range(1, 501)],
        [inserted(1, draw("$1"))] * 500,
        [deleted(1)] * 500,
        [deleted(1)] * MOST_OPS + ["rubbish"],
    ],
)
def test_five_hundred_are_refused_at_once(table: Gathering, game: Game, ops: list[Json]) -> None:
    query = {"ops": json.dumps(ops)}
    for response in (
        preview(table.watcher, game, *ops),
        table.watcher.get("choose", game.pk, 1, "replace", query=query),
        save(table.bo, game, *ops),
    ):
        says_so(response, ops[:MOST_OPS])
    assert standing(game) == events(" ".join(CARDS))


def test_long_ones_are_fewer(table: Gathering, game: Game) -> None:
    payment = {"tokens": 0, "busts": 0, "cards": ["R1"] * 100}
    ops = [inserted(1, {"type": "pay", "payment": payment})] * 20
    fitting = LONGEST_FIELD // (len(json.dumps(ops[0], separators=(",", ":"))) + 1)
    assert fitting == 13
    says_so(preview(table.watcher, game, *ops), ops[:fitting])
