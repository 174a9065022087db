"""How far the posterior may be trusted: what it must reach to be believed, and how much of it is said.

A posterior is true only in the world that its model describes. In others the model is too sure by the same
share of its log odds at every level. So the rest of the log odds is all that is said, as classifiers are
calibrated by a temperature (C. Guo et al., On Calibration of Modern Neural Networks, 2017). What is decided
does not depend on it.
"""

from cupsboard.numbers import COSTS
from cupsboard.recognition.knowledge import Knowledge

_COSTS = COSTS.acceptance
_LEAST = 1e-12
"""Nothing is said to be more certain, or less, than this: there the odds end."""


def believed_at_one_look(knowledge: Knowledge) -> float:
    """How probable a legal table must be on these scales to be believed, if one look alone has shown it."""
    unsteady_grams = _COSTS.unsteady_beans * min(each.mean_grams for each in knowledge.pieces.values())
    return _COSTS.accept if knowledge.unsteady_grams < unsteady_grams else _COSTS.accept_wary


def said(probability: float) -> float:
    """What is said of a table of this posterior probability: a share of its log odds."""
    within = min(max(probability, _LEAST), 1.0 - _LEAST)
    odds: float = (within / (1.0 - within)) ** _COSTS.said_share
    return odds / (1.0 + odds)
