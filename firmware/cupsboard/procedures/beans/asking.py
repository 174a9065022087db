"""How often honest players will be asked: a reckoning from the noise of the scales and the gap between beans.

People are asked for what they do, however quiet the scales are, as in whole simulated games. Scales
add to it: where a cup has changed, a weight that is further than a gap from a whole number of beans is looked
at again. Noise has a slow part, as recorded, which no mean takes away. The gap is fitted to simulated games
with navy beans and such noise, and to ten on the cells of the cheap list; games with other beans, sizes and
rates bear the reckoning out (sim/results/QUESTIONS.md).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.recognition.suitability import settled_change_grams

GAP = 0.185
"""Of a bean: a weight further than this from a whole number of beans is doubted."""
CUPS_CHANGED = 2.5
"""How many cups an honest move changes in the mean (sensing notes, 4.4)."""
SLOW_SHARE = 0.8
"""The standard deviation of the slow part of two recorded HX711, in noises of a sample at 10 samples/s."""
PEOPLE: Mapping[int, tuple[int, int]] = {10: (8, 4381), 80: (6, 344)}
"""By samples a second: how many moves were asked about, and of how many, where noise can't be the reason."""
MOVES_A_GAME = 40


@dataclass(frozen=True, slots=True)
class Scales:
    """The scales of a board: the noise of one conversion, and that at 10 samples a second."""

    noise_grams: float
    slow_noise_grams: float
    sps: int

    def change_grams(self) -> float:
        """Return the standard deviation of a change between two settled weights, slow noise included."""
        return math.hypot(
            settled_change_grams(self.noise_grams, self.sps),
            math.sqrt(2) * SLOW_SHARE * self.slow_noise_grams,
        )


def asked_share(scales: Scales, bean_grams: float) -> float:
    """Return the share of moves about which honest players will be asked."""
    doubted = math.erfc(GAP * bean_grams / (math.sqrt(2) * scales.change_grams()))
    asked, moves = PEOPLE[scales.sps]
    return float(1.0 - (1.0 - asked / moves) * (1.0 - doubted) ** CUPS_CHANGED)
