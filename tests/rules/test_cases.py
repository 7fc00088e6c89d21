"""The cases of the brief: expected values from a reference that is no part of this project."""

import filecmp
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games.rules import notation
from games.rules.cards import CURRENCIES, KINDS, Card
from games.rules.deck import Deck, counted_deck, default_deck, sized_deck
from games.rules.errors import RuleError
from games.rules.odds import Odds, chances, odds
from games.rules.play import play
from games.rules.scoring import ranking, score
from games.rules.table import Auction, Rulings, Table, lay_table

CASES = Path(__file__).parents[1] / "cases"
BRIEF = Path(__file__).parents[3] / "shared" / "cases"

Case = dict[str, Any]


def cases(name: str) -> list[Case]:
    found: list[Case] = json.loads((CASES / name).read_text())
    return found


def whole_game(name: str) -> Case:
    game: Case = json.loads((CASES / "games" / f"{name}.json").read_text())
    return game


GAMES = sorted(path.stem for path in (CASES / "games").glob("*.json"))
CORNERS = cases("corners.json")
REFUSED = cases("refused.json")
ODDS = cases("odds.json")


def name_of(case: Case) -> str:
    name: str = case["name"]
    return name.replace(" ", "-")


def deck_of(case: Case) -> Deck:
    match case.get("deck"):
        case {"counts": counts}:
            return counted_deck(counts)
        case {"pile": pile}:
            return sized_deck(case["players"], pile)
    return default_deck(case["players"])


def laid(case: Case) -> Table:
    rulings = Rulings(**case.get("options", {}))
    return lay_table(case["players"], case.get("starting_seat", 1), deck_of(case), rulings)


def after(table: Table) -> Case:
    """What the cases say about a table after each event."""
    return {
        "phase": table.phase.value,
        "seat_to_act": table.actor,
        "active_seat": table.active,
        "turn_number": table.turn,
        "tableau": list(table.tableau),
        "net": table.net,
        "currency": table.currency,
        "remaining": table.remaining,
        "supply": supply(table),
        "players": [
            [seat.tokens, seat.busts, len(seat.cards), score(seat.cards)] for seat in table.seats
        ],
    }


def supply(table: Table) -> Case:
    return {"tokens": table.token_supply, "busts": table.bust_supply}


def after_corner(table: Table) -> Case:
    """What the corners say beyond that."""
    return after(table) | {
        "market": list(table.market),
        "discard": list(table.discard),
        "total": table.deck.total,
        "unseen_currency": [table.unseen_of(kind) for kind in CURRENCIES],
        "collections": [list(seat.cards) for seat in table.seats],
        "auction": table.auction and auction(table.auction),
    }


def auction(held: Auction) -> Case:
    return {
        "card": held.card,
        "order": list(held.order),
        "bids": [bid(*said) for said in held.bids],
        "high": bid(*held.high) if held.high else None,
        "next_seat": held.next_seat,
    }


def bid(seat: int, amount: int | None) -> Case:
    return {"seat": seat, "amount": amount}


def final(table: Table) -> Case:
    """What the whole games say about their last table."""
    return {
        "phase": table.phase.value,
        "players": [
            {
                "seat": seat.number,
                "tokens": seat.tokens,
                "busts": seat.busts,
                "cards": list(seat.cards),
                "score": score(seat.cards),
            }
            for seat in table.seats
        ],
        "tableau": list(table.tableau),
        "net": table.net,
        "currency": table.currency,
        "market": list(table.market),
        "discard": list(table.discard),
        "supply": supply(table),
        "turn_number": table.turn,
        "active_seat": table.active,
        "seat_to_act": table.actor,
        "deck": {
            "total": table.deck.total,
            "pile_known": table.deck.pile is not None,
            "remaining": table.remaining,
            "unseen": dict(zip(KINDS, table.unseen, strict=True)),
        },
        "auction": table.auction,
        "odds": odds(table),
    }


def outcome(table: Table) -> Case:
    ranked = ranking(
        (seat.number, score(seat.cards), seat.tokens, len(seat.cards)) for seat in table.seats
    )
    return {"winners": list(ranked.winners), "decided_by": ranked.decided_by}


@pytest.mark.parametrize("name", GAMES)
def test_every_step_of_a_whole_game(name: str) -> None:
    """All rules at once: totals, tokens, cards, phases and live scores after each event."""
    game = whole_game(name)
    table = laid(game)
    for number, step in enumerate(game["steps"], 1):
        table = play(table, notation.read(step["event"])).table
        assert after(table) == step["after"], f"step {number}: {step['event']}"
    assert final(table) == game["final"]
    assert outcome(table) == {key: game[key] for key in ("winners", "decided_by")}


@pytest.mark.parametrize("case", CORNERS, ids=name_of)
def test_corner(case: Case) -> None:
    """Empty piles, recounts, caps, ties, stopping."""
    table = laid(case)
    for said in case["events"]:
        table = play(table, notation.read(said)).table
    assert after_corner(table) == case["after"]
    if "winners" in case:
        assert outcome(table) == {key: case[key] for key in ("winners", "decided_by")}


@pytest.mark.parametrize("case", REFUSED, ids=name_of)
def test_refused(case: Case) -> None:
    """The refusal names the rule, and the table is what it was."""
    table, again = laid(case), laid(case)
    for said in case["legal"]:
        table, again = (play(t, notation.read(said)).table for t in (table, again))
    with pytest.raises(RuleError) as refused:
        play(table, notation.read(case["refused"]))
    assert refused.value.rule == case["rule"]
    assert table == again


@pytest.mark.parametrize("case", ODDS, ids=[f"{n}" for n in range(1, len(ODDS) + 1)])
def test_odds(case: Case) -> None:
    """The chances of the next card and of three cards, as exact fractions."""
    unseen = [case["unseen"].get(kind, 0) for kind in KINDS]
    assert written(chances(unseen, case["net"], case["currency"])) == {
        **{name: Fraction(chance) for name, chance in case["odds"].items()},
        "bust_within": [Fraction(chance) for chance in case["bust_within"]],
    }


@pytest.mark.parametrize("case", ODDS, ids=[f"{n}" for n in range(1, len(ODDS) + 1)])
def test_totals_of_the_odds_tableaus(case: Case) -> None:
    """R-DRAW-3: net and currency of the same tableaus."""
    tableau: tuple[Card, ...] = tuple(case["tableau"])
    table = Table(Rulings(), default_deck(2), (), 1, 1, (), tableau=tableau)
    assert (table.net, table.currency) == (case["net"], case["currency"])


def written(chance: Odds) -> Case:
    names = ("bust", "bust_number", "bust_currency", "wild", "safe_number", "safe_currency")
    return {
        **{name: getattr(chance, name) for name in names},
        "bust_within": list(chance.bust_within),
    }


@pytest.mark.skipif(not BRIEF.is_dir(), reason="the brief is not beside the project")
def test_the_cases_are_those_of_the_brief() -> None:
    """Expected values are never edited to fit."""
    compared = filecmp.dircmp(BRIEF, CASES)
    games = compared.subdirs["games"]
    for folder in (compared, games):
        assert folder.left_only == folder.right_only == []
        _, differing, unreadable = filecmp.cmpfiles(
            folder.left, folder.right, folder.common_files, shallow=False
        )
        assert differing == unreadable == []
