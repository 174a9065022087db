"""Whether one cell and some beans will do on a board, beside what was forecast for such parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import median

from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.forecast import GAIN_ERROR, RATINGS, Basis, Shopping, Verdict, budget, judged
from cupsboard.procedures.beans.statistics import rate
from cupsboard.procedures.calibration.fit import piece_calibration
from cupsboard.procedures.calibration.platform_and_cup_steps import SURE
from cupsboard.procedures.calibration.raw_stillness import RawCounts
from cupsboard.recognition.suitability import settled_change_grams
from cupsboard.scales.calibration import PieceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message, Phrases

LIGHTEST, SEVERAL_FROM, MOST_AT_ONCE = 0.4, 1.8, 12.0
"""In median arrivals: with less it was no bean, from the second on more than one, beyond the third a cup."""
SAME = 2.0
"""Within this number of standard deviations nothing came or went, and the reading may follow a drift."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What the cell reads more or, negative, less than before, in counts, and the variance of that."""

    counts: float
    variance: float


class Arrivals:
    """Follows the settled readings of one cell while beans come and go."""

    def __init__(self, empty: RawCounts) -> None:
        """`empty` is what the cell reads before the first bean."""
        self._before = empty
        self._changes: list[Arrival] = []

    @property
    def singles(self) -> tuple[Arrival, ...]:
        """The arrivals that were one bean each; what has been taken off again was weighed all the same."""
        came = [each for each in self._changes if each.counts > 0]
        if not came:
            return ()
        middle = self._middle
        return tuple(each for each in came if LIGHTEST * middle < each.counts < SEVERAL_FROM * middle)

    @property
    def lying(self) -> int:
        """How many beans lie on the cell now."""
        if not self._changes:
            return 0
        middle = self._middle
        return max(0, sum(_beans(each.counts / middle) for each in self._changes))

    def take(self, now: RawCounts) -> None:
        """Take a settled reading."""
        change, variance = now.mean - self._before.mean, now.variance + self._before.variance
        if abs(change) <= SURE * sqrt(variance):
            if abs(change) < SAME * sqrt(variance):
                self._before = now
            return
        self._before = now
        if change > 0 or self._changes:
            self._changes.append(Arrival(change, variance))

    @property
    def _middle(self) -> float:
        return median(each.counts for each in self._changes if each.counts > 0)


def _beans(share: float) -> int:
    """How many beans a change is, of which the median arrival is one."""
    if not LIGHTEST < abs(share) < MOST_AT_ONCE:
        return 0
    number = 1 if abs(share) < SEVERAL_FROM else round(abs(share))
    return number if share > 0 else -number


CUPS = 4
"""Cups a side of the board that is judged: the first one of the building guide."""


@dataclass(frozen=True, slots=True)
class MeasuredCell:
    """What was measured of one cell; without `is_known_mass` its gain is the nominal one."""

    rating: str
    rate_sps: int
    noise_counts: float
    counts_per_gram: float
    is_known_mass: bool

    @property
    def noise_grams(self) -> float:
        """The standard deviation of one sample."""
        return self.noise_counts / self.counts_per_gram


@dataclass(frozen=True, slots=True)
class FirstVerdict:
    """The verdict on a cell and its beans, and the forecast for parts bought by their names."""

    cell: MeasuredCell
    beans: PieceCalibration
    found: Verdict
    forecast: Verdict | None
    """None where no forecast is made for such beans; `no_forecast` says why."""
    no_forecast: str = ""

    @property
    def said(self) -> Phrases:
        """The verdict in sentences, the answer first."""
        cell, beans = self.cell, self.beans
        return (
            Message("first.will-they", {"answer": (self.found.answer.message,)}),
            *(Message("verdict.would-help", {"what": (each,)}) for each in self.found.advice),
            Message(
                "first.bean" if cell.is_known_mass else "first.bean-nominal",
                {
                    "grams": f"{beans.mean_grams:.3f}",
                    "spread": f"{beans.spread_grams / beans.mean_grams:.0%}",
                    "count": beans.sample,
                },
            ),
            *self._beside,
        )

    @property
    def _beside(self) -> Phrases:
        """The figures of this cell beside the forecast."""
        if self.forecast is None:
            return (Message("first.no-forecast", {"why": self.no_forecast}),)
        found, forecast, cell = self.found.expected, self.forecast.expected, self.cell
        rated = RATINGS[cell.rating].noise_grams(cell.rate_sps)
        noise = {"ours": f"{1000 * cell.noise_grams:.0f}", "theirs": f"{1000 * rated:.0f}"}
        rates = (
            ("questioned", found.questioned, forecast.questioned),
            ("wrong", found.wrong, forecast.wrong),
            ("doubles", found.doubles, forecast.doubles),
            ("silent", found.silent, forecast.silent),
        )
        return (
            Message("first.beside", {"rating": cell.rating}),
            Message("first.noise-beside", noise),
            *(
                Message(f"first.{what}", {"ours": (rate(ours),), "theirs": (rate(theirs),)})
                for what, ours, theirs in rates
            ),
        )


def first_verdict(cell: MeasuredCell, arrivals: Sequence[Arrival]) -> FirstVerdict:
    """Return the verdict on a measured cell and the beans that arrived on it, two or more."""
    beans = piece_calibration(
        [each.counts / cell.counts_per_gram for each in arrivals],
        [each.variance / cell.counts_per_gram**2 for each in arrivals],
    )
    change_grams = settled_change_grams(cell.noise_grams, cell.rate_sps)
    signal = beans.mean_grams / change_grams
    basis = Basis(signal, beans.spread_grams / beans.mean_grams, GAIN_ERROR, sample=beans.sample)
    needed = f"{COSTS.suitability.least_signal:.0f}"
    words = Message("verdict.this-cell", {"times": f"{signal:.0f}", "needed": needed})
    twice = Basis(2 * signal, basis.spread, GAIN_ERROR, sample=beans.sample)
    others = [(Message("verdict.sort-later"), basis.sorted()), (Message("verdict.half-rating"), twice)]
    found = judged(basis, words, others)
    try:
        shopping = Shopping(cell.rating, beans.mean_grams, basis.spread, CUPS, cell.rate_sps)
        return FirstVerdict(cell, beans, found, budget(shopping))
    except SensingError as fault:
        return FirstVerdict(cell, beans, found, None, str(fault))


def least_bean_grams(cell: MeasuredCell) -> float:
    """Return the least mean bean that the noise of a cell lets a board tell."""
    return COSTS.suitability.least_signal * settled_change_grams(cell.noise_grams, cell.rate_sps)


def nearest_rating(counts_per_gram: float) -> str:
    """Return the name of the rating whose nominal gain is nearest, as a ratio."""

    def ratio(name: str) -> float:
        nominal = RATINGS[name].counts_per_gram
        return max(nominal / counts_per_gram, counts_per_gram / nominal)

    return min(RATINGS, key=ratio)
