"""What the weights of some beans say about playing with them, and how sure that is.

The board tells one bean from two by weight alone, so all depends on how much the beans differ. Rates and
limits are those of the sensing notes: 4.3 (questions), 4.4 (two beans for one), 4.5 (sorted beans).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, pairwise
from statistics import NormalDist, fmean, median

from cupsboard.numbers import COSTS
from cupsboard.recognition.suitability import settled_change_grams
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.scales.readings import Weight
from cupsboard.signs.scene import Message


def rate(share: float) -> Message:
    """Return a share as people say it: "1 in 400", "12 %"."""
    if share < 1e-6:
        return Message("rate.fewer")
    if share < 0.1:
        return Message("rate.one-in", {"count": f"{1 / share:,.0f}".replace(",", " ")})
    return Message("rate.percent", {"percent": f"{100 * share:.0f}"})


KEPT_WITHIN = 0.25
"""Beans further from the mean than this share are thrown away. Then the heaviest bean (1.25) is lighter than
the lightest pair (1.50)."""
SEVERAL_FROM = 2 * (1 - KEPT_WITHIN)
"""In means: what weighs so much may be two good beans."""
SORTED_QUESTIONS = 1e-4
"""Honest moves questioned with sorted beans, however much they differed before."""
SORTED_BELIEVED = 0.7
"""Sorted beans have no tails: with this share of their spread believed, the limit between one bean and two
falls into the gap between the heaviest bean and the lightest pair."""

SOWN_A_MOVE = 2.5
"""Cups into which a move sows on a small board (sensing notes, 4.1)."""
ODD_FROM = 4.0
"""Believed standard deviations from which a single bean is asked about: there something that is no bean
(prior 1e-2, as heavy as a hand) is 1 % as likely as the tail of a bell curve."""
_REFUSED_PER_SOWN_CUP = 1e-3 / SOWN_A_MOVE
_QUESTIONS_BY_SPREAD = (
    *((0.05, 7e-5), (0.08, 1e-4), (0.10, 1.1e-4), (0.12, 4e-4), (0.15, 1.3e-3)),
    *((0.20, 8e-3), (0.25, 1.6e-2), (0.30, 5.7e-2)),
)
"""Sensing notes, 4.3; the last is 4.2's of mixed beans: no single kind is so wide, mixtures are skewed."""
_UNIT = NormalDist()
_REFUSAL_SIGMAS = _UNIT.inv_cdf(1 - _REFUSED_PER_SOWN_CUP)
_CERTAINTY_SIGMAS = _UNIT.inv_cdf(0.99)


class Grade(Enum):
    """What becomes of a bean."""

    KEEP = "keep"
    TOO_LIGHT = "too light"
    TOO_HEAVY = "too heavy"
    SEVERAL = "more than one bean, or a giant"
    UNSURE = "too near the limit to say, as long as the mean is not sure"

    __hash__ = object.__hash__


def grade(grams: float, mean_grams: float) -> Grade:
    """The grade of what weighs so much among beans of that mean."""
    if grams >= SEVERAL_FROM * mean_grams:
        return Grade.SEVERAL
    if grams > (1 + KEPT_WITHIN) * mean_grams:
        return Grade.TOO_HEAVY
    return Grade.TOO_LIGHT if grams < (1 - KEPT_WITHIN) * mean_grams else Grade.KEEP


def mean_of_kept(masses_grams: Sequence[float]) -> float:
    """The mean of the beans that would be kept: from the median on, until it no longer moves."""
    mean = median(masses_grams)
    for _ in range(len(masses_grams)):
        kept = [grams for grams in masses_grams if grade(grams, mean) is Grade.KEEP]
        if not kept or (moved := fmean(kept)) == mean:
            break
        mean = moved
    return mean


@dataclass(frozen=True, slots=True)
class Portion:
    """Beans that were weighed together."""

    beans: int
    weight: Weight


@dataclass(frozen=True, slots=True)
class Spread:
    """How much beans differ: `share` is standard deviation over mean.

    It lies between `low` and `high` with 98 % certainty; None where one portion alone was weighed. `sample`
    is how many portions told so.
    """

    mean_grams: float
    mean_error_grams: float
    share: float | None
    low: float
    high: float
    sample: int


def interval(share: float, sample: int) -> tuple[float, float]:
    """Between which spreads the true one lies with 98 % certainty if so many beans were found to have one."""
    freedom = sample - 1
    if freedom < 1:
        return 0.0, math.inf
    most, least = (_chi_square(freedom, sigmas) for sigmas in (_CERTAINTY_SIGMAS, -_CERTAINTY_SIGMAS))
    return share * math.sqrt(freedom / most), share * math.sqrt(freedom / least) if least > 0 else math.inf


