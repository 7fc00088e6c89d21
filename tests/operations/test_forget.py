"""Games that nobody touches go in the end, and what is left of them with them."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models.signals import pre_delete
from django.utils import timezone

from games import services
from games.models import Device, Entry, Game, Group
from tests.pages.phones import Phone

pytestmark = pytest.mark.django_db

LONG_AGO = timezone.now() - timedelta(days=500)


def age(*games: Game) -> None:
    Game.objects.filter(pk__in=[game.pk for game in games]).update(touched_at=LONG_AGO)


def age_all_else() -> None:
    Device.objects.update(created_at=LONG_AGO)
    Group.objects.update(created_at=LONG_AGO)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    call_command("forget", *arguments)
    return capsys.readouterr().out.strip()


def test_old_games_go_with_their_phones_and_groups(capsys: pytest.CaptureFixture[str]) -> None:
    ana, bo = Phone(), Phone()
    old, new = ana.says(ana.starts(), "R4"), bo.starts()
    age(old)
    age_all_else()
    assert said(capsys, "--untouched-for", "71w", "--dry-run") == "1 games would be deleted."
    assert Game.objects.count() == 2
    assert said(capsys, "--untouched-for", "400d") == "1 games are deleted."
    assert [*Game.objects.all()] == [new]
    assert [*Device.objects.all()] == [bo.device]
    assert [*Group.objects.all()] == [new.group]
    assert not Entry.objects.exists()
    # A phone that was forgotten is a stranger, who may begin anew.
    assert ana.get("home").status_code == 200


def test_a_younger_phone_stays(capsys: pytest.CaptureFixture[str]) -> None:
    ana = Phone()
    age(ana.starts())
    said(capsys, "--untouched-for", "400d")
    assert Device.objects.count() == Group.objects.count() == 1


def test_what_is_known_of_a_box_stays_with_its_phone(capsys: pytest.CaptureFixture[str]) -> None:
    ana, profile = Phone(), services.known_box(None)
    age(ana.starts())
    services.keep_profile(ana.device, profile)
    Group.objects.update(profile={"lost": ["R4"]})
    age_all_else()
    said(capsys, "--untouched-for", "400d")
    assert [*Device.objects.all()] == [ana.device]


def test_examples_stay(capsys: pytest.CaptureFixture[str]) -> None:
    made = services.lay_out_examples()
    age(*Game.objects.all())
    age_all_else()
    assert said(capsys, "--untouched-for", "1d") == "0 games are deleted."
    assert Game.objects.examples().count() == made


def test_many_go_in_pieces(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.forgetting.AT_ONCE", 2)
    age(*(Phone().starts() for _ in range(5)))
    age_all_else()
    assert said(capsys, "--untouched-for", "400d") == "5 games are deleted."
    assert not Device.objects.exists()
    assert not Group.objects.exists()


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_no_cursor_outlives_its_statement(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Behind a pooler in transaction mode the next statement belongs to another session.
    seen: list[int] = []

    def look(**_deleting: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_cursors WHERE is_holdable")
            seen.append(cursor.fetchone()[0])

    monkeypatch.setattr("games.services.forgetting.AT_ONCE", 1)
    age(*(Phone().starts() for _ in range(2)))
    age_all_else()
    pre_delete.connect(look, sender=Device)
    try:
        said(capsys, "--untouched-for", "400d")
    finally:
        pre_delete.disconnect(look, sender=Device)
    assert seen == [0, 0]


@pytest.mark.parametrize("written", ["", "0d", "400", "-1d", "1y", "1.5d", "d", "٣d", "999999d"])
def test_a_time_is_days_or_weeks(written: str) -> None:
    with pytest.raises(CommandError, match="such as 400d or 52w"):
        call_command("forget", f"--untouched-for={written}")
