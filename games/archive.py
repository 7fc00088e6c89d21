"""All games in one file, and back: for backups, and to move between SQLite and PostgreSQL.

The file is gzip over JSON, one row a line, in an order in which each row comes after those that it
points to. The first line says what it is, the last one how many rows there are, so that a file cut
short is noticed. Nothing is held in memory but a few hundred rows.

Rows are kept as they are: ids, versions, times, and the hashes of phones' secrets, so that every
phone finds its games again. Example games come with the program: they stay out, and make room. Ids
of entries and scorings mean nothing to anybody and are given anew.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, TypeAlias
from uuid import UUID

from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, models, transaction

from games import services
from games.models import Device, Entry, Game, Group, Membership, Scoring

FORMAT = "ten-companion"
VERSION = 1
CHUNK = 500
"""Rows that are in memory at the same time."""

MODELS: dict[str, type[models.Model]] = {
    "group": Group,
    "device": Device,
    "game": Game,
    "membership": Membership,
    "entry": Entry,
    "scoring": Scoring,
}
"""In the order of the file."""

ID_IS_NOBODYS_BUSINESS = (Entry, Scoring)

Row = dict[str, Any]
Field: TypeAlias = "models.Field[Any, Any]"


class NotEmpty(Exception):
    """There are games in the database already."""


class Unreadable(Exception):
    """The file is no backup, or not a whole one; ``args`` says what is wrong, for a person."""


def backup(file: IO[bytes]) -> Counter[str]:
    """Write everything there is at this moment; how many rows of each kind. Nobody waits for it."""
    counts: Counter[str] = Counter()
    with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        _write(packed, {"format": FORMAT, "version": VERSION, "made_at": made_at})
        with _one_moment():
            for kind in MODELS:
                for row in rows_of(kind).values(*_columns(kind)).iterator(CHUNK):
                    _write(packed, {kind: row})
                    counts[kind] += 1
        _write(packed, {"end": counts})
    return counts


@contextmanager
def private_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write that gets its name when it is whole; for this user alone."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    aside = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def restore(file: IO[bytes]) -> Counter[str]:
    """Put everything from a file into an empty database, all of it or nothing.

    Raises NotEmpty, or Unreadable.
    """
    with transaction.atomic():
        _take_all_the_time()
        if not is_empty():
            raise NotEmpty
        services.remove_examples()
        counts = _read_all(file)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), [*MODELS.values()]):
                cursor.execute(statement)
    return counts


def is_empty() -> bool:
    """Whether nobody has played here yet."""
    return not any(rows_of(kind).exists() for kind in MODELS)


def others() -> int:
    """How many other connections there are to this database, as far as one can see.

    To be asked before this process has any itself. On SQLite nobody sees anybody; PostgreSQL shows
    those of the same user, and a pooler keeps some of those who are gone.
    """
    if connection.vendor != "postgresql":
        return 0
    # Only where there is a PostgreSQL.
    import psycopg

    with connection.wrap_database_errors, psycopg.connect(settings.LISTEN_DSN) as looking:
        found = looking.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchone()
    return found[0] if found else 0


def first_line(why: Exception) -> str:
    """What went wrong with a database, for a person; what drivers add is for their authors."""
    return next(iter(str(why).strip().splitlines()), type(why).__name__).rstrip(".")


def rows_of(kind: str) -> models.QuerySet[Any]:
    """The rows of a kind that belong into a file."""
    rows = MODELS[kind]._default_manager.order_by("pk")
    match kind:
        case "group":
            return rows.exclude(games__is_example=True)
        case "device":
            return rows.exclude(memberships__game__is_example=True)
        case "game":
            return rows.filter(is_example=False)
    return rows.filter(game__is_example=False)


# Writing


def _write(packed: gzip.GzipFile, line: Row) -> None:
    packed.write(json.dumps(line, default=_plain, separators=(",", ":")).encode() + b"\n")


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(type(value).__name__)


@contextmanager
def _one_moment() -> Iterator[None]:
    """See the database as it is now, however long reading takes, and hold up nobody."""
    if connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            _take_all_the_time()
            yield
        return
    # Not atomic(): on SQLite that takes the lock for writing.
    with connection.cursor() as cursor:
        cursor.execute("BEGIN")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _take_all_the_time() -> None:
    """Let this transaction wait for whoever is at the other end of a pipe, however slow.

    PostgreSQL would otherwise end it, as it ends that of a frozen process (databases.py).
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")


# Reading


def _read_all(file: IO[bytes]) -> Counter[str]:
    lines = _lines(file)
    _check_header(next(lines, {}))
    counts: Counter[str] = Counter()
    rows: list[Row] = []
    kind = ""
    for line in lines:
        ((kind_now, content),) = line.items()
        if kind_now != kind or len(rows) == CHUNK:
            _put(kind, rows)
            kind, rows = kind_now, []
        if kind == "end":
            if content != counts:
                raise Unreadable("Rows are missing from the file.")
            return counts
        rows.append(content)
        counts[kind] += 1
    raise Unreadable("The file ends in the middle.")


def _lines(file: IO[bytes]) -> Iterator[Row]:
    """The lines of a file, each one JSON object."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)
    except (EOFError, ValueError, gzip.BadGzipFile, zlib.error) as why:
        raise Unreadable("The file is damaged, or no backup at all.") from why


def _check_header(header: Row) -> None:
    if header.get("format") != FORMAT:
        raise Unreadable("The file is no backup of this program.")
    if header.get("version") != VERSION:
        raise Unreadable("The file was made by another version of this program.")


def _put(kind: str, rows: list[Row]) -> None:
    """Add rows as they were; what a row does not tell, an older version did not have."""
    if not rows:
        return
    if kind not in MODELS:
        raise Unreadable("The file was made by a newer version of this program.")
    model, fields = MODELS[kind], _fields(kind)
    objects = [_object(model, fields, row) for row in rows]
    # Not bulk_create: it would set every time that is set by itself to now. `raw` is what Django's
    # own loaddata uses, a row at a time.
    size = max(1, connection.ops.bulk_batch_size([f.name for f in fields], objects))
    for start in range(0, len(objects), size):
        batch = objects[start : start + size]
        model._base_manager._insert(batch, fields=fields, using=connection.alias, raw=True)  # type: ignore[attr-defined]


def _object(model: type[models.Model], fields: list[Field], row: Row) -> models.Model:
    known = {field.attname: field for field in fields}
    if not row.keys() <= known.keys():
        raise Unreadable("The file was made by a newer version of this program.")
    return model(**{name: known[name].to_python(value) for name, value in row.items()})


def _columns(kind: str) -> list[str]:
    return [field.attname for field in _fields(kind)]


def _fields(kind: str) -> list[Field]:
    model = MODELS[kind]
    without_id = model in ID_IS_NOBODYS_BUSINESS
    return [f for f in model._meta.concrete_fields if not (without_id and f.primary_key)]
