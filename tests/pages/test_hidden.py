"""What a table keeps for the end: pages leave it out during play, the result tells everything."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.board import Board
from games.board.state import state
from games.models import Game
from games.tables import story
from tests.pages.phones import Phone, text_of

DRAWING = "R4 $2 B7"
BIDDING = "R4 *7"
PAYING = "R4 take-numbers skip B7 *7 1:2 2:pass"
BUYING = "R4 R3 take-currency R2 take-numbers"


def table_of(host: Phone, text: str, **options: str) -> Game:
    return host.says(host.starts(deck=None, **options), text)


def shown(host: Phone, game: Game, query: dict[str, str] | None = None) -> Any:
    return host.get("table", game.pk, query=query)


def board_of(host: Phone, game: Game, query: dict[str, str] | None = None) -> Board:
    board: Board = shown(host, game, query).context["board"]
    return board


def test_without_odds_no_chance_is_told_in_any_form(host: Phone) -> None:
    game = table_of(host, DRAWING, odds="hidden")
    response = shown(host, game)
    board, page = response.context["board"], text_of(response)
    assert (board.chances, board.deck) == (None, None)
    assert {(key.unseen, key.busts, key.is_gone) for row in board.pad for key in row} == {
        (None, False, False)
    }
    assert 'class="risk none"' in page
    assert 'aria-label="red 4"' in page
    for told in ("would bust", "dots", "bust ·", " left</", 'id="deck"', "%"):
        assert told not in re.sub(r"#dots|id=\"dots-\d\"", "", page.split("<main")[1]), told
    assert board.remaining == 126
    assert "<b>126</b>" in page


def test_with_odds_they_are_all_there(host: Phone) -> None:
    page = text_of(shown(host, table_of(host, DRAWING)))
    for told in ("would bust", "#dots-3", "bust ·", 'id="deck"'):
        assert told in page


def test_without_scores_nothing_is_worth_anything(host: Phone) -> None:
    game = table_of(host, "R4 R5 take-numbers skip R9 R1", scores="hidden")
    response = shown(host, game)
    board = response.context["board"]
    assert [seat.score for seat in board.seats] == [None, None]
    assert [held.score for held in board.collections] == [None, None]
    rows = [row for held in board.collections for row in held.rows]
    assert {row.points for row in rows} == {None}
    # Which cards make the run would tell too.
    assert {place.in_run for row in rows for place in row.places} == {True}
    assert "points" not in text_of(response).split("<main")[1]


@pytest.mark.parametrize("scores", ["shown", "hidden"])
def test_an_auction_tells_what_the_wild_would_add(host: Phone, scores: str) -> None:
    board = board_of(host, table_of(host, BIDDING, scores=scores), {"winner": "2"})
    assert board.auction
    expected = [1, 1] if scores == "shown" else [None, None]
    assert [bidder.gain for bidder in board.auction.bidders] == expected
    assert board.auction.next
    assert board.auction.chosen
    assert [board.auction.next.gain, board.auction.chosen.gain] == expected


@pytest.mark.parametrize("scores", ["shown", "hidden"])
def test_a_payment_tells_what_it_costs(host: Phone, scores: str) -> None:
    payment = board_of(host, table_of(host, PAYING, scores=scores)).payment
    assert payment
    assert payment.offer.payment.tokens == 2
    expected = (0, [1]) if scores == "shown" else (None, [None])
    assert (payment.points_lost, [own.points_lost for own in payment.cards]) == expected


@pytest.mark.parametrize("scores", ["shown", "hidden"])
def test_the_market_tells_what_a_card_would_add(host: Phone, scores: str) -> None:
    game = table_of(host, BUYING, scores=scores)
    response = shown(host, game, {"card": "R3"})
    buying = response.context["board"].buying
    gains = {ware.card.code: ware.gain for ware in buying.wares}
    expected = {"R4": 0, "R3": 1} if scores == "shown" else {"R4": None, "R3": None}
    assert gains == expected
    assert buying.payment.points_lost == (0 if scores == "shown" else None)
    assert text_of(response).count('<b class="gain') == (2 if scores == "shown" else 0)


def test_the_result_shows_all(host: Phone) -> None:
    game = host.plays_to_the_end(host.starts(odds="hidden", scores="hidden"))
    board = board_of(host, game)
    assert [seat.score for seat in board.seats] == [1, 0]
    assert board.ending
    assert [sheet.score for sheet in board.ending.sheets] == [1, 0]


def test_other_programs_always_see_it(host: Phone) -> None:
    game = table_of(host, DRAWING, odds="hidden", scores="hidden")
    now = state(game, story(game).table, None)
    assert now["odds"]["bust"] > 0
    assert [player["score"] for player in now["players"]] == [0, 0]


def test_the_host_changes_it_during_play(host: Phone) -> None:
    game = table_of(host, DRAWING)
    host.post("options", game.pk, odds="hidden", scores="hidden")
    board = board_of(host, game)
    assert (board.chances, board.seats[0].score) == (None, None)
    host.post("options", game.pk, odds="shown")
    board = board_of(host, game)
    assert board.chances
    assert board.seats[0].score is None


def test_mending_tells_no_scores_either(host: Phone) -> None:
    amended = {"ops": '[{"op": "replace", "number": 1, "event": {"type": "draw", "card": "R5"}}]'}
    told = {}
    for scores in ("shown", "hidden"):
        game = table_of(host, "R4 R5 take-numbers skip", scores=scores)
        outcome = host.get("mend", game.pk, query=amended).context["outcome"]
        told[scores] = [change.what for change in outcome.differences]
    assert [what for what in told["shown"] if what not in told["hidden"]] == [
        "\u2068Ana\u2069: score"
    ]


def test_the_page_of_a_new_game_offers_it(host: Phone) -> None:
    host.post("new", name=["Ana", "Bo"], starting_seat="1", odds="hidden", scores="hidden")
    game = Game.objects.get()
    assert (game.shows_odds, game.shows_scores) == (False, False)
    response = host.get("new")
    assert (response.context["keeps_back"], response.context["agreed_otherwise"]) == (True, False)
    assert text_of(response).count('value="hidden" checked') == 2
