"""Beans as things with a mass, and what a board is told of them."""

import math
from dataclasses import dataclass
from random import Random

from cupsboard.scales.calibration import PieceCalibration

from studies.worlds.world import Beans, Shape

LEAST_GRAMS = 0.02
"""A bean is no lighter, whatever a wide normal distribution says."""
ODD_TIMES = (0.5, 2.0, 2.1)
"""A half, two grown together, a stone of a bean's size (2.7 g a cm3 against 1.3)."""


@dataclass(frozen=True, slots=True, eq=False)
class Bean:
    """One bean; two are never the same."""

    grams: float


def drawn(beans: Beans, random: Random) -> Bean:
    """A bean of the game."""
    grams = _of_the_lot(beans, random) * (1.0 + beans.heavier_share)
    if random.random() < beans.odd_share:
        grams *= random.choice(ODD_TIMES)
    return Bean(grams)


def told(beans: Beans, random: Random) -> PieceCalibration:
    """What a board is told after a sample of the lot was weighed."""
    sample = [_of_the_lot(beans, random) for _ in range(beans.sample)]
    mean = sum(sample) / len(sample)
    share = spread_of_the_lot(beans) if beans.told_spread_share is None else beans.told_spread_share
    spread = share * mean
    return PieceCalibration(mean, spread / math.sqrt(len(sample)), spread, len(sample))


def true_mean_grams(beans: Beans) -> float:
    """The mean of the game's beans."""
    lot = (1.0 - beans.light_share) * beans.mean_grams + beans.light_share * beans.light_grams
    odd = sum(ODD_TIMES) / len(ODD_TIMES) - 1.0
    return lot * (1.0 + beans.heavier_share) * (1.0 + beans.odd_share * odd)


def spread_of_the_lot(beans: Beans) -> float:
    """Standard deviation over mean of what is weighed before the game."""
    shares = ((1.0 - beans.light_share, beans.mean_grams), (beans.light_share, beans.light_grams))
    mean = sum(share * grams for share, grams in shares)
    squares = sum(share * grams**2 * (1.0 + beans.spread_share**2) for share, grams in shares)
    return math.sqrt(squares - mean**2) / mean


def _of_the_lot(beans: Beans, random: Random) -> float:
    mean = beans.light_grams if random.random() < beans.light_share else beans.mean_grams
    match beans.shape:
        case Shape.NORMAL:
            return max(LEAST_GRAMS, random.gauss(mean, beans.spread_share * mean))
        case Shape.LOGNORMAL:
            width = math.sqrt(math.log(1.0 + beans.spread_share**2))
            return random.lognormvariate(math.log(mean) - width**2 / 2.0, width)
