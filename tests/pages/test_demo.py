"""The table that plays by itself, and the examples that a site can start with."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games import demo, devices, services
from games.models import Device, Entry, Game, Group, Membership
from games.rules.effects import Busted
from games.rules.events import Bought, Drew, Paid, Skipped, Took
from games.rules.table import Phase
from tests.pages.phones import Phone, stranger, text_of

# The recorded game


def test_the_game_that_is_shown_is_a_whole_one_with_everything_in_it() -> None:
    *taps, end = demo.frames()
    said = [frame.next for frame in taps if frame.next]
    assert end.story.table.phase is Phase.SCORING
    assert end.next is None
    assert {type(link.event) for link in said} >= {Drew, Took, Bought, Skipped, Paid}
    assert any(isinstance(effect, Busted) for link in said for effect in link.effects)
    first = demo.chapters()
    assert next(iter(first)) == "draw"
    # Half a minute at the slowest pace shows all but the result.
    assert max(step for name, step in first.items() if name != "result") * 1.7 < 30


@pytest.mark.parametrize("name", demo.EXAMPLES)
def test_every_example_is_a_whole_game(name: str) -> None:
    game = demo.recorded(name)
    assert 2 <= len(game.players) <= 5
    assert len(game.events) > 100


# Its pages


def test_each_step_shows_the_tap_that_comes_next(client: Client) -> None:
    for step, frame in enumerate(demo.frames()):
        response: Any = client.get("/demo", {"step": str(step)})
        page = text_of(response)
        assert response.templates[0].name == "demo.html"
        assert f'data-step="{step}"' in page
        if frame.next:
            assert page.count(tapped(frame.tap)) == 1, frame.tap
            assert f"<b>{response.context['said']}</b>" in page
    assert 'id="result"' in page


def tapped(selector: str) -> str:
    """What the control that this selector means has in it, and no other control."""
    place, value = selector.partition(" ")[0], selector.split('"')[1]
    if place == "#pad":
        return f'name="card" value="{value}"'
    if place == "#bids":
        return f'name="amount" value="{value}"'
    if place == "#actions":
        name = "formaction" if "formaction" in selector else "value"
        return f'{name}="{value}"' if name == "formaction" else f'name="what" value="{value}"'
    return f'&amp;{value}"'


def test_nothing_is_stored_and_nobody_gets_a_cookie(db: None) -> None:
    client = Client()
    response = client.get("/demo?step=20")
    assert response.cookies == {}
    assert [model.objects.count() for model in (Game, Device, Entry, Membership)] == [0, 0, 0, 0]


def test_asks_the_database_nothing(client: Client) -> None:
    """There is no database in this test."""
    assert client.get("/demo?step=60").status_code == 200


def test_leads_on_and_back_without_a_script(client: Client) -> None:
    page = text_of(client.get("/demo?step=5"))
    assert page.count('href="/demo?step=4"') == 1
    assert page.count('href="/demo?step=6"') == 1
    first, last = text_of(client.get("/demo")), text_of(client.get("/demo?step=99999"))
    assert "step=-1" not in first
    assert f'data-step="{len(demo.frames()) - 1}"' in last
    for step in ("-1", "x", "", "²"):
        assert 'data-step="0"' in text_of(client.get("/demo", {"step": step}))


def test_a_script_gets_the_table_alone(client: Client) -> None:
    response: Any = client.get("/demo?step=5", headers={"HX-Request": "true"})
    assert response.templates[0].name == "_demo.html"
    assert text_of(response).startswith('<div id="demo"')


def test_no_link_leads_into_a_game_that_does_not_exist(client: Client) -> None:
    for step in (5, 30, 99999):
        page = text_of(client.get("/demo", {"step": str(step)}))
        assert "/games/" not in page
        assert "<form" not in page


def test_the_start_page_offers_it(db: None) -> None:
    assert text_of(Client().get("/")).count(f'href="{reverse("games:demo")}"') == 1


def test_is_only_looked_at(client: Client) -> None:
    assert client.post("/demo").status_code == 405


# Examples


@pytest.fixture
def example(db: None, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A site with one example."""
    monkeypatch.setattr("games.services.examples.EXAMPLES", (demo.SHOWN,))
    services.lay_out_examples()
    return Game.objects.get()


