"""What phones can do to a game: start, join, record, take back, amend."""

import secrets
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games import services, tables
from games.models import CODE_ALPHABET, Device, Entry, Game, Membership, Scoring
from games.rules import effects as fx
from games.rules.errors import Conflict, CorrectionError, RuleError
from games.rules.replay import Op
from games.rules.table import Phase
from games.services import (
    KeyReused,
    NoSuchCode,
    NoSuchSeat,
    NotAllowed,
    Recorded,
    Stale,
    TableFull,
)
from tests.casts import deck_of, event, in_words, played
from tests.casts import events as said
from tests.games.phones import device, host, log_of, now, player, say, spectator, version

pytestmark = pytest.mark.django_db


# Starting


def test_who_starts_a_game_is_its_host() -> None:
    phone = device()
    hosting = services.create_game(phone, ["Ana", "Bo"], starting_seat=2)
    game = hosting.game
    assert (hosting.role, hosting.seat, hosting.device) == ("host", None, phone)
    assert (game.names, game.starting_seat, game.status) == (["Ana", "Bo"], 2, "playing")
    assert (game.version, game.entry_version, game.ended_at) == (0, 0, None)
    assert list(Game.objects.of(phone)) == [game]


def test_a_new_game_is_the_table_before_the_first_draw() -> None:
    """R-SET."""
    hosting = host(3, start=2, options={"all_pass": "market"})
    assert tables.story(hosting.game).table == played("", players=3, start=2, all_pass="market")


def test_a_game_with_a_deck_of_its_own() -> None:
    """R-PROF-1."""
    deck = deck_of("R1 R2 *5")
    assert tables.story(host(deck=deck).game).table == played("", deck=deck)


def test_a_code_can_be_read_out() -> None:
    """Five letters and digits, none of them mistaken for another."""
    codes = {host().game.code for _ in range(20)}
    assert len(codes) == 20
    assert {len(code) for code in codes} == {5}
    assert set("".join(codes)) <= set(CODE_ALPHABET)
    assert not set(CODE_ALPHABET) & set("01IOl")


def test_a_code_that_is_taken_is_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = iter("AAAAAAAAAABBBBB")
    monkeypatch.setattr(secrets, "choice", lambda _: next(letters))
    assert [host().game.code, host().game.code] == ["AAAAA", "BBBBB"]


# Joining


def test_taking_a_seat() -> None:
    hosting = host(3)
    joined = player(hosting, 3)
    assert (joined.role, joined.seat, joined.game) == ("player", 3, hosting.game)


def test_a_seat_can_be_taken_by_several_phones() -> None:
    hosting = host()
    assert [player(hosting, 2).seat, player(hosting, 2).seat] == [2, 2]
    assert Membership.objects.filter(game=hosting.game, seat=2).count() == 2


def test_a_phone_that_joins_twice_is_one_player() -> None:
    """A second time it takes another seat, or only watches."""
    hosting, phone = host(), device()
    for seat, role in ((1, "player"), (2, "player"), (None, "spectator"), (2, "player")):
        joined = services.join(phone, hosting.game.code, seat)
        assert (joined.role, joined.seat) == (role, seat)
    assert Membership.objects.filter(game=hosting.game).count() == 2


def test_the_host_stays_the_host_in_whatever_seat() -> None:
    hosting = host()
    for seat in (2, None, 1):
        joined = services.join(hosting.device, hosting.game.code, seat)
        assert (joined.pk, joined.role, joined.seat) == (hosting.pk, "host", seat)


def test_a_game_has_room_for_sixty_phones() -> None:
    """One that is there already may still take another seat, and one that goes makes room."""
    hosting, bo = host(), device()
    services.join(bo, hosting.game.code, 2)
    phones = Device.objects.bulk_create(Device(secret_hash=str(n)) for n in range(58))
    Membership.objects.bulk_create(
        Membership(game=hosting.game, device=phone, role="spectator") for phone in phones
    )
    for seat in (1, None):
        with pytest.raises(TableFull):
            services.join(device(), hosting.game.code, seat)
    assert services.join(bo, hosting.game.code, 1).seat == 1
    game = services.remove_phone(hosting, Membership.objects.get(device=phones[0]))
    assert services.join(device(), game.code, 2).seat == 2
    assert Membership.objects.filter(game=hosting.game).count() == services.MOST_PHONES


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_a_seat_that_the_game_has_not(seat: int) -> None:
    """R-SET-1."""
    hosting = host(2)
    with pytest.raises(NoSuchSeat):
        services.join(device(), hosting.game.code, seat)
    assert Membership.objects.filter(game=hosting.game).count() == 1


