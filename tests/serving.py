"""The site and its worker as tests run them: a real server in a thread, a real worker process."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import uvicorn
from django.conf import settings
from django.db import connection

from games import live
from tencompanion import environment
from tests.waiting import wait_until


@contextmanager
def served() -> Iterator[str]:
    """Serve the site from a thread of this process, over its database; gives the base URL."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            "tencompanion.asgi:application",
            lifespan="off",
            log_config=None,
            timeout_graceful_shutdown=1,
            ws="none",
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            wait_until(lambda: server.started)
            yield f"http://localhost:{listener.getsockname()[1]}"
        finally:
            live.hang_up()
            server.should_exit = True
            thread.join()
            live.pick_up()


@contextmanager
def working(data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a Celery worker as a process of its own on this process's database and queue."""
    # As script/up starts it, so that it ends with the tests even when these are killed.
    process = subprocess.Popen(
        [sys.executable, "-m", "tencompanion.child", "worker"],
        cwd=environment.ROOT,
        env={**os.environ, **site_environment(data)},
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def site_environment(data: Path) -> dict[str, str]:
    """The environment in which another process works on the database of this test."""
    return {
        "DJANGO_SETTINGS_MODULE": "tencompanion.settings",
        "TEN_DATA": str(data),
        "DATABASE_URL": database_url(connection.settings_dict),
    }


def database_url(database: dict[str, Any]) -> str:
    """An entry of DATABASES as DATABASE_URL."""
    name = str(database["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite://{quote(name)}"
    user = f"{quote(database['USER'], safe='')}:{quote(database['PASSWORD'], safe='')}"
    place = urlencode({"host": database["HOST"]})
    return f"postgres://{user}@:{database['PORT']}/{quote(name)}?{place}"


def queue_folder() -> Path:
    """The data folder that holds this process's queue."""
    return Path(settings.TEN_DATA)
