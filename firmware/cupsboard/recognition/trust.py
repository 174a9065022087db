"""How far the posterior may be trusted: what it must reach to be believed, and how much of it is said.

A posterior is true only in the world that its model describes. In others the model is too sure by the same
share of its log odds at every level. So the rest of the log odds is all that is said, as classifiers are
calibrated by a temperature (C. Guo et al., On Calibration of Modern Neural Networks, 2017). What is decided
does not depend on it.
"""

from dataclasses import dataclass

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge

_COSTS = COSTS.acceptance
_LEAST = 1e-12
"""Nothing is said to be more certain, or less, than this: there the odds end."""


@dataclass(frozen=True, slots=True)
class Trust:
    """In the posterior, on scales as they are."""

    accept: float
    """How probable a legal table must be to be believed."""
    accept_on_the_way: float
    """The same for a move that is on its way."""


def trust_in(knowledge: Knowledge) -> Trust:
    """How far the posterior may be trusted on these scales."""
    unsteady_grams = _COSTS.unsteady_beans * min(each.mean_grams for each in knowledge.pieces.values())
    if knowledge.unsteady_grams < unsteady_grams:
        return Trust(_COSTS.accept, _COSTS.accept_on_the_way)
    return Trust(_COSTS.accept_unsteady, _COSTS.accept_on_the_way_unsteady)


def said(probability: float, share: float = _COSTS.said_share) -> float:
    """What is said of a table of this posterior probability: this share of its log odds."""
    within = min(max(probability, _LEAST), 1.0 - _LEAST)
    odds: float = (within / (1.0 - within)) ** share
    return odds / (1.0 + odds)
