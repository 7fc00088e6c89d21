"""What `up` tells the person who started the site: addresses, and a QR code for phones."""

import io
from typing import TextIO

import segno
from django.conf import settings
from django.core.management.base import OutputWrapper
from django.utils.translation import gettext as _

from tencompanion import addresses

# Light on dark whatever the terminal's own colours are: not every phone reads the reverse.
_COLOURED = "\033[97;40m{}\033[0m"


def welcome(out: OutputWrapper | TextIO, host: str, port: int, *, demo: bool = False) -> None:
    """Write where this machine and phones find the site."""
    wide = addresses.is_wildcard(host)
    here = "localhost" if wide else addresses.bracketed(host)
    lines = ["", _("On this machine: %(url)s") % {"url": f"http://{here}:{port}/"}]
    if addresses.is_loopback(here) and not wide and not settings.TEN_PUBLIC_URL:
        lines.append(_("Phones cannot reach it: it listens to this machine alone."))
    else:
        url = addresses.phones_url(host, port)
        lines += [_("On phones nearby: %(url)s") % {"url": url}, *qr_lines(url, out)]
    if demo:
        shown = f"http://{here}:{port}/demo"
        lines.append(_("A game that plays by itself: %(url)s") % {"url": shown})
    lines += [_("The games are kept in %(folder)s.") % {"folder": settings.TEN_DATA}]
    lines += [_("Ctrl-C stops the site."), ""]
    out.write("\n".join(lines) + "\n")
    out.flush()


def qr_lines(url: str, out: OutputWrapper | TextIO) -> list[str]:
    """The QR code of an address in half-block characters, where the terminal can write these."""
    drawing = io.StringIO()
    segno.make(url, micro=False, error="l").terminal(drawing, border=2, compact=True)
    rows = drawing.getvalue().splitlines()
    try:
        drawing.getvalue().encode(getattr(out, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return []
    return [_COLOURED.format(row) for row in rows] if out.isatty() else rows
