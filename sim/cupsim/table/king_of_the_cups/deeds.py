"""What hands have truly done with cups: the deeds against which a board is judged."""

from dataclasses import dataclass

from cupsboard.rules.king_of_the_cups.cups_and_dice import Cup, Seat
from cupsboard.rules.places import Place


@dataclass(frozen=True, slots=True)
class Left:
    """A cup pressed on its place for the last time at this moment; a hand has it."""

    time: float
    cup: Cup
    place: Place | None
    by: Seat


@dataclass(frozen=True, slots=True)
class Landed:
    """A cup came down on a place; on none where it stands half beside it, or lies on the deck."""

    time: float
    cup: Cup
    place: Place | None
    by: Seat
    near: Place
    """The place that it was meant for."""


Deed = Left | Landed
