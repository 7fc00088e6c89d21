"""The ASGI application that a server runs: `tencompanion.asgi:application`."""

import os

import django

from tencompanion.bodies import limited
from tencompanion.handling import Handler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tencompanion.settings")
django.setup(set_prefix=False)

application = limited(Handler())
