"""What the doctor advises is true of what it found: no cable is blamed for a slow computer."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from cupsboard.procedures.doctor.diagnosis import BOARD, diagnose
from cupsboard.procedures.doctor.examination import Findings, PlaceFindings
from cupsboard.procedures.rejections import cure, unreadable
from cupsboard.rules.places import Side, cup
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.sentences import say
from place_findings import HERE, THERE, dead, found

CALIBRATE = "cupsboard calibrate"


def said_of(place: PlaceFindings) -> str:
    return diagnose(Findings((place,), ()))[0].said


def test_a_sound_place_that_is_off_may_be_calibrated_anew() -> None:
    assert CALIBRATE in said_of(found(off_grams=0.8))


@pytest.mark.parametrize(
    ("otherwise", "words"),
    [
        ({"touch_grams": None, "felt_at": (THERE,)}, "the cables are crossed"),
        ({"felt_at": (THERE,)}, "their data lines are joined"),
        ({"touch_grams": None}, "no touch was felt"),
        ({"touch_grams": -40.0}, "the signal wires A+ and A- are swapped"),
        ({"heard_grams": 9.0}, "see that nothing bridges platforms"),
        ({"restless": 90}, "see its data and clock lines"),
    ],
)
def test_where_wires_or_platforms_are_wrong_no_calibration_is_advised_which_would_hide_it(
    otherwise: dict[str, object], words: str
) -> None:
    said = said_of(found(off_grams=34.0, **otherwise))
    assert words in said
    assert CALIBRATE not in said


@pytest.mark.parametrize("fault", [CellFault.SATURATED_LOW, CellFault.SATURATED_HIGH])
@pytest.mark.parametrize("readings", [0, 100])
def test_a_cell_beyond_its_range_is_not_sent_to_the_wires_of_its_amplifier(
    fault: CellFault, readings: int
) -> None:
    place = dead(faults={fault: 180}) if not readings else found(readings=readings, faults={fault: 100})
    said = said_of(place)
    assert "a wire of the cell that is off (E+, E-, A+, A-)" in said
    assert "clock" not in said
    assert "dead" not in said


@pytest.mark.parametrize("fault", CellFault)
def test_doctor_and_calibration_advise_the_same_of_a_cell_without_weight(fault: CellFault) -> None:
    assert say(cure(fault)) in said_of(dead(faults={fault: 180}))
    assert say(cure(fault)) in str(unreadable(HERE, fault, 50.0))


@pytest.mark.parametrize(("rejects", "is_told"), [({}, False), ({"NOT_READY": 9}, True)])
def test_what_was_refused_is_told_where_there_is_much_of_it(rejects: dict[str, int], is_told: bool) -> None:
    assert ("refused" in said_of(found(rejects=rejects))) is is_told


def lines_of(places: Sequence[PlaceFindings]) -> list[bool]:
    return [line.is_good for line in diagnose(Findings(tuple(places), ("south", "north")))]


def test_a_place_that_falls_under_a_touch_does_not_hide_how_strong_the_touch_was() -> None:
    """A neighbour that felt 0.5 g of 40 g is well."""
    assert lines_of([found(touch_grams=-40.0), found(place=THERE, heard_grams=0.5)]) == [False, True, True]


@pytest.mark.parametrize(("stops", "is_good"), [(1, True), (4, False)])
def test_a_converter_that_hung_once_sends_nobody_to_its_wires_but_a_line_that_fails_again_and_again_does(
    stops: int, is_good: bool
) -> None:
    place = found(faults={CellFault.STUCK_LOW: 120}, readings=80, stops=stops)
    line = diagnose(Findings((place,), ("south", "north")))[0]
    assert line.is_good is is_good
    assert ("hung once" in line.said) is is_good


@pytest.mark.parametrize(
    ("many", "key"),
    [
        ([dead(faults={CellFault.STUCK_LOW: 180})] * 4, "all-low"),
        ([dead(faults={CellFault.SILENT: 180})] * 4, "all-silent"),
        ([found(noise_grams=0.2)] * 4, "all-noisy"),
        ([found(drift_grams=0.4), found(drift_grams=-0.3), *[found(drift_grams=0.4)] * 2], "all-drifts"),
        ([dead(faults={CellFault.STUCK_LOW: 180})] * 2 + [found()] * 2, "branch-low"),
    ],
)
def test_what_many_places_share_is_said_once_of_the_board_and_they_are_sent_to_no_wire_of_their_own(
    many: Sequence[PlaceFindings], key: str
) -> None:
    names = [cup(side, number) for side in Side for number in (1, 2)]
    places = tuple(replace(each, place=name) for each, name in zip(many, names, strict=True))
    first, *others = diagnose(Findings(places, ("south", "north")), (names[:2], names[2:]))
    assert (first.name, [each.key for each in first.troubles]) == (BOARD, [f"diagnosis.{key}"])
    assert all(each.key == "diagnosis.see-board" for line in others for each in line.troubles)


@pytest.mark.parametrize("drift_grams", [-1.1, 0.3, 30.0])
def test_a_place_that_drifts_is_named_with_its_slope_and_its_neighbours_are_not_blamed(
    drift_grams: float,
) -> None:
    said = said_of(found(drift_grams=drift_grams, heard_grams=0.6, off_grams=0.9))
    assert f"drifts by {drift_grams:+.1f} g a minute" in said
    assert say(cure(CellFault.DRIFTING)) in said
    assert "neighbours" not in said
    assert "calibrate --place" not in said


def test_a_board_that_warms_up_a_little_is_well() -> None:
    assert lines_of([found(drift_grams=0.02)]) == [True, True]


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
