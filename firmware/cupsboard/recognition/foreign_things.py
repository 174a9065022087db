"""What lies or presses on a place and is no piece: a crumb, a ring, a finger, a hand.

Nobody can say how heavy such a thing is, only that it has no size of its own: each power of ten is as likely
as the next. So the density is flat over the logarithm of the mass, between bounds that hardly matter.
"""

import math

from cupsboard.numbers import PRIORS

_PRIORS = PRIORS.mishaps
_LOG_DECADES = math.log(math.log(_PRIORS.heaviest_thing_grams / _PRIORS.lightest_thing_grams))


def log_density(grams: float, deviation_grams: float) -> float:
    """The log density (1/g) of a weight that only a foreign thing explains.

    Below what the scale tells from nothing (`deviation_grams`) it grows no more.
    """
    return -math.log(max(abs(grams), deviation_grams, _PRIORS.lightest_thing_grams)) - _LOG_DECADES
