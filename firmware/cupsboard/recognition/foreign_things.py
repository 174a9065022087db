"""The likelihood of a foreign thing on a place: a crumb, a ring, a finger, a hand.

Its mass is unknown, and each power of ten is as probable as the next. So the density is flat over the
logarithm of the mass, between bounds that hardly matter.
"""

import math

from cupsboard.numbers import PRIORS

_PRIORS = PRIORS.mishaps
_LOG_DECADES = math.log(math.log(_PRIORS.heaviest_thing_grams / _PRIORS.lightest_thing_grams))


def log_density(grams: float, deviation_grams: float) -> float:
    """Return the log density (1/g) of a weight that only a foreign thing explains.

    It does not grow further below `deviation_grams`, the standard deviation of the scale.
    """
    return -math.log(max(abs(grams), deviation_grams, _PRIORS.lightest_thing_grams)) - _LOG_DECADES
