"""The samples of one place in the last seconds, whatever was made of them meanwhile; and what they show.

Bars ring when something hits them. Four conversions are what an HX711 settles in, and a mean of as many
leaves little of a swing; a weight is shown by some samples in a row, or by the mean of more that swing a bit.
"""

import math
from collections import deque
from collections.abc import Sequence
from itertools import islice, pairwise, takewhile

Sample = tuple[float, float]
"""A time and grams."""

SAMPLES_KEPT = 1600
"""Twenty seconds at 80 a second: who holds a cup over its place for longer is timed from there."""
SETTLED_SAMPLES = 4
"""So many conversions after a step all of it shows."""
SWINGING_SAMPLES, SWING_GRAMS = 8, 6.0
"""The mean of so many is a weight if they lie within so much: a swing that fades, and no fingers on top."""


QUIET_SAMPLES = 6
"""For so many samples no hand presses alike: it trembles at 6 to 12 hertz (M. Lakie and others, Journal of
Physiology 593, 2015), and they are most of such a wave."""
ROUGH_TIMES, FADING_SHARE = 3.0, 0.8
"""Samples that scatter by so much more than the noise show a swing, or a hand. The softest plate's swing (18
hertz, damped by 3 %) has fallen to seven tenths after a tenth of a second; a hand's tremor stays."""


class Trail:
    """The latest samples of a place."""

    def __init__(self) -> None:
        self._samples: deque[Sample] = deque(maxlen=SAMPLES_KEPT)

    def add(self, time: float, grams: float) -> None:
        """Take a sample."""
        self._samples.append((time, grams))

    @property
    def latest(self) -> Sample | None:
        """The newest sample; None without any."""
        return self._samples[-1] if self._samples else None

    def since(self, begin: float) -> list[Sample]:
        """The samples from a time on, in their order."""
        found = list(takewhile(lambda sample: sample[0] >= begin, reversed(self._samples)))
        found.reverse()
        return found

    def lies_at(self, grams: float, within_grams: float) -> bool:
        """Whether the latest samples that a step takes to show are all near a weight."""
        latest = islice(reversed(self._samples), SETTLED_SAMPLES)
        return all(abs(shown - grams) <= within_grams for _, shown in latest)

    def trembles(self, noise_grams: float) -> bool:
        """Whether something that moves by itself presses there: a bar that was hit swings less and less."""
        latest = [weight for _, weight in islice(reversed(self._samples), 2 * SWINGING_SAMPLES)]
        late, early = latest[:SWINGING_SAMPLES], latest[SWINGING_SAMPLES:]
        if len(early) < SWINGING_SAMPLES:
            return False
        rough = _scatter(late)
        return rough > ROUGH_TIMES * noise_grams and rough > FADING_SHARE * _scatter(early)


def means(weights: Sequence[float], samples: int = SETTLED_SAMPLES) -> list[float]:
    """The mean of each so many weights in a row."""
    starts = range(len(weights) - samples + 1)
    return [sum(weights[start : start + samples]) / samples for start in starts]


def shows(weights: Sequence[float], grams: float, within_grams: float) -> bool:
    """Whether some samples in a row are of this weight, or the mean of more that swing a bit."""
    in_a_row = 0
    for number, weight in enumerate(weights):
        in_a_row = in_a_row + 1 if abs(weight - grams) <= within_grams else 0
        if in_a_row >= SETTLED_SAMPLES:
            return True
        swinging = weights[max(0, number + 1 - SWINGING_SAMPLES) : number + 1]
        if (
            len(swinging) == SWINGING_SAMPLES
            and max(swinging) - min(swinging) <= SWING_GRAMS
            and abs(sum(swinging) / SWINGING_SAMPLES - grams) <= within_grams
        ):
            return True
    return False


def level_of(weights: Sequence[float], within_grams: float) -> float | None:
    """The weight of the first samples that agree for longer than any hand is quiet; None if none do."""
    for start in range(len(weights) - QUIET_SAMPLES + 1):
        row = weights[start : start + QUIET_SAMPLES]
        if max(row) - min(row) <= within_grams:
            return sum(row) / QUIET_SAMPLES
    return None


def _scatter(weights: Sequence[float]) -> float:
    """The standard deviation; `statistics` reckons exactly, which takes 30 times as long."""
    mean = sum(weights) / len(weights)
    return math.sqrt(sum((weight - mean) ** 2 for weight in weights) / len(weights))


def crossings(samples: Sequence[Sample], grams: float) -> list[float]:
    """When the weight rose past `grams`, between two samples each time."""
    return [
        before + (grams - short) / (past - short) * (after - before)
        for (before, short), (after, past) in pairwise(samples)
        if short < grams <= past
    ]
