"""What is shown when something went wrong, and what no page may hold."""

import re

import pytest
from django.template.loader import get_template, render_to_string
from django.test import Client

from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of


def test_who_finds_nothing_may_join_by_code(db: None) -> None:
    response = Client().get("/nowhere")
    assert (response.status_code, response.templates[0].name) == (404, "404.html")
    assert text_of(response).count('<form id="code-form" class="code-form" action="/join">') == 1


def test_a_tap_from_an_old_page_is_explained(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/new", {"name": ["Ana"]})
    assert (response.status_code, response.templates[0].name) == (403, "403_csrf.html")


@pytest.mark.parametrize("status", ["400", "403", "403_csrf", "404", "429", "500"])
def test_each_trouble_has_a_way_on(status: str) -> None:
    page = render_to_string(f"{status}.html")
    assert page.count("<h1>") == 1
    assert re.search(r'<a class="(button main|plain)" href="/"|action="/join"', page)


def test_the_last_resort_needs_no_other_template() -> None:
    source = get_template("500.html").template.source  # type: ignore[attr-defined]
    assert not re.search(r"{% (extends|include|url)", source)


def test_no_page_has_script_or_style_of_its_own(host: Phone, table: Gathering) -> None:
    host.plays_to_the_end(host.starts())
    table.host.says(table.game, "R4 *7")
    game = table.game.pk
    pages = [
        *(host.get(name) for name in ("home", "new", "join", "history", "rules")),
        *(table.host.get(name, game) for name in ("table", "invite", "entries")),
        table.host.get("entry", game, 1),
        table.host.get("join_code", table.game.code),
        host.client.get("/nowhere"),
    ]
    for page in pages:
        assert not re.search(r"<script(?![^>]* src=)|<style| style=| on\w+=", text_of(page))
