"""STATE: the whole of a game; and what is answered around it."""

from __future__ import annotations

from rest_framework import serializers

from games.api.shapes import parts
from games.api.shapes.events import effects, event
from games.api.shapes.parts import Shape
from games.models import CODE_ALPHABET, CODE_LENGTH, Membership
from games.rules.cards import COLOURS, KINDS

CODE_PATTERN = f"^[{CODE_ALPHABET}]{{{CODE_LENGTH}}}$"


class Player(Shape):
    """A seat, its tokens and its collection; ``score``: what that would score now."""

    seat = parts.seat()
    name = serializers.CharField()
    tokens = parts.whole(0, 10)
    busts = parts.whole(0, 15)
    cards = parts.collected()
    score = parts.whole(0, 40)


class Bid(Shape):
    """A seat's bid; null for a pass."""

    seat = parts.seat()
    amount = parts.whole(allow_null=True)


class HighBid(Shape):
    """The highest bid so far."""

    seat = parts.seat()
    amount = parts.whole()


class Auction(Shape):
    """An open auction. ``next_seat`` is null once all have had their chance."""

    card = parts.card()
    order = serializers.ListField(child=parts.seat())
    bids = Bid(many=True)
    high = HighBid(allow_null=True)
    next_seat = parts.seat(allow_null=True)


class Supply(Shape):
    """What nobody holds."""

    tokens = parts.whole(0, 50)
    busts = parts.whole(0, 15)


Unseen = parts.shape(
    "Unseen",
    "How many copies of each kind have not been seen.",
    {kind: parts.whole() for kind in KINDS},
)


class Deck(Shape):
    """What is known of the pile. Not ``pile_known``: the sizes mean "at most"."""

    total = parts.whole()
    pile_known = serializers.BooleanField()
    remaining = parts.whole()
    certain = serializers.BooleanField()
    unseen = Unseen()


class Odds(Shape):
    """Exact chances of the next card; ``bust_within`` those of busting within 1, 2, 3 cards."""

    bust = parts.chance()
    bust_number = parts.chance()
    bust_currency = parts.chance()
    wild = parts.chance()
    safe_number = parts.chance()
    safe_currency = parts.chance()
    bust_within = serializers.ListField(child=parts.chance(), min_length=3, max_length=3)


class Colour(Shape):
    """The run of one colour: the i-th card stands for the i-th rank of ``run``."""

    points = parts.whole(0, 10)
    run = serializers.ListField(
        child=parts.whole(1, 9), min_length=2, max_length=2, allow_null=True
    )
    cards = parts.collected(max_length=9)


Colours = parts.shape(
    "Colours", "The run of each colour.", {colour: Colour() for colour in COLOURS}
)


class Place(Shape):
    """A seat's place in the ranking, and how its score comes about."""

    rank = parts.seat()
    seat = parts.seat()
    score = parts.whole(0, 40)
    tokens = parts.whole(0, 10)
    cards = parts.whole()
    colours = Colours()
    unused = parts.collected()


class Result(Shape):
    """The ranked result of a counted game."""

    ranking = Place(many=True)
    winners = serializers.ListField(child=parts.seat(), min_length=1)
    decided_by = parts.word("score", "tokens", "cards", "shared")


class State(Shape):
    """Everything on the table at one version of the game."""

    id = serializers.UUIDField()
    code = serializers.RegexField(CODE_PATTERN)
    version = parts.whole()
    phase = parts.word("draw", "auction", "payment", "buy", "final_buy", "scoring", "finished")
    active_seat = parts.seat()
    seat_to_act = parts.seat(allow_null=True)
    turn_number = parts.whole(1)
    last_turn = serializers.BooleanField()
    stopped = serializers.BooleanField()
    players = Player(many=True)
    tableau = parts.cards()
    net = parts.whole(-1000)
    currency = parts.whole()
    auction = Auction(allow_null=True)
    market = parts.collected()
    discard = parts.cards()
    supply = Supply()
    deck = Deck()
    odds = Odds(allow_null=True)
    result = Result(allow_null=True)


class Recorder(Shape):
    """The phone that recorded: its role and seat at that time."""

    role = parts.word(*Membership.Role.values)
    seat = parts.seat(allow_null=True)


class Entry(Shape):
    """Something that was said. ``number``: its place among what stands; ``id`` never changes."""

    number = parts.whole(1, allow_null=True)
    id = serializers.CharField()
    event = event()
    seat = parts.whole(allow_null=True)
    recorded_by = Recorder()
    at = serializers.DateTimeField()
    standing = serializers.BooleanField()


class Entries(Shape):
    """Entries of a game."""

    events = Entry(many=True)


class Created(Shape):
    """A new game and the token of its host."""

    id = serializers.UUIDField()
    code = serializers.RegexField(CODE_PATTERN)
    host_token = serializers.CharField()
    state = State()


class Joined(Shape):
    """A game and the token of who joined."""

    id = serializers.UUIDField()
    token = serializers.CharField()
    role = parts.word("player", "spectator")
    seat = parts.seat(allow_null=True)
    state = State()


class Shown(Shape):
    """A game."""

    state = State()


class Recorded(Shape):
    """An accepted change: its version, what followed, and the game now."""

    version = parts.whole()
    effects = effects()
    state = State()


class Score(Shape):
    """The best placing of a collection's wilds."""

    score = parts.whole(0, 40)
    colours = Colours()
    unused = parts.collected()
