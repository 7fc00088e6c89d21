"""One web process for production: `python -m tencompanion.serve --host 0.0.0.0 --port 8000`.

As many as needed, on as many machines; see docs/deployment.md. SIGTERM ends it: streams at once,
other requests when they are answered or after five seconds.
"""

import argparse
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from tencompanion.server import server

GRACE = 5
KEEP_ALIVE = 75
"""Seconds; longer than the front keeps idle connections (deploy/Caddyfile), so that it never sends
a tap into one that is just being closed."""


def main() -> None:
    """Serve until told to stop; without a secret key, say how to make one."""
    parser = argparse.ArgumentParser(prog="python -m tencompanion.serve", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", default=8000, type=int, help="port to listen on")
    chosen = parser.parse_args()
    try:
        _ = settings.SECRET_KEY
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    server(grace=GRACE, keep_alive=KEEP_ALIVE, host=chosen.host, port=chosen.port).run()


if __name__ == "__main__":
    main()
