"""A board that was never calibrated can be examined: that is how it is built, cup by cup."""

from random import Random

from cupsboard import profile
from cupsboard.procedures.doctor.diagnosis import diagnose
from cupsboard.procedures.doctor.examination import Examining
from cupsboard.procedures.uncalibrated import COUNTS_PER_GRAM, assumed
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Reading


def verdicts(*, knows_weights: bool) -> dict[str, str]:
    """Of a board with one cup wired, which nobody touches."""
    board = profile.load("2x3")
    rng = Random(5)
    examining = Examining(assumed(board), board.places, dict, knows_weights=knows_weights)
    for number in range(4000):
        counts = round(-250_000 + rng.gauss(0.0, 0.01 * COUNTS_PER_GRAM))
        readings: list[Reading] = [counts, *[CellFault.SILENT] * (len(board.places) - 1)]
        examining.step(0.1 * number, Frame(0.1 * number, tuple(readings)), ())
        if examining.is_finished:
            break
    assert examining.is_finished
    return {str(line).split()[0]: str(line) for line in diagnose(examining.findings)}


def test_the_one_cup_that_is_wired_is_read_and_its_weight_is_not_judged() -> None:
    found = verdicts(knows_weights=False)
    assert "noise" in found["south-1"]
    assert "calibrat" not in found["south-1"]
    assert "dead" in found["south-2"]


def test_a_calibrated_place_is_held_to_what_it_weighed() -> None:
    assert "off its calibration" in verdicts(knows_weights=True)["south-1"]
