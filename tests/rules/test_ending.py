"""How a game ends (R-END)."""

import pytest

from games.rules import effects as fx
from games.rules.table import Phase
from tests.casts import deck_of, effects, laid, played, refusal

THREE = "R3 take-numbers skip B2"
"""Three players: Ana took a red 3, Bo has drawn a blue 2."""


def test_the_turn_in_which_the_deck_runs_out_is_the_last() -> None:
    """R-END-1: it is finished as usual, with its auction, reward and buy phase."""
    deck = deck_of("R3 *5")
    table = played("R3 *5", deck=deck)
    assert (table.phase, table.last_turn, table.remaining) == (Phase.AUCTION, True, 0)
    table = played("R3 *5 2:1 1:pass pay=1 take-numbers", deck=deck)
    assert (table.phase, table.actor) == (Phase.BUY, 1)


@pytest.mark.parametrize(
    ("ending", "cards"),
    [("take-numbers skip", "R3 R2"), ("take-currency", "R3 R2"), ("B9", "R3 R2 B9")],
)
def test_the_final_round_follows_a_reward_or_a_bust(ending: str, cards: str) -> None:
    """R-END-1, R-END-2."""
    assert fx.FinalRound() in effects(f"R3 R2 {ending}", deck=deck_of(cards))


def test_everybody_buys_once_more() -> None:
    """R-END-2: from the left of the player who had the last turn, and that player last."""
    deck, said = deck_of("R1 B1 O1"), "R1 take-numbers skip B1 take-currency O1 take-numbers skip"
    table = played(said, players=4, deck=deck)
    assert (table.phase, table.active, table.actor) == (Phase.FINAL_BUY, 3, 4)
    assert table.buyers == (4, 1, 2, 3)
    order = [played(said + " skip" * n, players=4, deck=deck).actor for n in range(5)]
    assert order == [4, 1, 2, 3, None]
    assert played(f"{said} skip buy-B1=1", players=4, deck=deck).seat(1).cards == ("R1", "B1")


def test_the_turn_stays_with_the_seat_that_had_the_last() -> None:
    """R-END-2."""
    table = played("R1 B1 take-numbers skip skip", deck=deck_of("R1 B1"), start=2)
    assert (table.active, table.actor, table.turn) == (2, 2, 1)


def test_at_most_one_card_each() -> None:
    """R-BUY-1, R-END-2."""
    deck = deck_of("R1 B1")
    said = "R1 B1 take-currency buy-R1=1 buy-B1=1"
    assert effects(said, deck=deck) == [fx.ToCollection(1, ("B1",)), fx.Scoring()]


def test_then_the_scores_are_counted() -> None:
    """R-END-3: nothing more is taken."""
    deck, said = deck_of("R1"), "R1 take-numbers skip skip skip"
    assert effects(said, deck=deck) == [fx.Scoring()]
    table = played(said, deck=deck)
    assert (table.phase, table.actor, table.buyers, table.stopped) == (
        Phase.SCORING,
        None,
        (),
        False,
    )


def test_the_pile_is_empty_after_a_draw_of_the_turn() -> None:
    """R-END-4, R-DRAW-5: no more is drawn; a reward as usual, and the turn was the last."""
    assert effects(f"{THREE} empty", players=3) == [fx.DeckRanOut()]
    table = played(f"{THREE} empty", players=3)
    assert (table.phase, table.actor, table.remaining) == (Phase.DRAW, 2, 0)
    assert sum(table.unseen) == 127
    assert refusal(f"{THREE} empty R1", players=3).rule == "R-DRAW-5"
    table = played(f"{THREE} empty take-numbers skip", players=3)
    assert (table.phase, table.actor, table.active) == (Phase.FINAL_BUY, 3, 2)


def test_the_pile_is_empty_before_a_draw_of_the_turn() -> None:
    """R-END-4: that turn does not take place; the one before it was the last."""
    said = f"{THREE} take-currency empty"
    assert effects(said, players=3) == [fx.DeckRanOut(), fx.FinalRound()]
    table = played(said, players=3)
    assert (table.phase, table.actor, table.buyers) == (Phase.FINAL_BUY, 3, (3, 1, 2))
    assert (table.active, table.turn, table.remaining) == (2, 2, 0)


def test_the_pile_is_empty_after_nothing_but_a_wild() -> None:
    """R-END-4: a wild is a draw of the turn."""
    table = played("*5 unsold empty")
    assert (table.phase, table.actor) == (Phase.DRAW, 1)
    assert played("*5 unsold empty take-numbers").phase is Phase.BUY


def test_a_game_cannot_begin_with_an_empty_pile() -> None:
    """R-END-4."""
    assert refusal("empty").rule == "R-END-4"


def test_a_pile_that_is_known_to_be_empty() -> None:
    """R-END-4, R-DRAW-5: told twice, or after the deck ran out."""
    assert refusal("R1 empty empty").rule == "R-DRAW-5"
    assert refusal("R1 empty", deck=deck_of("R1")).rule == "R-DRAW-5"


def test_stopping_early() -> None:
    """R-END-5: numbers to the market, currency to the discard, and the count at once."""
    said = "R3 $2 R1 stop"
    assert effects(said) == [fx.ToMarket(("R1", "R3")), fx.Discarded(("$2",)), fx.Scoring()]
    table = played(said)
    assert (table.phase, table.actor, table.stopped) == (Phase.SCORING, None, True)
    assert (table.tableau, table.market, table.discard) == ((), ("R1", "R3"), ("$2",))
    assert [seat.tokens for seat in table.seats] == [5, 5]


@pytest.mark.parametrize("said", ["*5 stop", "*5 2:1 stop", "*5 2:1 1:pass stop"])
def test_stopping_in_an_auction(said: str) -> None:
    """R-END-5: its card to the discard; nobody pays."""
    table = played(said)
    assert (table.auction, table.discard, table.stopped) == (None, ("*5",), True)
    assert [seat.tokens for seat in table.seats] == [5, 5]


@pytest.mark.parametrize(
    "said", ["stop", "R1 stop", "R1 take-numbers stop", "R1 empty take-currency skip stop"]
)
def test_stopping_at_any_time_before_the_count(said: str) -> None:
    """R-END-5, R-END-3."""
    assert played(said).phase is Phase.SCORING
    assert refusal(f"{said} stop").rule == "R-END-3"


def test_a_game_that_goes_on_is_not_stopped() -> None:
    """R-END-5."""
    assert not laid().stopped
