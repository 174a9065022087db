"""What the reader of histories begins with, where a board has only been calibrated."""

from dataclasses import replace

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.scales.calibration import Calibration


def begun(knowledge: Knowledge, calibration: Calibration) -> Knowledge:
    """The knowledge with zeros that jump as far as they do under beans, whatever pieces are played with.

    How far a zero is off after a hand was there depends on cup and cell, not on the pieces. As a share of a
    dime it is 80 mg instead of 19, and a cent and a dime, 240 mg apart, are open in one turn of ten.
    """
    jump_grams = COSTS.learning.first_jump_beans * calibration.beans.mean_grams
    jump_variance = min(knowledge.jump_variance, max(jump_grams, PHYSICS.drift_grams) ** 2)
    return replace(knowledge, jump_variance=jump_variance)
