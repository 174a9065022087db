"""A simulated board is calibrated by somebody who obeys its lights; whatever is wrong with it gets named."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from cupsboard.procedures.calibration.fit import calibration_of, merged
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.rejections import Nonsense
from cupsboard.rules.places import Place
from cupsboard.scales.errors import SensingError
from cupsboard.signs.sentences import place_name
from cupsim.runs.build_faults import NAMED, Mistake
from cupsim.runs.calibration_world import Bringing, Brought, CalibrationDesk
from cupsim.table.load_cell import cell_model

TEN_MINUTES = 600.0
WEIGHT = reference("100 g")
EVENING = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
NOW = EVENING.isoformat()
SMALL = Bringing(3, WEIGHT, EVENING, cups=2)


def calibrated(bringing: Bringing) -> tuple[CalibrationDesk, Brought]:
    desk = CalibrationDesk(bringing)
    desk.run(TEN_MINUTES)
    return desk, desk.brought()


@pytest.mark.parametrize(
    ("mass", "sps", "within"),
    [("100 g", 10, 1e-3), ("100 g", 80, 1e-3), ("2 nickels", 10, 3e-3), ("none", 10, 5e-3)],
)
def test_a_board_is_calibrated_within_ten_minutes(mass: str, sps: int, within: float) -> None:
    desk, brought = calibrated(Bringing(1, reference(mass), EVENING, cups=4 if sps == 10 else 2, sps=sps))
    assert brought.refused == ()
    calibration = brought.calibration
    assert calibration is not None
    assert all(abs(error) < within for error in desk.true_gain_errors(calibration).values())
    for place, values in calibration.places.items():
        claimed = max(values.gain_error, 1e-3)
        assert abs(desk.true_gain_errors(calibration)[place]) < 4 * claimed
    assert calibration.beans.sample >= 24


def test_the_values_are_those_of_the_table_within_their_uncertainties() -> None:
    desk, brought = calibrated(Bringing(2, WEIGHT, EVENING))
    assert brought.calibration is not None
    for place, values in brought.calibration.places.items():
        cell = desk.table.cells[place]
        assert values.counts_per_gram == pytest.approx(cell.counts_per_gram, rel=5e-3)
        assert abs(values.cup_grams - desk.table.cup_grams(place)) < 6 * values.cup_error_grams
        assert 0.5 < values.noise_grams / 0.0167 < 2.0
    beans = brought.calibration.beans
    assert abs(beans.mean_grams - 0.55) < 4 * beans.mean_error_grams
    assert 0.08 < beans.spread_grams / beans.mean_grams < 0.24


@pytest.mark.parametrize("mistake", [each for each in Mistake if each is not Mistake.NONE])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_wrong_with_a_board_is_named_with_its_place(mistake: Mistake, seed: int) -> None:
    _, brought = calibrated(Bringing(seed, WEIGHT, EVENING, mistake, cups=2 if seed == 2 else 4))
    assert brought.calibration is None
    refusal = brought.refused[-1]
    assert refusal.what in NAMED[mistake]
    assert refusal.place in brought.concerned
    said = str(refusal)
    assert said.startswith(f"{place_name(refusal.place)} ")
    assert "usual is" in said
    assert "press to repeat" in said


def test_a_mistake_that_was_mended_is_forgotten_and_the_calibration_goes_on() -> None:
    desk = CalibrationDesk(replace(SMALL, mistake=Mistake.SWAPPED_WIRES))
    (place,) = desk.concerned
    desk.run(TEN_MINUTES, lambda each: each.calibrating.refused and mend(each, place))
    brought = desk.brought()
    assert [refusal.what for refusal in brought.refused] == [Nonsense.WRONG_DIRECTION]
    assert brought.calibration is not None
    assert brought.calibration.places[place].counts_per_gram == pytest.approx(
        desk.table.cells[place].counts_per_gram, rel=5e-3
    )


def mend(desk: CalibrationDesk, place: Place) -> None:
    desk.bench.chips[place].signal = desk.table.cells[place].signal


def test_a_reference_that_is_too_small_is_refused_with_what_would_do() -> None:
    desk = CalibrationDesk(replace(SMALL, reference=replace(reference("0.6 g"), name="a bean or two")))
    desk.run(TEN_MINUTES)
    refusal = desk.calibrating.refused[0]
    assert refusal.what is Nonsense.SMALL_REFERENCE
    assert "Take " in refusal.help


@pytest.mark.parametrize(("beans", "cells"), [("navy", "5kg"), ("kidney", "5kg")])
def test_beans_too_light_for_the_cells_are_refused(beans: str, cells: str) -> None:
    _, brought = calibrated(replace(SMALL, beans=beans, cells=cells))
    assert brought.calibration is None
    assert brought.refused[-1].what is Nonsense.TOO_LITTLE_SIGNAL
    assert "usual is" in str(brought.refused[-1])


class PowerCut(Exception):
    """The plug was pulled."""


@pytest.mark.parametrize("writes", range(1, 14, 3))
def test_an_interrupted_calibration_goes_on_where_it_was(writes: int) -> None:
    kept: list[Notes] = []

    def keep(notes: Notes) -> None:
        kept.append(notes)
        if len(kept) == writes:
            raise PowerCut

    desk = CalibrationDesk(SMALL, keep=keep)
    try:
        desk.run(TEN_MINUTES)
    except PowerCut:
        done = desk.calibrating.progress[0]
        desk = CalibrationDesk(SMALL, kept[-1])
        assert desk.calibrating.progress[0] >= done
        desk.run(TEN_MINUTES)
    calibration = desk.brought().calibration
    assert calibration is not None
    assert all(abs(error) < 2e-3 for error in desk.true_gain_errors(calibration).values())


def test_one_place_is_redone_alone_and_the_others_stay_as_they_were() -> None:
    _, brought = calibrated(SMALL)
    old = brought.calibration
    assert old is not None
    place = Place("north-1")
    alone = replace(Notes.empty(NOW, 10.0, WEIGHT, [place]), are_beans_done=True).with_serials({place: "A17"})
    desk = CalibrationDesk(SMALL, alone)
    desk.run(TEN_MINUTES)
    assert desk.calibrating.is_finished
    new = merged(old, desk.calibrating.notes, "2026-02-02T00:00:00+00:00")
    assert {each: new.places[each] for each in old.places if each != place} == {
        each: old.places[each] for each in old.places if each != place
    }
    assert new.places[place].calibrated == "2026-02-02T00:00:00+00:00"
    assert new.places[place].cell_serial == "A17"
    assert new.places[place].counts_per_gram == pytest.approx(
        desk.table.cells[place].counts_per_gram, rel=5e-3
    )
    assert new.beans == old.beans


def test_a_place_alone_needs_a_known_mass() -> None:
    _, brought = calibrated(SMALL)
    assert brought.calibration is not None
    notes = replace(brought.notes, reference=reference("none"))
    with pytest.raises(SensingError, match="a place alone needs a known mass"):
        merged(brought.calibration, notes, NOW)


def test_notes_that_lack_a_place_make_no_calibration() -> None:
    _, brought = calibrated(SMALL)
    lacking = brought.notes.forgetting([Place("south-1")])
    with pytest.raises(SensingError, match="south-1 not measured"):
        calibration_of(lacking, NOW)
    with pytest.raises(SensingError, match="the beans are not weighed"):
        calibration_of(replace(brought.notes, are_beans_done=False), NOW)


def test_without_a_known_mass_the_grams_are_those_of_nominal_cells() -> None:
    _, brought = calibrated(replace(SMALL, reference=reference("none")))
    notes = brought.notes
    with pytest.raises(SensingError, match="say what cells these are"):
        calibration_of(notes, NOW)
    nominal = cell_model("500g").counts_per_gram
    one, twice = calibration_of(notes, NOW, nominal), calibration_of(notes, NOW, 2 * nominal)
    assert twice.beans.mean_grams == pytest.approx(one.beans.mean_grams / 2)
    for place in one.places:
        assert twice.places[place].counts_per_gram == pytest.approx(2 * one.places[place].counts_per_gram)
