"""What a phone shows of a table: one value, made of the game and its story, with no query.

Everything on the table is open information, so one board serves every phone; who is holding it
is the page's business. Rendering belongs to the templates, words to wording.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from games import wording
from games.board.chances import Chances, Gauge, chances
from games.board.choices import (
    AuctionView,
    BuyView,
    Choice,
    PaymentView,
    auction,
    buying,
    payment,
)
from games.board.endings import Ending, ending, winner_line
from games.board.keeping import without_odds, without_scores
from games.board.pad import CardView, Key, Unseen, rows, show, unseen
from games.board.sheets import Collection, collection
from games.board.state import phase
from games.models import Game
from games.rules.cards import Card
from games.rules.effects import Busted
from games.rules.events import Drew
from games.rules.replay import Said, Standing, Story
from games.rules.scoring import score
from games.rules.table import TOKEN_CAP, Phase, Seat, Table

LOG_LENGTH = 12
"""How many of the latest entries stand below the table."""

WORD_LASTS = 3
"""For so many changes of the game a word to all stays beside what happened."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A place in the seats strip."""

    seat: Seat
    name: str
    score: int | None
    to_act: bool
    is_active: bool


@dataclass(frozen=True, slots=True)
class Reward:
    """One of the two rewards in the action bar; ``why_not`` is empty if it can be taken."""

    label: str
    why_not: str


@dataclass(frozen=True, slots=True)
class Line:
    """One entry in words. ``number``: its place in the game, from 1."""

    number: int
    sentence: str
    consequences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that ``_board.html`` shows. Parts that a phase does not have are None.

    So are the odds and the scores while a table keeps them for the end.
    """

    game: Game
    phase: str
    headline: str
    news: str
    """What was said last and what followed from it, but for ``new_turn``."""
    new_turn: str
    """Whose turn began by it; empty if none did."""
    is_bust: bool
    """Whether it was a bust."""
    seats: Sequence[SeatView]
    last_turn: bool
    remaining: int
    remaining_is_known: bool
    chances: Chances | None
    total: Gauge
    currency: Gauge
    tableau: Sequence[CardView]
    pad: Sequence[Sequence[Key]]
    may_draw: bool
    take_numbers: Reward
    take_currency: Reward
    auction: AuctionView | None
    payment: PaymentView | None
    buying: BuyView | None
    market: Sequence[CardView]
    collections: Sequence[Collection]
    deck: Sequence[Unseen] | None
    """What has not been seen yet; None once there is nothing more to come of it."""
    just_drawn: str
    """The code of the card whose draw is the newest entry; empty if something else is."""
    log: Sequence[Line]
    can_undo: bool
    can_redo: bool
    undo_takes_back: str
    ending: Ending | None

    @property
    def happening(self) -> str:
        """What was said last and what followed from it, as it is spoken."""
        return wording.told([self.news, self.new_turn]) if self.new_turn else self.news

    @property
    def opens_turn(self) -> bool:
        """Whether no card lies there yet: then what happened before takes the cards' place."""
        is_drawing = self.phase == Phase.DRAW.value and self.game.status != Game.Status.ABANDONED
        return is_drawing and not self.tableau and bool(self.happening)


def board(game: Game, story: Story, result: Json | None, choice: Choice | None = None) -> Board:
    """The board of a game after everything that was said in it, without what it keeps for the end.

    ``choice``: what the phone's holder is about to say. ``result``: once the game was counted.
    """
    shown = _everything(game, story, result, choice)
    if not game.shows_odds:
        shown = without_odds(shown)
    return shown if game.shows_scores else without_scores(shown)


