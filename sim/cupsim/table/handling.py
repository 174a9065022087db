"""How fingers leave beans in a cup and take them out, as far as the cell below feels it.

No two drops are alike: a bean falls from its own height, or is laid down with a press of its own, and fingers
that feel for a bean press as hard and as long as they happen to.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from cupsim.errors import named

Range = tuple[float, float]
"""The least and the most of what is drawn evenly."""


@dataclass(frozen=True, slots=True)
class Laying:
    """One bean laid down: fingers come down on it, press for a while and leave it."""

    grams: float
    held_seconds: float
    soft_seconds: float
    """How long the press takes to grow, and again to fade."""


@dataclass(frozen=True, slots=True)
class Handling:
    """What the drops and grasps of a pair of hands are drawn from."""

    name: str
    fall_metres: Range
    laid_share: float
    """Share of single beans that are laid down; the others fall."""
    laid_grams: Range
    laid_seconds: Range
    soft_seconds: Range
    finger_grams: Range
    """The most that fingers press with while they take beans out, drawn for each grasp."""
    finger_wander: float
    """Share of this that comes and goes while they feel about."""
    grasp_seconds: float
    """Median of how long that lasts, without the time for each bean."""
    grasp_spread: float
    """Spread of the logarithm of how long that lasts."""
    least_grasp_seconds: float
    """What a hurried grasp lasts at least; an unhurried one may be shorter."""

    def fall(self, random: Random) -> float:
        """Return the metres from which the next bean falls."""
        return within(self.fall_metres, random)

    def laying(self, random: Random) -> Laying | None:
        """Return how the next bean is laid down; None if it falls."""
        if not self.laid_share or random.random() >= self.laid_share:
            return None
        return Laying(
            within(self.laid_grams, random),
            within(self.laid_seconds, random),
            within(self.soft_seconds, random),
        )

    def firmness(self, random: Random) -> float:
        """Return the most grams that fingers press with during the next grasp."""
        return within(self.finger_grams, random)

    def pressed(self, firmness: float, random: Random) -> float:
        """Return the grams that fingers of this firmness press with for the moment."""
        return firmness * random.uniform(1.0 - self.finger_wander, 1.0)


def within(limits: Range, random: Random) -> float:
    """Draw a value between limits; equal limits draw nothing."""
    low, high = limits
    return low if low == high else random.uniform(low, high)


USUAL = Handling(
    "usual",
    fall_metres=(0.0, 0.08),
    laid_share=0.08,
    laid_grams=(0.0, 20.0),
    laid_seconds=(0.0, 0.5),
    soft_seconds=(0.02, 0.25),
    finger_grams=(0.0, 20.0),
    finger_wander=0.5,
    grasp_seconds=0.17,
    grasp_spread=0.4,
    least_grasp_seconds=0.1,
)
"""People as they come: one bean takes them 0.1 to 0.5 s to find."""

UNIFORM = Handling(
    "uniform",
    fall_metres=(0.04, 0.04),
    laid_share=0.0,
    laid_grams=(0.0, 0.0),
    laid_seconds=(0.0, 0.0),
    soft_seconds=(0.0, 0.0),
    finger_grams=(15.0, 15.0),
    finger_wander=14 / 15,
    grasp_seconds=0.25,
    grasp_spread=0.25,
    least_grasp_seconds=0.2,
)
"""Every bean falls alike, and fingers always show: for what is to be measured without such chance."""

LAYING = replace(USUAL, name="laying", laid_share=0.6)
"""People of whom most beans are laid down."""

HANDLINGS: Mapping[str, Handling] = {each.name: each for each in (USUAL, LAYING, UNIFORM)}
"""Every handling by its name."""


def handling(name: str) -> Handling:
    """Return the handling of that name. Raises SimulatorError listing the known ones."""
    return named(HANDLINGS, name, "hands")