@pytest.mark.parametrize(
    "typed", [str.lower, lambda code: f" {code[:2]} {code[2:]}\n", lambda code: code]
)
def test_a_code_in_either_case_and_with_spaces(typed: Callable[[str], str]) -> None:
    hosting = host()
    assert services.joinable_game(typed(hosting.game.code)) == hosting.game


@pytest.mark.parametrize("code", ["", "AAAA", "AAAAAA", "*****", "AAAA%", "ÄÖÜẞ0"])
def test_a_code_that_no_game_has(code: str) -> None:
    host()
    with pytest.raises(NoSuchCode):
        services.join(device(), code, 1)


@pytest.mark.parametrize(("hours", "works"), [(0, True), (23.99, True), (24.01, False)])
def test_a_code_works_for_a_day_after_the_end(hours: float, works: bool) -> None:
    hosting = host()
    Game.objects.update(ended_at=timezone.now() - timedelta(hours=hours))
    if works:
        assert player(hosting).seat == 2
    else:
        with pytest.raises(NoSuchCode):
            player(hosting)


# Recording


def test_what_is_kept_is_what_was_said() -> None:
    """Law 1: an event, by whom, at which version; nothing that follows from it."""
    hosting = host()
    joined = player(hosting, 2)
    recorded = services.record(joined, 0, event("R4"))
    assert (recorded.version, recorded.effects, recorded.repeated) == (1, (), False)
    entry = Entry.objects.get()
    assert (entry.game, entry.version, entry.kind) == (hosting.game, 1, "event")
    assert entry.body == {"type": "draw", "card": "R4"}
    assert (entry.by, entry.role, entry.seat, entry.key) == (joined, "player", 2, None)
    assert (now(hosting).version, now(hosting).entry_version) == (1, 1)


def test_what_followed_is_told_to_who_recorded_it() -> None:
    hosting = host()
    assert say(hosting, "R6 R5").effects == (
        fx.Busted(1, "numbers"),
        fx.ToMarket(("R5", "R6")),
        fx.BustToken(1),
        fx.Turn(2),
    )


def test_any_joined_phone_records_for_any_seat() -> None:
    hosting = host(3)
    phones = [hosting, player(hosting, 2), player(hosting, 3)]
    for phone, word in zip(
        phones * 2, ["R1", "*5", "2:1", "3:pass", "1:pass", "pay=1"], strict=True
    ):
        say(phone, word)
    assert tables.story(now(hosting)).table == played("R1 *5 2:1 3:pass 1:pass pay=1", players=3)


WRITES: dict[str, Callable[[Membership, int, str | None], Recorded]] = {
    "record": lambda by, seen, key: services.record(by, seen, event("R3"), key),
    "undo": services.undo,
    "redo": services.redo,
    "amend": lambda by, seen, key: services.amend(by, seen, [Op("delete", 1)], key),
}
"""Every way to write, each legal after R1 R2 and an undo."""

every_write = pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)


def after_an_undo() -> Membership:
    hosting = host()
    say(hosting, "R1 R2")
    services.undo(hosting, 2)
    return hosting


@every_write
def test_a_spectator_writes_nothing(
    write: Callable[[Membership, int, str | None], Recorded],
) -> None:
    hosting = after_an_undo()
    before = log_of(hosting)
    with pytest.raises(NotAllowed):
        write(spectator(hosting), 3, None)
    assert (log_of(hosting), version(hosting)) == (before, 3)


@every_write
def test_where_only_the_host_records(
    write: Callable[[Membership, int, str | None], Recorded],
) -> None:
    hosting = after_an_undo()
    Game.objects.update(options={"recording": "host"})
    with pytest.raises(NotAllowed):
        write(player(hosting), 3, None)
    assert version(hosting) == 3
    assert write(hosting, 3, None).version == 4


@every_write
def test_who_saw_less_is_told_what_was_said_since(
    write: Callable[[Membership, int, str | None], Recorded],
) -> None:
    """Law 4."""
    hosting = host()
    quick, slow = player(hosting, 1), player(hosting, 2)
    say(quick, "R1 R2 B1")
    before = log_of(hosting)
    with pytest.raises(Stale) as refused:
        write(slow, 1, None)
    assert log_of(hosting) == before
    assert refused.value.game.version == 3
    since = [(entry.id, entry.number, entry.event["card"]) for entry in refused.value.entries]
    assert since == [("2", 2, "R2"), ("3", 3, "B1")]
    assert [entry.entry.seat for entry in refused.value.entries] == [1, 1]


@every_write
def test_a_version_that_has_not_been_yet(
    write: Callable[[Membership, int, str | None], Recorded],
) -> None:
    """Law 4."""
    hosting = after_an_undo()
    with pytest.raises(Stale) as refused:
        write(hosting, 4, None)
    assert refused.value.entries == []
    assert version(hosting) == 3


