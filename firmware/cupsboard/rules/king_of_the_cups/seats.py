"""The players round the table, and the places: nine spots that are nobody's, and a tray for each player."""

from collections.abc import Sequence
from enum import Enum

from cupsboard.rules import places
from cupsboard.rules.places import Place, spot

FEWEST, MOST = 2, 6
"""So many may play."""


class Seat(Enum):
    """A player, counted round the table."""

    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"
    FIVE = "five"
    SIX = "six"

    __hash__ = object.__hash__


SPOTS: Sequence[Place] = tuple(map(spot, range(1, 10)))
"""The places in the middle, 3 by 3, row by row."""

CUPS_TO_WIN = {2: 5, 3: 4, 4: 3, 5: 3, 6: 3}
"""Who has so many cups wins, by the number of players."""


def seats(count: int) -> tuple[Seat, ...]:
    """The seats of a game of so many players."""
    return tuple(Seat)[:count]


def tray(seat: Seat) -> Place:
    """Where a player puts the cups that they grab."""
    return places.tray(seat.value)


def owner(place: Place) -> Seat | None:
    """Whose tray a place is; None for a spot and off the board."""
    return _OWNERS.get(place)


_OWNERS = {tray(seat): seat for seat in Seat}
