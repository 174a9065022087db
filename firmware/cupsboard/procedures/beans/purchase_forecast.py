"""What a board of given cells and beans would do, before anything is bought."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.forecast import Answer, Basis, Others, Verdict, judged
from cupsboard.procedures.reference_masses import WEIGHT_TOLERANCE
from cupsboard.recognition.suitability import settled_change_grams
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message

EXCITATION_VOLTS = 4.3
NOISE_VOLTS: Mapping[int, float] = {10: 2 * 50e-9, 80: 2 * 90e-9}
"""Twice the HX711's data sheet, which is what published logs come to (sensing notes, 1.1)."""
GAIN_ERROR = 3 * WEIGHT_TOLERANCE
CUP_GRAMS, POT_GRAMS = 45.0, 60.0
"""Platform with a cup or a pot on it."""
FULLEST_POT_SHARE = 0.55
"""The largest pot of random play held so much of all beans (sensing notes, 1.3)."""
PLAYED: Mapping[tuple[float, float, int, int], tuple[int, int]] = {
    (0.55, 0.15, 4, 10): (4, 978),
    (0.55, 0.15, 6, 10): (0, 137),
    (0.55, 0.15, 10, 10): (0, 97),
    (0.2, 0.12, 4, 10): (0, 122),
}
"""How many moves of whole games were asked about, and of how many: simulated with cells of 500 g, by grams
and spread of the beans, cups a side and samples a second (sim/results/QUESTIONS.md)."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A sort of load cell (sensing notes, 1.2)."""

    name: str
    full_scale_grams: float
    rated_output_mv_per_v: float

    def noise_grams(self, sps: int) -> float:
        """The standard deviation of one conversion."""
        volts_per_gram = self.rated_output_mv_per_v * 1e-3 * EXCITATION_VOLTS / self.full_scale_grams
        return NOISE_VOLTS[sps] / volts_per_gram

    @property
    def counts_per_gram(self) -> float:
        """Nominally, behind an HX711 at gain 128, whose full scale is half the excitation over that."""
        return self.rated_output_mv_per_v * 1e-3 / self.full_scale_grams * 128 * 2**24


RATINGS: Mapping[str, Rating] = {
    rating.name: rating
    for rating in (
        Rating("100g", 100.0, 0.6),
        Rating("500g", 500.0, 0.7),
        Rating("1kg", 1000.0, 1.0),
        Rating("5kg", 5000.0, 1.0),
    )
}


@dataclass(frozen=True, slots=True)
class Shopping:
    """What somebody thinks of buying; `spread` is the beans' standard deviation over their mean."""

    cell: str
    bean_grams: float
    spread: float
    cups: int
    sps: int
    is_sorted: bool = False

    def check(self) -> None:
        """Refuse what can't be. Raises SensingError."""
        if self.cell not in RATINGS:
            raise SensingError(f"cell: {self.cell!r} is not known; choose one of {', '.join(RATINGS)}")
        if self.sps not in NOISE_VOLTS:
            raise SensingError(f"sps: {self.sps} is neither 10 nor 80; see the RATE pin of the HX711")
        for name, value, low, high in (
            ("bean", self.bean_grams, 0.01, 100.0),
            ("cv", self.spread, 0.0, 1.0),
            ("cups", self.cups, 2, 12),
        ):
            if not low <= value <= high:
                raise SensingError(f"{name}: {value} is not between {low:g} and {high:g}; see --help")


def budget(shopping: Shopping) -> Verdict:
    """The verdict on it. Raises SensingError for what can't be."""
    shopping.check()
    basis = _basis(shopping, shopping.cell, shopping.sps)
    rating = RATINGS[shopping.cell]
    full = POT_GRAMS + FULLEST_POT_SHARE * 20 * shopping.cups * shopping.bean_grams
    values = {
        "times": f"{basis.signal:.0f}",
        "needed": f"{COSTS.suitability.least_signal:.0f}",
        "full": f"{full:.0f}",
        "most": f"{rating.full_scale_grams:.0f}",
    }
    weakest = Message("verdict.all-alike", values)
    verdict = replace(judged(basis, weakest, _others(shopping, basis, full)), played=_played(shopping))
    if full > rating.full_scale_grams:
        enough = (_cells_of(name) for name, each in RATINGS.items() if full <= each.full_scale_grams)
        return replace(verdict, answer=Answer.OVERLOAD, advice=tuple(enough))
    return verdict


def _played(shopping: Shopping) -> Message:
    key = (shopping.bean_grams, shopping.spread, shopping.cups, shopping.sps)
    if shopping.cell != "500g" or key not in PLAYED:
        return Message("verdict.not-played")
    asked, moves = PLAYED[key]
    return Message("verdict.played", {"asked": asked, "moves": moves})


def _basis(shopping: Shopping, cell: str, sps: int) -> Basis:
    change = settled_change_grams(RATINGS[cell].noise_grams(sps), sps)
    return Basis(shopping.bean_grams / change, shopping.spread, GAIN_ERROR, shopping.is_sorted)


def _cells_of(rating: str) -> Message:
    return Message("verdict.cells-of", {"rating": rating})


def _others(shopping: Shopping, basis: Basis, full_grams: float) -> Others:
    """The things one could buy or do instead."""
    other_sps = 80 if shopping.sps == 10 else 10
    values = {"other": other_sps, "sps": shopping.sps}
    others = [(Message("verdict.other-rate", values), _basis(shopping, shopping.cell, other_sps))]
    if not shopping.is_sorted:
        others.append((Message("verdict.sort-first"), basis.sorted()))
    for name, rating in RATINGS.items():
        if name != shopping.cell and full_grams <= rating.full_scale_grams:
            others.append((_cells_of(name), _basis(shopping, name, shopping.sps)))
    return others
