"""What may have been taken up and put down where it stood, under a hand that keeps its weight up.

No weight says then which individual was away, nor whether one was: a hand that leaves and comes again weighs
like it. So this is no happening, only a reason to ask.
"""

import math
from collections.abc import Sequence

from cupsboard.recognition.individuals.trail import Sample, means

FALLEN_SHARE = 0.5
"""A cup that is taken up shows so much of itself, in the mean of four samples, even where a hand comes to
rest on its place in the same moment."""
BACK_SHARE = 0.6
"""And so much once it is put down: the hand that held it lets go of its place meanwhile."""


def taken_up_and_back(samples: Sequence[Sample], grams: float) -> tuple[float, float] | None:
    """When what weighs so much may have been taken up, and when it was put down again; None if it wasn't.

    To within a tenth of a second.
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
