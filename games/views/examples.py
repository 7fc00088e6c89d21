"""The example games, which anybody at home may remove."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games import services


@require_POST
def remove(_request: HttpRequest) -> HttpResponse:
    """Remove the examples for everybody. On a public site only its keeper can (``manage.py``)."""
    if not settings.TEN_LAN:
        raise Http404
    services.remove_examples()
    return redirect("games:history")
