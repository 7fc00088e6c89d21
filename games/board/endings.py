"""How a game ended: the sheets in order, what decided in words, and what it was like in figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.sheets import RankedSheet, ranked_sheet
from games.models import Game
from games.rules.effects import Busted
from games.rules.replay import Story
from games.wording import listed, player, ranking_reason

LONGEST_IN_MINUTES = 180
LONGEST_IN_ONE_GO = 24 * 60
"""Minutes. A game that took longer was left lying; how long says nothing."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a game as it is shown.

    ``verdict``: what the first place turned on, empty for one player. ``facts``: minutes, turns,
    busts, each a short phrase.
    """

    headline: str
    verdict: str
    facts: Sequence[str]
    sheets: Sequence[RankedSheet]


def ending(game: Game, story: Story, result: Json) -> Ending:
    """How this game ended, from its counted result."""
    names, places = game.names, result["ranking"]
    ties = ["", *(_tie(ahead, place, names) for ahead, place in pairwise(places))]
    return Ending(
        headline=winner_line(result, names),
        verdict=_verdict(result, names),
        facts=list(_facts(game, story)),
        sheets=[
            ranked_sheet(
                place,
                story.table.seat(place["seat"]),
                names[place["seat"] - 1],
                result["winners"],
                tie,
            )
            for place, tie in zip(places, ties, strict=True)
        ],
    )


def winner_line(result: Json, names: Sequence[str]) -> str:
    """Who won, and with how many points: "Mihai wins with 27"."""
    facts = {
        "names": listed(names[seat - 1] for seat in result["winners"]),
        "points": result["ranking"][0]["score"],
    }
    if len(names) == 1:
        return _("%(names)s has %(points)d") % facts
    return (
        ngettext(
            "%(names)s wins with %(points)d",
            "%(names)s share the victory with %(points)d",
            len(result["winners"]),
        )
        % facts
    )


def _verdict(result: Json, names: Sequence[str]) -> str:
    first, *others = result["ranking"]
    if not others:
        return ""
    if result["decided_by"] == "shared":
        return ranking_reason("shared")
    second = [place for place in others if place["rank"] == others[0]["rank"]]
    them = {"name": listed(player(names, place["seat"]) for place in second)}
    match result["decided_by"]:
        case "tokens":
            text = _("As many points as %(name)s, but more black: %(more)d to %(fewer)d.")
            return text % (them | _compared(first, second[0], "tokens"))
        case "cards":
            text = _(
                "As many points and black as %(name)s, but fewer cards: %(fewer)d to %(more)d."
            )
            return text % (them | _compared(first, second[0], "cards"))
    margin = first["score"] - second[0]["score"]
    return ngettext(
        "One point ahead of %(name)s.", "%(margin)d points ahead of %(name)s.", margin
    ) % (them | {"margin": margin})


def _tie(ahead: Json, place: Json, names: Sequence[str]) -> str:
    """Why this place is behind the one ahead of it, if they have as many points."""
    if ahead["score"] != place["score"]:
        return ""
    them = {"name": player(names, ahead["seat"])}
    if ahead["tokens"] != place["tokens"]:
        text = _("Fewer black than %(name)s: %(fewer)d to %(more)d.")
        return text % (them | _compared(ahead, place, "tokens"))
    if ahead["cards"] != place["cards"]:
        text = _("As much black as %(name)s, but more cards: %(more)d to %(fewer)d.")
        return text % (them | _compared(ahead, place, "cards"))
    return _("Level with %(name)s.") % them


def _compared(one: Json, other: Json, what: str) -> dict[str, int]:
    return {"more": max(one[what], other[what]), "fewer": min(one[what], other[what])}


def _facts(game: Game, story: Story) -> Iterator[str]:
    yield from _duration(game)
    turns = story.table.turn
    yield ngettext("%(count)d turn", "%(count)d turns", turns) % {"count": turns}
    effects = (effect for link in story.backwards() for effect in link.effects)
    busts = sum(isinstance(effect, Busted) for effect in effects)
    yield ngettext("%(count)d bust", "%(count)d busts", busts) % {"count": busts}


def _duration(game: Game) -> Iterator[str]:
    if game.ended_at is None:
        return
    minutes = max(1, round((game.ended_at - game.created_at).total_seconds() / 60))
    if minutes <= LONGEST_IN_MINUTES:
        yield ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    elif minutes <= LONGEST_IN_ONE_GO:
        hours = round(minutes / 60)
        yield ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
