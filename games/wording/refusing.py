"""Why something was refused, and what to do now.

A reason is a sentence about the table, so that it also serves where an earlier entry is mended;
the advice after it is only for the one who has just tapped. A code that is not in these tables is
a bug: a test reads every code out of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.events import Reward
from games.rules.notation import Malformed
from games.rules.table import AllPass, Phase, SpentCards
from games.wording.naming import card_name, listed, player, told
from games.wording.telling import unattributed

_REASONS: Final = {
    "no_card_left": gettext_lazy("No card is left to draw."),
    "nothing_drawn": gettext_lazy("%(name)s has not drawn a card in this turn."),
    "already_empty": gettext_lazy("It is known already that the pile is empty."),
    "empty_before_first_draw": gettext_lazy(
        "No card has been drawn in this game, so the pile cannot be empty."
    ),
    "copy_too_many": ngettext_lazy(
        "This deck has only %(copies)d copy of %(card)s, and it has been recorded already.",
        "This deck has only %(copies)d copies of %(card)s, and all of them have been recorded.",
        "copies",
    ),
    "no_copy": gettext_lazy("This deck has no %(card)s."),
    "not_your_bid": gettext_lazy("%(next_name)s bids next, not %(name)s."),
    "bid_too_low": gettext_lazy("%(amount)d is too low: the bid must be at least %(least)d."),
    "bid_above_purse": gettext_lazy("%(name)s can pay at most %(purse)d."),
    "somebody_has_bid": gettext_lazy("%(name)s has bid, so not everybody passed."),
    "no_such_seat": gettext_lazy("Nobody sits in seat %(seat)d."),
    "has_passed": gettext_lazy("%(name)s has passed and cannot win this auction."),
    "not_the_high_bid": gettext_lazy("The highest bid is %(amount)d, by %(name)s."),
    "not_in_market": gettext_lazy("There is no %(card)s in the market."),
    "has_it_already": gettext_lazy(
        "%(name)s has %(card)s already, and nobody may buy the same card again."
    ),
    "too_few_tokens": ngettext_lazy(
        "%(name)s has only %(held)d black.", "%(name)s has only %(held)d black.", "held"
    ),
    "no_tokens": gettext_lazy("%(name)s has no black."),
    "too_few_busts": ngettext_lazy(
        "%(name)s has only %(held)d bust token.", "%(name)s has only %(held)d bust tokens.", "held"
    ),
    "no_busts": gettext_lazy("%(name)s has no bust token."),
    "card_not_owned": gettext_lazy("%(name)s does not have that %(card)s to pay with."),
    "paid_too_little": gettext_lazy("The price is %(price)d, but only %(paid)d is paid."),
    "currency_split": gettext_lazy(
        "These are %(counted)d currency cards, but the box has %(expected)d."
    ),
    "pile_too_large": gettext_lazy("There can be 1 to %(most)d cards in the pile."),
    "not_so_many": ngettext_lazy(
        "The box has only %(copies)d copy of %(card)s.",
        "The box has only %(copies)d copies of %(card)s.",
        "copies",
    ),
    "nobody_sits_there": gettext_lazy("Nobody sits in seat %(seat)d."),
    "above_cap": gettext_lazy("Nobody ever has more than %(cap)d black."),
    "no_such_busts": gettext_lazy("Only %(left)d white can be with %(name)s: there are no more."),
    "same_place": gettext_lazy("%(card)s would stay where it is."),
    "no_place_for_currency": gettext_lazy(
        "Currency cards lie in the discard or are not seen yet, nowhere else."
    ),
    "card_not_there": gettext_lazy("There is no %(card)s in that place."),
    "adjusted_to_empty": gettext_lazy("Then no card would be left."),
    "fewer_unseen": gettext_lazy("Only %(unseen)d cards have not been seen."),
    "nothing_differs": gettext_lazy("That is how it was recorded."),
}

_ANOTHER_PAYMENT: Final = gettext_lazy("Choose another way to pay.")
_ANOTHER_CARD: Final = gettext_lazy("Choose another card, or buy nothing.")
_ANOTHER_DRAW: Final = gettext_lazy("Check the card, or mend the entry that is wrong.")

_ADVICE: Final = {
    "no_card_left": gettext_lazy("Take the numbers or the currency."),
    "nothing_drawn": gettext_lazy("Draw at least one card first."),
    "already_empty": gettext_lazy("Finish this turn: it is the last one."),
    "empty_before_first_draw": gettext_lazy("Draw the first card."),
    "copy_too_many": _ANOTHER_DRAW,
    "no_copy": _ANOTHER_DRAW,
    "not_your_bid": gettext_lazy("First record the bid or pass of %(next_name)s."),
    "bid_too_low": gettext_lazy("Bid %(least)d or more, or pass."),
    "bid_above_purse": gettext_lazy("Bid less, or pass."),
    "somebody_has_bid": gettext_lazy("Record who won, and for how much."),
    "no_such_seat": gettext_lazy("Choose one of the players."),
    "has_passed": gettext_lazy("Choose another winner, or mend the pass."),
    "not_the_high_bid": gettext_lazy(
        "Sell it to %(name)s for %(amount)d, or record a higher bid first."
    ),
    "not_in_market": _ANOTHER_CARD,
    "has_it_already": _ANOTHER_CARD,
    "too_few_tokens": _ANOTHER_PAYMENT,
    "no_tokens": _ANOTHER_PAYMENT,
    "too_few_busts": _ANOTHER_PAYMENT,
    "no_busts": _ANOTHER_PAYMENT,
    "card_not_owned": _ANOTHER_PAYMENT,
    "paid_too_little": gettext_lazy("Pay %(missing)d more."),
    "currency_split": gettext_lazy("Count them again."),
    "pile_too_large": gettext_lazy("Count it again."),
    "not_so_many": gettext_lazy("Count them again."),
    "nobody_sits_there": gettext_lazy("Choose one of the players."),
    "above_cap": gettext_lazy("Count again."),
    "no_such_busts": gettext_lazy("Count again, or put the other players right first."),
    "same_place": gettext_lazy("Choose where it really lies."),
    "no_place_for_currency": gettext_lazy("Choose one of these two."),
    "card_not_there": gettext_lazy("Choose the place where it was thought to be."),
    "adjusted_to_empty": gettext_lazy("If that is so, tell it from the menu: the pile is empty."),
    "fewer_unseen": gettext_lazy("Count again, or first put right where the other cards lie."),
    "nothing_differs": gettext_lazy("Nothing has to be put right."),
}

_AUCTION_OPEN: Final = gettext_lazy("An auction is open.")
_NOT_PAID_YET: Final = gettext_lazy("The bidding is over, and the highest bidder has not paid yet.")
_BUYING: Final = gettext_lazy("It is time to buy.")
_FINAL_ROUND: Final = gettext_lazy("In the final round there is only buying.")
_COUNTED: Final = gettext_lazy("The game is over.")

_WRONG_PHASE: Final = {
    (Phase.DRAW, "R-AUC-1"): gettext_lazy("No auction is open."),
    (Phase.DRAW, "R-AUC-2"): gettext_lazy("There is no auction to pay for."),
    (Phase.DRAW, "R-BUY-1"): gettext_lazy("A card is bought only after taking the numbers."),
    (Phase.AUCTION, "R-AUC-1"): _AUCTION_OPEN,
    (Phase.AUCTION, "R-AUC-2"): gettext_lazy("The bidding is not over yet."),
    (Phase.AUCTION, "R-BUY-1"): _AUCTION_OPEN,
}
_WRONG_PHASE_ANYHOW: Final = {
    Phase.PAYMENT: _NOT_PAID_YET,
    Phase.BUY: _BUYING,
    Phase.FINAL_BUY: _FINAL_ROUND,
    Phase.SCORING: _COUNTED,
}
_NOW: Final = {
    Phase.DRAW: gettext_lazy("Draw a card, or stop and take the numbers or the currency."),
    Phase.AUCTION: gettext_lazy("First record the bids and passes, or who won."),
    Phase.PAYMENT: gettext_lazy("First record the payment."),
    Phase.BUY: gettext_lazy("Choose a card from the market, or buy nothing."),
    Phase.FINAL_BUY: gettext_lazy("Choose a card from the market, or buy nothing."),
    Phase.SCORING: gettext_lazy("To change something, undo it or mend an entry."),
}

_CORRECTIONS: Final = {
    "nothing_to_undo": gettext_lazy("There is nothing to undo."),
    "nothing_to_redo": gettext_lazy("There is nothing to redo."),
    "no_such_number": gettext_lazy(
        "There is no entry %(number)d: here the numbers go from 1 to %(last)d."
    ),
    "no_entry": gettext_lazy("There is no entry to change yet."),
    "number_twice": gettext_lazy("Entry %(number)d can be changed only once at a time."),
}

_EXPECTED: Final = {
    "not_an_object": gettext_lazy("%(where)s must be an object."),
    "missing": gettext_lazy("%(where)s is missing."),
    "unknown": gettext_lazy("%(where)s is not known here: leave it out."),
    "not_a_number": gettext_lazy("%(where)s must be a whole number."),
    "out_of_range": gettext_lazy("%(where)s is too small or too large."),
    "not_text": gettext_lazy("%(where)s must be text."),
    "unknown_card": gettext_lazy("%(where)s must be the code of a card, such as R4, B#, *7 or $3."),
    "not_a_list": gettext_lazy("%(where)s must be a list."),
    "empty": gettext_lazy("%(where)s must not be empty."),
    "unknown_choice": gettext_lazy("%(where)s is not one of the allowed words."),
    "name_twice": gettext_lazy("%(where)s is there twice: give each player another name."),
    "name_too_long": gettext_lazy("%(where)s is too long: a name has at most 24 characters."),
    "control_characters": gettext_lazy("%(where)s has a character that cannot be shown."),
}

EVENT_TYPES: Final = (
    "draw",
    "take",
    "deck_empty",
    "bid",
    "pass",
    "auction",
    "pay",
    "buy",
    "skip_buy",
    "stop",
    "adjust",
)
_CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "event.type": EVENT_TYPES,
    "event.what": get_args(Reward),
    ".op": ("replace", "insert", "delete"),
    "options.all_pass": get_args(AllPass),
    "options.spent_cards": get_args(SpentCards),
}
LONGEST_PATH: Final = 80


def refusal(error: RuleError, names: Sequence[str]) -> str:
    """What is wrong, where the copies of a card were recorded if that is known, what to do now."""
    sentences = [_reason(error, names), _advice(error, names)]
    if entries := error.params.get("entries"):
        sentences.insert(1, _recorded_in(entries))
    return told(sentences)


def _reason(error: RuleError, names: Sequence[str]) -> str:
    facts = _facts(error, names)
    if error.code == "wrong_phase":
        phase = Phase(facts["phase"])
        return str(_WRONG_PHASE_ANYHOW.get(phase) or _WRONG_PHASE[phase, error.rule])
    return _REASONS[_without_zero(error)] % facts


def _advice(error: RuleError, names: Sequence[str]) -> str:
    facts = _facts(error, names)
    if error.code == "wrong_phase":
        return str(_NOW[Phase(facts["phase"])])
    return _ADVICE[_without_zero(error)] % facts


def _without_zero(error: RuleError) -> str:
    """The error's code; where "only 0" would be said, that of a sentence without a number."""
    match error.code, error.params.get("held", error.params.get("copies")):
        case "too_few_tokens", 0:
            return "no_tokens"
        case "too_few_busts", 0:
            return "no_busts"
        case "copy_too_many", 0:
            return "no_copy"
    return error.code


