"""What lies still is measured, and a cell that bends is found by what it reads of known loads."""

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from cupsboard.procedures.calibration.linearity import line_loads, residuals
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.calibration.raw_stillness import CountsWatch, RawCounts
from cupsboard.procedures.calibration.report import page
from cupsboard.procedures.reference_masses import reference
from cupsboard.rules.places import Place, Side, cup
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from cupsim.runs.calibration_world import CalibrationSetup, CalibrationWorld

EVENING = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
PATIENCE_SECONDS = 900.0
FULL_LOAD_GRAMS, PLATFORM_GRAMS = 500.0, 15.0
SHEET = 5e-4


def tried(bend: float, *, is_line_wanted: bool = True) -> tuple[CalibrationWorld, Calibration, Notes]:
    setup = CalibrationSetup(4, reference=reference("100 g"), switched_on=EVENING, cups=2, bend=bend)
    begun = CalibrationWorld(setup).calibrating.notes
    world = CalibrationWorld(setup, replace(begun, is_line_wanted=is_line_wanted))
    world.calibrate(PATIENCE_SECONDS)
    result = world.result()
    assert result.calibration is not None
    return world, result.calibration, result.notes


def bowed(world: CalibrationWorld, place: Place, load_grams: float) -> float:
    """How far that cell is truly off at a load, from the slope of its bow at no load."""
    cell = world.table.cells[place]
    at_nothing = cell.counts_per_gram_at(0.0) / cell.counts_per_gram - 1
    return at_nothing * load_grams * (1 - load_grams / FULL_LOAD_GRAMS)


@pytest.mark.long("whole calibrations")
@pytest.mark.parametrize("bend", [SHEET, 10 * SHEET])
def test_what_the_reference_reads_on_the_bare_platform_is_off_by_what_the_cell_bends(bend: float) -> None:
    world, calibration, notes = tried(bend)
    is_seen = []
    for place in calibration.places:
        (found,) = [each for each in residuals(place, calibration, notes) if each.is_of_reference]
        cup, loaded = (PLATFORM_GRAMS + load for load in line_loads(place, calibration, notes))
        on_platform = PLATFORM_GRAMS + found.load_grams
        true = (bowed(world, place, on_platform) - bowed(world, place, PLATFORM_GRAMS)) - (
            bowed(world, place, loaded) - bowed(world, place, cup)
        )
        assert abs(found.off_grams - true) < 4 * found.error_grams + 0.01
        is_seen.append(found.is_odd(calibration.beans.mean_grams))
    assert any(is_seen) is (bend > SHEET)


@pytest.mark.long("a whole calibration")
def test_without_the_wish_only_the_beans_are_held_against_the_line() -> None:
    _, calibration, notes = tried(10 * SHEET, is_line_wanted=False)
    found = [each for place in calibration.places for each in residuals(place, calibration, notes)]
    assert found
    assert not any(each.is_of_reference or each.is_odd(calibration.beans.mean_grams) for each in found)
    assert "calibrate --linearity" in page(calibration, notes, 2)


@pytest.mark.long("a whole calibration")
def test_a_bar_that_touches_its_stop_is_marked_in_the_report() -> None:
    _, calibration, notes = tried(0.0)
    straight = page(calibration, notes, 2)
    place = Place("north-1")
    (read,) = notes.places[place].on_platform
    stopped = replace(
        notes.places[place], on_platform=(RawCounts(0.97 * read.mean, read.variance, read.noise),)
    )
    bent = page(calibration, notes.noting({place: stopped}), 2)
    assert '<tr class="odd"><td>North&#x27;s cup 1</td>' not in straight
    assert '<tr class="odd"><td>North&#x27;s cup 1</td>' in bent
    found = re.search(r'<tr class="odd"><td>North&#x27;s cup 1</td><td>.*?<br>(-\d+) &plusmn;', bent)
    assert found is not None
    assert int(found[1]) == pytest.approx(-0.03 * 100_000, abs=100)


@pytest.mark.long("a whole calibration")
def test_a_place_without_readings_has_no_residuals() -> None:
    _, calibration, notes = tried(0.0)
    forgotten = notes.forgetting([Place("south-1")])
    assert residuals(Place("south-1"), calibration, forgotten) == ()
    assert "No readings of this calibration" in page(calibration, notes.forgetting(notes.places), 2)


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
