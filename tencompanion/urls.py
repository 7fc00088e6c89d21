"""Everything the site answers is in the app; Django's admin is deliberately not here."""

from django.urls import include, path

urlpatterns = [
    path("", include("games.urls")),
]
