"""Games as people play them: the recorded games of games/demo are made here.

    python -m tests.casts.sensible SEED PILE MINUTES NAME...   writes one to the standard output

Cards come from a shuffled box; players stop when it gets risky, bid and buy what brings points.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from random import Random

from games.rules import notation
from games.rules.cards import BOX, Card
from games.rules.deck import default_deck, sized_deck
from games.rules.events import Bid, Bought, Drew, Event, Paid, Passed, Skipped, Took
from games.rules.odds import odds
from games.rules.play import play
from games.rules.purse import suggested
from games.rules.scoring import score
from games.rules.table import TOKEN_CAP, Phase, Seat, Table, lay_table

LONGEST = 1000


def sensible_game(rng: Random, players: int, pile: int | None) -> Iterator[tuple[Table, Event]]:
    """Each table of a whole game with what is said at it."""
    cards = [kind for kind, copies in BOX.items() for _ in range(copies)]
    rng.shuffle(cards)
    table = lay_table(players, 1, sized_deck(players, pile) if pile else default_deck(players))
    boldness = {seat.number: rng.uniform(0.22, 0.42) for seat in table.seats}
    for _ in range(LONGEST):
        if table.phase is Phase.SCORING:
            return
        said = _said(table, cards, boldness)
        yield table, said
        table = play(table, said).table


def _said(table: Table, cards: list[Card], boldness: dict[int, float]) -> Event:
    match table.phase:
        case Phase.DRAW:
            return _drawing(table, cards, boldness[table.active])
        case Phase.AUCTION:
            return _bidding(table)
        case Phase.PAYMENT:
            assert table.auction
            assert table.auction.high
            seat, amount = table.auction.high
            offer = suggested(table.seat(seat), amount, table.auction.card)
            assert offer
            return Paid(offer.payment)
    return _buying(table)


def _drawing(table: Table, cards: list[Card], boldness: float) -> Event:
    chances = odds(table)
    risky = chances is None or chances.bust > boldness
    if table.drawn_in_turn and (risky or not table.tableau) and (chances is None or table.tableau):
        return _reward(table)
    return Drew(cards.pop())


def _reward(table: Table) -> Event:
    seat = table.seat(table.active)
    tokens = min(table.currency, TOKEN_CAP - seat.tokens)
    gain = _gain(seat, *table.tableau_numbers)
    return Took("numbers" if gain * 2 >= tokens and table.tableau_numbers else "currency")


def _bidding(table: Table) -> Event:
    auction = table.auction
    assert auction
    seat = table.seat(auction.next_seat or 0)
    amount = auction.high_amount + 1
    worth = _gain(seat, auction.card)
    offer = suggested(seat, amount, auction.card)
    if offer and offer.points_lost == 0 and amount <= 2 * worth + seat.tokens // 4:
        return Bid(seat.number, amount)
    return Passed(seat.number)


def _buying(table: Table) -> Event:
    seat = table.seat(table.actor or 0)
    best = None
    for card in sorted(set(table.market) - set(seat.cards)):
        cost = 5 if card[1] == "#" else int(card[1])
        offer = suggested(seat, cost, card)
        if offer is None or offer.points_lost:
            continue
        worth = _gain(seat, card) - cost / (9 if table.phase is Phase.FINAL_BUY else 5)
        if worth > 0 and (best is None or worth > best[0]):
            best = (worth, Bought(card, offer.payment))
    return best[1] if best else Skipped()


def _gain(seat: Seat, *cards: Card) -> int:
    return score((*seat.cards, *cards)) - score(seat.cards)


def written(rng: Random, names: list[str], pile: int | None, minutes: int) -> str:
    """A game as games/demo keeps it: one event a line."""
    said = [notation.write(event) for _table, event in sensible_game(rng, len(names), pile)]
    lines = ",\n".join(json.dumps(event, separators=(",", ":")) for event in said)
    head = {"players": names, "pile": pile, "minutes": minutes}
    return json.dumps(head)[:-1] + ', "events": [\n' + lines + "\n]}\n"


if __name__ == "__main__":
    seed, pile, minutes, *names = sys.argv[1:]
    sys.stdout.write(written(Random(int(seed)), names, int(pile) or None, int(minutes)))
