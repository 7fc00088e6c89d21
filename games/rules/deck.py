"""What is known of the cards in play: counts, where they come from, the size of the pile (R-PROF).

A Deck is what somebody declared before the first draw. What has been seen since is the table's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.rules.cards import BOX, CURRENCIES, KINDS, Card, position

WHOLE_BOX_PLAYERS = (1, 4, 5)
"""With so many players every card is used (R-DECK-4)."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Copies of each kind, which of them are only assumed, and how many cards the pile holds.

    ``counts``: 55 numbers in the order of KINDS. ``pile`` None: nobody said how many cards were
    set aside, so the unseen cards are a random part of the box (R-PROF-2).
    """

    counts: tuple[int, ...]
    assumed: frozenset[Card] = field(default_factory=frozenset)
    pile: int | None = None

    @property
    def total(self) -> int:
        """Cards in the pile at the start; where that is not known, in the whole box."""
        return sum(self.counts) if self.pile is None else self.pile

    @property
    def counted_pile(self) -> int | None:
        """The size of the pile where somebody counted it, and not just every card (R-PROF-2)."""
        return self.pile if self.pile is not None and self.pile < sum(self.counts) else None

    def count(self, card: Card) -> int:
        """Copies of this kind."""
        return self.counts[position(card)]

    def with_one_more(self, card: Card, instead_of: Card) -> Deck:
        """One copy moved from one kind to another, the total staying the same (R-PROF-4)."""
        counts = list(self.counts)
        counts[position(card)] += 1
        counts[position(instead_of)] -= 1
        return replace(self, counts=tuple(counts))


def default_deck(players: int) -> Deck:
    """The box as assumed, all of it in the pile where the rules say so (R-DECK-3, R-DECK-4)."""
    pile = sum(BOX.values()) if players in WHOLE_BOX_PLAYERS else None
    return Deck(tuple(BOX[k] for k in KINDS), frozenset(CURRENCIES), pile)


def sized_deck(players: int, pile: int) -> Deck:
    """The default deck, of which only ``pile`` cards are in the pile (R-PROF-2)."""
    return replace(default_deck(players), pile=pile)


def counted_deck(counts: Mapping[Card, int]) -> Deck:
    """Exactly these cards, all of them in the pile; kinds left out have no copy (R-PROF-1)."""
    numbers = tuple(counts.get(k, 0) for k in KINDS)
    return Deck(numbers, frozenset(), sum(numbers))
