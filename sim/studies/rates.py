"""How often something happens, with the bounds that a finite number of trials allows."""

from dataclasses import dataclass
from math import sqrt

CONFIDENCE = 0.95
DEVIATIONS = 1.959964
"""Of the normal distribution, for two sides of 95 %."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`events` in `trials`."""

    events: int
    trials: int

    @property
    def share(self) -> float:
        """Events per trial; 0 without trials."""
        return self.events / self.trials if self.trials else 0.0

    @property
    def lowest(self) -> float:
        """The lower end of Wilson's 95 % interval."""
        return self._wilson(-1.0) if self.events else 0.0

    @property
    def highest(self) -> float:
        """The upper end of Wilson's 95 % interval; with no event at all, the exact one-sided 95 % bound."""
        if not self.trials:
            return 1.0
        if self.events == 0:
            return 1.0 - float((1.0 - CONFIDENCE) ** (1.0 / self.trials))
        return 1.0 if self.events == self.trials else self._wilson(1.0)

    def __str__(self) -> str:
        if not self.trials:
            return "–"
        return number(self.share) if self.events else f"< {number(self.highest)}"

    def _wilson(self, sign: float) -> float:
        trials, squared = self.trials, DEVIATIONS**2
        share = self.share
        half = DEVIATIONS * sqrt(share * (1 - share) / trials + squared / (4 * trials * trials))
        return min(1.0, max(0.0, (share + squared / (2 * trials) + sign * half) / (1 + squared / trials)))


def number(share: float) -> str:
    """A share as people read it: "12 %", "1.3 %", "4e-4"."""
    if share == 0.0:
        return "0"
    if share >= 0.1:
        return f"{100 * share:.0f} %"
    if share >= 0.01:
        return f"{100 * share:.1f} %"
    mantissa, exponent = f"{share:.1e}".split("e")
    return f"{mantissa.removesuffix('.0')}e{int(exponent)}"


def percentile(values: list[float], share: float) -> float:
    """The value below which that share of all lies (nearest rank); 0 of no values."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
