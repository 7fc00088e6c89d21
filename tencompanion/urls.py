"""Everything the site answers is in the app; Django's admin is deliberately not here.

But for /healthz, /readyz and /metrics, which inspection.py answers before it comes to this.
"""

from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
]

handler500 = "tencompanion.troubles.broke"
