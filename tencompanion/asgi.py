"""The ASGI application that a server runs: `tencompanion.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tencompanion.settings")

application = get_asgi_application()
