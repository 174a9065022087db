"""The first knowledge of the reader of histories, on a board that was only calibrated."""

from dataclasses import replace

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.scales.calibration import Calibration


def begun(knowledge: Knowledge, calibration: Calibration) -> Knowledge:
    """Return `knowledge` with a smaller variance of the jump that a zero makes when hands touch its cup.

    The jump is limited to what it is under beans, whatever the pieces are: it depends on cup and cell only.
    As a share of a dime it would be 80 mg instead of 19, and then a cent and a dime, 240 mg apart, stay open
    in one turn of ten.
    """
    jump_grams = COSTS.learning.first_jump_beans * calibration.beans.mean_grams
    jump_variance = min(knowledge.jump_variance, max(jump_grams, PHYSICS.drift_grams) ** 2)
    return replace(knowledge, jump_variance=jump_variance)
