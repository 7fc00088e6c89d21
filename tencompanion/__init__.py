"""The Django project around the one app, `games`."""

from tencompanion.celery import app as celery_app

__all__ = ["celery_app"]
