"""How often honest players will be asked: a reckoning from the noise of the scales and the gap between beans.

People are asked for what they do, however quiet the scales are, as in whole simulated games. Scales
add to it: where a cup has changed, a weight that is further than a gap from a whole number of beans is looked
at again. Noise has a slow part, as recorded, which no mean takes away. The gap is fitted to simulated games
with navy beans and such noise, and to ten on the cells of the cheap list; games with other beans, sizes and
rates bear the reckoning out (sim/results/QUESTIONS.md). Where whole cups are taken, the error of the gain
grows with them: what a game other than Cups changes is taken from games that were tried.
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
class Played:
    """How often each change of the table came in games: the beans more or fewer at places, and the turns."""

    changes: Mapping[tuple[int, ...], int]
    moves_a_game: float
    beans: int
    """On the whole board."""


@dataclass(frozen=True, slots=True)
class Scales:
    """The scales of a board: noise of one conversion, noise at 10 samples a second, error of a gain."""

    noise_grams: float
    slow_noise_grams: float
    sps: int
    gain_error: float = 0.0

    def change_grams(self) -> float:
        """Return the standard deviation of a change between two settled weights, slow noise included."""
        return math.hypot(
            settled_change_grams(self.noise_grams, self.sps),
            math.sqrt(2) * SLOW_SHARE * self.slow_noise_grams,
        )


def asked_share(scales: Scales, bean_grams: float, played: Played | None = None) -> float:
    """Return the share of moves about which honest players will be asked, in Cups if `played` is None."""
    noise = scales.change_grams() / bean_grams
    asked, moves = PEOPLE[scales.sps]
    unasked = 1.0 - asked / moves
    if played is None:
        return float(1.0 - unasked * (1.0 - _doubted(noise)) ** CUPS_CHANGED)
    quiet = sum(
        turns * math.prod(1.0 - _doubted(math.hypot(noise, scales.gain_error * beans)) for beans in changed)
        for changed, turns in played.changes.items()
    )
    return float(1.0 - unasked * quiet / sum(played.changes.values()))


def _doubted(off: float) -> float:
    """Return how often a weight is beyond the gap; `off` is its standard deviation, in beans."""
    return math.erfc(GAP / (math.sqrt(2) * off))
