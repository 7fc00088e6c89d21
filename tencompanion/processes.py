"""Child processes that are kept alive: started, their lines labelled, restarted, stopped."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import IO

from tencompanion import environment
from tencompanion.child import PATIENCE

FIRST_DELAY = 0.5
LONGEST_DELAY = 30.0
# Whoever lived this long did not fail at starting, so the next restart is soon again.
SETTLED = 20.0


class Child:
    """One role, and the process that plays it at the moment."""

    def __init__(self, name: str, command: Sequence[str], descriptors: Sequence[int] = ()) -> None:
        self.name = name
        self._command = command
        self._descriptors = descriptors
        self._delay = FIRST_DELAY
        self._start()

    def _start(self) -> None:
        self._started = time.monotonic()
        self._due: float | None = None
        # In a group of its own, so that the terminal's Ctrl-C reaches only the parent.
        self._process = subprocess.Popen(
            self._command,
            cwd=environment.ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=self._descriptors,
            start_new_session=True,
        )
        threading.Thread(target=self._relay, args=[self._process.stdout], daemon=True).start()

    def _relay(self, output: IO[bytes]) -> None:
        """Pass the child's lines on, each with its name in front."""
        for line in output:
            say(f"{self.name:6} | {line.decode(errors='replace').rstrip()}")

    def tend(self) -> None:
        """Start the process again if it died, later each time it does not settle."""
        if self._process.poll() is None:
            return
        now = time.monotonic()
        if self._due is None:
            self._plan_restart(now)
        elif now >= self._due:
            self._start()

    def _plan_restart(self, now: float) -> None:
        if now - self._started > SETTLED:
            self._delay = FIRST_DELAY
        self._due = now + self._delay
        say(
            f"up     | child.ended name={self.name} status={self._process.returncode}"
            f" restart_in={self._delay}"
        )
        self._delay = min(2 * self._delay, LONGEST_DELAY)

    def terminate(self) -> None:
        """Ask the process to stop."""
        if self._process.poll() is None:
            self._process.terminate()

    def wait(self, deadline: float) -> None:
        """Wait for the process to stop, and end it and all it started when it does not."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def stop_signal() -> threading.Event:
    """An event that is set when this process is asked to stop, by Ctrl-C or otherwise."""
    stopping = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Explicitly, since a shell's background job starts with SIGINT ignored.
        signal.signal(number, stop)
    return stopping


def keep_alive(children: Sequence[Child], stopping: threading.Event) -> None:
    """Tend the children until it is time to stop; then stop them all."""
    try:
        while not stopping.wait(0.1):
            for child in children:
                child.tend()
    finally:
        for child in children:
            child.terminate()
        deadline = time.monotonic() + PATIENCE
        for child in children:
            child.wait(deadline)


def say(line: str) -> None:
    """One line for whoever watches the terminal, if it is still there."""
    with suppress(OSError, ValueError):
        print(line, file=sys.stderr, flush=True)  # noqa: T201 (this is the terminal)
