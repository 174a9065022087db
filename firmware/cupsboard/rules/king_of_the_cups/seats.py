"""The players round the table, and the places: nine common spots, and a tray for each player."""

from collections.abc import Sequence
from enum import Enum

from cupsboard.rules import places
from cupsboard.rules.places import Place, spot

FEWEST, MOST = 2, 6
"""The fewest and the most players."""


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
"""The number of cups that wins, by the number of players."""


def seats(count: int) -> tuple[Seat, ...]:
    """Return the seats of a game with `count` players."""
    return tuple(Seat)[:count]


def tray(seat: Seat) -> Place:
    """Return the place where a player puts grabbed cups."""
    return places.tray(seat.value)


def owner(place: Place) -> Seat | None:
    """Return the player whose tray a place is; None for a spot and off the board."""
    return _OWNERS.get(place)


_OWNERS = {tray(seat): seat for seat in Seat}
