"""Whether one cell and some beans will do on a board, beside what was forecast for such parts."""

from collections.abc import Sequence
from dataclasses import dataclass

from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.forecast import Basis, Verdict, judged
from cupsboard.procedures.beans.purchase_forecast import GAIN_ERROR, RATINGS, Shopping, budget
from cupsboard.procedures.beans.rates import rate
from cupsboard.procedures.calibration.fit import piece_calibration
from cupsboard.procedures.scope.arrivals import Arrival
from cupsboard.recognition.suitability import settled_change_grams
from cupsboard.scales.calibration import PieceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message, Phrases

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
