"""The web server as we run it: uvicorn, with event streams that end when it is told to stop."""

from types import FrameType

import uvicorn


class Server(uvicorn.Server):
    """A server that ends its event streams when told to stop, instead of waiting for them."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Called by uvicorn with SIGINT and SIGTERM."""
        # Imported late: the app is set up by the time that anybody stops it.
        from games import live

        live.hang_up()
        super().handle_exit(sig, frame)


def server(*, grace: int, keep_alive: int = 5, host: str = "127.0.0.1", port: int = 8000) -> Server:
    """A server of the site. Seconds: ``grace`` to end requests, ``keep_alive`` for idle ones."""
    return Server(
        uvicorn.Config(
            "tencompanion.asgi:application",
            host=host,
            port=port,
            access_log=False,
            backlog=2048,
            lifespan="off",
            log_config=None,
            # X-Forwarded-For is settings.TEN_TRUSTED_PROXIES' business, counted from the right.
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=keep_alive,
            # Without it, an open event stream keeps the server from ever stopping.
            timeout_graceful_shutdown=grace,
            ws="none",
        )
    )
