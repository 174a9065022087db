"""Detect what may have been lifted and put back in its place under a hand that hides the weight.

No weight shows then which individual was away, nor whether one was: a hand that leaves and returns weighs the
same. So the result is no event, only a reason to ask.
"""

import math
from collections.abc import Sequence

from cupsboard.numbers import COSTS
from cupsboard.recognition.individuals.trail import Sample, means

_COSTS = COSTS.individuals


def taken_up_and_back(samples: Sequence[Sample], grams: float) -> tuple[float, float] | None:
    """Return when an individual of `grams` may have been lifted and put back; None if it was not.

    Exact to a tenth of a second.
    """
    highest, lowest = -math.inf, math.inf
    fell: int | None = None
    for number, mean in enumerate(means([weight for _, weight in samples])):
        if fell is None:
            highest = max(highest, mean)
            if highest - mean >= _COSTS.hidden_lift_share * grams:
                fell, lowest = number, mean
            continue
        lowest = min(lowest, mean)
        if mean - lowest >= _COSTS.hidden_return_share * grams:
            return samples[fell][0], samples[number][0]
    return None
