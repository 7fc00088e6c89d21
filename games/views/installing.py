"""What a phone needs to keep the site as an app: its name, colours and icons, and what it shows
where the site does not answer."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

GROUND = "#11151a"
"""As in looks.css: what is shown while the app starts."""

ICONS = (
    ("icons/app.svg", "any", "image/svg+xml", "any"),
    ("icons/app-192.png", "192x192", "image/png", "any"),
    ("icons/app-512.png", "512x512", "image/png", "any"),
    ("icons/app-maskable-512.png", "512x512", "image/png", "maskable"),
)
"""File, size, type and purpose."""


@require_GET
def manifest(_request: HttpRequest) -> JsonResponse:
    """The web app manifest; the icons' names change with what they show."""
    return JsonResponse(
        {
            "id": reverse("games:home"),
            "name": _("TEN Companion"),
            "short_name": "TEN",
            "description": _("Totals, chances, tokens and scores for the card game TEN."),
            "lang": get_language(),
            "start_url": reverse("games:home"),
            "scope": "/",
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": GROUND,
            "categories": ["games", "utilities"],
            "icons": [
                {"src": static(file), "sizes": sizes, "type": kind, "purpose": purpose}
                for file, sizes, kind, purpose in ICONS
            ],
        },
        content_type="application/manifest+json",
    )


@require_GET
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root since it minds every page; browsers ask for it under TLS.

    It holds its one page as text, so it is another worker as soon as that page is another.
    """
    page = render_to_string("offline.html", request=request)
    response = render(request, "worker.js", {"page": page}, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response
