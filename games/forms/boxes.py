"""What somebody entered of their box of cards -> its profile."""

from __future__ import annotations

from django.http import QueryDict

from games.forms.fields import number
from games.forms.setups import LARGEST_PILE
from games.rules.cards import CURRENCIES, KINDS, Card
from games.rules.profiles import Profile


def profile(post: QueryDict, before: Profile) -> Profile:
    """What somebody entered of their box: fields ``currency-$1`` ..., ``lost-R4`` ...,

    ``aside-2-R4`` ..., ``pile-2`` ...; a set of fields that is left empty is not known.
    What was learned stays, unless ``forget`` says its set-up.
    """
    currency = counts(post, "currency")
    forgotten = post.getlist("forget")
    return Profile(
        currency={kind: currency.get(kind, 0) for kind in CURRENCIES} if currency else None,
        lost=counts(post, "lost"),
        set_aside={setup: cards for setup in (2, 3) if (cards := counts(post, f"aside-{setup}"))},
        piles={
            setup: number(post, f"pile-{setup}", LARGEST_PILE)
            for setup in (2, 3)
            if post.get(f"pile-{setup}")
        },
        learned={
            setup: cards for setup, cards in before.learned.items() if str(setup) not in forgotten
        },
    )


def counts(post: QueryDict, prefix: str) -> dict[Card, int]:
    """The copies of each kind in the fields ``{prefix}-{kind}``; none where a field is empty."""
    return {
        kind: copies
        for kind in KINDS
        if post.get(f"{prefix}-{kind}") and (copies := number(post, f"{prefix}-{kind}", 99))
    }
