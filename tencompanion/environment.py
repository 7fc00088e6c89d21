"""The one place that reads the environment, which is all there is to configure.

TEN_DATA             Folder for the database, queue, static files and secret key.
                     Default: `data` beside manage.py.
DATABASE_URL         postgres://user:password@host:port/name?sslmode=require, or
                     sqlite:///absolute/path. Default: `games.sqlite3` in the data folder.
LISTEN_URL           postgres://… for the one connection of each process that listens for
                     changes, if DATABASE_URL leads to a pooler. Default: DATABASE_URL.
REDIS_URL            redis://host:port/0: Celery's broker and the shared cache.
                     Default: both are kept as files in the data folder.
SECRET_KEY           Signs cookies and tokens. Needed, unless DEBUG is on or the site is
                     started with script/up, which makes one and keeps it in the data folder.
ALLOWED_HOSTS        Names the site answers to, separated by commas. The host of
                     TEN_PUBLIC_URL always counts among them.
TEN_PUBLIC_URL       Where people reach the site, such as https://ten.example.org. Join links
                     and QR codes use it. With https, cookies are Secure and HTTP is redirected.
TEN_TRUSTED_PROXIES  How many proxies stand in front and set X-Forwarded-For and -Proto.
                     Default: 0, these headers are not believed.
TEN_THROTTLE         `off` switches throttling off, for tests and benchmarks from one address.
DEBUG                `on` shows tracebacks and serves static files from their sources.
TEN_LAN              Set by script/up: this machine's addresses in the home network count as
                     hosts too, whatever they are at the moment.
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

ROOT = Path(__file__).resolve().parent.parent

_ON = {"1", "on", "true", "yes"}
_OFF = {"", "0", "off", "false", "no"}


def _text(name: str) -> str:
    """The variable without the white space that env files tend to leave; empty when unset."""
    return os.environ.get(name, "").strip()


def _switch(name: str, *, default: str) -> bool:
    """Whether the variable says on."""
    value = (_text(name) or default).lower()
    if value not in _ON | _OFF:
        raise ImproperlyConfigured(f"{name} is either on or off, not {value!r}.")
    return value in _ON


def data_folder() -> Path:
    """Where the site keeps what it writes, absolute, whether it exists yet or not."""
    return Path(_text("TEN_DATA") or ROOT / "data").expanduser().resolve()


def secret_key_file() -> Path:
    """Where script/up keeps the key that it made."""
    return data_folder() / "secret-key"


def secret_key() -> str:
    """The key from the environment or the data folder; without one only debugging is possible."""
    if key := _text("SECRET_KEY"):
        return key
    if secret_key_file().exists():
        return secret_key_file().read_text().strip()
    if debug():
        return "insecure-and-only-for-debugging"
    raise ImproperlyConfigured(
        "SECRET_KEY is not set; make one with: "
        "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
    )


def debug() -> bool:
    """Whether to show tracebacks."""
    return _switch("DEBUG", default="off")


def lan() -> bool:
    """Whether the site was started with script/up, for phones in the same network."""
    return _switch("TEN_LAN", default="off")


def throttle() -> bool:
    """Whether to count requests and refuse too many."""
    return _switch("TEN_THROTTLE", default="on")


def trusted_proxies() -> int:
    """How many proxies in front of the site are believed."""
    value = _text("TEN_TRUSTED_PROXIES") or "0"
    if not value.isdecimal():
        raise ImproperlyConfigured(f"TEN_TRUSTED_PROXIES is a number, not {value!r}.")
    return int(value)


def public_url() -> str:
    """Where people reach the site, without a slash at the end; empty when nobody said."""
    url = _text("TEN_PUBLIC_URL").rstrip("/")
    parts = urlsplit(url)
    if url and (parts.scheme not in {"http", "https"} or not parts.hostname or parts.path):
        raise ImproperlyConfigured(
            f"TEN_PUBLIC_URL is an address such as https://ten.example.org, not {url!r}."
        )
    return url


def allowed_hosts() -> list[str]:
    """The names the site answers to."""
    named = [host.strip() for host in _text("ALLOWED_HOSTS").split(",")]
    public = urlsplit(public_url()).hostname
    return [host for host in [*named, public] if host]


def database_url() -> str:
    """The database; empty means SQLite in the data folder."""
    return _text("DATABASE_URL")


def listen_url() -> str:
    """The database server without a pooler in between, for LISTEN."""
    return _text("LISTEN_URL") or database_url()


def redis_url() -> str:
    """The Redis server; empty means files in the data folder."""
    return _text("REDIS_URL")
