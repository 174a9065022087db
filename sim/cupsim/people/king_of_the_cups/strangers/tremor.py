"""How the force of a hand that rests fluctuates: it trembles at some 10 Hz, and wanders more slowly.

G. Sutton and K. Sykes, "The variation of hand tremor with force in healthy subjects" (Journal of Physiology
191, 1967): the error of a held force grows linearly with the force and is not zero without any; it peaks at 8
to 10 Hz, whatever the force. M. Lakie and others (Journal of Physiology 593, 2015) find 6 to 12 Hz. Without
any load the index fingers of well adults fluctuate by some 5 mN ("Dynamic variability of isometric action
tremor in precision pinching", Computational and Mathematical Methods in Medicine, 2012, tables 2 and 3: 21
square millinewtons). The share of the load is an assumption: a force held by eye fluctuates by 1 to 5 %,
and nobody has measured hands that just lie there.
"""

from dataclasses import dataclass
from math import hypot, pi, sin, sqrt
from random import Random

UNLOADED_GRAMS = 0.5
LEAST_SHARE, MOST_SHARE = 0.01, 0.05
"""Standard deviation of a held force as a share of it, from person to person."""
TREMBLING = 0.6
"""So much of the standard deviation is tremor, the rest is wander."""
TREMOR_HERTZ, WANDER_HERTZ = (8.0, 12.0), (0.7, 3.0)


@dataclass(frozen=True, slots=True)
class Tremor:
    """The fluctuation of one hand while it rests, from `began` to `ended`: two waves, as grams and hertz."""

    began: float
    ended: float
    waves: tuple[tuple[float, float, float], ...]

    @classmethod
    def of_hand(cls, began: float, ended: float, load_grams: float, random: Random) -> "Tremor":
        """That of somebody who presses with so many grams."""
        deviation = hypot(UNLOADED_GRAMS, random.uniform(LEAST_SHARE, MOST_SHARE) * load_grams)
        parts = ((TREMBLING, TREMOR_HERTZ), (sqrt(1 - TREMBLING**2), WANDER_HERTZ))
        return cls(
            began,
            ended,
            tuple(
                (sqrt(2) * part * deviation, random.uniform(*hertz), random.uniform(0.0, 2 * pi))
                for part, hertz in parts
            ),
        )

    def grams_at(self, time: float) -> float:
        """By how much more or less the hand presses at a time than in the mean."""
        if not self.began <= time < self.ended:
            return 0.0
        return sum(grams * sin(2 * pi * hertz * time + phase) for grams, hertz, phase in self.waves)
