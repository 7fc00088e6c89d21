"""STATE: the whole of a game as other programs see it (the API contract)."""

from __future__ import annotations

from typing import Any

from games.models import Game
from games.rules.cards import KINDS
from games.rules.odds import Odds, odds
from games.rules.scoring import score
from games.rules.table import Auction, Phase, Seat, Table

Json = dict[str, Any]


def state(game: Game, table: Table, result: Json | None) -> Json:
    """The game at this table as plain JSON values; ``result`` once it is finished."""
    return {
        "id": str(game.pk),
        "code": game.code,
        "version": game.version,
        "phase": phase(table, result),
        "active_seat": table.active,
        "seat_to_act": table.actor,
        "turn_number": table.turn,
        "last_turn": table.last_turn,
        "stopped": table.stopped,
        "players": [_player(seat, game.names[seat.number - 1]) for seat in table.seats],
        "tableau": list(table.tableau),
        "net": table.net,
        "currency": table.currency,
        "auction": _auction(table.auction) if table.auction else None,
        "market": list(table.market),
        "discard": list(table.discard),
        "supply": {"tokens": table.token_supply, "busts": table.bust_supply},
        "deck": _deck(table),
        "odds": _odds(odds(table)),
        "result": result,
    }


def phase(table: Table, result: Json | None) -> str:
    """The table's phase; a counted game is ``finished``."""
    return "finished" if table.phase is Phase.SCORING and result else table.phase.value


def _player(seat: Seat, name: str) -> Json:
    return {
        "seat": seat.number,
        "name": name,
        "tokens": seat.tokens,
        "busts": seat.busts,
        "cards": list(seat.cards),
        "score": score(seat.cards),
    }


def _auction(auction: Auction) -> Json:
    high = auction.high
    return {
        "card": auction.card,
        "order": list(auction.order),
        "bids": [{"seat": seat, "amount": amount} for seat, amount in auction.bids],
        "high": {"seat": high[0], "amount": high[1]} if high else None,
        "next_seat": auction.next_seat,
    }


def _deck(table: Table) -> Json:
    return {
        "total": table.deck.total,
        "pile_known": table.deck.pile is not None,
        "remaining": table.remaining,
        "certain": table.deck_is_certain,
        "unseen": dict(zip(KINDS, table.unseen, strict=True)),
    }


def _odds(exact: Odds | None) -> Json | None:
    if exact is None:
        return None
    return {
        "bust": float(exact.bust),
        "bust_number": float(exact.bust_number),
        "bust_currency": float(exact.bust_currency),
        "wild": float(exact.wild),
        "safe_number": float(exact.safe_number),
        "safe_currency": float(exact.safe_currency),
        "bust_within": [float(chance) for chance in exact.bust_within],
    }
