from cupsboard.procedures.doctor.examination import READING_SECONDS, Examining
from cupsboard.referee.edges import Edge
from cupsboard.scales.calibration import Calibration, PieceCalibration

NO_PLACES = Calibration("2026-11-21T18:30:00+00:00", 10.0, PieceCalibration(1.2, 0.01, 0.02, 24), {})


def test_a_press_that_comes_with_the_question_counts() -> None:
    examining = Examining(NO_PLACES, [], dict)
    examining.step(0.0, None, [])
    examining.step(READING_SECONDS, None, [Edge("south", True, READING_SECONDS)])
    examining.step(READING_SECONDS + 0.1, None, [Edge("north", True, READING_SECONDS + 0.1)])
    assert examining.is_finished
    assert examining.findings.buttons == ("south", "north")
