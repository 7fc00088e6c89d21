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
TEN_NEW_GAMES        How many games an hour may be started from one address, which is that of all
                     tables of a café. Default: 30.
TEN_METRICS          Whether there is a page of metrics at /metrics. `on`: for whoever asks from a
                     private address and not through a proxy. A text of at least 16 characters:
                     for whoever sends it as a bearer token. Default: there is no such page.
TEN_METRICS_PORT     A port on which a Celery worker, which has no other, shows its own metrics
                     under the same terms. Default: none.
TEN_STATIC           Folder for the collected static files. Default: `static` in the data folder.
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

SHORTEST_TOKEN = 16


def _text(name: str) -> str:
    """The variable without the white space that env files tend to leave; empty when unset."""
    return os.environ.get(name, "").strip()


def _switch(name: str, *, default: str) -> bool:
    """Whether the variable says on."""
    value = (_text(name) or default).lower()
    if value not in _ON | _OFF:
        raise ImproperlyConfigured(f"{name} is either on or off, not {value!r}.")
    return value in _ON


def _number(name: str, *, default: int = 0, least: int = 0) -> int:
    """The whole number that the variable says."""
    value = _text(name) or str(default)
    if not value.isdecimal() or int(value) < least:
        raise ImproperlyConfigured(f"{name} is a number from {least} on, not {value!r}.")
    return int(value)


def data_folder() -> Path:
    """Where the site keeps what it writes, absolute, whether it exists yet or not."""
    return Path(_text("TEN_DATA") or ROOT / "data").expanduser().resolve()


def static_folder() -> Path:
    """Where static files are collected."""
    return Path(_text("TEN_STATIC") or data_folder() / "static").expanduser().resolve()


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


def new_games() -> int:
    """How many games an hour one address may start."""
    return _number("TEN_NEW_GAMES", default=30, least=1)


def trusted_proxies() -> int:
    """How many proxies in front of the site are believed."""
    return _number("TEN_TRUSTED_PROXIES")


def metrics() -> str:
    """Who may see metrics: `on` for private networks, else a token; empty for nobody."""
    value = _text("TEN_METRICS")
    if value.lower() in _ON:
        return "on"
    if value.lower() in _OFF:
        return ""
    if len(value) < SHORTEST_TOKEN:
        raise ImproperlyConfigured(
            f"TEN_METRICS is on, off, or a token of at least {SHORTEST_TOKEN} characters."
        )
    return value


def metrics_port() -> int:
    """Where a worker shows its metrics; 0 for nowhere."""
    return _number("TEN_METRICS_PORT")


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
