"""The OpenAPI document: valid, complete, and true of what is answered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.test import Client, override_settings
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator, FormatChecker  # type: ignore[import-untyped]
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.api.browsing import document
from games.rules import notation
from tests.api.programs import STOP, Playing, draw, start, take
from tests.api.test_recording import CASES, MALFORMED_EVENTS, REFUSED, started

Json = dict[str, Any]

BODY = {"400", "413", "415", "429"}
GAME = {"401", "404"}
CHANGE = {"200", "201", "403", "409", "422", *BODY, *GAME}
ANSWERS = {
    ("post", "/api/v1/games"): {"201", *BODY},
    ("post", "/api/v1/games/join"): {"201", "403", "404", *BODY},
    ("get", "/api/v1/games/{game_id}"): {"200", "304", *GAME},
    ("get", "/api/v1/games/{game_id}/events"): {"200", "400", *GAME},
    ("post", "/api/v1/games/{game_id}/events"): CHANGE,
    ("post", "/api/v1/games/{game_id}/undo"): CHANGE,
    ("post", "/api/v1/games/{game_id}/redo"): CHANGE,
    ("post", "/api/v1/games/{game_id}/amend"): CHANGE,
    ("get", "/api/v1/games/{game_id}/stream"): {"200", "429", *GAME},
    ("post", "/api/v1/score"): {"200", *BODY},
}


def operations() -> dict[tuple[str, str], Json]:
    return {
        (method, path): operation
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def problems(value: Any, schema: Json) -> list[str]:
    """What is wrong with a value, by a schema of the document."""
    validator = Draft202012Validator(
        {"components": document()["components"], **schema}, format_checker=FormatChecker()
    )
    return [error.message for error in validator.iter_errors(value)]


def shape(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def test_it_is_valid_and_nothing_in_it_is_guessed(tmp_path: Path) -> None:
    file = tmp_path / "schema.yml"
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(file))
    assert file.read_text().startswith("openapi: 3.1.0")


def test_it_is_served_to_everybody() -> None:
    response = Client().get("/api/v1/schema/")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/json")
    assert response.json() == json.loads(json.dumps(document()))


def test_every_operation_has_exactly_the_answers_of_the_contract() -> None:
    # A database can be away whatever was asked.
    expected = {which: {*answers, "503"} for which, answers in ANSWERS.items()}
    assert {which: set(one["responses"]) for which, one in operations().items()} == expected


def test_games_need_a_token_and_the_rest_needs_none() -> None:
    assert document()["components"]["securitySchemes"] == {
        "token": {"type": "http", "scheme": "bearer"}
    }
    for (_, path), operation in operations().items():
        needed: list[Json] = [{"token": []}] if "{game_id}" in path else [{}]
        assert operation.get("security", [{}]) == needed


def test_every_example_is_of_its_shape() -> None:
    checked = 0
    for operation in operations().values():
        carriers = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (c for carrier in carriers for c in carrier.get("content", {}).values()):
            for example in content.get("examples", {}).values():
                assert problems(example["value"], content["schema"]) == []
                checked += 1
    assert checked >= 15


@pytest.mark.parametrize(("event", "where", "problem"), MALFORMED_EVENTS)
def test_what_is_malformed_has_no_shape(event: Any, where: str, problem: str) -> None:
    # JSON Schema has no way to tell 2.0 from 2.
    if problem != "not_a_number" or not isinstance(_at(event, where), float):
        assert problems(event, shape("Event"))


def _at(event: Any, where: str) -> Any:
    for name in where.split(".")[1:]:
        event = event[name]
    return event


def test_every_event_of_the_cases_has_a_shape() -> None:
    told = [step["event"] for name in ("3p-0", "2p-1") for step in case(name)["steps"]]
    told += [event for one in REFUSED for event in (*one["legal"], one["refused"])]
    assert [event for event in told if problems(event, shape("Event"))] == []
    assert {event["type"] for event in told} == set(document_types()) - {"adjust"}


def document_types() -> list[str]:
    return list(document()["components"]["schemas"]["Event"]["discriminator"]["mapping"])


def test_the_documents_events_are_those_that_are_read() -> None:
    assert document_types() == list(notation._READERS)


def case(name: str) -> Json:
    read: Json = json.loads((CASES / "games" / f"{name}.json").read_text())
    return read


@pytest.mark.slow
@override_settings(SCORING_PATIENCE=0)
def test_every_answer_of_a_whole_game_is_of_its_shape(db: None) -> None:
    told = case("3p-0")
    game = started(told)
    for step in told["steps"]:
        assert problems(game.say(step["event"]), shape("Recorded")) == []
    assert problems(game.now, shape("State")) == []
    assert game.now["result"] is not None
    game.send("/undo", {})
    for query in ("", "?all=1"):
        events = game.host.get(f"{game.path}/events{query}").json()
        assert problems(events, shape("Entries")) == []


def test_every_error_is_of_its_shape(game: Playing) -> None:
    game.say(draw("R4"), take("numbers"))
    events, amend = f"{game.path}/events", f"{game.path}/amend"
    delete = {"version": 2, "ops": [{"op": "delete", "number": 1}]}
    for name, response in {
        "Malformed": game.host.post(events, {}),
        "NoToken": game.stranger.get(game.path),
        "NotAllowed": game.spectator.post(events, {}),
        "NotFound": start().host.get(game.path),
        "Stale": game.host.post(events, {"version": 0, "event": STOP}),
        "Conflict": game.host.post(amend, delete),
        "TooLarge": game.host.post(events, b" " * 70_000),
        "NotJson": game.host.ask("POST", events, {}, content_type="text/plain"),
        "AgainstRules": game.host.post(events, {"version": 2, "event": draw("R4")}),
        "NothingToRedo": game.host.post(f"{game.path}/redo", {"version": 2}),
    }.items():
        assert problems(response.json(), shape(name)) == []


def test_the_page_shows_every_operation_and_every_shape() -> None:
    response = Client().get("/api/v1/docs/")
    page = response.content.decode()
    assert response.status_code == 200
    for (_, path), operation in operations().items():
        assert f'<section class="panel" id="{operation["operationId"]}">' in page
        assert f"<code>{path}</code>" in page
    for name in document()["components"]["schemas"]:
        assert f'id="shape-{name}"' in page
    assert "<script" not in page
    assert "style=" not in page
    assert "//" not in page.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_page_loads_nothing_from_elsewhere_and_breaks_no_policy(
    server: str, page: Any, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server}/api/v1/docs/#record_event")
    page.get_by_text("Example: Auction").click()
    assert '"winner": 2' in page.locator("#record_event details[open] pre").inner_text()
    page.locator("#record_event").get_by_role("link", name="Recording", exact=True).click()
    assert page.url.endswith("#shape-Recording")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert said == []
    assert [url for url in asked if not url.startswith(server)] == []


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@override_settings(ALLOWED_HOSTS=["localhost", "testserver"])
@pytest.mark.parametrize("which", [w for w in ANSWERS if not w[1].endswith("stream")], ids="".join)
@pytest.mark.parametrize("mode", GenerationMode)
def test_there_is_no_server_error_and_no_undocumented_answer(
    game: Playing, which: tuple[str, str], mode: GenerationMode
) -> None:
    schema = schemathesis.openapi.from_dict(json.loads(json.dumps(document())))
    schema.app = get_wsgi_application()
    operation = schema[which[1]][which[0]]
    game.say(draw("R4"), draw("*7"))

    # Game and token are put right below, so only a body can be wrong.
    checks = [*CHECKS, negative_data_rejection] if which[0] == "post" else CHECKS

    @settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def every_case(case: Any) -> None:
        if "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = game.id
        # Schemathesis asks for compressed answers, but does not unpack them without a network.
        plain = {"Authorization": f"Bearer {game.host.token}", "Accept-Encoding": "identity"}
        response = case.call(headers=plain)
        case.validate_response(response, checks=checks)

    every_case()
