"""Judge before a game whether these scales can referee these beans at all.

If the mean bean is too small against the standard deviation of a settled change, or the beans differ too
much, there are too many questions and silent errors (sensing notes, 7).
"""

import math
from dataclasses import dataclass

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration

_COSTS = COSTS.suitability


@dataclass(frozen=True, slots=True)
class Complaint:
    """A reason against playing on a board or with its beans, in words and figures, with a remedy."""

    what: str
    help: str

    def __str__(self) -> str:
        return f"{self.what}; {self.help}"


def settled_change_grams(noise_grams: float, rate_sps: float) -> float:
    """Return the standard deviation of a change between two settled weights.

    Twice as many samples are averaged before a move as after it (sensing notes, 1.2).
    """
    after = _COSTS.fast_samples if rate_sps > _COSTS.fast_sps else _COSTS.slow_samples
    return math.hypot(noise_grams * math.sqrt(1.5 / after), PHYSICS.drift_grams)


def signal(calibration: Calibration, place: Place) -> float:
    """Return the mean mass of a bean at one place, in standard deviations of a settled change."""
    noise = calibration.places[place].noise_grams
    return calibration.beans.mean_grams / settled_change_grams(noise, calibration.rate_sps)


def spread(calibration: Calibration) -> float:
    """Return the standard deviation of the beans' masses as a share of their mean."""
    beans = calibration.beans
    return max(beans.spread_grams / beans.mean_grams, PHYSICS.least_spread_share)


def complaints(calibration: Calibration) -> tuple[Complaint, ...]:
    """Return the reasons against a game with this calibration; () if there are none."""
    found = []
    if spread(calibration) > _COSTS.most_spread_share:
        found.append(
            Complaint(
                f"beans: they differ by {spread(calibration):.0%} from one another, "
                f"more than {_COSTS.most_spread_share:.0%}",
                "sort out those beyond 25 % of the mean, or take more even ones",
            )
        )
    weakest = min(calibration.places, key=lambda place: signal(calibration, place))
    if signal(calibration, weakest) < _COSTS.least_signal:
        noise = settled_change_grams(calibration.places[weakest].noise_grams, calibration.rate_sps)
        found.append(
            Complaint(
                f"{weakest}: a bean of {calibration.beans.mean_grams:.2f} g is only "
                f"{signal(calibration, weakest):.1f} times what its scale is off by ({1000 * noise:.0f} mg), "
                f"less than {_COSTS.least_signal:.0f} times",
                "use a smaller load cell, heavier beans, or 10 instead of 80 samples a second",
            )
        )
    return tuple(found)
