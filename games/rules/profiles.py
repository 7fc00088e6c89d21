"""A box of cards as its people know it, and the deck that it makes for so many players (R-PROF).

What nobody has entered stays assumed: the split of the currency cards, and which cards are set
aside for two and three players. A composition that was learned from a whole game says it all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.rules.cards import BOX, CURRENCIES, KINDS, Card
from games.rules.deck import WHOLE_BOX_PLAYERS, Deck, counted_deck
from games.rules.errors import RuleError

Counts = Mapping[Card, int]

BOX_SIZE = sum(BOX.values())
CURRENCY_CARDS = sum(BOX[kind] for kind in CURRENCIES)
SETUPS = (2, 3, 4)
"""The three set-ups: two players, three, and four or five (or one) with every card (R-DECK-4)."""


def setup_of(players: int) -> int:
    """Which set-up so many players use."""
    return 4 if players in WHOLE_BOX_PLAYERS else players


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of one physical box (R-PROF-1).

    ``currency``: copies of ``$1``-``$5`` as somebody counted them. ``lost``: cards that are
    missing from the box (R-PROF-5). ``set_aside``, ``piles``, ``learned``: by set-up (2, 3, 4) the
    cards that stay out, or just the size of the pile, or the whole composition.
    """

    currency: Counts | None = None
    lost: Counts = field(default_factory=dict)
    set_aside: Mapping[int, Counts] = field(default_factory=dict)
    piles: Mapping[int, int] = field(default_factory=dict)
    learned: Mapping[int, Counts] = field(default_factory=dict)

    def box(self) -> dict[Card, int]:
        """Copies of each kind that are in the box, as far as is known."""
        full = {**BOX, **(self.currency or {})}
        return {kind: full[kind] - self.lost.get(kind, 0) for kind in KINDS}

    def deck(self, players: int, pile: int | None = None) -> Deck:
        """The deck for so many players: as learned, else as entered, else as assumed.

        ``pile``: how many of these cards are in the pile this time (R-PROF-2).
        """
        known = self._deck(players)
        if pile is None:
            return known
        if not 1 <= pile <= sum(known.counts):
            raise RuleError("pile_too_large", "R-PROF-2", most=sum(known.counts))
        return replace(known, pile=pile)

    def _deck(self, players: int) -> Deck:
        setup = setup_of(players)
        if setup in self.learned:
            return counted_deck(self.learned[setup])
        aside = self.set_aside.get(setup, {})
        box = self.box()
        counts = tuple(max(0, box[kind] - aside.get(kind, 0)) for kind in KINDS)
        whole = setup == 4 or setup in self.set_aside
        pile = sum(counts) if whole else self.piles.get(setup)
        assumed = frozenset() if self.currency else frozenset(CURRENCIES)
        return Deck(counts, assumed, pile)

    def check(self) -> None:
        """Raise RuleError where what was entered does not fit into the box (R-DECK-1)."""
        if self.currency is not None and sum(self.currency.values()) != CURRENCY_CARDS:
            counted = sum(self.currency.values())
            raise RuleError("currency_split", "R-DECK-3", counted=counted, expected=CURRENCY_CARDS)
        self._check_fits(self.lost, {**BOX, **(self.currency or {})})
        for aside in self.set_aside.values():
            self._check_fits(aside, self.box())
        for setup, pile in self.piles.items():
            aside = self.set_aside.get(setup, {})
            most = sum(self.box().values()) - sum(aside.values())
            if not 1 <= pile <= most or (aside and pile != most):
                raise RuleError("pile_too_large", "R-PROF-2", most=most)

    def _check_fits(self, cards: Counts, box: Counts) -> None:
        for kind, copies in cards.items():
            if copies > box[kind]:
                raise RuleError("not_so_many", "R-DECK-1", card=kind, copies=box[kind])

    def with_learned(self, players: int, counts: Counts) -> Profile:
        """The profile with the composition that a whole game has told (R-PROF-3).

        It says more than what had been entered for that set-up, which goes.
        """
        setup = setup_of(players)
        return replace(
            self,
            learned={**self.learned, setup: dict(counts)},
            set_aside={s: cards for s, cards in self.set_aside.items() if s != setup},
            piles={s: pile for s, pile in self.piles.items() if s != setup},
        )

    def without_contradictions(self) -> Profile:
        """The profile without learned decks that do not fit what was entered since (R-PROF-5)."""
        fitting = {s: cards for s, cards in self.learned.items() if self._agrees(s, cards)}
        return replace(self, learned=fitting)

    def _agrees(self, setup: int, learned: Counts) -> bool:
        box = self.box()
        if self.currency is None:
            box |= dict.fromkeys(CURRENCIES, CURRENCY_CARDS)
        aside = self.set_aside.get(setup, {})
        return all(copies <= box[kind] - aside.get(kind, 0) for kind, copies in learned.items())
