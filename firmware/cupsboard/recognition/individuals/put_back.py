"""Detect what may have been lifted and put back in its place under a hand that hides the weight.

No weight shows then which individual was away, nor whether one was: a hand that leaves and returns weighs the
same. So the result is no event, only a reason to ask.
"""

import math
from collections.abc import Sequence

from cupsboard.recognition.individuals.trail import Sample, means

FALLEN_SHARE = 0.5
"""A cup that is lifted shows this share of its mass, in the mean of four samples, even if a hand comes to
rest there in the same moment."""
BACK_SHARE = 0.6
"""And this share when it is put down, while the hand that held it lets go of the place."""


def taken_up_and_back(samples: Sequence[Sample], grams: float) -> tuple[float, float] | None:
    """Return when an individual of `grams` may have been lifted and put back; None if it was not.

    Exact to a tenth of a second.
    """
    highest, lowest = -math.inf, math.inf
    fell: int | None = None
    for number, mean in enumerate(means([weight for _, weight in samples])):
        if fell is None:
            highest = max(highest, mean)
            if highest - mean >= FALLEN_SHARE * grams:
                fell, lowest = number, mean
            continue
        lowest = min(lowest, mean)
        if mean - lowest >= BACK_SHARE * grams:
            return samples[fell][0], samples[number][0]
    return None
