"""What was said at the table, as the log tells it and as a screen reader speaks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.cards import Card
from games.rules.effects import (
    Busted,
    BustToken,
    DeckRanOut,
    Effect,
    FinalRound,
    Scoring,
    Turn,
    Won,
)
from games.rules.events import (
    AdjustedCard,
    AdjustedPile,
    AdjustedSeat,
    Bid,
    Bought,
    Drew,
    Emptied,
    Event,
    Paid,
    Passed,
    Payment,
    Skipped,
    Sold,
    Stopped,
    Took,
)
from games.rules.replay import Standing
from games.rules.table import Auction, Phase, Seat, Table
from games.wording.following import consequences
from games.wording.naming import card_name, listed, place_name, player, told


def payment_phrase(payment: Payment) -> str:
    """The mix that was paid: "3 black, 1 bust token and red 4"."""
    return listed(_pieces(payment)) or _("nothing")


def _pieces(payment: Payment) -> Iterator[str]:
    if payment.tokens:
        # Translators: black currency tokens.
        black = ngettext("%(count)d black", "%(count)d black", payment.tokens)
        yield black % {"count": payment.tokens}
    if payment.busts:
        busts = ngettext("%(count)d bust token", "%(count)d bust tokens", payment.busts)
        yield busts % {"count": payment.busts}
    yield from map(card_name, payment.cards)


def sentence(link: Standing, names: Sequence[str]) -> str:
    """What was said and by whom: "Bo drew red 4."."""
    # None of the events that can come first in a game changes who is active.
    before = link.before.table if link.before else link.table
    match link.event:
        case Drew() | Took():
            return _done(link.event, player(names, before.active))
        case Bought() | Skipped():
            return _done(link.event, player(names, before.actor or before.active))
        case Sold(int(winner), amount, payment) if before.auction:
            return _won(player(names, winner), before.auction.card, amount, payment)
        case Paid(payment) if before.auction and before.auction.high:
            winner, amount = before.auction.high
            return _won(player(names, winner), before.auction.card, amount, payment)
        case AdjustedSeat(seat, _, _):
            # Without an entry before it, it is compared with how everybody starts (R-SET-2).
            was = link.before.table.seat(seat) if link.before else Seat(seat)
            return _seat_check(link.event, was, names)
        case AdjustedPile(remaining) if link.before and link.before.table.remaining_is_known:
            return _pile_check(remaining, link.before.table.remaining)
    return unattributed(link.event, names)


def _seat_check(event: AdjustedSeat, was: Seat, names: Sequence[str]) -> str:
    """What the seat has, and what it was thought to have where that is something else."""
    facts = {
        "name": player(names, event.seat),
        "tokens": event.tokens,
        "busts": event.busts,
        "was_tokens": was.tokens,
        "was_busts": was.busts,
    }
    match event.tokens != was.tokens, event.busts != was.busts:
        case True, True:
            text = _(
                "Table check: %(name)s has %(tokens)d black, not %(was_tokens)d, "
                "and %(busts)d white, not %(was_busts)d."
            )
        case True, False:
            text = _("Table check: %(name)s has %(tokens)d black, not %(was_tokens)d.")
        case False, True:
            text = _("Table check: %(name)s has %(busts)d white, not %(was_busts)d.")
        case _both_alike:
            return _table_check(event, names)
    return text % facts


def _pile_check(remaining: int, was: int) -> str:
    text = ngettext(
        "Table check: %(count)d card is left, not %(was)d.",
        "Table check: %(count)d cards are left, not %(was)d.",
        remaining,
    )
    return text % {"count": remaining, "was": was}


def _done(event: Drew | Took | Bought | Skipped, name: str) -> str:
    match event:
        case Drew(card):
            return _("%(name)s drew %(card)s.") % {"name": name, "card": card_name(card)}
        case Took("numbers"):
            return _("%(name)s took the numbers.") % {"name": name}
        case Took():
            return _("%(name)s took the currency.") % {"name": name}
        case Skipped():
            return _("%(name)s bought nothing.") % {"name": name}
        case Bought(card, payment):
            return _("%(name)s bought %(card)s, paid with %(payment)s.") % {
                "name": name,
                "card": card_name(card),
                "payment": payment_phrase(payment),
            }


def _won(name: str, card: Card, amount: int, payment: Payment) -> str:
    return _("%(name)s won %(card)s for %(amount)d, paid with %(payment)s.") % {
        "name": name,
        "card": card_name(card),
        "amount": amount,
        "payment": payment_phrase(payment),
    }


def unattributed(event: Event, names: Sequence[str]) -> str:
    """The event alone, where no table tells who did it."""
    match event:
        case Bid(seat, amount):
            return _("%(name)s bid %(amount)d.") % {"name": player(names, seat), "amount": amount}
        case Passed(seat):
            return _("%(name)s passed.") % {"name": player(names, seat)}
        case Sold(int(winner), amount, payment):
            return _("%(name)s won for %(amount)d, paid with %(payment)s.") % {
                "name": player(names, winner),
                "amount": amount,
                "payment": payment_phrase(payment),
            }
        case Sold():
            return _("Everybody passed.")
        case Emptied():
            return _("The pile is empty.")
        case Stopped():
            return _("The table stopped here to count.")
        case AdjustedSeat() | AdjustedCard() | AdjustedPile():
            return _table_check(event, names)
    return _in_passive(event)


def _table_check(event: AdjustedSeat | AdjustedCard | AdjustedPile, names: Sequence[str]) -> str:
    match event:
        case AdjustedSeat(seat, tokens, busts):
            text = _("Table check: %(name)s has %(tokens)d black and %(busts)d white.")
            return text % {"name": player(names, seat), "tokens": tokens, "busts": busts}
        case AdjustedCard(card, source, target):
            # Translators: from where it was thought to be to where it is.
            return _("Table check: %(card)s: %(source)s → %(target)s.") % {
                "card": card_name(card),
                "source": place_name(source, names),
                "target": place_name(target, names),
            }
        case AdjustedPile(remaining):
            return ngettext(
                "Table check: %(count)d card is left.",
                "Table check: %(count)d cards are left.",
                remaining,
            ) % {"count": remaining}


def _in_passive(event: Drew | Took | Paid | Bought | Skipped) -> str:
    match event:
        case Drew(card):
            return _("Drawn: %(card)s.") % {"card": card_name(card)}
        case Took("numbers"):
            return _("Taken: the numbers.")
        case Took():
            return _("Taken: the currency.")
        case Paid(payment):
            return _("Paid with %(payment)s.") % {"payment": payment_phrase(payment)}
        case Bought(card, payment):
            return _("Bought: %(card)s, paid with %(payment)s.") % {
                "card": card_name(card),
                "payment": payment_phrase(payment),
            }
        case Skipped():
            return _("Bought: nothing.")


def happening(link: Standing, names: Sequence[str]) -> str:
    """What was said and what followed from it that matters, for the ear and the status line."""
    return told(filter(None, [news(link, names), new_turn(link, names)]))


def news(link: Standing, names: Sequence[str]) -> str:
    """The same without whose turn begins by it. A bust comes first, with the card that did it."""
    first, rest = sentence(link, names), _not_said_yet(link)
    for effect in rest:
        if isinstance(effect, Busted) and isinstance(link.event, Drew):
            first = _busted(effect, link.event.card, names)
    later = [effect for effect in rest if not isinstance(effect, Busted | Turn)]
    return told([first, *consequences(later, names), *_bidding_over(link.table, names)])


def new_turn(link: Standing, names: Sequence[str]) -> str:
    """Whose turn begins by it; "" if none does."""
    return "".join(consequences([e for e in link.effects if isinstance(e, Turn)], names))


def _busted(bust: Busted, card: Card, names: Sequence[str]) -> str:
    facts = {"name": player(names, bust.seat), "card": card_name(card)}
    if bust.by == "numbers":
        return _("%(name)s busts with %(card)s: the numbers went over 10.") % facts
    return _("%(name)s busts with %(card)s: the currency went over 10.") % facts


def followed(link: Standing, names: Sequence[str]) -> list[str]:
    """What the sentence does not say yet: its consequences that matter, in order."""
    return [*consequences(_not_said_yet(link), names), *_bidding_over(link.table, names)]


def _not_said_yet(link: Standing) -> list[Effect]:
    """The effects without those that the sentence, or a later effect, tells anyway."""
    told_anyway: tuple[type, ...] = (BustToken, Won)
    if isinstance(link.event, Stopped):
        told_anyway = (*told_anyway, Scoring)
    if any(isinstance(effect, FinalRound) for effect in link.effects):
        told_anyway = (*told_anyway, DeckRanOut)
    return [effect for effect in link.effects if not isinstance(effect, told_anyway)]


def _bidding_over(table: Table, names: Sequence[str]) -> Iterator[str]:
    match table:
        case Table(phase=Phase.PAYMENT, auction=Auction(high=(seat, amount))):
            facts = {"name": player(names, seat), "amount": amount}
            yield _("%(name)s has the highest bid and pays %(amount)d.") % facts
