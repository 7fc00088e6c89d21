"""The site's settings for tests: a data folder that vanishes, no throttles, plain static files.

`DATABASE_URL` and `REDIS_URL` are left as they are: whoever starts pytest chooses what to test.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_FOLDER = tempfile.mkdtemp(prefix="ten-tests-")
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)

os.environ.update(
    ALLOWED_HOSTS="localhost", SECRET_KEY="only-for-tests", TEN_DATA=_FOLDER, TEN_THROTTLE="off"
)
for _name in (
    "DEBUG",
    "TEN_LAN",
    "LISTEN_URL",
    "TEN_METRICS",
    "TEN_METRICS_PORT",
    "TEN_NEW_GAMES",
    "TEN_PUBLIC_URL",
    "TEN_STATIC",
    "TEN_TRUSTED_PROXIES",
):
    os.environ.pop(_name, None)

from tencompanion.settings import *  # noqa: E402, F403 (the environment comes first)
from tencompanion.settings import DATABASES, TEN_DATA  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, since Django's own choice, memory, has other locks between threads.
    DATABASES["default"]["TEST"] = {"NAME": Path(TEN_DATA) / "test.sqlite3"}

# Straight from their sources, so that nothing has to be collected first.
STORAGES = {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
