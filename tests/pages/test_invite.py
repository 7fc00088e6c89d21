"""The invitation: code, QR code, link, and who is here."""

import re

from django.urls import reverse
from pytest_django import Settings

from games.models import Game
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of


def test_shows_code_link_and_who_is_here(table: Gathering, settings: Settings) -> None:
    settings.TEN_PUBLIC_URL = "https://ten.example"
    response = table.host.get("invite", table.game.pk)
    assert response.status_code == 200
    assert response.context["link"] == f"https://ten.example/join/{table.game.code}"
    assert response.context["seats"] == [(1, "Ana", False), (2, "Bo", True)]
    page = text_of(response)
    assert page.count(f'<p class="code-letters" dir="ltr">{table.game.code}</p>') == 1
    assert len(re.findall(r'<svg [^>]*class="qr"', page)) == 1


def test_the_link_is_sent_or_copied_where_the_phone_can(table: Gathering) -> None:
    response = table.host.get("invite", table.game.pk)
    page = text_of(response)
    assert f'data-link="{response.context["link"]}"' in page
    assert [page.count(f"hidden {what}") for what in ("data-send", "data-copy")] == [1, 1]
    assert "js/sharing.js" in page


def test_never_sends_others_to_a_loopback_address(table: Gathering, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        page = table.host.client.get(f"/games/{table.game.pk}/invite", headers={"Host": host})
        link = page.context["link"]
        assert not re.search(r"//(localhost|127\.|\[::1\])", link), link


def test_the_host_sits_down_from_here(table: Gathering) -> None:
    response = table.host.post("join_code", table.game.code, seat="1")
    assert response.url == reverse("games:table", args=[table.game.pk])
    response = table.host.get("invite", table.game.pk)
    assert response.context["seats"] == [(1, "Ana", True), (2, "Bo", True)]
    assert response.context["you"].seat == 1
    assert text_of(response).count("this phone") == 1


def test_everybody_at_the_table_may_invite(table: Gathering) -> None:
    assert table.bo.get("invite", table.game.pk).status_code == 200
    assert table.watcher.get("invite", table.game.pk).status_code == 200


def test_strangers_do_not_see_the_code(table: Gathering) -> None:
    response = table.stranger.get(reverse("games:invite", args=[table.game.pk]))
    assert response.status_code == 404
    assert table.game.code not in text_of(response)


def test_shows_names_as_they_were_typed(host: Phone) -> None:
    game: Game = host.starts(["<b>Bo</b>"])
    page = text_of(host.get("invite", game.pk))
    assert "<b>Bo" not in page
    # Beside the seat, and in what a screen reader says of its button.
    assert page.count("&lt;b&gt;Bo&lt;/b&gt;") == 2
