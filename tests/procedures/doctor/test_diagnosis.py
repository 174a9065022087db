"""What the doctor advises is true of what it found: no cable is blamed for a slow computer."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from cupsboard.procedures.doctor.diagnosis import BOARD, Line, diagnose
from cupsboard.procedures.doctor.examination import Findings, PlaceFindings
from cupsboard.procedures.rejections import cure, unreadable
from cupsboard.profile import Profile, by_pico, generated
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.sentences import ENGLISH, Language, read_language, say
from place_findings import HERE, THERE, dead, found

CALIBRATE = "cupsboard calibrate"
BOARD_2X4 = generated(4)
WITH_PICO = by_pico(BOARD_2X4)


def said_of(place: PlaceFindings) -> str:
    return diagnose(Findings((place,), ()), BOARD_2X4)[0].said


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
    return [line.is_good for line in diagnose(Findings(tuple(places), ("south", "north")), BOARD_2X4)]


def test_a_place_that_falls_under_a_touch_does_not_hide_how_strong_the_touch_was() -> None:
    """A neighbour that felt 0.5 g of 40 g is well."""
    assert lines_of([found(touch_grams=-40.0), found(place=THERE, heard_grams=0.5)]) == [False, True, True]


@pytest.mark.parametrize("fault", [CellFault.STUCK_LOW, CellFault.SILENT])
@pytest.mark.parametrize(("stops", "is_back"), [(0, True), (1, True), (1, False), (4, True)])
def test_a_converter_that_hung_until_it_was_started_anew_sends_nobody_to_its_wires_but_a_loose_line_does(
    stops: int, is_back: bool, fault: CellFault
) -> None:
    place = found(faults={fault: 120}, readings=80, stops=stops, is_back=is_back)
    line = diagnose(Findings((place,), ("south", "north")), BOARD_2X4)[0]
    assert line.is_good is ("hung once" in line.said) is (stops < 2 and is_back)


def test_a_place_that_hung_once_is_told_of_what_else_it_has() -> None:
    place = found(faults={CellFault.STUCK_LOW: 120}, readings=80, stops=1, is_back=True, noise_grams=3.0)
    line = diagnose(Findings((place,), ("south", "north")), BOARD_2X4)[0]
    assert [trouble.key for trouble in line.troubles] == ["diagnosis.noisy"]


ALL = [
    (dead(faults={CellFault.STUCK_LOW: 180}), "all-low"),
    (dead(faults={CellFault.SILENT: 180}), "all-silent"),
    (dead(faults={CellFault.UNHEARD: 180}), "all-unheard"),
    (dead(faults={CellFault.SATURATED_LOW: 180}), "all-no-weight"),
    (found(noise_grams=0.2), "all-noisy"),
    (found(drift_grams=-0.4), "all-drifts"),
    (found(touch_grams=None), "all-no-touch"),
    (found(heard_grams=4.0), "all-hears"),
    (found(off_grams=-6.0), "all-off-anew"),
    (found(readings=40), "few"),
]


@pytest.mark.parametrize(("each", "key"), ALL)
def test_what_all_places_share_is_said_once_of_the_board_and_they_are_sent_to_no_wire_of_their_own(
    each: PlaceFindings, key: str
) -> None:
    first, *others = diagnosed([each] * len(BOARD_2X4.places), BOARD_2X4)
    assert (first.name, [said.key for said in first.troubles]) == (BOARD, [f"diagnosis.{key}"])
    assert {said.key for line in others for said in line.troubles} == {"diagnosis.see-board"}


@pytest.mark.parametrize(
    ("each", "key"),
    [
        (dead(faults={CellFault.STUCK_LOW: 180}), "branch-low"),
        (dead(faults={CellFault.SILENT: 180}), "branch-silent"),
        (found(restless=40), "branch-noisy"),
    ],
)
def test_what_all_places_of_a_clock_branch_share_is_said_once_where_there_are_branches(
    each: PlaceFindings, key: str
) -> None:
    places = [each] * len(BOARD_2X4.clock_branches[0]) + [found()] * 5
    first, *others = diagnosed(places, BOARD_2X4)
    assert (first.name, [said.key for said in first.troubles]) == (BOARD, [f"diagnosis.{key}"])
    assert [line.is_good for line in others] == [False] * 5 + [True] * 6
    assert "gate" not in "".join(line.said for line in diagnosed(places, WITH_PICO))


@pytest.mark.parametrize("language", [ENGLISH, read_language("de"), read_language("fr")])
@pytest.mark.parametrize("many", [1, 5, 10])
@pytest.mark.parametrize(
    "each",
    [
        *(each for each, _ in ALL if not each.faults.keys() & {CellFault.STUCK_LOW, CellFault.SILENT}),
        found(faults={CellFault.MISSED: 90}, readings=90),
    ],
)
def test_a_board_with_a_pico_is_sent_to_no_part_that_it_has_not(
    each: PlaceFindings, many: int, language: Language
) -> None:
    places = [each] * many + [found()] * (10 - many)
    said = "\n".join(line.told(language) for line in diagnosed(places, WITH_PICO))
    absent = ["gate", "Gatter", "porte", "buffer", "puffer", "tampon", "computer", "Rechner", "ordinateur"]
    assert not [part for part in absent if part in said]


def test_a_computer_that_reads_late_is_named_and_not_the_wires_of_what_it_reads_badly() -> None:
    missed = found(faults={CellFault.MISSED: 40}, readings=160, late_share=0.04)
    unread = found(touch_grams=None, is_unread=True, late_share=0.03)
    first, *others = diagnosed([missed] * 4 + [unread] + [found(late_share=0.02)] * 5, BOARD_2X4)
    assert (first.name, [said.key for said in first.troubles]) == (BOARD, ["diagnosis.late"])
    assert "2%" in first.said
    assert [line.is_good for line in others] == [False] * 5 + [True] * 6
    assert {said.key for line in others for said in line.troubles} == {"diagnosis.see-board"}


@pytest.mark.parametrize(("readings", "is_named"), [(128, True), (176, False)])
def test_beside_a_dead_place_one_that_loses_more_readings_than_all_others_is_named_as_well(
    readings: int, is_named: bool
) -> None:
    silent = dead(faults={CellFault.SILENT: 180})
    losing = found(readings=readings, faults={CellFault.MISSED: 42})
    waiting = [found(readings=180, faults={CellFault.MISSED: 10})] * 8
    first, second, *others = diagnosed([silent, losing, *waiting], BOARD_2X4)
    assert [said.key for said in first.troubles] == ["diagnosis.dead"]
    assert [said.key for said in second.troubles] == ["diagnosis.now-and-then"] * is_named
    assert all(line.is_good for line in others)


def test_a_late_computer_whose_readings_come_all_the_same_is_well() -> None:
    assert all(line.is_good for line in diagnosed([found(late_share=0.02)] * 10, BOARD_2X4))


@pytest.mark.parametrize(
    ("rejects", "key"),
    [
        ({"GARBLED": 40}, "garbled"),
        ({"RESTARTED": 5, "GARBLED": 9}, "restarts"),
        ({"GARBLED": 2, "RESTARTED": 1}, ""),
    ],
)
def test_what_is_spoiled_on_the_line_from_a_pico_is_said_of_the_board_and_explains_what_is_lost_by_it(
    rejects: dict[str, int], key: str
) -> None:
    lost = [found(rejects=rejects, readings=100)] * 4
    first, *others = diagnosed([*lost, *[found(rejects=rejects)] * 6], WITH_PICO)
    if key:
        assert (first.name, [said.key for said in first.troubles]) == (BOARD, [f"diagnosis.{key}"])
        assert [[said.key for said in line.troubles] for line in others[:4]] == [["diagnosis.see-board"]] * 4
        assert all(line.is_good for line in others[4:])
        assert not any("refused" in line.said for line in others)
    else:
        assert first.name != BOARD


def diagnosed(places: Sequence[PlaceFindings], board: Profile) -> tuple[Line, ...]:
    """Return the verdicts on these places, named as those of the board."""
    named = tuple(replace(each, place=name) for each, name in zip(places, board.places, strict=True))
    return diagnose(Findings(named, ("south", "north")), board)


@pytest.mark.parametrize("otherwise", [{"off_grams": 40.0}, {"noise_grams": 0.002}])
def test_a_cell_of_another_rating_is_named_by_a_touch_that_all_others_felt_more_of(
    otherwise: dict[str, float],
) -> None:
    places = [found(touch_grams=6.0, **otherwise), *[found()] * 8, found(touch_grams=6.0)]
    odd, *_, light, buttons = diagnosed(places, BOARD_2X4)
    assert "felt only 6.0 g" in odd.said
    assert (light.is_good, buttons.is_good) == (True, True)


def test_a_place_that_gave_no_weight_while_it_was_touched_is_not_told_that_its_platform_is_stuck() -> None:
    said = said_of(found(touch_grams=None, is_unread=True))
    assert "gave no weight while it was to be touched" in said
    assert "platform" not in said


def test_a_place_that_does_not_come_back_from_its_touch_is_named() -> None:
    said = said_of(found(rest_grams=2.9, off_grams=-1.4))
    assert "stays +2.9 g off after its touch" in said
    assert CALIBRATE not in said


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
    place = dead(faults={CellFault.SLOW_CLOCK: 180, CellFault.STARTING: 5})
    line = diagnose(Findings((place,), ()), BOARD_2X4)[0]
    assert not line.is_good
    assert "computer clocks the scales too slowly" in line.said
    assert "end what else runs" in line.said
    assert "cable" not in line.said


def test_the_doctor_blames_the_wires_of_a_silent_cell() -> None:
    line = diagnose(Findings((dead(faults={CellFault.SILENT: 180}),), ()), BOARD_2X4)[0]
    assert "power, ground, clock and its data line" in line.said


def test_a_calibration_that_waits_for_such_a_computer_says_what_helps() -> None:
    assert "end what else runs" in str(unreadable(HERE, CellFault.SLOW_CLOCK, 50.0))
    assert "amplifier has power" in str(unreadable(HERE, CellFault.SILENT, 50.0))
