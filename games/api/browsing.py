"""The OpenAPI document, for programs and as a page for people."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request

from games.api import page
from games.api.views import ApiView

Json = dict[str, Any]


@cache
def document() -> Json:
    """The document. It is the same for everybody, so it is made once."""
    generator = SchemaGenerator()
    made: Json = generator.get_schema(request=None, public=True)
    return made


class Schema(ApiView):
    """The document."""

    schema = None

    def get(self, _request: Request) -> HttpResponse:
        """As JSON, which every reader of YAML takes as well."""
        return JsonResponse(document(), headers={"Cache-Control": "no-cache"})


class Docs(ApiView):
    """The document in a browser."""

    schema = None

    def get(self, request: Request) -> HttpResponse:
        """A page without scripts."""
        response = render(request._request, "api/docs.html", _shown())
        response.headers["Cache-Control"] = "no-cache"
        return response


@cache
def _shown() -> Json:
    made = document()
    return {
        "info": made["info"],
        "paragraphs": [page.words(p) for p in made["info"]["description"].split("\n\n")],
        "operations": page.operations(made),
        "forms": page.forms(made),
    }
