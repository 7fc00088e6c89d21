"""All games in one file and back, on either database: nothing is lost, nothing is half there."""

import gzip
import io
import json
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from games import archive, devices, services
from games.models import Device, Entry, Game, Group, Membership, Scoring
from tests.operations.conftest import Manage
from tests.pages.phones import Phone, text_of

pytestmark = pytest.mark.django_db(transaction=True)

ALL: tuple[Any, ...] = (Group, Device, Game, Membership, Entry, Scoring)


@pytest.fixture
def games() -> list[Phone]:
    """Three games by two phones: one counted, one with corrections, one just begun."""
    ana, bo = Phone(), Phone()
    counted = ana.starts(["<b>Ana</b>", "בו", "👩‍👩‍👧"])
    bo.joins(counted, 2)
    ana.plays_to_the_end(counted)
    played = ana.starts(spent_cards="market")
    bo.joins(played, None)
    ana.says(played, "R4 *7 undo redo")
    bo.starts()
    return [ana, bo]


def everything() -> dict[str, list[Any]]:
    """All rows as the database has them, without the ids that mean nothing."""

    def row(model: type[Any], values: Any) -> Any:
        return values | {"id": None} if model in archive.ID_IS_NOBODYS_BUSINESS else values

    return {
        model.__name__: [row(model, values) for values in model.objects.order_by("pk").values()]
        for model in ALL
    }


def packed() -> bytes:
    file = io.BytesIO()
    archive.backup(file)
    return file.getvalue()


def lines(content: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(content).splitlines()]


def packed_lines(*those: Any) -> io.BytesIO:
    text = "".join(json.dumps(line) + "\n" for line in those)
    return io.BytesIO(gzip.compress(text.encode()))


def clear() -> None:
    Game.objects.all().delete()
    Device.objects.all().delete()
    Group.objects.all().delete()


def test_everything_comes_back_as_it_was(games: list[Phone]) -> None:
    before, content = everything(), packed()
    assert len(before["Game"]) == 3
    clear()
    counts = archive.restore(io.BytesIO(content))
    assert everything() == before
    assert counts == {name.lower(): len(rows) for name, rows in before.items()}


def test_games_that_lead_to_each_other_come_back_in_any_order(games: list[Phone]) -> None:
    """Rows are written by their ids, so that some come before the game that they lead to."""
    ana, game = games[0], Game.objects.get(status=Game.Status.FINISHED)
    for _ in range(6):
        game = services.play_again(ana.member_of(game)).game
        ana.plays_to_the_end(game, "stop")
    before, content = everything(), packed()
    assert sum(row["next_game_id"] is not None for row in before["Game"]) == 6
    clear()
    archive.restore(io.BytesIO(content))
    assert everything() == before


def test_a_phone_finds_its_games_again_and_plays_on(games: list[Phone]) -> None:
    ana, content = games[0], packed()
    game = Game.objects.get(status=Game.Status.PLAYING, version__gt=0)
    clear()
    archive.restore(io.BytesIO(content))
    assert ana.get("table", game.pk).status_code == 200
    assert "👩‍👩‍👧" in text_of(ana.get("history"))
    ana.says(game, "undo undo B1")
    # New rows get ids of their own.
    Phone().joins(ana.starts(), 2)


def test_the_file_says_what_it_is_and_how_long(games: list[Phone]) -> None:
    first, *rows, last = lines(packed())
    assert {**first, "made_at": "x"} == {"format": "ten-companion", "version": 1, "made_at": "x"}
    assert [*dict.fromkeys(kind for row in rows for kind in row)] == [*archive.MODELS]
    assert sum(last["end"].values()) == len(rows)


def test_only_what_is_read_anyway_is_in_it(games: list[Phone]) -> None:
    secret = games[0].client.cookies[devices.COOKIE].value
    assert secret.encode() not in gzip.decompress(packed())


def test_a_database_with_games_is_left_alone(games: list[Phone]) -> None:
    before, content = everything(), packed()
    with pytest.raises(archive.NotEmpty):
        archive.restore(io.BytesIO(content))
    assert everything() == before


HEADER = {"format": "ten-companion", "version": 1, "made_at": ""}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (packed_lines(), "no backup of this program"),
        (packed_lines({"format": "ten-companion", "version": 2}), "another version"),
        (packed_lines(HEADER), "ends in the middle"),
        (packed_lines(HEADER, {"end": {"game": 1}}), "Rows are missing"),
        (packed_lines(HEADER, {"wish": {}}, {"end": {"wish": 1}}), "newer version"),
        (packed_lines(HEADER, {"group": {"id": 1, "wish": 2}}, {"end": {"group": 1}}), "newer"),
        (io.BytesIO(b"no gzip at all"), "damaged"),
        (io.BytesIO(packed_lines(HEADER, {"end": {}}).getvalue()[:-12]), "damaged"),
    ],
)
def test_what_is_no_whole_backup_changes_nothing(content: io.BytesIO, says: str) -> None:
    with pytest.raises(archive.Unreadable, match=says):
        archive.restore(content)
    assert archive.is_empty()


def test_a_file_cut_short_leaves_nothing_behind(games: list[Phone]) -> None:
    *rows, _end = lines(packed())
    clear()
    with pytest.raises(archive.Unreadable):
        archive.restore(packed_lines(*rows))
    assert archive.is_empty()


