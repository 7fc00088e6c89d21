"""The Celery application. Its settings are those in settings.py that start with CELERY_."""

import os
import time
from typing import Any

from celery import Celery, signals

from tencompanion import logs, metrics

# Before the application is made: that is when Celery looks whether it works for Django.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tencompanion.settings")

app = Celery("tencompanion")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def keep_logging(**_: object) -> None:
    """Leave logging as Django set it up: with a receiver here, Celery does not install its own."""


@signals.task_prerun.connect
def task_begins(task_id: str, task: Any, **_: object) -> None:
    """From here on, log lines say which task they belong to."""
    logs.doing.set({"task": task_id})
    task.request.ten_began = time.perf_counter()


@signals.task_postrun.connect
def task_ended(task: Any, state: str | None = None, **_: object) -> None:
    """Count the task and its time."""
    metrics.TASKS.labels(task.name, state or "unknown").inc()
    began = getattr(task.request, "ten_began", None)
    if began is not None:
        metrics.TASK_SECONDS.labels(task.name).observe(time.perf_counter() - began)
    logs.doing.set(None)


@signals.worker_ready.connect
def show_metrics(**_: object) -> None:
    """A worker has no other port to be asked at."""
    # Imported late: this module is loaded before Django's settings are.
    from tencompanion import inspection

    inspection.show_worker()
