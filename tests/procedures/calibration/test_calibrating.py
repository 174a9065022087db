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
from cupsim.runs.calibration_world import CalibrationResult, CalibrationSetup, CalibrationWorld
from cupsim.table.load_cell import cell_model

TEN_MINUTES = 600.0
WEIGHT = reference("100 g")
EVENING = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
NOW = EVENING.isoformat()
SMALL = CalibrationSetup(3, reference=WEIGHT, switched_on=EVENING, cups=2)


def calibrated(setup: CalibrationSetup) -> tuple[CalibrationWorld, CalibrationResult]:
    world = CalibrationWorld(setup)
    world.calibrate(TEN_MINUTES)
    return world, world.result()


@pytest.mark.long("whole calibrations with every weight and chip")
@pytest.mark.parametrize(
    ("mass", "sps", "within"),
    [("100 g", 10, 1e-3), ("100 g", 80, 1e-3), ("2 nickels", 10, 3e-3), ("none", 10, 5e-3)],
)
def test_a_board_is_calibrated_within_ten_minutes(mass: str, sps: int, within: float) -> None:
    world, result = calibrated(
        CalibrationSetup(
            1, reference=reference(mass), switched_on=EVENING, cups=4 if sps == 10 else 2, sps=sps
        )
    )
    assert result.refused == ()
    calibration = result.calibration
    assert calibration is not None
    assert all(abs(error) < within for error in world.true_gain_errors(calibration).values())
    for place, values in calibration.places.items():
        claimed = max(values.gain_error, 1e-3)
        assert abs(world.true_gain_errors(calibration)[place]) < 4 * claimed
    assert calibration.beans.sample >= 24


@pytest.mark.long("a calibration of a larger board")
def test_the_values_are_those_of_the_table_within_their_uncertainties() -> None:
    world, result = calibrated(CalibrationSetup(2, reference=WEIGHT, switched_on=EVENING))
    assert result.calibration is not None
    for place, values in result.calibration.places.items():
        cell = world.table.cells[place]
        assert values.counts_per_gram == pytest.approx(cell.counts_per_gram, rel=5e-3)
        assert abs(values.cup_grams - world.table.cup_grams(place)) < 6 * values.cup_error_grams
        assert 0.5 < values.noise_grams / 0.0167 < 2.0
    beans = result.calibration.beans
    assert abs(beans.mean_grams - 0.55) < 4 * beans.mean_error_grams
    assert 0.08 < beans.spread_grams / beans.mean_grams < 0.24


@pytest.mark.long("a whole calibration for each mistake", but=["2-Mistake.SWAPPED_WIRES"])
@pytest.mark.parametrize("mistake", [each for each in Mistake if each is not Mistake.NONE])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_wrong_with_a_board_is_named_with_its_place(mistake: Mistake, seed: int) -> None:
    _, result = calibrated(
        CalibrationSetup(
            seed, reference=WEIGHT, switched_on=EVENING, mistake=mistake, cups=2 if seed == 2 else 4
        )
    )
    assert result.calibration is None
    refusal = result.refused[-1]
    assert refusal.what in NAMED[mistake]
    assert refusal.place in result.concerned
    said = str(refusal)
    assert said.startswith(f"{place_name(refusal.place)} ")
    assert "usual is" in said
    assert "press to repeat" in said


@pytest.mark.long("a second calibration")
def test_a_mistake_that_was_mended_is_forgotten_and_the_calibration_goes_on() -> None:
    world = CalibrationWorld(replace(SMALL, mistake=Mistake.SWAPPED_WIRES))
    (place,) = world.concerned
    world.calibrate(TEN_MINUTES, lambda *_: world.calibrating.refused and mend(world, place))
    result = world.result()
    assert [refusal.what for refusal in result.refused] == [Nonsense.WRONG_DIRECTION]
    assert result.calibration is not None
    assert result.calibration.places[place].counts_per_gram == pytest.approx(
        world.table.cells[place].counts_per_gram, rel=5e-3
    )


def mend(world: CalibrationWorld, place: Place) -> None:
    world.bench.chips[place].signal = world.table.cells[place].signal


