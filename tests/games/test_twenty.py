"""Twenty phones that record on one game at the same moment: nothing lost, nothing doubled."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from games import log, services, tables
from games.models import Entry, Membership
from games.rules.cards import Card
from games.rules.deck import counted_deck
from games.rules.replay import Story, tell
from games.services import Stale
from tests.casts import event, in_words
from tests.games.phones import host, now, player, version

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = 20
TAPS = 3
"""What each phone records, in order, each with a key of its own."""


def cards_of(phone: int) -> list[Card]:
    """Number cards, so that every phone's next one can always be drawn."""
    return [f"{'RBOG'[(phone + tap) % 4]}{(phone * TAPS + tap) % 9 + 1}" for tap in range(TAPS)]


ALL_CARDS = Counter(card for phone in range(PHONES) for card in cards_of(phone))


def tap(by: Membership, card: Card, key: str) -> int:
    """Record until it is in; how often it was refused."""
    seen, refused = version(by), 0
    while True:
        try:
            services.record(by, seen, event(card), key)
        except Stale as stale:
            seen, refused = stale.game.version, refused + 1
        else:
            return refused


def tap_all(by: Membership, phone: int, start: threading.Barrier) -> int:
    start.wait()
    try:
        return sum(tap(by, card, f"{phone}-{n}") for n, card in enumerate(cards_of(phone)))
    finally:
        connections.close_all()


def test_twenty_phones_at_the_same_moment() -> None:
    """Law 4, and the version check under a lock."""
    hosting = host(5, deck=counted_deck(ALL_CARDS + Counter({"*5": 1})))
    phones = [player(hosting, phone % 5 + 1) for phone in range(PHONES)]
    start = threading.Barrier(PHONES)
    with ThreadPoolExecutor(PHONES) as threads:
        refused = sum(threads.map(tap_all, phones, range(PHONES), [start] * PHONES))

    entries = list(Entry.objects.filter(game=hosting.game_id))
    assert [entry.version for entry in entries] == list(range(1, PHONES * TAPS + 1))
    assert Counter(entry.body["card"] for entry in entries) == ALL_CARDS
    assert {entry.key for entry in entries} == {
        f"{phone}-{n}" for phone in range(PHONES) for n in range(TAPS)
    }
    for phone, by in enumerate(phones):
        said = [entry.body["card"] for entry in entries if entry.by_id == by.pk]
        assert said == cards_of(phone)
    assert refused > 0, "they never met, so this proves nothing"

    story = Story(tables.start(now(hosting)))
    for entry in entries:
        story = tell(story, log.told(entry))
    assert tables.story(now(hosting)).table == story.table
    assert in_words(tables.story(now(hosting))) == in_words(story)
    assert (now(hosting).version, now(hosting).entry_version) == (len(entries), len(entries))


def test_twenty_times_the_same_request() -> None:
    """One entry; all others are told that it had been accepted already."""
    hosting = host()
    start = threading.Barrier(PHONES)

    def send(_: int) -> tuple[int, bool]:
        start.wait()
        try:
            recorded = services.record(by, 0, event("R4"), "the-key")
            return recorded.version, recorded.repeated
        finally:
            connections.close_all()

    by = player(hosting)
    with ThreadPoolExecutor(PHONES) as threads:
        answers = Counter(threads.map(send, range(PHONES)))
    assert answers == {(1, False): 1, (1, True): PHONES - 1}
    assert Entry.objects.count() == 1


def test_two_phones_that_saw_the_same_draw() -> None:
    """Law 4: one entry; the other phone is told what was recorded, and by whom."""
    hosting = host()
    phones = [player(hosting, 1), player(hosting, 2)]
    start = threading.Barrier(2)

    def draw(by: Membership) -> list[int | None]:
        start.wait()
        try:
            services.record(by, 0, event("R4"))
        except Stale as stale:
            return [said.entry.seat for said in stale.entries]
        else:
            return []
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        told = list(threads.map(draw, phones))
    winner = Entry.objects.get()
    assert sorted(told) == [[], [winner.seat]]
    assert told.index([]) == (winner.seat or 0) - 1
