"""Pictures of every page and every phase, to be looked at one by one:

    python -m tests.gallery [FOLDER]     writes into gallery/, with an index.html

On a phone and on a tablet, dark and light; besides them the big screen, paper, and the states that
come and go: a refusal, taps that wait, no connection, an open menu.
"""

import logging
import os
import sys
from pathlib import Path

import django


def main() -> None:
    """Set Django up as the tests do, and take the pictures."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    logging.disable(logging.INFO)
    # Only now can models be imported.
    from tests import pictures

    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "gallery")
    pictures.write(folder)
    sys.stdout.write(f"{folder / 'index.html'}\n")


if __name__ == "__main__":
    main()
