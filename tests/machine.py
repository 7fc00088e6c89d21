"""What tests need from the machine beyond Python: a browser and Redis.

`python -m tests.machine` finds or installs both, or says what is missing and fails.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """The path of a browser to test with: Playwright's own where there is one."""
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    if Path(own).exists():
        return own
    return next(filter(None, map(shutil.which, _BROWSERS)), None)


def redis_server() -> str | None:
    """The path of a Redis server."""
    return shutil.which("redis-server")


def install_browser() -> None:
    """Install Chromium: from the system's packages when that is allowed, else Playwright's."""
    if not install_package("chromium"):
        run([sys.executable, "-m", "playwright", "install", "chromium"])


def install_redis() -> None:
    """Install Redis, which only the system's packages have."""
    install_package("redis-server")


def install_package(name: str) -> bool:
    """Install one of Debian's packages, as root; whether it worked."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    return run(["apt-get", "update"]) and run(["apt-get", "install", "-y", name])


def run(command: list[str]) -> bool:
    """Run a command that may fail, with its output on standard error; whether it worked."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, stdout=sys.stderr, env=environment, check=False).returncode == 0


def ensured(find: Callable[[], str | None], install: Callable[[], None]) -> bool:
    """Whether something is there, if need be after installing it."""
    if find() is None:
        install()
    return find() is not None


def main() -> None:
    """Find or install everything; fail with one sentence for each thing that is missing."""
    missing = []
    if not ensured(chromium, install_browser):
        missing.append("No Chromium found; install it, or run script/test --quick without it.")
    if not ensured(redis_server, install_redis):
        missing.append("No redis-server found; install it, or run script/test --quick without it.")
    sys.exit("\n".join(missing) or None)


if __name__ == "__main__":
    main()
