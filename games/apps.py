"""The app's registration with Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games of TEN, and everything about them."""

    name = "games"

    def ready(self) -> None:
        """Register the system checks."""
        from games import checks  # noqa: F401 (registers them)
