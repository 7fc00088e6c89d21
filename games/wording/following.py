"""What followed from an event: one sentence for each effect that is worth telling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.effects import (
    AllPassed,
    AuctionOpened,
    Busted,
    BustToken,
    DeckRanOut,
    Discarded,
    Effect,
    FinalRound,
    Gained,
    NoBustToken,
    PileHadMore,
    Recount,
    Scoring,
    ToCollection,
    ToMarket,
    Turn,
    Won,
)
from games.rules.table import TOKEN_CAP
from games.wording.naming import card_name, isolated, listed, player, told


def consequence(effect: Effect, names: Sequence[str]) -> str | None:
    """The effect as a sentence; None for cards that only change their place."""
    match effect:
        case Busted(seat, "numbers"):
            return _("%(name)s busts: the numbers went over 10.") % _who(names, seat)
        case Busted(seat):
            return _("%(name)s busts: the currency went over 10.") % _who(names, seat)
        case Gained():
            return _gained([effect], names)
        case BustToken(seat):
            return _("%(name)s gets a bust token.") % _who(names, seat)
        case NoBustToken(seat):
            return _("No bust token is left, so %(name)s gets none.") % _who(names, seat)
        case Won(seat, card, amount):
            facts = {"card": card_name(card), "amount": amount}
            return _("%(name)s wins %(card)s for %(amount)d.") % (_who(names, seat) | facts)
        case ToCollection() | ToMarket() | Discarded():
            return None
        case Turn(seat):
            return _("Now it is %(name)s’s turn.") % _who(names, seat)
    return _about_the_table(effect)


def word_to_all(word: Mapping[str, Any]) -> str:
    """What is told to everybody though nobody said it of the cards; "" for an unknown word."""
    match word:
        case {"code": "next_game"}:
            return _("The next game has begun.")
        case {"code": "new_host", "name": None}:
            return _("Another phone is the host now.")
        case {"code": "new_host", "name": name}:
            return _("%(name)s is the host now.") % {"name": isolated(name)}
    return ""


def _about_the_table(
    effect: AuctionOpened | AllPassed | Recount | PileHadMore | DeckRanOut | FinalRound | Scoring,
) -> str:
    match effect:
        case AuctionOpened(card):
            return _("An auction starts for %(card)s.") % {"card": card_name(card)}
        case AllPassed(card):
            return _("Everybody passed on %(card)s.") % {"card": card_name(card)}
        case Recount(card, instead_of):
            return _recount(card_name(card), card_name(instead_of))
        case PileHadMore():
            return _("The pile had more cards than was said.")
        case DeckRanOut():
            return _("That was the last card: this is the last turn.")
        case FinalRound():
            return _("That was the last turn: now everybody may buy one more card.")
        case Scoring():
            return _("Now the scores are counted.")


def _recount(card: str, instead_of: str) -> str:
    return _(
        "One more %(card)s has turned up than was assumed, so one %(instead_of)s fewer is expected."
    ) % {"card": card, "instead_of": instead_of}


def _who(names: Sequence[str], seat: int) -> dict[str, str | int]:
    return {"name": player(names, seat)}


def consequences(effects: Iterable[Effect], names: Sequence[str]) -> list[str]:
    """Everything worth telling, in order; what several players gain alike is told once."""
    effects = tuple(effects)
    sentences: list[str | None] = []
    for (kind, _key), group in groupby(zip_longest(effects, effects[1:]), _alike):
        pairs = list(group)
        if kind is Gained:
            sentences.append(_gained([e for e, _next in pairs if isinstance(e, Gained)], names))
        else:
            sentences += [_in_context(effect, following, names) for effect, following in pairs]
    return [sentence for sentence in sentences if sentence]


def _alike(pair: tuple[Effect, Effect | None]) -> tuple[type, object]:
    effect, _following = pair
    if isinstance(effect, Gained):
        # Who is stopped by the cap half-way is told apart: how much is lost is different for each.
        half_way = effect.tokens and effect.lost
        return Gained, (effect.tokens, effect.seat if half_way else 0)
    return type(effect), None


def _in_context(effect: Effect, following: Effect | None, names: Sequence[str]) -> str | None:
    if isinstance(effect, AllPassed):
        return _nobody_bid(card_name(effect.card), following, names)
    return consequence(effect, names)


def _nobody_bid(card: str, following: Effect | None, names: Sequence[str]) -> str:
    """Where the card goes that nobody wanted (R-AUC-5): the next effect says it."""
    match following:
        case ToCollection(seat):
            return _("%(name)s gets %(card)s for nothing.") % (_who(names, seat) | {"card": card})
        case ToMarket():
            return _("Nobody gets %(card)s: it goes to the market.") % {"card": card}
    return _("Nobody gets %(card)s: it is discarded.") % {"card": card}


def _gained(gains: Sequence[Gained], names: Sequence[str]) -> str:
    """What these players gain, each of them the same (R-REW-3)."""
    tokens, lost = gains[0].tokens, gains[0].lost
    facts = {
        "name": listed(player(names, gain.seat) for gain in gains),
        "cap": TOKEN_CAP,
        "tokens": tokens,
        "lost": lost,
    }
    if not tokens:
        return _("Nothing for %(name)s: nobody may hold more than %(cap)d black.") % facts
    if len(gains) > 1:
        many = ngettext(
            "%(tokens)d black each for %(name)s.", "%(tokens)d black each for %(name)s.", tokens
        )
        return many % facts
    gets = ngettext("%(name)s gets %(tokens)d black.", "%(name)s gets %(tokens)d black.", tokens)
    if not lost:
        return gets % facts
    stays = ngettext(
        "Nobody may hold more than %(cap)d: %(lost)d stays in the supply.",
        "Nobody may hold more than %(cap)d: %(lost)d stay in the supply.",
        lost,
    )
    return told([gets % facts, stays % facts])
