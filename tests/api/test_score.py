"""Scoring a collection without a game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import override_settings

from tests.api.programs import Program, error, malformed

CASES = json.loads((Path(__file__).parents[1] / "cases" / "scoring.json").read_text())
pytestmark = pytest.mark.django_db


def test_a_collection_is_answered_with_its_runs_and_what_is_left_over() -> None:
    response = Program().post("/score", {"cards": ["R1", "R2", "R4", "R#", "B7", "*8", "R1"]})
    assert response.status_code == 200
    assert response.json() == {
        "score": 6,
        "colours": {
            "R": {"points": 4, "run": [1, 4], "cards": ["R1", "R2", "R#", "R4"]},
            "B": {"points": 2, "run": [7, 8], "cards": ["B7", "*8"]},
            "O": {"points": 0, "run": None, "cards": []},
            "G": {"points": 0, "run": None, "cards": []},
        },
        "unused": ["R1"],
    }


def test_every_case_has_its_score() -> None:
    program = Program()
    scores = [program.post("/score", {"cards": case["cards"]}).json()["score"] for case in CASES]
    assert scores == [case["score"] for case in CASES]


def test_two_hundred_cards_are_counted_and_more_copies_than_there_are() -> None:
    response = Program().post("/score", {"cards": ["*#"] * 200})
    assert (response.status_code, response.json()["score"]) == (200, 40)
    assert error(Program().post("/score", {"cards": ["*#"] * 201})) == malformed(
        "cards", "out_of_range"
    )


@pytest.mark.parametrize(
    ("body", "where", "problem"),
    [
        ({}, "cards", "missing"),
        ({"cards": "R1"}, "cards", "not_a_list"),
        ({"cards": None}, "cards", "not_a_list"),
        ({"cards": {"R1": 1}}, "cards", "not_a_list"),
        ({"cards": ["R1", "$1"]}, "cards[1]", "unknown_card"),
        ({"cards": ["R1", "R10"]}, "cards[1]", "unknown_card"),
        ({"cards": ["R1", None]}, "cards[1]", "unknown_card"),
        ({"cards": [["R1"]]}, "cards[0]", "unknown_card"),
        ({"cards": [], "seat": 1}, "seat", "unknown"),
    ],
)
def test_what_is_no_collection_is_refused(body: dict[str, Any], where: str, problem: str) -> None:
    assert error(Program().post("/score", body)) == malformed(where, problem)


@override_settings(TEN_THROTTLE=True)
def test_sixty_scorings_a_minute_and_no_more() -> None:
    program = Program()
    for _ in range(60):
        assert program.post("/score", {"cards": ["R1"]}).status_code == 200
    response = program.post("/score", {"cards": ["R1"]})
    assert error(response) == (429, "throttled", None, None)
    assert response.headers["Retry-After"] == "60"


def test_it_is_only_posted_to() -> None:
    assert error(Program().get("/score")) == (405, "wrong_method", None, None)
