"""Work in another process: the counting of finished games, and what if no worker comes.

The queue is only a doorbell; results.py knows whose work a game is. So a task may run twice or
never, and the result is written once all the same.
"""

from __future__ import annotations

import logging
import threading
import time
from datetime import timedelta
from uuid import UUID, uuid4

from celery import shared_task
from celery.signals import worker_ready
from django.db import connections, transaction

from games import live, results
from tencompanion import metrics

logger = logging.getLogger("games.tasks")

SWEEP_EVERY = 60.0
"""Seconds between two looks of a worker at what nobody watches."""


@shared_task
def score_game(game_id: str) -> None:
    """Count a game in the worker, unless that was done or the game goes on."""
    _count(UUID(game_id), f"worker-{uuid4()}")


def ring(game_id: UUID) -> None:
    """Ask for a game to be counted, once the transaction is committed.

    Looks again until it is, so that a game is counted without any worker, or if one died.
    """
    transaction.on_commit(lambda: _ring(game_id))


def _ring(game_id: UUID) -> None:
    try:
        score_game.delay(str(game_id))
    except Exception:  # whatever the broker's trouble is, the row waits and the watch comes
        logger.warning("scoring.broker_down", extra={"game": str(game_id)}, exc_info=True)
    _watch(game_id, results.patience())


def _watch(game_id: UUID, wait: timedelta) -> None:
    watch = threading.Timer(wait.total_seconds() + 0.05, _look_again, [game_id])
    watch.daemon = True
    watch.start()


def _look_again(game_id: UUID) -> None:
    waits = True
    try:
        count_if_overdue(game_id)
        waits = results.is_awaited(game_id)
    except Exception:  # of the database, most likely, which will be back
        logger.warning("scoring.watch_interrupted", extra={"game": str(game_id)}, exc_info=True)
    finally:
        connections.close_all()
    if waits:
        _watch(game_id, results.LEASE)


def count_if_overdue(game_id: UUID) -> None:
    """Count a game here, if no worker has in time."""
    if results.is_overdue(game_id):
        logger.warning("scoring.taken_over", extra={"game": str(game_id)})
        _count(game_id, f"site-{uuid4()}")


def sweep() -> None:
    """Count the games that nobody watches any more, for who watched them died or was restored."""
    for game_id in results.overdue():
        count_if_overdue(game_id)


@worker_ready.connect
def _keep_sweeping(**_: object) -> None:
    threading.Thread(target=_sweep_for_ever, name="sweep", daemon=True).start()


def _sweep_for_ever() -> None:
    while True:
        try:
            sweep()
        except Exception:  # of the database, most likely, which will be back
            logger.warning("scoring.sweep_interrupted", exc_info=True)
        finally:
            connections.close_all()
        time.sleep(SWEEP_EVERY)


def _count(game_id: UUID, owner: str) -> None:
    if not results.claim(game_id, owner):
        logger.info("scoring.not_needed", extra={"game": str(game_id)})
        return
    version = results.settle(game_id, owner, live.nudge)
    if version is None:
        logger.info("scoring.withdrawn", extra={"game": str(game_id)})
        return
    by = owner.split("-")[0]
    metrics.SCORINGS.labels(by).inc()
    logger.info("scoring.done", extra={"game": str(game_id), "by": by})
