"""Lighthouse's scores for home, a table in play and a result: see script/lighthouse.

    python -m tests.lighthouse PATH/TO/lighthouse

The site is a process of its own with its static files collected and compressed. Prints the three
scores of each page, and fails if one is below what is promised. Scores for performance are those
of this machine: let nothing else run beside it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import django

from tests import machine, sites

PROMISED = {"performance": 95, "accessibility": 100, "best-practices": 95}
CHROMIUM = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"


def main() -> None:
    """Set a site up, and measure."""
    lighthouse = sys.argv[1]
    os.environ["CHROME_PATH"] = machine.chromium() or ""
    with tempfile.TemporaryDirectory(prefix="ten-lighthouse-") as temporary:
        moulds = sites.Moulds(Path(temporary) / "moulds")
        folder = Path(temporary) / "site"
        folder.mkdir()
        site = sites.Site(folder, moulds.sqlite(folder), more=moulds.static)
        cookie, pages = prepared(site)
        kept = True
        with sites.running(site, webs=1, worker=False):
            for name, path in pages.items():
                url = f"http://localhost:{site.ports[0]}{path}"
                scores = measured(lighthouse, url, cookie, folder / f"{name}.json")
                shown = "  ".join(f"{category} {score}" for category, score in scores.items())
                sys.stdout.write(f"{name:8}{shown}\n")
                kept = kept and all(scores[each] >= least for each, least in PROMISED.items())
    sys.exit(int(not kept))


def prepared(site: sites.Site) -> tuple[str, dict[str, str]]:
    """What the site shows, told by this process: the cookie of a host's phone, and the pages."""
    os.environ.update(site.environment, DJANGO_SETTINGS_MODULE="tencompanion.settings")
    django.setup()
    # Only now can models be imported.
    from django.urls import reverse

    from games import devices, services
    from tests.scenes import Show

    services.lay_out_examples()
    over, running = Show(), Show()
    # One phone is at both tables.
    services.join(running.device, over.game.code, 2)
    return f"{devices.COOKIE}={running.secret}", {
        "home": reverse("games:home"),
        "table": next(scene.path for scene in running.scenes() if scene.name == "draw"),
        "result": next(scene.path for scene in over.scenes() if scene.name == "result"),
    }


def measured(lighthouse: str, url: str, cookie: str, report: Path) -> dict[str, int]:
    """The scores of a page, of a hundred each."""
    subprocess.run(
        [
            lighthouse,
            url,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            f"--only-categories={','.join(PROMISED)}",
            f"--chrome-flags={CHROMIUM}",
            f"--extra-headers={json.dumps({'Cookie': cookie})}",
        ],
        check=True,
    )
    found = json.loads(report.read_text())
    if failed := [
        audit["id"]
        for audit in found["audits"].values()
        if audit["score"] is not None and audit["score"] < 0.9
    ]:
        sys.stderr.write(f"{url}: {', '.join(failed)}\n")
    return {name: round(found["categories"][name]["score"] * 100) for name in PROMISED}


if __name__ == "__main__":
    main()
