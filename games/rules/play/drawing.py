"""Cards from the pile: what is seen, recounted, auctioned or bust (R-DRAW, R-PROF-4, R-END-4)."""

from __future__ import annotations

from dataclasses import replace

from games.rules import effects as fx
from games.rules.cards import CURRENCIES, Card, is_currency, is_number, is_wild, position
from games.rules.errors import RuleError
from games.rules.events import Drew, Emptied
from games.rules.play.auctions import open_auction
from games.rules.play.ending import begin_final_round
from games.rules.play.moment import Moment
from games.rules.play.rewards import bust
from games.rules.table import LIMIT, Table


def draw(m: Moment, event: Drew) -> None:
    _check_pile(m.table)
    see(m, event.card)
    m.becomes(drawn_in_turn=m.table.drawn_in_turn + 1)
    _notice_last_card(m)
    if is_wild(event.card):
        open_auction(m, event.card)
        return
    m.becomes(tableau=(*m.table.tableau, event.card))
    if is_number(event.card) and m.table.net > LIMIT:
        bust(m, by_numbers=True)
    elif is_currency(event.card) and m.table.currency > LIMIT:
        bust(m, by_numbers=False)


def _check_pile(table: Table) -> None:
    # A pile whose size was typed in may hold more than was said, as long as cards are unseen.
    if table.emptied or (table.remaining == 0 and not any(table.unseen)):
        raise RuleError("no_card_left", "R-DRAW-5")


def see(m: Moment, card: Card) -> None:
    """One copy is no longer unseen (R-PROF-4); where it goes is the caller's business."""
    instead_of = _recounted(m.table, card)
    known_pile = m.table.deck.pile is not None and not m.table.emptied
    had_more = known_pile and m.table.remaining == 0
    deck = m.table.deck.with_one_more(card, instead_of) if instead_of else m.table.deck
    if had_more:
        deck = replace(deck, pile=(deck.pile or 0) + 1)
    unseen = list(m.table.unseen)
    unseen[position(instead_of or card)] -= 1
    m.becomes(deck=deck, unseen=tuple(unseen), drawn=m.table.drawn + 1)
    if instead_of:
        m.follows(fx.Recount(card, instead_of))
    if had_more:
        m.follows(fx.PileHadMore())


def _recounted(table: Table, card: Card) -> Card | None:
    """The assumed kind that must have one copy less, if this card was one too many (R-PROF-4).

    Raises RuleError when the count of the card is certain, or nothing else could be fewer.
    """
    if table.unseen_of(card):
        return None
    others = [k for k in CURRENCIES if k in table.deck.assumed and table.unseen_of(k)]
    if card not in table.deck.assumed or not others:
        raise RuleError("copy_too_many", "R-PROF-4", card=card, copies=table.deck.count(card))
    return max(others, key=table.unseen_of)


def _notice_last_card(m: Moment) -> None:
    if m.table.remaining == 0 and not m.table.last_turn:
        m.becomes(last_turn=True)
        m.follows(fx.DeckRanOut())


def empty(m: Moment, _event: Emptied) -> None:
    table = m.table
    if table.last_turn:
        raise RuleError("already_empty", "R-DRAW-5")
    if table.turn == 1 and not table.drawn_in_turn:
        raise RuleError("empty_before_first_draw", "R-END-4")
    m.becomes(emptied=True, last_turn=True)
    m.follows(fx.DeckRanOut())
    if not table.drawn_in_turn:
        # This turn does not take place: the turn before it was the last.
        last_seat = (table.active - 2) % len(table.seats) + 1
        m.becomes(active=last_seat, turn=table.turn - 1)
        begin_final_round(m)