@pytest.mark.django_db
def test_examples_come_once() -> None:
    assert services.lay_out_examples() == 3
    assert [game.names for game in Game.objects.examples()] == [
        list(demo.recorded(name).players) for name in reversed(demo.EXAMPLES)
    ]
    assert services.lay_out_examples() == 0
    ends = [(game.ended_at or game.created_at, game) for game in Game.objects.examples()]
    minutes = [(end - game.created_at).seconds // 60 for end, game in ends]
    assert minutes == [demo.recorded(name).minutes for name in reversed(demo.EXAMPLES)]


def test_everybody_sees_them(example: Game) -> None:
    client = stranger()
    for page in ("/", "/history"):
        response: Any = client.get(page)
        assert [card.game for card in response.context["examples"]] == [example]
        assert reverse("games:table", args=[example.pk]) in text_of(response)
    for name in ("table", "board", "entries", "screen"):
        assert client.get(reverse(f"games:{name}", args=[example.pk])).status_code == 200
    assert devices.COOKIE not in client.cookies


def test_they_lead_on_and_home(example: Game) -> None:
    page = text_of(stranger().get(reverse("games:table", args=[example.pk])))
    for name, args in (("new", []), ("entries", [example.pk]), ("home", [])):
        assert f'href="{reverse(f"games:{name}", args=args)}"' in page


def test_who_has_finished_games_sees_them_in_the_history_alone(example: Game, host: Phone) -> None:
    host.plays_to_the_end(host.starts())
    assert host.get("home").context["examples"] == []
    assert len(host.get("history").context["examples"]) == 1


VERBS = ("undo", "redo", "stop", "take", "abandon", "resume", "succeed", "rename", "options")


@pytest.mark.parametrize("verb", VERBS)
def test_nobody_changes_them(example: Game, host: Phone, verb: str) -> None:
    before = (example.version, example.names, example.options, Entry.objects.count())
    for client in (stranger(), host.client):
        url = reverse(f"games:{verb}", args=[example.pk])
        assert client.post(url, {"version": example.version}).status_code == 404
    example.refresh_from_db()
    after = (example.version, example.names, example.options, Entry.objects.count())
    assert after == before


@pytest.mark.parametrize("name", ["host", "invite", "check", "share", "mend"])
def test_what_is_for_players_is_not_there(example: Game, name: str) -> None:
    assert stranger().get(reverse(f"games:{name}", args=[example.pk])).status_code == 404


def test_nobody_joins_them(example: Game, host: Phone) -> None:
    Game.objects.filter(pk=example.pk).update(ended_at=None)
    assert host.post("join_code", example.code, seat="1").status_code == 404


def test_their_page_offers_no_controls(example: Game) -> None:
    page = text_of(stranger().get(reverse("games:table", args=[example.pk])))
    for name in ("undo", "host", "invite", "share"):
        assert reverse(f"games:{name}", args=[example.pk]) not in page
    assert reverse("games:entries", args=[example.pk]) in page


def test_at_home_anybody_removes_them(example: Game, host: Phone, settings: Settings) -> None:
    kept = host.plays_to_the_end(host.starts())
    assert host.post("remove_examples").status_code == 404
    assert "Remove the examples" not in text_of(host.get("history"))
    settings.TEN_LAN = True
    assert "Remove the examples" in text_of(host.get("history"))
    response = host.post("remove_examples")
    assert (response.status_code, response.url) == (302, "/history")
    assert list(Game.objects.all()) == [kept]
    assert (Device.objects.count(), Group.objects.count()) == (1, 1)


def test_the_keeper_adds_and_removes_them_by_command(example: Game) -> None:
    out = StringIO()
    for what in ("add", "remove", "add"):
        call_command("examples", what, stdout=out)
    assert out.getvalue().splitlines() == [
        "0 examples added.",
        "1 example removed.",
        "1 example added.",
    ]
    assert Game.objects.count() == 1


# Installing


def test_the_manifest_names_icons_that_are_there(client: Client, db: None) -> None:
    response: Any = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    manifest = response.json()
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == (
        "TEN Companion",
        "/",
        "standalone",
    )
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        found: Any = client.get(icon["src"])
        assert (found.status_code, found["Content-Type"]) == (200, icon["type"])
    assert '<link rel="manifest" href="/manifest.webmanifest">' in text_of(client.get("/demo"))
