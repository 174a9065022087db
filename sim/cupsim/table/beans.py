"""Beans with masses of their own, drawn from the populations one finds in shops.

Means and spreads follow published seed counts, Mint specifications and weighings of coins; where nothing
is published (gems, mixed beans) they are estimates.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import exp, log, sqrt
from random import Random

from cupsim.errors import named
from cupsim.table.pieces import Piece

Law = Callable[[Random], float]
"""Draws one mass in grams."""


@dataclass(frozen=True, slots=True)
class BeanKind:
    """A population of beans.

    `mean_grams` and `spread` (standard deviation over mean) describe what `law` draws.
    """

    name: str
    mean_grams: float
    spread: float
    law: Law

    def draw(self, random: Random) -> Piece:
        """One bean out of the bag."""
        return Piece(self.law(random))


def _normal(mean_grams: float, spread: float) -> Law:
    """A bell curve, cut at four standard deviations so that no bean weighs nothing."""
    sigma = mean_grams * spread
    return _kept(
        lambda random: random.gauss(mean_grams, sigma), mean_grams - 4 * sigma, mean_grams + 4 * sigma
    )


def _lognormal(mean_grams: float, spread: float) -> Law:
    """A skewed population: many small beans and a few large ones."""
    variance = log(1 + spread**2)
    centre, sigma = log(mean_grams) - variance / 2, sqrt(variance)
    return lambda random: exp(random.gauss(centre, sigma))


def _kept(law: Law, low_grams: float, high_grams: float) -> Law:
    """What stays after everything outside the limits has been thrown away."""

    def draw(random: Random) -> float:
        while not low_grams <= (grams := law(random)) <= high_grams:
            pass
        return grams

    return draw


def _blend(first: Law, second: Law, second_share: float) -> Law:
    """Two populations in one bag."""
    return lambda random: second(random) if random.random() < second_share else first(random)


_KINDS = (
    BeanKind("navy", 0.20, 0.12, _normal(0.20, 0.12)),
    BeanKind("black", 0.20, 0.12, _normal(0.20, 0.12)),
    BeanKind("pinto", 0.33, 0.12, _normal(0.33, 0.12)),
    BeanKind("kidney", 0.55, 0.15, _normal(0.55, 0.15)),
    BeanKind("kidney sorted", 0.55, 0.119, _kept(_normal(0.55, 0.15), 0.75 * 0.55, 1.25 * 0.55)),
    BeanKind("mixed", 0.40, 0.30, _lognormal(0.40, 0.30)),
    BeanKind("mixed sorted", 0.387, 0.138, _kept(_lognormal(0.40, 0.30), 0.75 * 0.40, 1.25 * 0.40)),
    BeanKind("gem", 4.0, 0.12, _normal(4.0, 0.12)),
    BeanKind("go stone", 5.0, 0.03, _normal(5.0, 0.03)),
    BeanKind("penny", 2.50, 0.01, _normal(2.50, 0.01)),
    BeanKind("penny unsorted", 2.619, 0.092, _blend(_normal(2.50, 0.01), _normal(3.095, 0.011), 0.2)),
)

KINDS: Mapping[str, BeanKind] = {kind.name: kind for kind in _KINDS}
"""Every population by its name."""


def bean_kind(name: str) -> BeanKind:
    """The population of that name. Raises SimulatorError listing the known ones."""
    return named(KINDS, name, "beans")