def _everything(game: Game, story: Story, result: Json | None, choice: Choice | None) -> Board:
    table, names = story.table, game.names
    is_given_up = game.status == Game.Status.ABANDONED
    actor = None if is_given_up else table.actor
    pad = rows(table)
    choice = choice or Choice()
    said_last = story.head if isinstance(story.latest, Said) else None
    sold = auction(table, names, choice)
    bought = buying(table, names, choice)
    return Board(
        game=game,
        phase=phase(table, result),
        headline=_("This game was given up") if is_given_up else headline(table, names, result),
        news=_news(game, story),
        new_turn=wording.new_turn(said_last, names) if said_last else "",
        is_bust=any(isinstance(e, Busted) for e in (said_last.effects if said_last else ())),
        seats=[_seat(table, seat, names, actor) for seat in table.seats],
        last_turn=table.last_turn,
        remaining=table.remaining,
        remaining_is_known=table.remaining_is_known,
        chances=chances(table),
        total=Gauge(table.net),
        currency=Gauge(table.currency),
        tableau=[show(card) for card in table.tableau],
        pad=pad,
        may_draw=_may_draw(table),
        take_numbers=_take_numbers(table),
        take_currency=_take_currency(table),
        auction=sold,
        payment=bought.payment if bought else payment(table, names, choice),
        buying=bought,
        market=[show(card) for card in table.market],
        collections=[collection(seat, names[seat.number - 1]) for seat in table.seats],
        deck=None if result else unseen(pad),
        just_drawn=_just_drawn(story.head),
        log=[line(link, names) for link in islice(story.backwards(), LOG_LENGTH)],
        can_undo=story.past is not None,
        can_redo=story.future is not None,
        undo_takes_back=_undo_takes_back(story, names),
        ending=ending(game, story, result) if result else None,
    )


def line(link: Standing, names: Sequence[str]) -> Line:
    """One standing entry in words, with what followed from it."""
    return Line(
        link.number,
        wording.sentence(link, names),
        tuple(wording.followed(link, names)),
    )


def headline(table: Table, names: Sequence[str], result: Json | None) -> str:
    """Whose move it is and what they can do, in one short line."""
    if table.actor is None:
        return winner_line(result, names) if result else _("Counting")
    name = names[table.actor - 1]
    match table.phase:
        case Phase.AUCTION:
            return _("%(name)s bids or passes") % {"name": name}
        case Phase.PAYMENT:
            return _("%(name)s pays") % {"name": name}
        case Phase.BUY:
            return _("%(name)s may buy one card") % {"name": name}
        case Phase.FINAL_BUY:
            return _("Final round: %(name)s may buy one card") % {"name": name}
    if not table.may_draw and table.emptied is False and not any(table.unseen):
        return _("%(name)s takes a reward") % {"name": name}
    return _("%(name)s draws") % {"name": name}


def _news(game: Game, story: Story) -> str:
    """What was said last and what followed; beside it for a while a word to all."""
    said = wording.corrected(story, game.names)
    if len(said) > 1:
        said = [_("Several entries were mended.")]
    elif story.head and not said:
        said = [wording.news(story.head, game.names)]
    if game.word and game.version <= game.word["version"] + WORD_LASTS:
        said.append(wording.word_to_all(game.word))
    return wording.told(filter(None, said)) if any(said) else ""


def _undo_takes_back(story: Story, names: Sequence[str]) -> str:
    """The newest entry in words, if that is what the latest change was."""
    if story.past is None:
        return ""
    if story.head and story.head.before is story.past.head:
        return wording.sentence(story.head, names)
    return _("the mending")


def _just_drawn(head: Standing | None) -> Card:
    return head.event.card if head and isinstance(head.event, Drew) else ""


def _seat(table: Table, seat: Seat, names: Sequence[str], actor: int | None) -> SeatView:
    return SeatView(
        seat=seat,
        name=names[seat.number - 1],
        score=score(seat.cards),
        to_act=seat.number == actor,
        is_active=seat.number == table.active,
    )


def _may_draw(table: Table) -> bool:
    # A pile whose size was typed in may turn out to hold more.
    return table.phase is Phase.DRAW and not table.emptied and any(table.unseen)


def _take_numbers(table: Table) -> Reward:
    count = len(table.tableau_numbers)
    label = _("Take numbers (%(count)s)") % {"count": count}
    return Reward(label, _why_not_take(table))


def _take_currency(table: Table) -> Reward:
    gained = min(table.currency, TOKEN_CAP - table.seat(table.active).tokens)
    label = _("Take currency (+%(tokens)s)") % {"tokens": gained}
    return Reward(label, _why_not_take(table))


def _why_not_take(table: Table) -> str:
    if table.phase is not Phase.DRAW:
        return _("Not now: first finish what is open.")
    return "" if table.drawn_in_turn else _("Draw at least one card first.")
