"""What is counted while the site runs, in the form that Prometheus reads.

Each process counts for itself and is asked by itself: processes are many, and on many machines.
No label says who or which game. Counting costs a few microseconds and is never switched off; who
may see the counts is `inspection`'s business.
"""

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

CONTENT_TYPE = CONTENT_TYPE_LATEST

_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

# The moment at which each series began would double their number.
disable_created_metrics()

REQUESTS = Counter("ten_requests", "Requests answered.", ["route", "method", "status"])
REQUEST_SECONDS = Histogram(
    "ten_request_seconds",
    "Time to an answer, or to a stream's start.",
    ["route"],
    buckets=_QUICK,
)
ENTRIES = Counter("ten_entries", "Entries recorded: events by type, and corrections.", ["kind"])
REFUSALS = Counter("ten_refusals", "Requests refused, with the rule's id if any.", ["code", "rule"])
SCORINGS = Counter("ten_scorings", "Games counted, by a worker or by the site itself.", ["by"])
TASKS = Counter("ten_tasks", "Celery tasks that ended.", ["task", "state"])
TASK_SECONDS = Histogram("ten_task_seconds", "Time of a Celery task.", ["task"], buckets=_QUICK)
STREAMS = Gauge("ten_streams", "Event streams open at this moment.")


def refused(why: Exception) -> None:
    """Count a refusal, by the rule that it breaks; by its own name where no rule is broken."""
    cause = getattr(why, "cause", why)
    code = getattr(cause, "code", None) or type(why).__name__
    REFUSALS.labels(code, getattr(cause, "rule", "")).inc()


def page() -> bytes:
    """All counts of this process."""
    return generate_latest()


def open_streams() -> int:
    """How many streams this process has; asked for whenever somebody looks."""
    # Imported late: a worker counts its tasks before there are apps.
    from games import live

    return live.listening()


STREAMS.set_function(open_streams)
