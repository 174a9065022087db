"""Whether these scales can referee these beans at all, said before a game instead of during it.

The limits are those of the sensing notes, section 8: below a mean bean of 12 standard deviations of
a settled change, or above a spread of 20 %, there are more questions and silent errors than anybody wants.
"""

import math
from dataclasses import dataclass

from cupsboard.recognition.knowledge import SMALLEST_SPREAD
from cupsboard.recognition.likelihood import DRIFT_GRAMS
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration

LEAST_SIGNAL = 12.0
"""Mean bean over the standard deviation of a settled change."""
MOST_SPREAD = 0.20
"""Standard deviation over mean, bean to bean."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong with a board and its beans, in words, with the figure and what would help."""

    what: str
    help: str

    def __str__(self) -> str:
        return f"{self.what}; {self.help}"


def settled_change_grams(noise_grams: float, rate_sps: float) -> float:
    """The standard deviation of a change between two settled weights.

    At 10 SPS 4 samples after and 8 before are averaged, at 80 SPS 16 and 32 (sensing notes, 1.2).
    """
    after = 16 if rate_sps > 20 else 4
    return math.hypot(noise_grams * math.sqrt(1.5 / after), DRIFT_GRAMS)


def signal(calibration: Calibration, place: Place) -> float:
    """How many standard deviations of a settled change the mean bean is at one place."""
    noise = calibration.places[place].noise_grams
    return calibration.beans.mean_grams / settled_change_grams(noise, calibration.rate_sps)


def spread(calibration: Calibration) -> float:
    """The beans' standard deviation over their mean."""
    beans = calibration.beans
    return max(beans.spread_grams / beans.mean_grams, SMALLEST_SPREAD)


def complaints(calibration: Calibration) -> tuple[Complaint, ...]:
    """Why a game should not be begun; nothing if it may."""
    found = []
    if spread(calibration) > MOST_SPREAD:
        found.append(
            Complaint(
                f"beans: they differ by {spread(calibration):.0%} from one another, "
                f"more than {MOST_SPREAD:.0%}",
                "sort out those beyond 25 % of the mean, or take more even ones",
            )
        )
    weakest = min(calibration.places, key=lambda place: signal(calibration, place))
    if signal(calibration, weakest) < LEAST_SIGNAL:
        noise = settled_change_grams(calibration.places[weakest].noise_grams, calibration.rate_sps)
        found.append(
            Complaint(
                f"{weakest}: a bean of {calibration.beans.mean_grams:.2f} g is only "
                f"{signal(calibration, weakest):.1f} times what its scale is off by ({1000 * noise:.0f} mg), "
                f"less than {LEAST_SIGNAL:.0f} times",
                "use a smaller load cell, heavier beans, or 10 instead of 80 samples a second",
            )
        )
    return tuple(found)
