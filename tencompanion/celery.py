"""The Celery application. Its settings are those in settings.py that start with CELERY_."""

import os

from celery import Celery, signals

# Before the application is made: that is when Celery looks whether it works for Django.
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tencompanion.settings")

app = Celery("tencompanion")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.setup_logging.connect
def keep_logging(**_: object) -> None:
    """Leave logging as Django set it up: with a receiver here, Celery does not install its own."""
