"""Where the API lives, below /api/."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from games.api import browsing, views
from games.api.refusals import nowhere
from games.api.stream import stream

app_name = "api"

GAME = [
    path("events", views.Events.as_view(), name="events"),
    path("undo", views.Undo.as_view(), name="undo"),
    path("redo", views.Redo.as_view(), name="redo"),
    path("amend", views.Amendments.as_view(), name="amend"),
    path("stream", stream, name="stream"),
]

V1: list[URLPattern | URLResolver] = [
    path("games", views.Games.as_view(), name="games"),
    path("games/join", views.Joining.as_view(), name="join"),
    path("games/<uuid:game_id>", views.OneGame.as_view(), name="game"),
    path("games/<uuid:game_id>/", include(GAME)),
    path("score", views.Scores.as_view(), name="score"),
    path("schema/", browsing.Schema.as_view(), name="schema"),
    path("docs/", browsing.Docs.as_view(), name="docs"),
]

urlpatterns = [
    path("v1/", include(V1)),
    # No page of ours answers a program.
    re_path("", nowhere),
]
