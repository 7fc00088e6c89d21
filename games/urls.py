"""Where every page and the API live."""

from django.urls import include, path, register_converter

from games.views import (
    again,
    box,
    checking,
    demo,
    examples,
    history,
    hosting,
    installing,
    joining,
    mending,
    pages,
    screen,
    sharing,
    stream,
    table,
    taps,
)

app_name = "games"


class OpConverter:
    """How an earlier entry is mended by something that is said instead of it, or before it."""

    regex = "replace|insert"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(OpConverter, "op")

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

HOSTING = [
    path("host", hosting.host, name="host"),
    path("host/names", hosting.rename, name="rename"),
    path("host/seats", hosting.reorder, name="reorder"),
    path("host/options", hosting.options, name="options"),
    path("host/phones/<int:phone>/remove", hosting.remove, name="remove"),
    path("host/phones/<int:phone>/crown", hosting.hand_over, name="hand_over"),
    path("succeed", hosting.succeed, name="succeed"),
    path("abandon", hosting.abandon, name="abandon"),
    path("resume", hosting.resume, name="resume"),
]

TABLE = [
    path("", table.table, name="table"),
    path("board", table.board, name="board"),
    path("stream", stream.stream, name="stream"),
    path("invite", joining.invite, name="invite"),
    path("costs", table.costs, name="costs"),
    path("entries", table.entries, name="entries"),
    path("entries/<int:number>", mending.entry, name="entry"),
    path("mend", mending.mend, name="mend"),
    path("entries/<int:number>/<op:op>", mending.choose, name="choose"),
    path("entries/<int:number>/<op:op>/costs", mending.costs, name="costs_there"),
    path("entries/<int:number>/<op:op>/<str:verb>", mending.chosen, name="chosen"),
    path("check", checking.check, name="check"),
    path("screen", screen.screen, name="screen"),
    path("screen/board", screen.screen_board, name="screen_board"),
    path("share", sharing.share, name="share"),
    path("learn", box.learn, name="learn"),
    path("again", again.again, name="again"),
    *VERBS,
    *HOSTING,
]

urlpatterns = [
    path("", pages.home, name="home"),
    path("new", pages.new, name="new"),
    path("join", joining.join, name="join"),
    path("join/<str:code>", joining.join_code, name="join_code"),
    path("history", history.history, name="history"),
    path("box", box.box_page, name="box"),
    path("rules", pages.rules, name="rules"),
    path("demo", demo.demo, name="demo"),
    path("examples/remove", examples.remove, name="remove_examples"),
    path("shared/<str:token>", sharing.shared, name="shared"),
    path("shared/<str:token>/picture.png", sharing.shared_picture, name="shared_picture"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("worker.js", installing.worker, name="worker"),
    path("games/<uuid:game_id>/", include(TABLE)),
    path("api/", include("games.api.urls")),
]