def test_examples_stay_out_and_make_room(games: list[Phone]) -> None:
    content = lines(packed())[1:]
    services.lay_out_examples()
    assert lines(packed())[1:] == content
    clear_but_examples()
    assert Game.objects.examples().exists()
    archive.restore(packed_lines(HEADER, *content))
    assert not Game.objects.examples().exists()
    assert Game.objects.count() == 3


def clear_but_examples() -> None:
    Game.objects.filter(is_example=False).delete()
    Device.objects.filter(memberships=None).delete()
    Group.objects.filter(games=None).delete()


def test_nobody_waits_for_a_backup(games: list[Phone], monkeypatch: pytest.MonkeyPatch) -> None:
    # In the middle of it somebody records: on SQLite from another connection, as ever.
    game = games[1].starts()
    recorded: list[int] = []

    def record() -> None:
        try:
            recorded.append(games[1].says(game, "R4").version)
        finally:
            connection.close()

    def from_another_connection() -> None:
        thread = threading.Thread(target=record)
        thread.start()
        thread.join(5)

    in_the_middle(monkeypatch, from_another_connection)
    entries = Entry.objects.count()
    content = lines(packed())
    assert recorded == [1]
    assert content[-1]["end"]["entry"] == entries


class Hesitating(io.BytesIO):
    """A file at the end of a pipe that stalls each time that somebody reads."""

    def read(self, size: int | None = -1) -> bytes:
        time.sleep(0.5)
        return super().read(size)


def in_the_middle(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Have this done in the middle of the next backup."""
    columns = archive._columns

    def interrupted(kind: str) -> list[str]:
        if kind == "entry":
            do()
        return columns(kind)

    monkeypatch.setattr(archive, "_columns", interrupted)


@pytest.mark.only_on("postgresql")
def test_a_pipe_may_pause_for_longer_than_a_transaction_may_idle(
    games: list[Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET idle_in_transaction_session_timeout = '200ms'")
    try:
        before = everything()
        with monkeypatch.context() as patched:
            in_the_middle(patched, lambda: time.sleep(0.5))
            content = packed()
        clear()
        archive.restore(Hesitating(content))
        assert everything() == before
        with connection.cursor() as cursor:
            # For these two transactions alone.
            cursor.execute("SHOW idle_in_transaction_session_timeout")
            assert cursor.fetchone() == ("200ms",)
    finally:
        connection.close()


@pytest.mark.only_on("postgresql")
def test_a_database_that_goes_away_is_told_in_a_sentence(
    games: list[Phone], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    content = packed()

    def end_it() -> None:
        mine = connection.connection.info.backend_pid
        with psycopg.connect(settings.LISTEN_DSN, autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s)", [mine])

    in_the_middle(monkeypatch, end_it)
    with pytest.raises(CommandError, match=r"^The database failed: .*There is no whole backup\.$"):
        call_command("backup", str(tmp_path / "half"))
    connection.close()
    assert [*tmp_path.iterdir()] == []
    clear()

    class Ending(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            end_it()
            return super().read(size)

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Ending(content)))
    with pytest.raises(CommandError, match=r"^The database failed: .*Nothing was restored\.$"):
        call_command("restore", "-", "--despite-others")
    connection.close()
    assert archive.is_empty()


def test_many_rows_go_in_pieces(games: list[Phone], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "CHUNK", 2)
    before, content = everything(), packed()
    clear()
    archive.restore(io.BytesIO(content))
    assert everything() == before


def test_the_command_writes_a_file_for_its_user_alone(games: list[Phone], tmp_path: Path) -> None:
    file = tmp_path / "games.ten.gz"
    call_command("backup", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    assert [*tmp_path.iterdir()] == [file]
    with pytest.raises(CommandError, match="There are games"):
        call_command("restore", str(file), "--despite-others")
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", str(tmp_path / "other"), "--despite-others")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup", str(tmp_path / "no" / "where"))


def test_the_command_can_be_quiet(
    games: list[Phone], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    call_command("backup", str(tmp_path / "said"))
    assert capfd.readouterr().err.startswith("3 games with ")
    call_command("backup", str(tmp_path / "unsaid"), verbosity=0)
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_running_site_is_noticed(games: list[Phone], tmp_path: Path, postgres: str) -> None:
    file = tmp_path / "games.ten.gz"
    call_command("backup", str(file))
    manage = Manage(tmp_path, postgres)
    failed = "CommandError: The database failed: "
    assert manage("backup", tmp_path / "none", status=1).startswith(failed)
    manage("migrate", "--verbosity", "0")
    with psycopg.connect(postgres):
        said = manage("restore", file, status=1)
        assert said.startswith("CommandError: Others are connected to this database: 1. Stop ")
        assert manage("restore", file, "--despite-others").startswith("3 games with ")


@pytest.mark.slow
def test_from_sqlite_to_postgresql_and_back(
    games: list[Phone], tmp_path: Path, postgres: str
) -> None:
    first = tmp_path / "first.ten.gz"
    with first.open("wb") as file:
        archive.backup(file)
    there, back = Manage(tmp_path / "there", postgres), Manage(tmp_path / "back")
    content = lines(first.read_bytes())[1:]
    for step, manage in enumerate((there, back)):
        manage("migrate", "--verbosity", "0")
        manage("restore", first if step == 0 else tmp_path / "0.ten.gz")
        said = manage("backup", tmp_path / f"{step}.ten.gz")
        assert said.startswith("3 games with ")
        assert lines((tmp_path / f"{step}.ten.gz").read_bytes())[1:] == content
    assert "There are games" in there("restore", first, status=1)
