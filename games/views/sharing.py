"""A result for people who were not at the table: by a link that somebody there passed on.

The link holds the game's id, signed, so that nobody can make one up or guess it. It is no
credential: whoever has it sees this one result, once the game is finished, and nothing else.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from games import devices
from games.board import Ending
from games.board.picture import SIZE, picture, writable
from games.models import Game, Membership
from games.views.showing import at_table, board_of
from tencompanion.addresses import join_base

_SIGNER = Signer(salt="games.shared", sep=".")


@require_GET
@at_table
def share(request: HttpRequest, you: Membership) -> HttpResponse:
    """The ways to pass a result on: send, copy, download, print. Before there is one, the table."""
    ending = board_of(you.game).ending
    if ending is None:
        return redirect("games:table", you.game_id)
    context = {"game": you.game, "ending": ending, **_addresses(request, you.game)}
    response = render(request, "share.html", context)
    response["Cache-Control"] = "no-store"
    return devices.renew(request, response)


@require_GET
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The result behind a link, for anybody who has it; chats show its picture."""
    game = _game_of(token)
    context = {"game": game, "ending": _ending(game), **_addresses(request, game)}
    response = render(request, "shared.html", context)
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex"
    return response


@require_GET
def shared_picture(_request: HttpRequest, token: str) -> HttpResponse:
    """The same as a picture."""
    game = _game_of(token)
    game.names = writable(game.names)
    response = HttpResponse(picture(_ending(game)), content_type="image/png")
    response["Cache-Control"] = "private, max-age=60"
    response["X-Robots-Tag"] = "noindex"
    return response


def token_of(game: Game) -> str:
    """What stands in the link to this game's result; always the same."""
    return _SIGNER.sign(urlsafe_b64encode(game.pk.bytes).rstrip(b"=").decode())


def _game_of(token: str) -> Game:
    """The game whose result this token opens; Http404 if somebody made it up."""
    try:
        id = UUID(bytes=urlsafe_b64decode(_SIGNER.unsign(token) + "=="))
    except BadSignature as why:
        raise Http404 from why
    return get_object_or_404(Game, pk=id)


def _ending(game: Game) -> Ending:
    """How it ended; Http404 while it goes on."""
    ending = board_of(game).ending
    if ending is None:
        raise Http404
    return ending


def _addresses(request: HttpRequest, game: Game) -> dict[str, object]:
    """Full addresses, as they are passed on; ``picture`` is for the page itself."""
    token = token_of(game)
    base = join_base(request)
    drawn = reverse("games:shared_picture", args=[token])
    return {
        "link": base + reverse("games:shared", args=[token]),
        "picture_link": base + drawn,
        "picture": drawn,
        "token": token,
        "size": SIZE,
    }
