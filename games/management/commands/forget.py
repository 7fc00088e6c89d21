"""`manage.py forget --untouched-for 400d`: delete games that nobody has touched for long."""

import re
from argparse import ArgumentParser, ArgumentTypeError
from datetime import timedelta
from typing import Any

from django.core.management import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from games import services

_UNITS = {"d": 1, "w": 7}


def duration(written: str) -> timedelta:
    """Days or weeks, such as `400d` or `52w`."""
    found = re.fullmatch(r"([1-9][0-9]{0,4})([dw])", written)
    if not found:
        raise ArgumentTypeError(_("a time is a number of days or weeks, such as 400d or 52w"))
    return timedelta(days=int(found[1]) * _UNITS[found[2]])


class Command(BaseCommand):
    """Delete games that nothing has happened in for a chosen time."""

    help = _("Delete games that nothing has happened in for a chosen time.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the time."""
        parser.add_argument(
            "--untouched-for",
            type=duration,
            required=True,
            metavar="TIME",
            help=_("A number of days or weeks, such as 400d or 52w."),
        )
        parser.add_argument(
            "--dry-run", action="store_true", help=_("Only say how many games it would be.")
        )

    def handle(self, *, untouched_for: timedelta, dry_run: bool, **_options: Any) -> None:
        """Delete, and say how many."""
        since = timezone.now() - untouched_for
        if dry_run:
            text, games = _("%(games)s games would be deleted."), services.untouched(since).count()
        else:
            text, games = _("%(games)s games are deleted."), services.forget(since)
        self.stdout.write(text % {"games": games})
