"""`manage.py restore FILE`: all games from a backup, into an empty database.

A running site remembers tables by game and version, and a game that comes back may go on in another
way from an earlier version. So the site has to be stopped; where one can see that it runs, this
refuses.
"""

import sys
from argparse import ArgumentParser
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, Any

from django.core.management import BaseCommand, CommandError
from django.db import Error
from django.utils.translation import gettext as _

from games import archive


class Command(BaseCommand):
    """Put every game from a file into an empty database, all of them or none."""

    help = _("Put the games of a backup into an empty database, all of them or none.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file."""
        parser.add_argument(
            "file", type=Path, help=_("A file that `backup` wrote; - for standard input.")
        )

        parser.add_argument(
            "--despite-others",
            action="store_true",
            help=_("Even if others are connected: they are not the site’s own processes."),
        )

    def handle(self, *, file: Path, despite_others: bool, **_options: Any) -> None:
        """Read, and say how much."""
        try:
            if not despite_others:
                _check_alone()
            with _input(file) as backup:
                counts = archive.restore(backup)
        except archive.NotEmpty as why:
            raise CommandError(
                _("There are games in this database already; restore into an empty one.")
            ) from why
        except archive.Unreadable as why:
            raise CommandError(_("%(why)s Nothing was restored.") % {"why": why}) from why
        except OSError as why:
            raise CommandError(
                _("%(file)s cannot be read: %(why)s.") % {"file": file, "why": why.strerror}
            ) from why
        except Error as why:
            raise CommandError(
                _("The database failed: %(why)s. Nothing was restored.")
                % {"why": archive.first_line(why)}
            ) from why
        facts = {"games": counts["game"], "entries": counts["entry"]}
        self.stdout.write(_("%(games)s games with %(entries)s entries are back.") % facts)


def _check_alone() -> None:
    if others := archive.others():
        raise CommandError(
            _(
                "Others are connected to this database: %(others)s. Stop the site’s web processes"
                " and workers, which remember games; or say --despite-others, if it is not them."
            )
            % {"others": others}
        )


def _input(file: Path) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb")