def _facts(error: RuleError, names: Sequence[str]) -> dict[str, Any]:
    """What the placeholders stand for."""
    facts: dict[str, Any] = dict(error.params)
    if "seat" in facts:
        facts["name"] = player(names, facts["seat"])
    if "next_seat" in facts:
        facts["next_name"] = player(names, facts["next_seat"])
    if "card" in facts:
        facts["card"] = card_name(facts["card"])
    if "price" in facts:
        facts["missing"] = facts["price"] - facts["paid"]
    return facts


def _recorded_in(entries: Any) -> str:
    numbers = listed(map(str, entries))
    return ngettext(
        "It is in entry %(entries)s.", "They are in entries %(entries)s.", len(entries)
    ) % {"entries": numbers}


def conflict(error: Conflict, names: Sequence[str], said: str | None = None) -> str:
    """Which entry could no longer have happened, and why.

    ``said`` is the entry's ``sentence``, for who has its table; without it, it is told namelessly.
    """
    facts = {
        "number": error.number,
        "said": said or unattributed(error.event, names),  # type: ignore[arg-type]
        "reason": _reason(error.cause, names),
    }
    if error.number is None:
        return _("This cannot have happened there: “%(said)s” %(reason)s") % facts
    # Translators: both what was said and the reason are whole sentences.
    text = _("Entry %(number)d can then no longer have happened: “%(said)s” %(reason)s")
    return text % facts


def correction_refusal(error: CorrectionError) -> str:
    """Why a correction cannot be made as asked."""
    code = "no_entry" if error.params.get("last") == 0 else error.code
    return _CORRECTIONS[code] % error.params


def malformed(error: Malformed) -> str:
    """Which member of a request is wrong, and what is expected there."""
    facts = {"where": _readable(error.where)}
    choices = next((c for end, c in _CHOICES.items() if error.where.endswith(end)), ())
    if error.problem == "unknown_choice" and choices:
        text = _("%(where)s must be one of these: %(choices)s.")
        return text % (facts | {"choices": listed(choices)})
    return _EXPECTED[error.problem] % facts


def _readable(where: str) -> str:
    """The path in a form that can be shown: it may end with anything that a client sent."""
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in where)
    return shown if len(shown) <= LONGEST_PATH else f"{shown[: LONGEST_PATH - 1]}…"