@every_write
def test_changes_that_are_no_entries_do_no_harm(
    write: Callable[[Membership, int, str | None], Recorded],
) -> None:
    """Law 4: a rename or the result raises the version only."""
    hosting = after_an_undo()
    Game.objects.update(version=5)
    recorded = write(hosting, 3, None)
    assert recorded.version == 6
    assert (now(hosting).version, now(hosting).entry_version) == (6, 6)


def test_what_was_undone_since_is_not_listed() -> None:
    """Law 4: only what stands."""
    hosting = after_an_undo()
    with pytest.raises(Stale) as refused:
        say_at(hosting, 1, "R3")
    assert refused.value.entries == []


def say_at(by: Membership, seen: int, word: str, key: str | None = None) -> Recorded:
    return services.record(by, seen, event(word), key)


def test_what_the_rules_refuse_changes_nothing() -> None:
    """Law 3."""
    hosting = host()
    say(hosting, "R1")
    row, story = now(hosting), tables.story(now(hosting))
    with pytest.raises(RuleError) as refused:
        say_at(hosting, 1, "skip")
    assert refused.value.rule == "R-BUY-1"
    assert log_of(hosting) == [(1, "event", {"type": "draw", "card": "R1"})]
    assert (now(hosting).version, now(hosting).touched_at) == (1, row.touched_at)
    assert tables.story(now(hosting)) is story


# Idempotency


@every_write
def test_the_same_request_again(
    write: Callable[[Membership, int, str | None], Recorded],
) -> None:
    """Nothing is recorded; the first answer's version and effects, and today's state."""
    hosting = after_an_undo()
    first = write(hosting, 3, "k-1")
    before = log_of(hosting)
    again = write(player(hosting), 3, "k-1")
    assert (again.version, again.effects, again.repeated) == (4, first.effects, True)
    assert again.story.table == first.story.table
    assert log_of(hosting) == before


@every_write
def test_the_key_is_looked_at_before_the_version(
    write: Callable[[Membership, int, str | None], Recorded],
) -> None:
    hosting = after_an_undo()
    first = write(hosting, 3, "k-1")
    say(hosting, "G1 G2")
    again = write(hosting, 3, "k-1")
    assert (again.version, again.effects, again.repeated) == (4, first.effects, True)
    assert again.story.table == tables.story(now(hosting)).table
    assert again.game.version == 6


@every_write
def test_the_same_key_for_something_else(
    write: Callable[[Membership, int, str | None], Recorded],
) -> None:
    hosting = after_an_undo()
    write(hosting, 3, "k-1")
    before = log_of(hosting)
    with pytest.raises(KeyReused):
        say_at(hosting, 4, "G5", "k-1")
    with pytest.raises(KeyReused):
        write(hosting, 4, "k-1")
    assert log_of(hosting) == before


def test_only_an_accepted_request_uses_up_its_key() -> None:
    hosting = host()
    with pytest.raises(RuleError):
        say_at(hosting, 0, "skip", "k-1")
    with pytest.raises(Stale):
        say_at(hosting, 7, "R1", "k-1")
    with pytest.raises(NotAllowed):
        say_at(spectator(hosting), 0, "R1", "k-1")
    assert say_at(hosting, 0, "R2", "k-1").version == 1
    assert say_at(hosting, 0, "R2", "k-1").repeated


def test_keys_are_those_of_one_game() -> None:
    one, other = host(), host()
    assert not say_at(one, 0, "R1", "k-1").repeated
    assert not say_at(other, 0, "R2", "k-1").repeated


def test_who_may_not_record_learns_nothing_from_a_key() -> None:
    hosting = host()
    say_at(hosting, 0, "R1", "k-1")
    with pytest.raises(NotAllowed):
        say_at(spectator(hosting), 0, "R1", "k-1")


def test_many_requests_have_no_key() -> None:
    hosting = host()
    say(hosting, "R1 R1 R1")
    assert version(hosting) == 3


def test_a_second_tap_on_purpose_is_a_second_entry() -> None:
    hosting = host()
    say_at(hosting, 0, "R1", "k-1")
    assert say_at(hosting, 1, "R1", "k-2").version == 2
    assert tables.story(now(hosting)).table.tableau == ("R1", "R1")


# Taking back and amending


def test_undo_and_redo_are_entries_too() -> None:
    """Law 2."""
    hosting = host()
    say(hosting, "R6 R5")
    assert services.undo(hosting, 2).story.table == played("R6")
    back = services.redo(hosting, 3)
    assert back.story.table == played("R6 R5")
    assert fx.Busted(1, "numbers") in back.effects
    assert [(at, kind) for at, kind, _ in log_of(hosting)] == [
        (1, "event"),
        (2, "event"),
        (3, "undo"),
        (4, "redo"),
    ]


