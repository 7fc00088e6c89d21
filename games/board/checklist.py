"""What should lie on the table, to be compared with what does (the table check)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.board.pad import SUITS, CardView, show
from games.rules.cards import ANY_COLOUR, COLOURS, colour
from games.rules.table import Seat, Table
from games.wording import colour_name


@dataclass(frozen=True, slots=True)
class SeatCheck:
    """What should lie before one player.

    ``colours``: suit word, the colour in words, and the number of cards of it.
    """

    seat: Seat
    name: str
    cards: Sequence[CardView]
    colours: Sequence[tuple[str, str, int]]


@dataclass(frozen=True, slots=True)
class Checklist:
    """Everything that can be counted at a table."""

    seats: Sequence[SeatCheck]
    token_supply: int
    bust_supply: int
    market: Sequence[CardView]
    discard: Sequence[CardView]
    remaining: int
    remaining_is_known: bool


def checklist(table: Table, names: Sequence[str]) -> Checklist:
    """The table as it should lie."""
    return Checklist(
        seats=[_seat(seat, names[seat.number - 1]) for seat in table.seats],
        token_supply=table.token_supply,
        bust_supply=table.bust_supply,
        market=[show(card) for card in table.market],
        discard=[show(card) for card in table.discard],
        remaining=table.remaining,
        remaining_is_known=table.remaining_is_known,
    )


def _seat(seat: Seat, name: str) -> SeatCheck:
    suits = [colour(card) for card in seat.cards]
    return SeatCheck(
        seat=seat,
        name=name,
        cards=[show(card) for card in seat.cards],
        colours=[
            (SUITS[suit], colour_name(suit), suits.count(suit)) for suit in (*COLOURS, ANY_COLOUR)
        ],
    )
