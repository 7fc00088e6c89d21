"""`manage.py examples add|remove`: finished games that everybody sees and nobody can change."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import services


class Command(BaseCommand):
    """Add the example games, or remove them for good."""

    help = _("Add a few finished games as examples for everybody, or remove them.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what can be done."""
        parser.add_argument("what", choices=["add", "remove"])

    def handle(self, *, what: str, **_options: Any) -> None:
        """Do it and say how many games it was."""
        if what == "add":
            games = services.lay_out_examples()
            text = ngettext("%(count)d example added.", "%(count)d examples added.", games)
        else:
            games = services.remove_examples()
            text = ngettext("%(count)d example removed.", "%(count)d examples removed.", games)
        self.stdout.write(text % {"count": games})
