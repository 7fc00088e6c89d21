#!/usr/bin/env python
"""Django's command line, with one addition: `up` chooses its data folder before settings load."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from tencompanion import household


def main() -> None:
    """Run the command that was asked for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tencompanion.settings")
    if sys.argv[1:2] == ["up"]:
        household.prepare(sys.argv[2:])
    try:
        _ = settings.SECRET_KEY
    except ImproperlyConfigured as error:
        # A sentence to whoever sets the site up; where in our code it was noticed is no help.
        sys.exit(str(error))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
