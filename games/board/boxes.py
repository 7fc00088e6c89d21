"""A box of cards to be looked at and corrected: rows of kinds with what is known of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.board.pad import CardView, show
from games.rules.cards import BOX, CURRENCIES, KINDS, Card
from games.rules.profiles import BOX_SIZE, CURRENCY_CARDS, Counts, Profile


@dataclass(frozen=True, slots=True)
class Count:
    """One kind and a number of copies of it; ``most`` is what the box can hold."""

    card: CardView
    copies: int
    most: int


@dataclass(frozen=True, slots=True)
class Setup:
    """What is known for 2 or 3 players, or with every card (4)."""

    players: int
    aside: Sequence[Count]
    aside_total: int
    pile: int | None
    learned: Sequence[Count]
    learned_total: int
    total: int
    """Cards that are in play as far as is known, in the whole box if nothing is."""
    is_known: bool

    @property
    def name(self) -> str:
        """The number of players as text, for the names of form fields."""
        return str(self.players)


@dataclass(frozen=True, slots=True)
class BoxView:
    """Everything that is known of one box."""

    currency: Sequence[Count]
    currency_is_counted: bool
    currency_total: int
    lost: Sequence[Count]
    lost_total: int
    setups: Sequence[Setup]
    size: int = BOX_SIZE
    currency_cards: int = CURRENCY_CARDS


def box(profile: Profile) -> BoxView:
    """The box of this profile."""
    split = profile.currency or {kind: BOX[kind] for kind in CURRENCIES}
    return BoxView(
        currency=[Count(show(kind), split.get(kind, 0), CURRENCY_CARDS) for kind in CURRENCIES],
        currency_is_counted=profile.currency is not None,
        currency_total=sum(split.values()),
        lost=_counts(profile.lost),
        lost_total=sum(profile.lost.values()),
        setups=[_setup(profile, players) for players in (2, 3, 4)],
    )


def _setup(profile: Profile, players: int) -> Setup:
    aside: Counts = profile.set_aside.get(players, {})
    learned: Counts = profile.learned.get(players, {})
    deck = profile.deck(players)
    return Setup(
        players=players,
        aside=_counts(aside),
        aside_total=sum(aside.values()),
        pile=profile.piles.get(players),
        learned=[
            Count(show(kind), learned[kind], learned[kind]) for kind in KINDS if kind in learned
        ],
        learned_total=sum(learned.values()),
        total=deck.total,
        is_known=deck.pile is not None,
    )


def _counts(cards: Counts) -> list[Count]:
    return [Count(show(kind), cards.get(kind, 0), _most(kind)) for kind in KINDS]


def _most(kind: Card) -> int:
    return CURRENCY_CARDS if kind in CURRENCIES else BOX[kind]
