"""A computer too slow for the scales is said to be that, and no cable is blamed."""

from cupsboard.procedures.doctor.diagnosis import diagnose
from cupsboard.procedures.doctor.examination import Findings
from cupsboard.procedures.rejections import unreadable
from cupsboard.scales.cell_faults import CellFault
from place_findings import HERE, dead


def test_the_doctor_names_the_computer() -> None:
    line = diagnose(Findings((dead(faults={CellFault.SLOW_CLOCK: 180, CellFault.STARTING: 5}),), ()))[0]
    assert not line.is_good
    assert "computer clocks the scales too slowly" in line.said
    assert "end what else runs" in line.said
    assert "cable" not in line.said


def test_the_doctor_blames_the_wires_of_a_silent_cell() -> None:
    line = diagnose(Findings((dead(faults={CellFault.SILENT: 180}),), ()))[0]
    assert "power, ground, clock and its data line" in line.said


def test_a_calibration_that_waits_for_such_a_computer_says_what_helps() -> None:
    assert "end what else runs" in str(unreadable(HERE, CellFault.SLOW_CLOCK, 50.0))
    assert "amplifier has power" in str(unreadable(HERE, CellFault.SILENT, 50.0))
