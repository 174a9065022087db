"""The nine cups as things: printed, filled with washers, each of a mass of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import hypot
from random import Random

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, Cup
from cupsboard.rules.places import Kind

PRINTED_GRAMS = 27.0
"""What hardware/README.md gives for a printed cup with its lid."""
PRINTED_SPREAD = 0.02
"""Prints of one part differ so: the walls of a printer are as thick as its nozzle and its mood."""
WASHER_SPREAD = 0.005
"""Washers of one bag: their thickness is good to some per cent (ISO 7089), and a cup takes a dozen."""
MOUTH_MM = 46.0
"""Outer diameter of a printed cup (`python -m hardware cups`)."""


class Stance(Enum):
    """How a cup stands where it was put."""

    UPRIGHT = "symbol up"
    OVERTURNED = "symbol down"
    """It weighs the same, and nobody sees what it is."""
    HALF_BESIDE = "half beside the spot"
    """A part of it rests on the deck, which weighs nothing."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Standing:
    """Where on a place a cup stands: millimetres from the middle, and the share that the cell bears."""

    x_mm: float
    y_mm: float
    stance: Stance = Stance.UPRIGHT
    borne: float = 1.0

    def apart_mm(self, other: "Standing") -> float:
        """Return the distance in millimetres between the middles of two cups."""
        return hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm)


def printed(random: Random) -> Mapping[Cup, float]:
    """What the nine cups weigh in grams as they come from the printer."""
    return {cup: PRINTED_GRAMS * random.gauss(1.0, PRINTED_SPREAD) for cup in CUPS}


def with_washers(
    printed_grams: Mapping[Cup, float], ballast_grams: Mapping[Kind, float], random: Random
) -> Mapping[Cup, float]:
    """What they weigh with so much ballast, which is never quite what was asked for."""
    return {
        cup: grams + ballast_grams.get(cup.kind, 0.0) * random.gauss(1.0, WASHER_SPREAD)
        for cup, grams in printed_grams.items()
    }
