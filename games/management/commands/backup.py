"""`manage.py backup FILE`: all games in one file, while they go on."""

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
    """Write every game, with its phones and results, to one file."""

    help = _("Write all games to one file. They can go on meanwhile.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the file."""
        parser.add_argument("file", type=Path, help=_("The file to write; - for standard output."))

    def handle(self, *, file: Path, verbosity: int = 1, **_options: Any) -> None:
        """Write, and say how much, unless nobody wants to know."""
        try:
            with _output(file) as output:
                counts = archive.backup(output)
        except OSError as why:
            raise CommandError(
                _("%(file)s cannot be written: %(why)s.") % {"file": file, "why": why.strerror}
            ) from why
        except Error as why:
            raise CommandError(
                _("The database failed: %(why)s. There is no whole backup.")
                % {"why": archive.first_line(why)}
            ) from why
        facts = {"games": counts["game"], "entries": counts["entry"], "file": file}
        if verbosity:
            # Standard output may be the file.
            self.stderr.write(_("%(games)s games with %(entries)s entries in %(file)s.") % facts)


def _output(file: Path) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdout.buffer) if str(file) == "-" else archive.private_file(file)
