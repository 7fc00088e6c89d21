"""Celery's messages as files in one folder: a broker without a server.

Kombu has such a transport, but there a reader can meet a half-written message or binding, and
messages pass through the system's temporary folder. Here a message appears by renaming and is
taken by renaming, each one step on one file system, for any number of processes. Bindings stay
in memory: both sides declare the same few queues from the settings.
"""

import time
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any
from uuid import uuid4

from kombu.transport import virtual
from kombu.utils.json import dumps, loads

LONGEST_WAIT = 0.2


class Channel(virtual.Channel):
    """Puts and takes messages, one file each, with names that sort by age."""

    def _put(self, queue: str, message: dict[str, Any], **_: object) -> None:
        """Add a message to a queue, whole or not at all."""
        # Wall time, for the files outlive the machine's running time.
        path = self._folder / f"{time.time_ns():020}-{uuid4().hex}.{queue}.msg"
        aside = path.with_suffix(".new")
        aside.write_text(dumps(message), encoding="utf-8")
        aside.rename(path)

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:  # noqa: ARG002
        """Take the oldest message of a queue; raises Empty at once when there is none."""
        for path in sorted(self._messages(queue)):
            taken = path.with_suffix(".taken")
            # Somebody else may have been quicker: then it is theirs.
            with suppress(FileNotFoundError):
                path.rename(taken)
                message: dict[str, Any] = loads(taken.read_text(encoding="utf-8"))
                taken.unlink()
                return message
        raise Empty

    def _size(self, queue: str) -> int:
        """How many messages wait in a queue."""
        return len(self._messages(queue))

    def _purge(self, queue: str) -> int:
        """Remove the messages of a queue; returns how many."""
        messages = self._messages(queue)
        for path in messages:
            path.unlink(missing_ok=True)
        return len(messages)

    def _messages(self, queue: str) -> list[Path]:
        return list(self._folder.glob(f"*.{queue}.msg"))

    @property
    def _folder(self) -> Path:
        folder = Path(self.connection.client.transport_options["folder"])  # type: ignore[union-attr, index] # a channel in use has a connection
        folder.mkdir(parents=True, exist_ok=True)
        return folder


class Transport(virtual.Transport):
    """The transport to name in CELERY_BROKER_TRANSPORT; its one option is `folder`."""

    Channel = Channel
    default_port = 0
    driver_type = driver_name = "files"
    global_state = virtual.BrokerState()

    def __init__(self, client: Any, **options: Any) -> None:
        super().__init__(client, **options)
        # Shared by the connections of this process, as kombu's transports without a server do.
        self.state = self.global_state

    def drain_events(self, connection: Any, timeout: float | None = None, **_: Any) -> None:
        """Deliver messages as they come; raises TimeoutError when there are none for a while."""
        # A worker looks whether it should stop only between two of these.
        super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT, LONGEST_WAIT))

    def driver_version(self) -> str:
        """Asked for by Celery's banner and reports."""
        return "1"
