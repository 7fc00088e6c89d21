"""Counting a game: whose work it is, and its ranked result. The only writer of scorings.

The state of the work is a row (queued, running with owner and lease, done), claimed by one
conditional UPDATE that the worker and the site use alike; so it is done once, whoever gets there
first, and taken over when nobody came or somebody died. A result is only ever written for the
version that it scored: an undo withdraws it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import tables
from games.models import Game, Scoring
from games.rules.scoring import Ranking, ScoreSheet, ranking, score_sheet
from games.rules.table import Table

LEASE = timedelta(seconds=5)
"""How long somebody who claimed a scoring has for it, before others may."""

Json = dict[str, Any]
Publish = Callable[[UUID, int], None]
"""Tells those who listen of a game's new version."""


def patience() -> timedelta:
    """How long the site waits for a worker."""
    return timedelta(seconds=settings.SCORING_PATIENCE)


def queue(game: Game) -> None:
    """Note that this game has to be counted at its present entry version."""
    Scoring.objects.update_or_create(
        game=game,
        defaults={
            "entry_version": game.entry_version,
            "state": Scoring.State.QUEUED,
            "owner": "",
            "queued_at": timezone.now(),
            "lease_until": None,
            "result": None,
        },
    )


def withdraw(game: Game) -> None:
    """The game goes on: what was counted, or being counted, no longer holds."""
    Scoring.objects.filter(game=game).delete()


def claim(game_id: UUID, owner: str) -> bool:
    """Take this game's scoring as ``owner``'s work; False if it is done or somebody else's."""
    now = timezone.now()
    free = Q(state=Scoring.State.QUEUED) | Q(state=Scoring.State.RUNNING, lease_until__lt=now)
    claimed = Scoring.objects.filter(free, game=game_id).update(
        state=Scoring.State.RUNNING, owner=owner, lease_until=now + LEASE
    )
    return claimed == 1


def is_overdue(game_id: UUID) -> bool:
    """Whether no worker came, or one came and did not finish."""
    now = timezone.now()
    unheard = Q(state=Scoring.State.QUEUED, queued_at__lte=now - patience())
    left = Q(state=Scoring.State.RUNNING, lease_until__lt=now)
    return Scoring.objects.filter(unheard | left, game=game_id).exists()


def is_awaited(game_id: UUID) -> bool:
    """Whether this game is over, and its result is not there yet."""
    return Scoring.objects.exclude(state=Scoring.State.DONE).filter(game=game_id).exists()


def overdue() -> list[UUID]:
    """The games that wait for their count longer than worker and site should have let them."""
    since = timezone.now() - patience() - LEASE
    waiting = Scoring.objects.exclude(state=Scoring.State.DONE)
    return list(waiting.filter(queued_at__lt=since).values_list("game", flat=True))


def settle(game_id: UUID, owner: str, publish: Publish | None = None) -> int | None:
    """Count the game that ``owner`` claimed, write the result, and end the game (R-END-3).

    ``publish`` is told within the transaction. Counted is before it: somebody who is stopped in
    the middle of that must not hold the database's lock.

    Returns the game's new version; None if the claim was lost or the game went on meanwhile.
    """
    scoring = Scoring.objects.select_related("game").filter(game=game_id).first()
    if scoring is None:
        return None
    result = count(tables.story_at(scoring.game, scoring.entry_version).table)
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        written = Scoring.objects.filter(
            game=game,
            owner=owner,
            state=Scoring.State.RUNNING,
            entry_version=game.entry_version,
        ).update(state=Scoring.State.DONE, result=result, lease_until=None)
        if not written:
            return None
        game.status = Game.Status.FINISHED
        game.version += 1
        game.ended_at = timezone.now()
        game.save()
        if publish:
            publish(game.pk, game.version)
    return game.version


def result_of(game: Game) -> Json | None:
    """The ranked result of a finished game, at the version that this row has."""
    if game.status != Game.Status.FINISHED:
        return None
    scoring = Scoring.objects.filter(game=game, entry_version=game.entry_version).first()
    # Withdrawn since the row was read? It said just this of that version.
    return (scoring and scoring.outcome) or count(tables.story(game).table)


def count(table: Table) -> Json:
    """The ranked result of a table, as the API's STATE shows it (R-SCORE)."""
    sheets = {seat.number: score_sheet(seat.cards) for seat in table.seats}
    ranked = ranking(
        (seat.number, sheets[seat.number].score, seat.tokens, len(seat.cards))
        for seat in table.seats
    )
    return _written(ranked, sheets)


def _written(ranked: Ranking, sheets: dict[int, ScoreSheet]) -> Json:
    return {
        "ranking": [
            {
                "rank": place.rank,
                "seat": place.seat,
                "score": place.score,
                "tokens": place.tokens,
                "cards": place.cards,
            }
            | colours_of(sheets[place.seat])
            for place in ranked.ranks
        ],
        "winners": list(ranked.winners),
        "decided_by": ranked.decided_by,
    }


def colours_of(sheet: ScoreSheet) -> Json:
    """The runs by colour and what is left over, as plain JSON values."""
    return {
        "colours": {
            run.colour: {
                "points": run.points,
                "run": [run.first, run.last] if run.cards else None,
                "cards": list(run.cards),
            }
            for run in sheet.runs
        },
        "unused": list(sheet.unused),
    }
