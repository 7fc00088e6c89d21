"""`manage.py up`: the whole site on one machine, for a living room.

Prepares the database and the static files, then runs the web server and the Celery worker as
child processes until Ctrl-C. `manage.py` has chosen the data folder before this is loaded.
"""

import os
import socket
import sys
import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import connections
from django.utils.translation import gettext as _

from games import services
from tencompanion import addresses, listening, terminal
from tencompanion.processes import Child, keep_alive, stop_signal


class Command(BaseCommand):
    """Start the site and its worker, and keep both running."""

    help = _("Start the site with its worker, for this machine and phones in the same network.")
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare host, port and data folder; manage.py has acted upon the last already."""
        parser.add_argument("--host", default="0.0.0.0", help=_("Address to listen on."))  # noqa: S104 (phones)
        parser.add_argument("--port", default=8000, type=int, help=_("Port to listen on."))
        parser.add_argument("--data", help=_("Folder that keeps the games."))
        parser.add_argument(
            "--demo", action="store_true", help=_("With a few finished games as examples.")
        )

    def handle(self, *, host: str, port: int, demo: bool = False, **_options: Any) -> None:
        """Run until asked to stop."""
        stopping = stop_signal()
        # The listening socket is the parent's: while the web process restarts, phones wait a
        # moment instead of being refused.
        with listening.listen(host, port) as listener:
            prepare()
            if demo:
                services.lay_out_examples()
                connections.close_all()
            answer_to(host)
            children = start(listener)
            threading.Thread(target=self.welcome, args=[host, port, demo], daemon=True).start()
            keep_alive(children, stopping)

    def welcome(self, host: str, port: int, demo: bool) -> None:
        """Once the site answers, say under which addresses."""
        listening.wait_for_answer(host, port)
        terminal.welcome(self.stdout, host, port, demo=demo)


def prepare() -> None:
    """Bring the database and the static files up to date."""
    call_command("migrate", interactive=False, verbosity=0)
    connections.close_all()
    call_command("collectstatic", interactive=False, verbosity=0)


def answer_to(host: str) -> None:
    """Let the children accept as Host what the site was told to listen on."""
    if not addresses.is_wildcard(host):
        named = [*settings.TEN_NAMED_HOSTS, addresses.bracketed(host)]
        os.environ["ALLOWED_HOSTS"] = ",".join(named)


def start(listener: socket.socket) -> list[Child]:
    """Start the web process on the socket, and the worker."""
    python = [sys.executable, "-m", "tencompanion.child"]
    descriptor = listener.fileno()
    return [
        Child("web", [*python, "web", str(descriptor)], [descriptor]),
        Child("worker", [*python, "worker"]),
    ]
