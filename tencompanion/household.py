"""What `up` settles before Django's settings load: the data folder, and a secret key in it.

Runs without Django being set up, so there are no translations and no settings here.
"""

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tencompanion import environment


def prepare(arguments: Sequence[str]) -> None:
    """Make the environment say what `up ARGUMENTS` means; make the folder and key if missing."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--data", type=Path)
    chosen = parser.parse_known_args(arguments)[0].data
    if chosen is not None:
        os.environ["TEN_DATA"] = str(chosen)
    # Absolute, since the children run in another folder.
    os.environ["TEN_DATA"] = str(environment.data_folder())
    os.environ["TEN_LAN"] = "on"
    try:
        environment.data_folder().mkdir(parents=True, exist_ok=True)
        _make_secret_key(environment.secret_key_file())
    except OSError as error:
        sys.exit(f"The data folder {environment.data_folder()} is of no use: {error.strerror}.")


def _make_secret_key(path: Path) -> None:
    """Write a random key that only this user can read, unless there is one already."""
    # Written aside and linked: whoever sees the file sees all of it, also when two start at once.
    aside = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50) + "\n")
    with suppress(FileExistsError):
        path.hardlink_to(aside)
    aside.unlink()
