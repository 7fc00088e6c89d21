"""Where tasks are sent to, by the environment alone."""

import os
import subprocess
import sys

import pytest

from tencompanion import environment

ASKED = """
from tencompanion.celery import app
connection = app.connection_for_write()
certificate = (connection.ssl or {}).get("ssl_cert_reqs")
print(type(connection.transport).__module__, certificate and certificate.name)
"""


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("redis://127.0.0.1:1/0", "kombu.transport.redis None"),
        ("rediss://127.0.0.1:1/0", "kombu.transport.redis CERT_REQUIRED"),
        ("", "tencompanion.transport None"),
    ],
)
def test_tasks_go_the_way_that_the_address_says(url: str, sent: str) -> None:
    """By TLS only where it says so, and then nothing goes without."""
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=environment.ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tencompanion.settings", "REDIS_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.strip() == sent, done.stderr
