"""What script/up starts beside itself: `python -m tencompanion.child web FD`, or `... worker`.

Both stop when told to, and also when the parent vanished without a word. Standard input is the
line to it: the parent holds the other end and writes nothing, so the end of input means that
the parent is gone. That works on every system, however the parent died.
"""

import os
import signal
import socket
import sys
import threading
import time
import warnings

from celery.exceptions import SecurityWarning

from tencompanion.celery import app
from tencompanion.server import server

# Longer than the web process lets open streams go on, shorter than a person's patience.
PATIENCE = 4


def main() -> None:
    """Run the role that was asked for."""
    threading.Thread(target=follow_parent, daemon=True).start()
    match sys.argv[1:]:
        case ["web", descriptor]:
            web(int(descriptor))
        case ["worker"]:
            worker()


def follow_parent() -> None:
    """Wait for the parent's end, then stop this process: politely first."""
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)
    os.kill(os.getpid(), signal.SIGKILL)


def web(descriptor: int) -> None:
    """Serve the site on a socket that is listening already."""
    server(grace=2).run(sockets=[socket.socket(fileno=descriptor)])


def worker() -> None:
    """Work on tasks. Its chatter with other workers is off: at home there are none."""
    # About being root, which is dangerous with pickled messages; ours are JSON.
    warnings.simplefilter("ignore", SecurityWarning)
    app.worker_main(
        [
            "--quiet",
            "worker",
            "--pool=threads",
            "--concurrency=2",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
            "--loglevel=WARNING",
        ]
    )


if __name__ == "__main__":
    main()
