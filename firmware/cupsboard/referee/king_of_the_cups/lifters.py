"""Find whose hand may have lifted a cup: it was away from its button in time, and had not come back."""

from collections.abc import Collection

from cupsboard.recognition.individuals.happenings import Lifted
from cupsboard.referee.king_of_the_cups.hands import Hands
from cupsboard.rules.king_of_the_cups.seats import Seat, owner

REACH_SECONDS, REACH_OWN_SECONDS = 0.22, 0.05
"""A hand that was at home this shortly before a cup was lifted did not lift it, from elsewhere and from its
own tray beside the button. Hands that go 30 cm and more as quickly as they can take 279 ms in the mean, and
the quickest group that need not slow down 223 ms (K. DeGoede and others, "How quickly can healthy adults move
their hands to intercept an approaching object?", Journals of Gerontology A 56, 2001); closing round a cup and
pulling takes 50 ms at the least. The rest allows for late contacts and scales."""


def may_have_lifted(seat: Seat, lifted: Lifted, hands: Hands) -> bool:
    """Return whether this hand was away long enough before a cup left its place, and still when it did."""
    reach = REACH_OWN_SECONDS if owner(lifted.place) is seat else REACH_SECONDS
    spells = hands.spells_away(seat)
    return any(max(lifted.earliest, left + reach) <= min(lifted.latest, came) for left, came in spells)


def may_have_moved(
    lifted: Lifted, landed_at: float, hands: Hands, seats: Collection[Seat]
) -> frozenset[Seat]:
    """Return the players whose hand may have lifted a cup and put it down at `landed_at`."""
    away = hands.away_throughout(min(lifted.latest, landed_at), landed_at, seats)
    return frozenset(seat for seat in away if may_have_lifted(seat, lifted, hands))
