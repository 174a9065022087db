"""A board of nine spots is calibrated and examined by somebody who obeys its lights, without a cup on it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from cupsboard import profile
from cupsboard.loop import Loop
from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.calibration_run import CalibrationFiles, CalibrationSession, Wish
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.doctor.diagnosis import diagnose
from cupsboard.procedures.doctor.examination import Examining
from cupsboard.procedures.procedure import Procedure
from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.rejections import Nonsense
from cupsboard.procedures.uncalibrated import assumed
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, SPOTS, Seat, tray
from cupsboard.rules.places import Place
from cupsboard.scales.errors import SensingError
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say
from cupsboard.station.jobs.examination import Traced
from cupsboard.storage.paths import REPORT
from cupsim.runs import schedule
from cupsim.runs.direct_board import DirectBench, build_direct
from cupsim.runs.memory_store import Memory
from cupsim.runs.schedule import Actor, Timed
from cupsim.table.king_of_the_cups.race_table import RaceTable

SPS = 80
WEIGHT = reference("100 g")
NOW = "2026-11-23T20:15:00+01:00"
LONGEST_SECONDS = 900.0
FINGER_GRAMS = 40.0


class Maker:
    """Puts the mass where a light asks for it and takes it off, touches what is to be touched, presses."""

    def __init__(self, seats: int, *, crossed: tuple[Place, Place] | None = None) -> None:
        self.table = RaceTable(seats, Random(seats), dict.fromkeys(CUPS, 70.0))
        for cup in CUPS:
            self.table.take_hold(cup, Seat.ONE)
            self.table.carry_off(cup, 0.0)
        self.board = profile.generated_for_seats(seats)
        cells = dict(self.table.cells)
        if crossed is not None:
            one, other = crossed
            cells[one], cells[other] = cells[other], cells[one]
        self.bench: DirectBench = build_direct(cells, SPS)
        self.loaded: Place | None = None
        self.told: list[str] = []
        self.broken: str | None = None
        """A player whose button has no contact."""

    def carry_out(self, procedure: Procedure) -> None:
        """Do what it asks for until it is finished, or refuses something."""
        loop = Loop(self.bench.board, procedure)
        motion: Iterator[float] = iter(())

        def look(now: float) -> float:
            nonlocal motion
            pause = next(motion, None)
            if pause is None:
                motion, pause = self._motion(loop), 0.5
            return now + pause

        def board(_now: float) -> float:
            wake = loop.step()
            if loop.scene is not None:
                said = say(loop.scene.message)
                self.told += [] if self.told[-1:] == [said] else [said]
            return wake

        actors: list[Actor] = [Timed(board, self.now), Timed(look, self.now)]
        schedule.run_until(
            self.now + LONGEST_SECONDS,
            self.bench.board.clock,
            lambda: actors,
            lambda: procedure.is_finished or getattr(procedure, "refusal", None) is not None,
        )

    @property
    def now(self) -> float:
        return self.bench.board.clock.now()

    def _motion(self, loop: Loop) -> Iterator[float]:
        if loop.scene is None:
            return
        asked = {sign.place: sign.meaning for sign in loop.scene.signs}
        said = loop.scene.message.key
        if said == "calibrate-empty" or Meaning.WINNER in asked.values():
            # Any button will do for a calibration; the doctor asks for all.
            pressed = self.table.seats[-1:] if said == "calibrate-empty" else self.table.seats
            for seat in [seat for seat in pressed if seat.value != self.broken]:
                self.bench.buttons.set_button(seat, True, self.now)
                yield 0.15
                self.bench.buttons.set_button(seat, False, self.now)
                yield 0.2
            return
        for place, meaning in asked.items():
            if meaning is Meaning.MUST_NEXT and self.loaded is None:
                self.loaded = place
                self.table.push(place, 100.0, self.now)
            elif meaning is Meaning.TOO_MANY and self.loaded is not None:
                # From where it lies, whatever place the board takes that for.
                self.table.push(self.loaded, -100.0, self.now)
                self.loaded = None
            elif meaning is Meaning.LOOK:
                self.table.push(place, FINGER_GRAMS, self.now)
                yield 0.8
                self.table.push(place, -FINGER_GRAMS, self.now)
        yield 1.0


def calibrating(maker: Maker, store: Memory, wish: Wish) -> tuple[Calibrating, CalibrationSession]:
    session = CalibrationSession(CalibrationFiles(store, "calibration.toml", store), maker.board, wish)
    return Calibrating(maker.board.places, session.begun(NOW), dict, session.keep), session


@pytest.mark.long("a whole calibration")
@pytest.mark.parametrize("seats", [2, 6])
def test_spots_and_trays_are_calibrated_with_one_mass_and_neither_cups_nor_beans(seats: int) -> None:
    maker, store = Maker(seats), Memory()
    procedure, session = calibrating(maker, store, Wish(WEIGHT))
    maker.carry_out(procedure)
    assert procedure.refused == []
    calibration = session.concluded(procedure.notes, NOW)
    for place, values in calibration.places.items():
        assert values.cup_grams == 0.0
        assert values.counts_per_gram == pytest.approx(maker.table.cells[place].counts_per_gram, rel=3e-3)
    said = "\n".join(maker.told)
    first, *others = maker.board.places
    assert f"Put the weight in the middle of {first}." in said
    assert f"All once more, to be sure: put the weight in the middle of {first}." in said
    for place, following in pairwise((first, *others)):
        assert f"Move the weight from {place} to the middle of {following}." in said
    assert f"Take the weight off {others[-1]}." in said
    assert "bean" not in said
    page = (store.read(REPORT) or b"").decode()
    assert "spot-9" in page
    assert "Beans" not in page


@pytest.mark.long("a calibration through the pins")
def test_crossed_cables_of_a_spot_and_a_tray_are_named() -> None:
    maker, store = Maker(2, crossed=(SPOTS[3], tray(Seat.TWO))), Memory()
    procedure, _ = calibrating(maker, store, Wish(WEIGHT))
    maker.carry_out(procedure)
    assert procedure.refusal is not None
    assert procedure.refusal.what is Nonsense.CROSSED
    assert {SPOTS[3], tray(Seat.TWO)} == set(procedure.refusal.places)
    assert "press to repeat" in str(procedure.refusal)


@pytest.mark.long("whole calibrations")
def test_one_tray_is_calibrated_again_alone_and_an_interrupted_calibration_goes_on() -> None:
    maker, store = Maker(2), Memory()
    procedure, session = calibrating(maker, store, Wish(WEIGHT))
    maker.carry_out(procedure)
    whole = session.concluded(procedure.notes, NOW)
    again, alone = calibrating(maker, store, Wish(WEIGHT, tray(Seat.ONE)))
    maker.carry_out(again)
    mended = alone.concluded(again.notes, NOW)
    assert mended.places[SPOTS[0]] == whole.places[SPOTS[0]]
    assert mended.places[tray(Seat.ONE)] != whole.places[tray(Seat.ONE)]
    session.keep(replace(procedure.notes, places={**procedure.notes.places, SPOTS[0]: NOTHING}))
    gone_on, _ = calibrating(maker, store, Wish(WEIGHT))
    assert gone_on.progress == (3 * (len(maker.board.places) - 1) + 1, 3 * len(maker.board.places) + 1)


NOTHING = Notes.empty(NOW, 80.0, WEIGHT, SPOTS[:1]).places[SPOTS[0]]


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (Wish(reference("none"), nominal_counts_per_gram=3000.0), "--reference: beans can't lie on a spot"),
        (Wish(WEIGHT, is_line_wanted=True), "--linearity: .* leave it out"),
        (Wish(WEIGHT, Place("south-3")), "--place: south-3 is not on this board; choose from spot-1"),
    ],
)
def test_what_spots_have_not_is_refused_with_what_to_do(wish: Wish, words: str) -> None:
    with pytest.raises(SensingError, match=words):
        calibrating(Maker(2), Memory(), wish)


@pytest.mark.long("a whole examination")
@pytest.mark.parametrize("seats", [2, 5])
def test_a_sound_board_of_spots_is_examined_place_by_place_and_button_by_button(seats: int) -> None:
    maker = Maker(seats)
    values = assumed(maker.board)
    examining = Examining(values, maker.board.places, dict, knows_weights=False, seats=maker.board.owners)
    traced = Traced(examining, maker.board, values)
    maker.carry_out(traced)
    lines = diagnose(examining.findings, maker.board)
    assert [line.name for line in lines] == [*maker.board.places, "buttons"]
    assert all(line.is_good for line in lines), [str(line) for line in lines]
    assert "Nothing on spots and trays" in maker.told[0]
    assert any(f"Press every player's button; {seats} to go." in said for said in maker.told)
    assert replay(read_trace(traced.trace.splitlines(keepends=True))).difference is None


def test_a_button_without_contact_and_crossed_trays_are_named_by_the_doctor() -> None:
    maker = Maker(3, crossed=(tray(Seat.ONE), tray(Seat.THREE)))
    maker.broken = "two"
    values = assumed(maker.board)
    examining = Examining(values, maker.board.places, dict, knows_weights=False, seats=maker.board.owners)
    maker.carry_out(examining)
    bad = {line.name: line.said for line in diagnose(examining.findings, maker.board) if not line.is_good}
    assert set(bad) == {"one-tray", "three-tray", "buttons"}
    assert "felt as tray 3: examine again" in bad["one-tray"]
    assert "no press of Player 2 was felt" in bad["buttons"]


@pytest.mark.long("a whole calibration")
def test_a_cup_left_on_a_calibrated_spot_is_named_with_the_next_step() -> None:
    maker, store = Maker(2), Memory()
    procedure, session = calibrating(maker, store, Wish(WEIGHT))
    maker.carry_out(procedure)
    calibration = session.concluded(procedure.notes, NOW)
    maker.table.place(CUPS[4], SPOTS[6], maker.now)
    examining = Examining(calibration, maker.board.places, dict, seats=maker.board.owners)
    maker.carry_out(examining)
    (bad,) = [line for line in diagnose(examining.findings, maker.board) if not line.is_good]
    assert bad.name == SPOTS[6]
    assert "g off its calibration" in bad.said
    assert "cupsboard calibrate --place spot-7" in bad.said
