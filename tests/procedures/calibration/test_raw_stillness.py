"""What lies still before a board is calibrated."""

from cupsboard.procedures.calibration.raw_stillness import CountsWatch, RawCounts
from cupsboard.rules.places import Side, cup
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame

STILL, LATE = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)


def test_a_place_is_read_while_a_cell_that_never_gave_a_sample_is_about_to_start() -> None:
    """On a busy computer one cell may miss its first frames and be neither still nor at fault yet."""
    watch = CountsWatch((STILL, LATE), rate_sps=10.0)
    for number in range(30):
        watch.step(Frame(0.1 * number, (1_000, CellFault.STARTING)))
    assert watch.moving == {LATE}
    assert isinstance(watch.counts(STILL), RawCounts)
    assert watch.faults((STILL, LATE)) == {}


def test_an_amplifier_that_is_out_of_step_for_a_moment_is_waited_for_and_one_that_stays_so_is_told() -> None:
    watch = CountsWatch((STILL, LATE), rate_sps=10.0)
    told = {}
    for number in range(120):
        reading = CellFault.STUCK_LOW if 20 <= number < 50 or number >= 60 else 1_000
        watch.step(Frame(0.1 * number, (1_000, reading)))
        told |= dict.fromkeys(watch.faults((STILL, LATE)), 0.1 * number) if not told else {}
    assert told.keys() == {LATE}
    assert told[LATE] > 60 * 0.1 + 4.0
