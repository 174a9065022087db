"""The beans of another bag, or more of the same, on a board whose places are known."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from cupsboard import profile
from cupsboard.procedures.calibration import calibration_run
from cupsboard.procedures.calibration.calibration_run import (
    SESSION,
    Beans,
    CalibrationFiles,
    CalibrationSession,
    Wish,
    put_in_force,
)
from cupsboard.procedures.calibration.measurements import BeanNote, Notes
from cupsboard.procedures.reference_masses import reference
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.storage import calibration_file
from cupsboard.storage.paths import REPORT
from cupsim.runs.calibration_world import CalibrationSetup, CalibrationWorld
from cupsim.runs.memory_store import Memory

EVENING = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
LATER = "2026-12-24T18:30:00+00:00"
WEIGHT = reference("100 g")
BOARD = profile.generated(2)
NAME = "calibration.toml"
SCALE = 3000.0
CALIBRATION = Calibration(
    EVENING.isoformat(),
    10.0,
    PieceCalibration(0.20, 0.01, 0.02, 24),
    dict.fromkeys(BOARD.places, PlaceCalibration(1000.0, SCALE, 0.002, 30.0, 0.02, 0.017)),
)


def files(store: Memory) -> CalibrationFiles:
    return CalibrationFiles(store, NAME, store)


def calibrated() -> Memory:
    store = Memory()
    calibration_file.save(store, NAME, CALIBRATION)
    return store


def session(store: Memory, beans: Beans) -> CalibrationSession:
    return CalibrationSession(files(store), BOARD, Wish(WEIGHT, beans=beans))


def weighed(begun: Notes, grams: float, seed: int) -> Notes:
    """Notes after 24 beans of this mean mass, which differ by a tenth."""
    rng = Random(seed)
    beans = [BeanNote(BOARD.places[0], SCALE * rng.gauss(grams, grams / 10), 100.0) for _ in range(24)]
    return replace(begun, beans=tuple(beans), are_beans_done=True)


def concluded(store: Memory, beans: Beans, grams: float, seed: int = 1) -> Calibration:
    run = session(store, beans)
    done = weighed(run.begun(LATER), grams, seed)
    run.keep(done)
    return run.concluded(done, LATER)


def test_hands_drop_beans_into_lit_cups_and_nothing_else_is_asked_for() -> None:
    world = CalibrationWorld(CalibrationSetup(3, reference=WEIGHT, switched_on=EVENING, cups=2))
    drawn = replace(
        CALIBRATION,
        places={
            place: replace(
                CALIBRATION.places[place], counts_per_gram=cell.counts_per_gram, zero_counts=cell.zero_counts
            )
            for place, cell in world.table.cells.items()
        },
    )
    store = Memory()
    calibration_file.save(store, NAME, drawn)
    run = session(store, Beans.NEW)
    world = CalibrationWorld(
        CalibrationSetup(3, reference=WEIGHT, switched_on=EVENING, cups=2), run.begun(LATER), run.keep
    )
    said = set[str]()
    world.calibrate(300.0, lambda _, message: said.add(message.key))
    assert world.calibrating.is_finished
    assert said - {""} <= {"calibrate-beans", "calibrate-done"}
    new = run.concluded(world.calibrating.notes, LATER)
    lying = [bean.mass_grams for place in BOARD.places for bean in world.table.beans_in(place)]
    assert new.beans.mean_grams == pytest.approx(sum(lying) / len(lying), rel=0.02)
    assert new.beans.sample == pytest.approx(len(lying), abs=2)
    assert new.places == drawn.places


def test_another_bag_takes_the_place_of_the_beans_and_the_calibration_before_is_kept() -> None:
    store = calibrated()
    new = concluded(store, Beans.NEW, 0.55)
    assert new.beans.mean_grams == pytest.approx(0.55, rel=0.05)
    assert (new.made, new.places) == (LATER, CALIBRATION.places)
    assert calibration_file.load(store, NAME, BOARD.places) == new
    kept = calibration_file.load(store, "calibration-20261121T1830000000.toml", BOARD.places)
    assert kept == CALIBRATION
    assert (store.read(REPORT) or b"").startswith(b"<!DOCTYPE html>")


def test_more_of_the_same_make_the_sample_larger_and_surer() -> None:
    store = calibrated()
    first = concluded(store, Beans.NEW, 0.55, seed=1)
    both = concluded(store, Beans.MORE, 0.55, seed=2)
    assert (first.beans.sample, both.beans.sample) == (24, 48)
    assert both.beans.mean_error_grams < first.beans.mean_error_grams


def test_beans_that_were_written_down_before_the_power_went_are_not_added_twice() -> None:
    store = calibrated()
    concluded(store, Beans.NEW, 0.55, seed=1)
    run = session(store, Beans.MORE)
    done = weighed(run.begun(LATER), 0.55, seed=2)
    run.keep(done)
    run.concluded(done, LATER)
    run.keep(done)
    again = session(store, Beans.MORE)
    assert again.begun(LATER) == done
    assert again.concluded(again.begun(LATER), LATER).beans.sample == 48


def test_what_was_weighed_and_not_yet_written_goes_on_after_a_power_cut() -> None:
    store = calibrated()
    run = session(store, Beans.NEW)
    done = weighed(run.begun(LATER), 0.55, seed=1)
    run.keep(done)
    assert session(store, Beans.NEW).begun(LATER) == done
    moved = replace(CALIBRATION.places[Place("south-1")], zero_counts=2000.0)
    other = replace(CALIBRATION, places={**CALIBRATION.places, Place("south-1"): moved})
    calibration_file.save(store, NAME, other)
    assert not session(store, Beans.NEW).begun(LATER).are_beans_done


@pytest.mark.parametrize(
    ("board", "wish", "words"),
    [
        (BOARD, Wish(WEIGHT, Place("south-1"), Beans.NEW), "--place: the beans alone"),
        (profile.generated_for_seats(2), Wish(WEIGHT, None, Beans.NEW), "--beans: on spots and trays"),
    ],
)
def test_beans_alone_are_refused_where_that_means_nothing(
    board: profile.Profile, wish: Wish, words: str
) -> None:
    with pytest.raises(SensingError, match=words):
        CalibrationSession(files(Memory()), board, wish)


def test_more_beans_need_the_readings_of_those_before() -> None:
    with pytest.raises(SensingError, match=r"readings .* are not kept: weigh them anew"):
        session(calibrated(), Beans.MORE).begun(LATER)


def test_the_calibration_before_is_had_back_and_the_newer_one_is_kept() -> None:
    store = calibrated()
    new = concluded(store, Beans.NEW, 0.55)
    put_in_force(files(store), CALIBRATION, BOARD)
    assert calibration_file.load(store, NAME, BOARD.places) == CALIBRATION
    assert calibration_file.load(store, "calibration-20261224T1830000000.toml", BOARD.places) == new
    assert calibration_run.load_notes(store, SESSION) is None
    assert store.read(f"{SESSION}.aside-1")
