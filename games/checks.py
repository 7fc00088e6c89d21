"""System checks of our own, beside Django's: run by `manage.py check --deploy`."""

from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, register
from django.utils.translation import gettext as _


@register(Tags.security, deploy=True)
def throttling_is_on(**_options: Any) -> list[Error]:
    """Refuse a deployment in which join codes could be guessed in bulk."""
    if settings.TEN_THROTTLE:
        return []
    return [
        Error(
            _("Throttling is switched off."),
            hint=_("Remove TEN_THROTTLE=off from the environment: it is for tests only."),
            id="games.E001",
        )
    ]
