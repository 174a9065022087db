"""Find whose hand may have lifted a cup: it was away from its button in time, and had not come back."""

from collections.abc import Collection

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.happenings import Lifted
from cupsboard.referee.king_of_the_cups.hands import Hands
from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat, owner

_COSTS = COSTS.race


def may_have_lifted(seat: Seat, lifted: Lifted, hands: Hands) -> bool:
    """Return whether the hand of `seat` may have lifted a cup.

    It must have left home long enough before the cup left its place, and still be away then.
    """
    reach = _COSTS.reach_own_seconds if owner(lifted.place) is seat else _COSTS.reach_seconds
    spells = hands.spells_away(seat)
    return any(max(lifted.earliest, left + reach) <= min(lifted.latest, came) for left, came in spells)


def may_have_moved(
    lifted: Lifted, landed_at: float, hands: Hands, seats: Collection[Seat]
) -> frozenset[Seat]:
    """Return those of `seats` whose hand may have lifted a cup and put it down.

    `landed_at` is the time (s) at which the cup was put down.
    """
    away = hands.away_throughout(min(lifted.latest, landed_at), landed_at, seats)
    return frozenset(seat for seat in away if may_have_lifted(seat, lifted, hands))
