"""What tests need from the machine beyond Python: a browser, Redis, and the fronts of deploy/.

`python -m tests.machine` finds or installs all of it, or says what is missing and fails.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Where Debian has servers, which is not on every user's path.
_FOLDERS = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/sbin"


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


def caddy() -> str | None:
    """The path of Caddy."""
    return shutil.which("caddy", path=_FOLDERS)


def nginx() -> str | None:
    """The path of nginx."""
    return shutil.which("nginx", path=_FOLDERS)


NEEDED: dict[str, Callable[[], str | None]] = {
    "chromium": chromium,
    "redis-server": redis_server,
    "caddy": caddy,
    "nginx": nginx,
}
"""Debian's packages, and how to find what each brings."""


def missing() -> list[str]:
    """The packages that are needed and not there."""
    return [package for package, find in NEEDED.items() if find() is None]


def install(packages: list[str]) -> None:
    """Install packages of the system's, as root; a browser also without being root."""
    if os.geteuid() == 0 and shutil.which("apt-get") and run(["apt-get", "update"]):
        for package in packages:
            run(["apt-get", "install", "-y", package])
    if "chromium" in packages and chromium() is None:
        run([sys.executable, "-m", "playwright", "install", "chromium"])


def run(command: list[str]) -> bool:
    """Run a command that may fail, with its output on standard error; whether it worked."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, stdout=sys.stderr, env=environment, check=False).returncode == 0


def main() -> None:
    """Find or install everything; fail with one sentence for each thing that is missing."""
    if wanted := missing():
        install(wanted)
    sentence = "No {} found; install it, or run script/test --quick without it."
    sys.exit("\n".join(map(sentence.format, missing())) or None)


if __name__ == "__main__":
    main()