def spread_of(portions: Sequence[Portion]) -> Spread:
    """The mean and the spread of the beans in counted portions.

    The variance of a portion grows with its beans as the variance of one bean does, so each portion tells
    as much of the spread as one single bean would, however many it holds. One portion tells the mean only.
    """
    beans = sum(portion.beans for portion in portions)
    mean = math.fsum(portion.weight.grams for portion in portions) / beans
    freedom = len(portions) - 1
    if freedom == 0:
        # Nothing is known of the spread, so the widest that can be played with must do for the error.
        return Spread(
            mean, COSTS.suitability.most_spread_share * mean / math.sqrt(beans), None, 0.0, math.inf, 1
        )
    squares = math.fsum((each.weight.grams - each.beans * mean) ** 2 / each.beans for each in portions)
    noise = fmean(each.weight.variance / each.beans for each in portions)

    def share(of_squares: float) -> float:
        return math.sqrt(max(0.0, squares / of_squares - noise)) / mean

    low_quantile = _chi_square(freedom, -_CERTAINTY_SIGMAS)
    return Spread(
        mean,
        math.sqrt(squares / freedom / beans),
        share(freedom),
        share(_chi_square(freedom, _CERTAINTY_SIGMAS)),
        share(low_quantile) if low_quantile > 0 else math.inf,
        len(portions),
    )


def doubles_passing(spread: float) -> float:
    """The share of pairs in one cup that pass as one heavy bean, for unsorted beans of that spread."""
    if spread == 0:
        return 0.0
    if math.isinf(spread):
        return 1.0
    return _UNIT.cdf((_REFUSAL_SIGMAS * spread - 1) / (math.sqrt(2) * spread))


def pairs_passing(masses_grams: Sequence[float], change_sd_grams: float) -> float:
    """The same share for these very beans, over all their pairs, once they have been sorted.

    `change_sd_grams` is the standard deviation of a settled change.
    """
    mean = fmean(masses_grams)
    spread_variance = fmean((grams - mean) ** 2 for grams in masses_grams)
    variance = SORTED_BELIEVED**2 * spread_variance + change_sd_grams**2
    limit = mean + _REFUSAL_SIGMAS * math.sqrt(variance)
    noise = NormalDist(0.0, change_sd_grams)
    return fmean(noise.cdf(limit - one - other) for one, other in combinations(masses_grams, 2))


def questions_expected(spread: float) -> float:
    """The share of honest moves that are questioned with unsorted beans of that spread."""
    for (low, fewer), (high, more) in pairwise(_QUESTIONS_BY_SPREAD):
        if spread <= high:
            way = max(0.0, (spread - low) / (high - low))
            return math.exp(math.log(fewer) * (1 - way) + math.log(more) * way)
    return _QUESTIONS_BY_SPREAD[-1][1]


def misbelief_questions(believed: float, spread: float) -> float:
    """The share of honest moves that are questioned since the board believes beans more alike than they are.

    However alike, a bean further than `ODD_FROM` believed deviations from the mean may be no bean; that
    matters where a small sample happened to be even, and the more so the more the beans are alike.
    """
    if not 0 < believed < spread:
        return 0.0
    return SOWN_A_MOVE * math.erfc(ODD_FROM * believed / spread / math.sqrt(2))


def share_kept(spread: float) -> float:
    """The share of beans that sorting keeps, if they are distributed normally."""
    return 1.0 if spread == 0 else 2 * _UNIT.cdf(KEPT_WITHIN / spread) - 1


def change_grams(calibration: Calibration, places: Iterable[Place]) -> float:
    """The standard deviation of a settled change at the noisiest of these places, in grams."""
    noisiest = max(calibration.places[place].noise_grams for place in places)
    return settled_change_grams(noisiest, calibration.rate_sps)


def sorted_beans(masses_grams: Sequence[float]) -> PieceCalibration:
    """Return what a calibration should say of these beans, which have been sorted; two or more."""
    mean = fmean(masses_grams)
    spread = math.sqrt(math.fsum((grams - mean) ** 2 for grams in masses_grams) / (len(masses_grams) - 1))
    error = spread / math.sqrt(len(masses_grams))
    return PieceCalibration(mean, error, SORTED_BELIEVED * spread, len(masses_grams))


def spreads_possible(share: float, sample: int) -> tuple[float, ...]:
    """Spreads that a sample of so many beans leaves possible, each as likely as the others."""
    freedom = max(1, sample - 1)
    steps = (_UNIT.inv_cdf((tenth + 0.5) / 10) for tenth in range(10))
    least = 0.1 * freedom
    return tuple(share * math.sqrt(freedom / max(least, _chi_square(freedom, step))) for step in steps)


def _chi_square(freedom: int, sigmas: float) -> float:
    """The quantile of the chi-square distribution (Wilson and Hilferty 1931); may be 0 or less for one."""
    step = 2 / (9 * freedom)
    return float(freedom * (1 - step + sigmas * math.sqrt(step)) ** 3)