def test_a_reference_that_is_too_small_is_refused_with_what_would_do() -> None:
    world = CalibrationWorld(replace(SMALL, reference=replace(reference("0.6 g"), name="a bean or two")))
    world.calibrate(TEN_MINUTES)
    refusal = world.calibrating.refused[0]
    assert refusal.what is Nonsense.SMALL_REFERENCE
    assert "take " in str(refusal)


@pytest.mark.long("whole calibrations with other beans")
@pytest.mark.parametrize("beans", ["navy", "kidney"])
def test_beans_too_light_for_the_cells_are_refused_or_said_not_to_be_felt(beans: str) -> None:
    world, result = calibrated(replace(SMALL, beans=beans, cells="5kg"))
    assert result.calibration is None
    is_unfelt = world.said() == "calibrate-beans-few"
    assert is_unfelt or [each.what for each in result.refused][-1:] == [Nonsense.TOO_LITTLE_SIGNAL]


class PowerCut(Exception):
    """The plug was pulled."""


@pytest.mark.long("a calibration cut at many steps")
@pytest.mark.parametrize("writes", range(1, 14, 3))
def test_an_interrupted_calibration_goes_on_where_it_was(writes: int) -> None:
    kept: list[Notes] = []

    def keep(notes: Notes) -> None:
        kept.append(notes)
        if len(kept) == writes:
            raise PowerCut

    world = CalibrationWorld(SMALL, keep=keep)
    try:
        world.calibrate(TEN_MINUTES)
    except PowerCut:
        done = world.calibrating.progress[0]
        world = CalibrationWorld(SMALL, kept[-1])
        assert world.calibrating.progress[0] >= done
        world.calibrate(TEN_MINUTES)
    calibration = world.result().calibration
    assert calibration is not None
    assert all(abs(error) < 2e-3 for error in world.true_gain_errors(calibration).values())


@pytest.mark.long("a second calibration")
def test_one_place_is_redone_alone_and_the_others_stay_as_they_were() -> None:
    _, result = calibrated(SMALL)
    old = result.calibration
    assert old is not None
    place = Place("north-1")
    alone = replace(Notes.empty(NOW, 10.0, WEIGHT, [place]), are_beans_done=True).with_serials({place: "A17"})
    world = CalibrationWorld(SMALL, alone)
    world.calibrate(TEN_MINUTES)
    assert world.calibrating.is_finished
    new = merged(old, world.calibrating.notes, "2026-02-02T00:00:00+00:00")
    assert {each: new.places[each] for each in old.places if each != place} == {
        each: old.places[each] for each in old.places if each != place
    }
    assert new.places[place].calibrated == "2026-02-02T00:00:00+00:00"
    assert new.places[place].cell_serial == "A17"
    assert new.places[place].counts_per_gram == pytest.approx(
        world.table.cells[place].counts_per_gram, rel=5e-3
    )
    assert new.beans == old.beans


@pytest.mark.long("a second calibration")
def test_a_place_alone_needs_a_known_mass() -> None:
    _, result = calibrated(SMALL)
    assert result.calibration is not None
    notes = replace(result.notes, reference=reference("none"))
    with pytest.raises(SensingError, match="a place alone needs a known mass"):
        merged(result.calibration, notes, NOW)


@pytest.mark.long("a second calibration")
def test_notes_that_lack_a_place_make_no_calibration() -> None:
    _, result = calibrated(SMALL)
    lacking = result.notes.forgetting([Place("south-1")])
    with pytest.raises(SensingError, match="south-1 not measured"):
        calibration_of(lacking, NOW)
    with pytest.raises(SensingError, match="the beans are not weighed"):
        calibration_of(replace(result.notes, are_beans_done=False), NOW)


@pytest.mark.long("a whole calibration")
def test_without_a_known_mass_the_grams_are_those_of_nominal_cells() -> None:
    _, result = calibrated(replace(SMALL, reference=reference("none")))
    notes = result.notes
    with pytest.raises(SensingError, match="say what cells these are"):
        calibration_of(notes, NOW)
    nominal = cell_model("500g").counts_per_gram
    one, twice = calibration_of(notes, NOW, nominal), calibration_of(notes, NOW, 2 * nominal)
    assert twice.beans.mean_grams == pytest.approx(one.beans.mean_grams / 2)
    for place in one.places:
        assert twice.places[place].counts_per_gram == pytest.approx(2 * one.places[place].counts_per_gram)
