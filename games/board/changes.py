"""What a correction would change: two tables side by side, only where they differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.cards import Card
from games.rules.replay import Story
from games.rules.scoring import score
from games.rules.table import Seat, Table
from games.wording import card_name, listed, phase_name, player, sentence


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that would be different."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Shift:
    """A later entry that would be another player's doing, though nobody changed it.

    ``number`` is its place before the correction.
    """

    number: int
    was: str
    becomes: str


def shifts(before: Story, after: Story, names: Sequence[str]) -> list[Shift]:
    """The entries that stand in both stories, but with another player acting, in order.

    The rules take them, for an entry says only what was said (law 1); at the table something is
    usually missing before them.
    """
    was = {link.id: link for link in before.backwards()}
    return [
        Shift(old.number, sentence(old, names), sentence(link, names))
        for link in after.standing()
        if (old := was.get(link.id)) and old.seat != link.seat
    ]


def changes(
    before: Table, after: Table, names: Sequence[str], *, with_scores: bool = True
) -> list[Change]:
    """Everything at the table that differs: turns, totals, tokens, cards; and scores, if told."""
    pairs = [*_of_table(before, after, names)]
    for was, seat in zip(before.seats, after.seats, strict=True):
        pairs += _of_seat(was, seat, player(names, seat.number))
        if with_scores:
            pairs += _score_of(was, seat, player(names, seat.number))
    return [Change(what, was, now) for what, was, now in pairs if was != now]


Triples = Iterator[tuple[str, str, str]]


def _of_table(before: Table, after: Table, names: Sequence[str]) -> Triples:
    yield _("now"), phase_name(before.phase), phase_name(after.phase)
    yield _("turn"), _whose(before, names), _whose(after, names)
    yield _("total"), str(before.net), str(after.net)
    yield _("currency"), str(before.currency), str(after.currency)
    yield _("cards this turn"), _cards(before.tableau), _cards(after.tableau)
    yield _("market"), *_differing(before.market, after.market)
    yield _("discard"), *_differing(before.discard, after.discard)
    yield _("cards left"), str(before.remaining), str(after.remaining)


def _whose(table: Table, names: Sequence[str]) -> str:
    return player(names, table.actor) if table.actor else _("nobody")


def _of_seat(before: Seat, after: Seat, name: str) -> Triples:
    yield _("%(name)s: black") % {"name": name}, str(before.tokens), str(after.tokens)
    yield _("%(name)s: white") % {"name": name}, str(before.busts), str(after.busts)
    yield _("%(name)s: cards") % {"name": name}, *_differing(before.cards, after.cards)


def _score_of(before: Seat, after: Seat, name: str) -> Triples:
    yield (
        _("%(name)s: score") % {"name": name},
        str(score(before.cards)),
        str(score(after.cards)),
    )


def _differing(before: Sequence[Card], after: Sequence[Card]) -> tuple[str, str]:
    """Only the cards that one side has and the other has not."""
    return _cards(_beyond(before, after)), _cards(_beyond(after, before))


def _beyond(cards: Sequence[Card], others: Sequence[Card]) -> list[Card]:
    left = list(others)
    extra = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            extra.append(card)
    return extra


def _cards(cards: Sequence[Card]) -> str:
    return listed(card_name(card) for card in cards) or "–"
