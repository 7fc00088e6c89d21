"""Mending: change, remove, put before; a preview, conflicts mended in the same go, one step."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games import services, tables
from games.models import Entry, Game
from games.rules.events import Drew, Event, Skipped, Took
from games.rules.replay import Op
from tests.casts import events, in_words
from tests.pages.conftest import Gathering
from tests.pages.phones import Phone, text_of

ANA, BO = "\u2068Ana\u2069", "\u2068Bo\u2069"
BUST = "R6 B5 B4"
"""Ana busts with two cards; then Bo draws blue 4."""

Json = dict[str, Any]


def draw(card: str) -> Json:
    return {"type": "draw", "card": card}


def replaced(number: int, event: Json) -> Json:
    return {"op": "replace", "number": number, "event": event}


def inserted(number: int, event: Json) -> Json:
    return {"op": "insert", "number": number, "event": event}


def deleted(number: int) -> Json:
    return {"op": "delete", "number": number}


NUMBERS = {"type": "take", "what": "numbers"}
SKIP = {"type": "skip_buy"}


def preview(phone: Phone, game: Game, *ops: Json) -> Any:
    return phone.get("mend", game.pk, query={"ops": json.dumps(ops)})


def save(phone: Phone, game: Game, *ops: Json, version: int | None = None, **more: Any) -> Any:
    seen = game.version if version is None else version
    return phone.post("mend", game.pk, ops=json.dumps(ops), version=seen, **more)


def standing(game: Game) -> list[Event]:
    game.refresh_from_db()
    return in_words(tables.story(game))


def differences(response: Any) -> list[tuple[str, str, str]]:
    return [(c.what, c.before, c.after) for c in response.context["outcome"].differences]


def follow(phone: Phone, response: Any) -> Any:
    assert response.status_code == 302
    return phone.client.get(response.url)


# Choosing


def test_another_card_is_chosen_on_the_pad_of_that_moment(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    entry = table.bo.get("entry", game.pk, 2)
    choose = table.bo.client.get(entry.context["change"])
    assert (choose.status_code, choose.templates[0].name) == (200, "choose.html")
    assert choose.context["board"].total.total == 6
    assert choose.context["drawn"] == "B5"
    taps = reverse("games:chosen", args=[game.pk, 2, "replace", "draw"])
    assert text_of(choose).count(f'formaction="{taps}"') == 55
    chosen = table.bo.client.post(taps, {"card": "B3", "ops": choose.context["ops"]})
    page = follow(table.bo, chosen)
    assert page.templates[0].name == "mend.html"
    assert json.loads(page.context["ops"]) == [replaced(2, draw("B3"))]


def test_nothing_is_saved_on_the_way(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    before = game.version
    table.bo.post("chosen", game.pk, 2, "replace", "draw", card="B3")
    preview(table.bo, game, replaced(2, draw("B3")))
    assert table.now.version == before


@pytest.mark.parametrize(
    ("words", "number", "op", "verb", "fields", "event"),
    [
        ("R4", 1, "replace", "draw", {"card": "$5"}, draw("$5")),
        (
            "R4 take-numbers",
            2,
            "replace",
            "take",
            {"what": "currency"},
            NUMBERS | {"what": "currency"},
        ),
        ("*7 2:1 1:pass", 2, "replace", "pass", {"seat": "2"}, {"type": "pass", "seat": 2}),
        (
            "*7 2:pass 1:pass",
            2,
            "replace",
            "bid",
            {"seat": "2", "amount": "3"},
            {"type": "bid", "seat": 2, "amount": 3},
        ),
        (
            "*7 unsold",
            2,
            "replace",
            "sell",
            {"winner": "2", "amount": "1", "tokens": "1"},
            {
                "type": "auction",
                "winner": 2,
                "amount": 1,
                "payment": {"tokens": 1, "busts": 0, "cards": []},
            },
        ),
        ("R4", 2, "insert", "take", {"what": "numbers"}, NUMBERS),
        ("R4 take-numbers skip", 3, "insert", "skip", {}, SKIP),
        ("R4", 1, "insert", "stop", {}, {"type": "stop"}),
        ("R4 R5", 2, "insert", "empty", {}, {"type": "deck_empty"}),
        (
            "R4",
            1,
            "insert",
            "adjust",
            {"seat": "2", "tokens": "4", "busts": "1"},
            {"type": "adjust", "seat": 2, "tokens": 4, "busts": 1},
        ),
    ],
)
def test_anything_that_the_table_takes_can_be_chosen(
    table: Gathering, words: str, number: int, op: str, verb: str, fields: Json, event: Json
) -> None:  # fmt: skip
    game = table.host.says(table.game, words)
    choose = table.bo.get("choose", game.pk, number, op)
    assert choose.status_code == 200
    chosen = table.bo.post("chosen", game.pk, number, op, verb, **fields)
    page = follow(table.bo, chosen)
    assert json.loads(page.context["ops"]) == [{"op": op, "number": number, "event": event}]


def test_a_market_card_is_chosen_before_it_is_paid(table: Gathering) -> None:
    game = table.host.says(table.game, "R2 take-currency B1 take-numbers skip")
    here = reverse("games:choose", args=[game.pk, 5, "replace"])
    choose = table.bo.client.get(here)
    assert f'href="{here}?version=5&amp;card=R2"' in text_of(choose)
    assert "hx-get" not in text_of(choose)
    paying = table.bo.client.get(f"{here}?version=5&card=R2")
    assert paying.context["board"].payment.price == 2
    assert f'formaction="{here}/buy"' in text_of(paying)


def test_what_was_chosen_so_far_is_carried_on(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    page = preview(table.bo, game, replaced(2, draw("B3")))
    insert = page.context["outcome"].mend.insert
    choose = table.bo.client.get(insert)
    assert json.loads(choose.context["ops"]) == [replaced(2, draw("B3"))]
    assert choose.context["board"].total.total == 9
    fields = {"what": "numbers", "ops": choose.context["ops"]}
    chosen = table.bo.post("chosen", game.pk, 3, "insert", "take", **fields)
    ops = json.loads(follow(table.bo, chosen).context["ops"])
    assert ops == [replaced(2, draw("B3")), inserted(3, NUMBERS)]


def test_a_second_thought_replaces_the_first(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    ops = json.dumps([replaced(2, draw("B3"))])
    chosen = table.bo.post("chosen", game.pk, 2, "replace", "draw", card="B2", ops=ops)
    assert json.loads(follow(table.bo, chosen).context["ops"]) == [replaced(2, draw("B2"))]


def test_what_makes_no_sense_is_chosen_again(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    chosen = table.bo.post("chosen", game.pk, 2, "replace", "draw", card="X9")
    assert chosen.url == reverse("games:choose", args=[game.pk, 2, "replace"]) + "?version=3"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("choose", (4, "replace")),
        ("choose", (5, "insert")),
        ("choose", (0, "replace")),
    ],
)
def test_there_is_nothing_to_mend_there(table: Gathering, name: str, args: Any) -> None:
    game = table.host.says(table.game, BUST)
    assert table.bo.get(name, game.pk, *args).status_code == 404


def test_there_is_no_such_verb(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    assert table.bo.post("chosen", game.pk, 2, "replace", "undo").status_code == 404


def test_nonsense_in_the_address_is_nothing_chosen(table: Gathering) -> None:
    page = table.bo.get("mend", table.game.pk, query={"ops": '[{"op": "explode"}]'})
    assert (page.status_code, page.context["outcome"]) == (200, None)


def test_one_of_several_inserts_is_chosen_anew_in_its_place(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 R2")
    ops = [inserted(2, draw("$1")), inserted(2, SKIP), inserted(2, draw("$2"))]
    outcome = preview(table.bo, game, *ops).context["outcome"]
    choose = table.bo.client.get(outcome.clashing.again)
    assert choose.context["board"].currency.total == 1
    fields = {name: choose.context[name] for name in ("ops", "instead")}
    chosen = table.bo.post("chosen", game.pk, 2, "insert", "draw", card="B1", **fields)
    expected = [inserted(2, draw("$1")), inserted(2, draw("B1")), inserted(2, draw("$2"))]
    assert json.loads(follow(table.bo, chosen).context["ops"]) == expected


def test_what_is_chosen_anew_is_kept_on_the_page_of_its_choice(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 R2")
    outcome = preview(table.bo, game, inserted(2, draw("$1")), inserted(2, SKIP)).context["outcome"]
    page = text_of(table.bo.client.get(outcome.clashing.again))
    assert page.count('name="instead" value="1"') == page.count('name="ops"')
    assert page.count(f'name="version" value="{game.version}"') == page.count('name="ops"')


# Another phone is quicker (law 4)

LOG = "R3 R1 R2 $1"
"""Ana means to mend entry 3; meanwhile Bo takes out entry 1."""


def fields_of(page: Any) -> Json:
    """What a form of this page sends along, as it was rendered."""
    found = re.findall(r'name="(ops|version|instead)" value="([^"]*)"', text_of(page))
    return {name: unescape(value) for name, value in found}


def test_what_is_chosen_late_mends_the_entry_that_was_meant(table: Gathering) -> None:
    game = table.host.says(table.game, LOG)
    entry = table.host.get("entry", game.pk, 3)
    choose = table.host.client.get(entry.context["change"])
    save(table.bo, game, deleted(1))
    chosen = table.host.post(
        "chosen", game.pk, 3, "replace", "draw", card="R6", **fields_of(choose)
    )
    page = follow(table.host, chosen)
    step = page.context["outcome"].steps[0]
    assert (step.number, step.was, step.becomes) == (2, f"{ANA} drew red 2.", f"{ANA} drew red 6.")
    assert table.host.post("mend", game.pk, **fields_of(page)).status_code == 302
    assert standing(game) == events("R1 R6 $1")


def test_a_page_that_is_opened_late_is_about_the_entry_that_was_meant(table: Gathering) -> None:
    game = table.host.says(table.game, LOG)
    change = table.host.get("entry", game.pk, 3).context["change"]
    save(table.bo, game, deleted(1))
    choose = table.host.client.get(change)
    assert choose.context["line"].sentence == f"{ANA} drew red 2."
    assert choose.context["here"] == reverse("games:choose", args=[game.pk, 2, "replace"])


def test_a_second_save_mends_the_entry_that_was_meant(table: Gathering) -> None:
    game = table.host.says(table.game, LOG)
    page = preview(table.host, game, replaced(3, draw("R6")), inserted(5, draw("B1")))
    late = fields_of(page)
    save(table.bo, game, deleted(1))
    table.bo.says(game, "B2")
    refused = table.host.post("mend", game.pk, **late)
    assert (refused.status_code, refused.context["notice"].kind) == (409, "stale")
    ops = json.loads(refused.context["ops"])
    assert ops == [replaced(2, draw("R6")), inserted(4, draw("B1"))]
    assert table.host.post("mend", game.pk, **fields_of(refused)).status_code == 302
    assert standing(game) == events("R1 R6 $1 B1 B2")


def test_what_stands_no_more_is_said_and_left_out(table: Gathering) -> None:
    game = table.host.says(table.game, LOG)
    ops = json.dumps([deleted(4), replaced(1, draw("R6"))])
    late: Json = {"ops": ops, "version": str(game.version)}
    save(table.bo, game, deleted(1))
    said = f"Entry 1 stands no more, so nothing is changed there: “{ANA} drew red 3.”"
    for page in (
        table.host.get("mend", game.pk, query=late),
        table.host.get("choose", game.pk, 3, "replace", query=late),
        table.host.post("chosen", game.pk, 3, "replace", "draw", card="R5", **late),
        table.host.post("mend", game.pk, **late),
    ):
        assert (page.status_code, page.templates[0].name) == (409, "mend.html")
        assert page.context["notice"].text.endswith(said)
        assert json.loads(page.context["ops"]) == [deleted(3)]
    assert standing(game) == events("R1 R2 $1")


def test_an_entry_that_stands_no_more_cannot_be_chosen_for(table: Gathering) -> None:
    game = table.host.says(table.game, LOG)
    late: Json = {"version": str(game.version)}
    save(table.bo, game, replaced(1, draw("R6")))
    chosen = table.host.post("chosen", game.pk, 1, "replace", "draw", card="R5", **late)
    assert (chosen.status_code, chosen.context["outcome"]) == (409, None)
    assert chosen.context["notice"].text == (
        f"Entry 1 stands no more, so nothing is changed there: “{ANA} drew red 3.”"
    )


# What it would lead to


def test_changing_shows_what_is_different(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2 take-numbers")
    page = preview(table.bo, game, replaced(2, draw("R3")))
    assert differences(page) == [
        (f"{ANA}: cards", "blue 2", "red 3"),
    ]
    step = page.context["outcome"].steps[0]
    assert (step.was, step.becomes) == (f"{ANA} drew blue 2.", f"{ANA} drew red 3.")
    shown = unescape(re.sub(r"<[^>]+>", "", text_of(page)))
    assert f"{ANA}: cards" in shown
    assert text_of(page).count("<td>blue 2</td><td><b>red 3</b></td>") == 1


def test_removing_shows_what_is_different(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2")
    page = preview(table.bo, game, deleted(1))
    assert differences(page) == [
        ("total", "6", "2"),
        ("cards this turn", "red 4 and blue 2", "blue 2"),
        ("cards left", "127", "128"),
    ]


def test_putting_one_before_shows_what_is_different(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2")
    page = preview(table.bo, game, inserted(2, draw("$3")))
    assert ("currency", "0", "3") in differences(page)
    assert ("total", "6", "3") in differences(page)


def test_a_card_less_that_broke_decides_the_bust_anew(table: Gathering) -> None:
    game = table.host.says(table.game, "R6 B5")
    page = preview(table.bo, game, replaced(2, draw("B1")))
    assert ("turn", BO, ANA) in differences(page)
    assert (f"{ANA}: white", "1", "0") in differences(page)


def test_an_entry_that_would_be_somebody_elses_is_pointed_out(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    outcome = preview(table.bo, game, replaced(2, draw("B1"))).context["outcome"]
    assert [(s.number, s.was, s.becomes) for s in outcome.shifts] == [
        (3, f"{BO} drew blue 4.", f"{ANA} drew blue 4.")
    ]
    assert [(q.text, q.name, q.value) for q in outcome.mend.quick] == [
        (f"{ANA} took the numbers", "what", "numbers"),
        (f"{ANA} took the currency", "what", "currency"),
    ]


def test_a_conflict_is_named_and_mended_in_the_same_go(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    first = replaced(2, draw("B1"))
    page = preview(table.bo, game, first, inserted(3, NUMBERS))
    outcome = page.context["outcome"]
    assert outcome.clash == (
        f"Entry 3 can then no longer have happened: “{BO} drew blue 4.” It is time to buy."
    )
    assert outcome.differences == ()
    assert "Save" not in text_of(page)
    quick = outcome.mend.quick[0]
    assert quick.text == f"{ANA} bought nothing"
    chosen = table.bo.client.post(quick.url, {"ops": page.context["ops"]})
    mended = follow(table.bo, chosen)
    ops = json.loads(mended.context["ops"])
    assert ops == [first, inserted(3, NUMBERS), inserted(3, SKIP)]
    assert mended.context["outcome"].clash == ""
    assert ("market", "red 6 and blue 5", "–") in differences(mended)
    assert save(table.bo, game, *ops).status_code == 302
    expected = [Drew("R6"), Drew("B1"), Took("numbers"), Skipped(), Drew("B4")]
    assert standing(game) == expected


def test_a_conflicting_entry_can_be_changed_or_taken_out(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 take-numbers skip")
    page = preview(table.bo, game, deleted(2))
    mend = page.context["outcome"].mend
    assert page.context["outcome"].clash.startswith("Entry 3 can then no longer have happened:")
    change = table.bo.client.get(mend.change)
    assert (change.status_code, change.context["board"].phase) == (200, "draw")
    removed = table.bo.client.get(mend.remove)
    assert removed.context["outcome"].clash == ""
    assert json.loads(removed.context["ops"]) == [deleted(2), deleted(3)]


def test_a_chosen_change_that_cannot_have_happened_is_named(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    page = preview(table.bo, game, replaced(2, SKIP))
    outcome = page.context["outcome"]
    assert outcome.clash.startswith("This cannot have happened there: “Bought: nothing.”")
    again = table.bo.client.get(outcome.clashing.again)
    assert json.loads(again.context["ops"]) == [replaced(2, SKIP)]
    assert again.context["board"].total.total == 6
    before = table.bo.client.get(outcome.clashing.before)
    assert before.context["board"].total.total == 6
    without = table.bo.client.get(outcome.clashing.without)
    assert without.context["outcome"] is None


def test_a_copy_too_many_leads_to_the_entries_that_hold_the_others(table: Gathering) -> None:
    """R-PROF-4: one tap from mending, with what was chosen so far."""
    game = table.host.says(table.host.starts(), "R9 take-numbers skip B1")
    page = preview(table.host, game, inserted(5, draw("R9")))
    [holder] = page.context["outcome"].holders
    assert (holder.number, holder.sentence) == (1, f"{ANA} drew red 9.")
    shown = text_of(page)
    assert shown.count(f'<li><a href="{escape(holder.change)}">') == 1
    choose = table.host.client.get(holder.change)
    assert choose.context["line"].number == 1
    assert json.loads(choose.context["ops"]) == [inserted(5, draw("R9"))]


def test_choosing_after_a_clash_leads_back_to_it(table: Gathering) -> None:
    game = table.host.says(table.game, BUST)
    query = {"ops": json.dumps([replaced(1, SKIP)])}
    response = table.bo.get("choose", game.pk, 2, "insert", query=query)
    assert response.status_code == 302
    assert response.url.startswith(reverse("games:mend", args=[game.pk]))


# Saving


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (replaced(2, draw("G3")), "R4 G3 R2"),
        (deleted(2), "R4 R2"),
        (inserted(2, draw("G3")), "R4 G3 B2 R2"),
        (inserted(4, draw("G1")), "R4 B2 R2 G1"),
    ],
)
def test_saving_is_one_step_that_undo_takes_back(table: Gathering, op: Json, expected: str) -> None:
    game = table.host.says(table.game, "R4 B2 R2")
    before = tables.story(game).table
    response = save(table.bo, game, op)
    assert (response.status_code, response.url) == (302, reverse("games:table", args=[game.pk]))
    assert standing(game) == events(expected)
    entry = Entry.objects.get(game=game, version=game.version)
    assert (entry.kind, entry.seat, game.version) == ("amend", 2, 4)
    table.host.says(game, "undo")
    assert standing(game) == events("R4 B2 R2")
    assert tables.story(game).table == before


def test_several_changes_are_one_step(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2 R2")
    save(table.bo, game, deleted(1), replaced(3, draw("O9")), inserted(3, draw("$5")))
    assert standing(game) == events("B2 $5 O9")
    assert game.version == 4
    table.host.says(game, "undo")
    assert standing(game) == events("R4 B2 R2")


def test_what_does_not_replay_is_not_saved(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 take-numbers skip")
    response = save(table.bo, game, deleted(2))
    assert response.status_code == 409
    assert response.context["outcome"].clash.startswith("Entry 3 can then no longer have happened:")
    assert table.now.version == 3


def test_who_is_slower_sees_it_anew(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2")
    table.bo.says(game, "R1")
    response = save(table.host, game, deleted(1), version=2)
    assert (response.status_code, response.context["notice"].kind) == (409, "stale")
    assert differences(response)[0] == ("total", "7", "3")
    assert json.loads(response.context["ops"]) == [deleted(1)]
    assert f'name="version" value="{table.now.version}"' in text_of(response)
    assert standing(game) == events("R4 B2 R1")


def test_saving_twice_is_one_change(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2")
    for _ in range(2):
        assert save(table.bo, game, deleted(1), version=2, key="once").status_code == 302
    assert standing(game) == events("B2")
    assert table.now.version == 3


def test_who_watches_may_look_but_not_save(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2")
    page = preview(table.watcher, game, deleted(1))
    assert differences(page)[0] == ("total", "6", "2")
    assert ">Save<" not in text_of(page)
    response = save(table.watcher, game, deleted(1))
    assert response.status_code == 403
    assert standing(game) == events("R4 B2")


def test_where_only_the_host_records_only_the_host_mends(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2")
    table.host.post("options", game.pk, recording="host")
    game.refresh_from_db()
    assert save(table.bo, game, deleted(1)).status_code == 403
    assert save(table.host, game, deleted(1)).status_code == 302


def test_strangers_find_no_such_game(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2")
    url = reverse("games:mend", args=[game.pk])
    fields = {"ops": json.dumps([deleted(1)]), "version": game.version}
    assert Client().post(url, fields).status_code == 404
    assert standing(game) == events("R4 B2")


def test_a_counted_game_can_be_mended(table: Gathering) -> None:
    game = table.host.plays_to_the_end(table.game)
    assert save(table.bo, game, replaced(1, draw("R5"))).status_code == 302
    game.refresh_from_db()
    assert game.status == "scoring"


@pytest.mark.parametrize(
    ("mended", "label"),
    [
        (False, f"{ANA} drew red 2."),
        (True, "the mending"),
    ],
)
def test_undo_says_what_it_takes_back(table: Gathering, mended: bool, label: str) -> None:
    game = table.host.says(table.game, "R4 R2")
    if mended:
        save(table.bo, game, replaced(1, draw("O9")))
    page = table.host.get("table", game.pk)
    assert page.context["board"].undo_takes_back == label
    assert f'aria-label="Undo: {label}"' in text_of(page)


def test_undo_of_a_mending_is_followed_by_that_of_an_entry(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 R2")
    save(table.bo, game, deleted(2))
    labels = []
    for _ in range(3):
        labels.append(table.host.get("table", game.pk).context["board"].undo_takes_back)
        table.host.says(game, "undo")
    assert labels == ["the mending", f"{ANA} drew red 2.", f"{ANA} drew red 4."]
    assert table.host.get("table", game.pk).context["board"].undo_takes_back == ""


# The history


def test_the_log_tells_what_was_mended(table: Gathering) -> None:
    game = table.host.says(table.game, "R4 B2 R2")
    save(table.bo, game, replaced(1, draw("O9")), deleted(2), inserted(3, draw("$5")))
    table.host.says(game, "undo redo")
    page = table.watcher.get("entries", game.pk)
    assert [(c.by, list(c.sentences)) for c in page.context["corrections"]] == [
        ("the host’s phone", ["A mending was redone."]),
        ("the host’s phone", ["A mending was undone."]),
        (
            f"the phone of {BO}",
            [
                f"Entry 1: “{ANA} drew red 4.” became “{ANA} drew orange 9.”",
                f"Entry 2 removed: “{ANA} drew blue 2.”",
                f"Put before entry 3: “{ANA} drew currency 5.”",
            ],
        ),
    ]


# What all phones are told


def happening(table: Gathering) -> str:
    return str(table.watcher.get("table", table.game.pk).context["board"].happening)


def test_the_line_of_news_tells_of_corrections(table: Gathering) -> None:
    host, member = table.host, table.host.member_of(table.game)
    game = host.says(table.game, "R4 B2 undo")
    assert happening(table) == f"Undone: “{ANA} drew blue 2.”"
    host.says(game, "redo")
    assert happening(table) == f"Redone: “{ANA} drew blue 2.”"
    services.amend(member, 4, [Op("replace", 1, Drew("R5"))])
    assert happening(table) == f"Entry 1: “{ANA} drew red 4.” became “{ANA} drew red 5.”"
    host.says(game, "undo")
    assert happening(table) == "A mending was undone."
    services.amend(member, 6, [Op("replace", 1, Drew("R6")), Op("delete", 2)])
    assert happening(table) == "Several entries were mended."
    host.says(game, "B1")
    assert happening(table) == f"{ANA} drew blue 1."
