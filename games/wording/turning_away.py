"""Why there is no room for somebody just now, whatever lies on the table."""

from __future__ import annotations

from django.utils.translation import gettext as _


def table_full(most: int) -> str:
    """Why one phone more than there can be does not fit round a table."""
    text = _("This table has all the %(most)d phones it can have. The host can remove one.")
    return text % {"most": most}


def many_games() -> str:
    """Why no further game can be started from an address just now."""
    return _("Many games were started from here just now. Try again in a while.")
