"""Where every page and the API live."""

from django.urls import include, path

from games.views import pages, stream, table, taps

app_name = "games"

VERBS = [
    path("draw", taps.draw, name="draw"),
    path("take", taps.take, name="take"),
    path("bid", taps.bid, name="bid"),
    path("pass", taps.pass_, name="pass"),
    path("sell", taps.sell, name="sell"),
    path("pay", taps.pay, name="pay"),
    path("buy", taps.buy, name="buy"),
    path("skip", taps.skip, name="skip"),
    path("empty", taps.empty, name="empty"),
    path("stop", taps.stop, name="stop"),
    path("undo", taps.undo, name="undo"),
    path("redo", taps.redo, name="redo"),
]

TABLE = [
    path("", table.table, name="table"),
    path("board", table.board, name="board"),
    path("stream", stream.stream, name="stream"),
    path("invite", pages.invite, name="invite"),
    path("entries", table.entries, name="entries"),
    path("entries/<int:number>", table.entry, name="entry"),
    *VERBS,
]

urlpatterns = [
    path("", pages.home, name="home"),
    path("new", pages.new, name="new"),
    path("join", pages.join, name="join"),
    path("join/<str:code>", pages.join_code, name="join_code"),
    path("history", pages.history, name="history"),
    path("games/<uuid:game_id>/", include(TABLE)),
]
