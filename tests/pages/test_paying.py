"""What a payment costs, as it is chosen; and the question before a wasteful one without scripts."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from games.board.choices import PaymentView
from games.models import Entry
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of

PAYING = "R1 R2 R3 take-numbers skip B7 *7 1:4 2:pass"
"""Ana pays 4 for the wild; red 1, 2 and 3 are hers, and five black."""

BUYING = "R1 R3 R4 take-numbers skip R2 take-currency G9 take-numbers"
"""Ana may buy red 2, between her red 1 and her red 3 and 4."""

NOTHING = '<p id="costs" class="costs" aria-live="polite"></p>'


def costs(phone: Phone, table: Gathering, **chosen: Any) -> str:
    fields = {"version": table.now.version, **chosen}
    return text_of(phone.get("costs", table.game.pk, query=fields)).strip()


def payment(phone: Phone, table: Gathering, **chosen: Any) -> PaymentView:
    view = phone.get("table", table.game.pk, query=chosen).context["board"].payment
    assert isinstance(view, PaymentView)
    return view


def test_every_choice_is_told_what_it_costs(table: Gathering) -> None:
    table.host.says(table.game, PAYING)
    assert costs(table.bo, table, tokens=4, busts=0) == NOTHING
    assert ">This payment costs 1 point of the collection.<" in costs(
        table.bo, table, tokens=3, cards="R1"
    )
    assert ">This payment costs 3 points of the collection.<" in costs(
        table.bo, table, tokens=1, cards=["R1", "R2", "R3"]
    )


def test_the_card_that_is_bought_counts_as_bought(table: Gathering) -> None:
    """Red 2 makes one run of all: red 3 in its middle is worth more than before."""
    table.host.says(table.game, BUYING)
    view = payment(table.host, table, card="R2")
    lost = {own.card.code: own.points_lost for own in view.cards}
    assert (lost, view.points_lost) == ({"R1": 1, "R3": 2, "R4": 1, "G9": 1}, 0)
    told = costs(table.host, table, card="R2", tokens=1, cards="R3")
    assert ">This payment costs 2 points of the collection.<" in told


def test_an_outcome_told_in_short_is_asked_for_alike(table: Gathering) -> None:
    table.host.says(table.game, "R1 R2 R3 take-numbers skip B7 *7")
    told = costs(table.host, table, winner=1, amount=2, tokens=0, cards=["R1", "R2"])
    assert ">This payment costs 2 points of the collection.<" in told


def test_nothing_is_told_of_another_board_than_is_seen(table: Gathering) -> None:
    table.host.says(table.game, PAYING)
    chosen = {"tokens": 3, "cards": "R1"}
    assert costs(table.host, table, **chosen) != NOTHING
    assert costs(table.host, table, **chosen | {"version": table.game.version - 1}) == NOTHING
    table.host.post("pay", table.game.pk, version=table.game.version, tokens=4)
    assert costs(table.host, table, **chosen) == NOTHING


def test_strangers_are_told_nothing(table: Gathering) -> None:
    url = reverse("games:costs", args=[table.game.pk])
    assert table.stranger.get(url).status_code == 404
    assert table.host.post("costs", table.game.pk).status_code == 405


def test_a_table_that_keeps_scores_for_the_end_is_told_nothing(host: Phone) -> None:
    game = host.says(host.starts(scores="hidden"), PAYING)
    query = {"version": str(game.version), "tokens": "3", "cards": "R1"}
    assert text_of(host.get("costs", game.pk, query=query)).strip() == NOTHING


def test_mending_a_payment_is_told_too(table: Gathering) -> None:
    table.host.says(table.game, f"{PAYING} pay=4")
    game = table.now
    url = reverse("games:costs_there", args=[game.pk, game.version, "replace"])
    asked = {"version": str(game.version), "tokens": "3", "cards": "R1"}
    told = text_of(table.host.client.get(url, asked))
    assert "This payment costs 1 point of the collection." in told
    assert table.stranger.get(url, asked).status_code == 404
    assert url in text_of(table.host.get("choose", game.pk, game.version, "replace"))


def test_a_chosen_payment_is_shown_as_it_was_chosen(table: Gathering) -> None:
    table.host.says(table.game, PAYING)
    suggested = payment(table.host, table)
    assert (suggested.offer.payment.tokens, suggested.state) == (4, "exact")
    view = payment(table.host, table, tokens="4", cards=["R2"])
    assert [own.selected for own in view.cards] == [False, True, False]
    assert (view.state, view.difference, view.points_lost) == ("wasteful", 1, 2)
    short = table.host.post("pay", table.game.pk, version=table.game.version, tokens=1, cards="R2")
    view = short.context["board"].payment
    assert (short.status_code, view.state, view.difference) == (422, "short", 2)
    # What the payer has not got is no choice.
    assert payment(table.host, table, cards=["B9"]) == suggested


WASTEFUL: list[tuple[str, str, dict[str, Any]]] = [
    ("pay", PAYING, {"tokens": "4", "cards": ["R1"]}),
    ("buy", BUYING, {"card": "R2", "tokens": "3"}),
    ("sell", "R4 *7", {"winner": "2", "amount": "2", "tokens": "3", "busts": "0"}),
]


@pytest.mark.parametrize(("verb", "words", "fields"), WASTEFUL, ids=lambda value: str(value)[:4])
def test_without_scripts_a_wasteful_payment_is_asked_about(
    table: Gathering, verb: str, words: str, fields: dict[str, Any]
) -> None:
    version = table.host.says(table.game, words).version
    asked = table.bo.post(verb, table.game.pk, version=version, **fields)
    notice = asked.context["notice"]
    assert (asked.status_code, notice.kind) == (422, "question")
    assert notice.text == "One piece could be left out: 1 would be lost. Pay it all the same?"
    assert table.now.version == version
    assert asked.context["board"].payment.state == "wasteful"
    again = {"version": version, "again": notice.offer.again}
    assert table.bo.client.post(notice.offer.url, again).status_code == 302
    entry = Entry.objects.get(game=table.game, version=version + 1)
    assert entry.body["payment"]["tokens"] == int(fields["tokens"])


@pytest.mark.parametrize(("verb", "words", "fields"), WASTEFUL, ids=lambda value: str(value)[:4])
def test_with_scripts_the_page_has_said_so_already(
    table: Gathering, verb: str, words: str, fields: dict[str, Any]
) -> None:
    version = table.host.says(table.game, words).version
    response = table.bo.post(verb, table.game.pk, htmx=True, version=version, **fields)
    assert (response.status_code, table.now.version) == (200, version + 1)


def test_who_may_not_record_is_not_asked(table: Gathering) -> None:
    version = table.host.says(table.game, PAYING).version
    refused = table.watcher.post("pay", table.game.pk, version=version, tokens=5)
    assert refused.status_code == 403
    late = table.bo.post("pay", table.game.pk, version=version - 1, tokens=5)
    assert late.status_code == 409
