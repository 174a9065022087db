"""Populations: the mass of one kind of piece, and how a board refines it during play.

A foreign thing (a crumb, a ring, a finger, a hand) is of none: its mass is unknown, and each power of ten is
as probable as the next. So its density is flat over the logarithm of the mass, between bounds that hardly
matter.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cupsboard.numbers import COSTS, PHYSICS, PRIORS
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import PieceCalibration
from cupsboard.scales.readings import Weight

_PRIORS = PRIORS.mishaps
_LOG_DECADES = math.log(math.log(_PRIORS.heaviest_thing_grams / _PRIORS.lightest_thing_grams))


def foreign_log_density(grams: float, deviation_grams: float) -> float:
    """Return the log density (1/g) of a weight that only a foreign thing explains.

    It does not grow further below `deviation_grams`, the standard deviation of the scale.
    """
    return -math.log(max(abs(grams), deviation_grams, _PRIORS.lightest_thing_grams)) - _LOG_DECADES


_COSTS = COSTS.learning


@dataclass(frozen=True, slots=True)
class Population:
    """The masses of one kind of piece: their mean, the mean's variance, and the variance between pieces.

    `sample` is the number of pieces that the last was estimated from.
    """

    mean_grams: float
    mean_variance: float
    variance: float
    sample: float

    def with_sample(self, grams: float, measurement_variance: float) -> "Population":
        """Return the population after one more piece was weighed alone, at `grams`.

        The mean takes a Kalman step, the variance becomes a running mean of the squared distances. Neither
        grows surer beyond `largest_sample` pieces, because the same beans come round again. A piece further
        off than `outlier_sigmas` counts as just that far off: it may be two pieces, or none.
        """
        expected = self.mean_variance + self.variance + measurement_variance
        furthest = _COSTS.outlier_sigmas * math.sqrt(expected)
        off = max(-furthest, min(furthest, grams - self.mean_grams))
        squared = max(0.0, off * off * self.sample / (self.sample + 1.0) - measurement_variance)
        variance = self.variance + (squared - self.variance) / (self.sample + 1.0)
        gain = self.mean_variance / expected
        return Population(
            mean_grams=self.mean_grams + gain * off,
            mean_variance=max(self.mean_variance * (1.0 - gain), self.variance / _COSTS.largest_sample),
            variance=max(variance, (PHYSICS.least_spread_share * self.mean_grams) ** 2),
            sample=min(self.sample + 1.0, _COSTS.largest_sample),
        )

    def within(self, told: PieceCalibration) -> "Population":
        """Return the population with mean and spread limited to what the calibration `told` allows."""
        spread = max(told.spread_grams, PHYSICS.least_spread_share * told.mean_grams)
        most_spread, most_mean = _COSTS.most_spread_times * spread, _COSTS.most_mean_times * told.mean_grams
        least_spread, least_mean = spread / _COSTS.most_spread_times, told.mean_grams / _COSTS.most_mean_times
        return replace(
            self,
            mean_grams=min(max(self.mean_grams, least_mean), most_mean),
            variance=min(max(self.variance, least_spread**2), most_spread**2),
        )


def population_of(known: PieceCalibration, *, is_grown: bool) -> Population:
    """Return the population that a calibration gives for a kind.

    `is_grown` is for beans: the mean mass differs from handful to handful, so it is less certain.
    """
    # Even coins differ a little; a spread of nothing would make one worn piece impossible.
    spread = max(known.spread_grams, PHYSICS.least_spread_share * known.mean_grams)
    of_the_lot = _COSTS.least_lot_spreads * spread if is_grown else 0.0
    return Population(
        mean_grams=known.mean_grams,
        mean_variance=max(known.mean_error_grams, of_the_lot) ** 2,
        variance=spread**2,
        sample=float(max(known.sample, _COSTS.smallest_sample)),
    )


def mass_of(pieces: Mapping[Kind, int], populations: Mapping[Kind, Population]) -> Weight:
    """Return the total mass of `pieces`, with its variance."""
    known = [(count, populations[kind]) for kind, count in pieces.items()]
    return Weight(
        sum(count * each.mean_grams for count, each in known),
        sum(count * each.variance + count * count * each.mean_variance for count, each in known),
    )
