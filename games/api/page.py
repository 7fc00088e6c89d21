"""The OpenAPI document -> what the page shows of it: operations, and shapes with their members.

A page of our own, because the strict Content-Security-Policy stops both that come with
drf-spectacular: Swagger UI's pictures and styles are inline, Redoc does not start at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """A few words about a type; ``shape`` where they are the name of one."""

    text: str
    shape: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """Some of a text: as it is, or something to type."""

    text: str
    code: bool


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a shape, or a parameter. ``needed``: it cannot be left out."""

    name: str
    type: Sequence[Piece]
    needed: bool
    about: str


@dataclass(frozen=True, slots=True)
class Example:
    """Something that could be sent or answered."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Body:
    """What is sent or answered: of a type, with examples."""

    type: Sequence[Piece]
    examples: Sequence[Example]


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of an operation."""

    status: str
    about: str
    body: Body | None
    headers: Sequence[Member]


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path."""

    id: str
    method: str
    path: str
    about: Sequence[Word]
    needs_token: bool
    parameters: Sequence[Member]
    body: Body | None
    answers: Sequence[Answer]


@dataclass(frozen=True, slots=True)
class Form:
    """A shape: an object's members, or else what it is one of."""

    name: str
    about: str
    members: Sequence[Member]
    type: Sequence[Piece]


def words(text: str) -> list[Word]:
    """A text with code between backticks."""
    return [Word(part, bool(place % 2)) for place, part in enumerate(text.split("`"))]


def operations(document: Json) -> list[Operation]:
    """Every operation, in the order of the document."""
    return [
        _operation(method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def forms(document: Json) -> list[Form]:
    """Every shape, by name."""
    return [_form(name, schema) for name, schema in document["components"]["schemas"].items()]


def _operation(method: str, path: str, operation: Json) -> Operation:
    return Operation(
        id=operation["operationId"],
        method=method,
        path=path,
        about=words(operation.get("description", "")),
        needs_token={"token": []} in operation.get("security", []),
        parameters=[_parameter(p["name"], p) for p in operation.get("parameters", [])],
        body=_body(operation.get("requestBody", {})),
        answers=[_answer(status, one) for status, one in operation["responses"].items()],
    )


def _answer(status: str, answer: Json) -> Answer:
    headers = [_parameter(name, header) for name, header in answer.get("headers", {}).items()]
    return Answer(status, answer["description"], _body(answer), headers)


def _parameter(name: str, parameter: Json) -> Member:
    needed = parameter.get("required", False)
    return Member(name, type_of(parameter["schema"]), needed, parameter.get("description", ""))


def _body(carrier: Json) -> Body | None:
    for content in carrier.get("content", {}).values():
        examples = [
            Example(
                example.get("summary", name),
                json.dumps(example["value"], indent=2, ensure_ascii=False),
            )
            for name, example in content.get("examples", {}).items()
        ]
        return Body(type_of(content["schema"]), examples)
    return None


def _form(name: str, schema: Json) -> Form:
    needed = schema.get("required", [])
    members = [
        Member(member, type_of(type_), member in needed, type_.get("description", ""))
        for member, type_ in schema.get("properties", {}).items()
    ]
    type_ = [] if members else type_of(schema)
    return Form(name, schema.get("description", ""), members, type_)


def type_of(schema: Json) -> list[Piece]:
    """A type in a few words."""
    pieces = _plain_type(schema)
    if "default" in schema:
        pieces.append(Piece(f", if left out {json.dumps(schema['default'])}"))
    return pieces


def _plain_type(schema: Json) -> list[Piece]:
    match schema:
        case {"$ref": reference}:
            return [Piece(reference.rpartition("/")[2], shape=True)]
        case {"oneOf": several} | {"allOf": several}:
            return _joined(type_of(one) for one in several)
        case {"const": value}:
            return [Piece(json.dumps(value))]
        case {"enum": values}:
            return [Piece(" or ".join(json.dumps(value) for value in values))]
        case {"type": [type_, "null"]}:
            return [*_plain_type(schema | {"type": type_}), Piece(" or null")]
        case {"type": "array", "items": items}:
            return [Piece(f"list{_bounds(schema, 'minItems', 'maxItems')} of "), *type_of(items)]
    return [Piece(_simple_type(schema))]


def _simple_type(schema: Json) -> str:
    match schema["type"]:
        case "integer":
            return f"whole number{_bounds(schema, 'minimum', 'maximum')}"
        case "number":
            return f"number{_bounds(schema, 'minimum', 'maximum')}"
        case "string":
            form = schema.get("format") or schema.get("pattern", "")
            return f"text {form}{_bounds(schema, 'minLength', 'maxLength')}".strip()
        case "object":
            return "object with no member" if "properties" not in schema else "object"
    return str(schema["type"])


def _bounds(schema: Json, least: str, most: str) -> str:
    low, high = schema.get(least), schema.get(most)
    if low is None and high is None:
        return ""
    if low == high:
        return f" ({low})"
    if high is None:
        return f" ({low} or more)"
    return f" (at most {high})" if low is None else f" ({low} to {high})"


def _joined(types: Iterable[list[Piece]]) -> list[Piece]:
    pieces: list[Piece] = []
    for type_ in types:
        pieces += [Piece(" or "), *type_] if pieces else type_
    return pieces