def test_nothing_to_take_back() -> None:
    hosting = host()
    for change, code in ((services.undo, "nothing_to_undo"), (services.redo, "nothing_to_redo")):
        with pytest.raises(CorrectionError) as refused:
            change(hosting, 0)
        assert refused.value.code == code
    assert log_of(hosting) == []


def test_an_amendment_is_one_entry() -> None:
    """Law 2."""
    hosting = host()
    say(hosting, "R6 B4 R1")
    ops = [Op("replace", 2, event("B3")), Op("insert", 4, event("take-numbers"))]
    recorded = services.amend(hosting, 3, ops)
    assert in_words(recorded.story) == said("R6 B3 R1 take-numbers")
    assert [link.id for link in recorded.story.standing()] == ["1", "4.0", "3", "4.1"]
    assert log_of(hosting)[3] == (
        4,
        "amend",
        {
            "ops": [
                {"op": "replace", "number": 2, "event": {"type": "draw", "card": "B3"}},
                {"op": "insert", "number": 4, "event": {"type": "take", "what": "numbers"}},
            ]
        },
    )
    assert in_words(services.undo(hosting, 4).story) == said("R6 B4 R1")


def test_an_amendment_that_does_not_hold_changes_nothing() -> None:
    """Law 3."""
    hosting = host()
    say(hosting, "R6 take-numbers skip")
    before = log_of(hosting)
    with pytest.raises(Conflict) as refused:
        services.amend(hosting, 3, [Op("delete", 1)])
    assert (refused.value.number, refused.value.cause.rule) == (2, "R-DRAW-1")
    with pytest.raises(CorrectionError):
        services.amend(hosting, 3, [Op("delete", 4)])
    assert (log_of(hosting), version(hosting)) == (before, 3)


def test_a_preview_changes_nothing() -> None:
    hosting = host()
    say(hosting, "R6 R1")
    before = log_of(hosting)
    shown = services.preview_amendment(hosting, 2, [Op("replace", 2, event("R5"))])
    assert (shown.version, shown.story.table) == (2, played("R6 R5"))
    assert fx.Busted(1, "numbers") in shown.effects
    assert (log_of(hosting), version(hosting)) == (before, 2)
    assert tables.story(now(hosting)).table == played("R6 R1")


def test_a_preview_is_refused_like_an_amendment() -> None:
    hosting = host()
    say(hosting, "R6 take-numbers")
    ops = [Op("delete", 1)]
    with pytest.raises(Conflict):
        services.preview_amendment(hosting, 2, ops)
    with pytest.raises(Stale):
        services.preview_amendment(hosting, 1, ops)
    with pytest.raises(NotAllowed):
        services.preview_amendment(spectator(hosting), 2, ops)


# The count


def scoring_of(of: Membership) -> Scoring | None:
    return Scoring.objects.filter(game=of.game_id).first()


def test_the_last_event_asks_for_the_count() -> None:
    """R-END-3."""
    hosting = host()
    say(hosting, "R1 stop")
    assert now(hosting).status == "scoring"
    scoring = scoring_of(hosting)
    assert scoring
    assert (scoring.state, scoring.entry_version, scoring.outcome) == ("queued", 2, None)


def test_an_undo_withdraws_the_count() -> None:
    """R-END-3."""
    hosting = host()
    say(hosting, "R1 stop")
    recorded = services.undo(hosting, 2)
    assert recorded.story.table.phase is Phase.DRAW
    assert (now(hosting).status, scoring_of(hosting)) == ("playing", None)


def test_a_redo_asks_for_it_again() -> None:
    hosting = host()
    say(hosting, "R1 stop")
    services.undo(hosting, 2)
    services.redo(hosting, 3)
    scoring = scoring_of(hosting)
    assert scoring
    assert (now(hosting).status, scoring.state, scoring.entry_version) == ("scoring", "queued", 4)


def test_an_amendment_of_a_game_that_is_over_asks_for_another_count() -> None:
    hosting = host()
    say(hosting, "R1 stop")
    Scoring.objects.update(state="done", result={})
    Game.objects.update(status="finished", ended_at=timezone.now(), version=3)
    services.amend(hosting, 3, [Op("replace", 1, event("R2"))])
    scoring = scoring_of(hosting)
    assert scoring
    assert (scoring.state, scoring.entry_version, scoring.result) == ("queued", 4, None)
    assert (now(hosting).status, now(hosting).ended_at) == ("scoring", None)


def test_an_undo_of_a_finished_game_goes_on_with_it() -> None:
    hosting = host()
    say(hosting, "R1 stop")
    Scoring.objects.update(state="done", result={})
    Game.objects.update(status="finished", ended_at=timezone.now(), version=3)
    services.undo(hosting, 3)
    assert (now(hosting).status, now(hosting).ended_at) == ("playing", None)
    assert scoring_of(hosting) is None
    assert say(hosting, "R2").story.table == played("R1 R2")
