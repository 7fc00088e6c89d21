"""The socket that the site listens on, and waiting for its first answer."""

import errno
import socket
import time
from http.client import HTTPConnection, HTTPException

from django.core.management import CommandError
from django.utils.translation import gettext as _

from tencompanion import addresses

# Children of a site that was killed a moment ago still give its port back.
PORT_PATIENCE = 3.0
ANSWER_PATIENCE = 30.0


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; CommandError with a sentence that helps when there is none to be had."""
    deadline = time.monotonic() + PORT_PATIENCE
    while True:
        try:
            return _bound(host, port)
        except (OSError, OverflowError) as error:
            if getattr(error, "errno", None) != errno.EADDRINUSE or time.monotonic() > deadline:
                raise CommandError(_refusal(error, host, port)) from error
        time.sleep(0.2)


def _bound(host: str, port: int) -> socket.socket:
    family, *_rest, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family, backlog=2048)


def _refusal(error: Exception, host: str, port: int) -> str:
    match getattr(error, "errno", None):
        case errno.EADDRINUSE:
            text = _("Port %(port)s is taken by another program; choose another with --port.")
        case errno.EACCES:
            text = _("Port %(port)s is reserved for the system; choose one above 1023 with --port.")
        case errno.EADDRNOTAVAIL | socket.EAI_NONAME:
            text = _("This machine has no address %(host)s; leave --host out to listen on all.")
        case _other:
            text = _("Cannot listen on %(host)s, port %(port)s: %(reason)s.")
    return text % {"host": host, "port": port, "reason": error}


def wait_for_answer(host: str, port: int) -> bool:
    """Wait until the site answers a request, whatever the answer; whether it did."""
    local = "localhost" if addresses.is_wildcard(host) else host
    deadline = time.monotonic() + ANSWER_PATIENCE
    while time.monotonic() < deadline:
        connection = HTTPConnection(local, port, timeout=ANSWER_PATIENCE)
        try:
            connection.request("HEAD", "/")
            connection.getresponse()
        except (OSError, HTTPException):
            time.sleep(0.2)
        else:
            return True
        finally:
            connection.close()
    return False
