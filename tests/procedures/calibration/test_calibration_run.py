"""A calibration's files: nothing is lost with the power, and serials stay with their cells."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from cupsboard import profile
from cupsboard.procedures.calibration.calibration_run import CalibrationFiles, CalibrationSession, Wish
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.reference_masses import reference
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
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
ONE, OTHER = Place("south-1"), Place("north-pot")


class PowerCut(Exception):
    """The supply went away."""


class Cut(Memory):
    """A store whose power goes at one of its writes, before or after it has taken place."""

    def __init__(self, half_writes: int) -> None:
        super().__init__()
        self.half_writes = half_writes

    def replace(self, name: str, data: bytes) -> None:
        self._count()
        super().replace(name, data)
        self._count()

    def _count(self) -> None:
        if self.half_writes == 0:
            raise PowerCut
        self.half_writes -= 1


@pytest.fixture(scope="module")
def done() -> Notes:
    world = CalibrationWorld(CalibrationSetup(3, reference=WEIGHT, switched_on=EVENING, cups=2))
    world.calibrate(600.0)
    assert world.calibrating.is_finished
    return world.calibrating.notes


def session(store: Memory, wish: Wish | None = None) -> CalibrationSession:
    return CalibrationSession(CalibrationFiles(store, NAME, store), BOARD, wish or Wish(WEIGHT))


def everything_written(store: Cut, done: Notes) -> None:
    session(store).keep(done)
    session(store).concluded(done, LATER)


def writes_of_a_calibration(done: Notes) -> int:
    store = Cut(1000)
    session(store).concluded(done, EVENING.isoformat())
    store.half_writes = 1000
    everything_written(store, done)
    return 1000 - store.half_writes


@pytest.mark.long("a cut at every write")
def test_a_power_cut_at_any_write_leaves_the_old_or_the_new_and_the_next_start_ends_it(done: Notes) -> None:
    total = writes_of_a_calibration(done)
    assert total >= 12
    seen = set()
    for half_writes in range(total):
        store = Cut(1000)
        old = session(store).concluded(replace(done, beans=done.beans[:20]), EVENING.isoformat())
        store.half_writes = half_writes
        with suppress(PowerCut):
            everything_written(store, done)
        store.half_writes = 1000
        found = calibration_file.load(store, NAME, BOARD.places)
        assert found.made in (EVENING.isoformat(), LATER)
        seen.add(found.made)
        if found.made == LATER:
            kept = calibration_file.load(store, "calibration-20261121T1830000000.toml", BOARD.places)
            assert kept == old
        if half_writes > 0:
            # What had been measured is still there, or has been put to use.
            again = session(store).begun(LATER)
            if all(known.loaded for known in again.places.values()):
                session(store).concluded(again, LATER)
            assert calibration_file.load(store, NAME, BOARD.places).made == LATER
            assert (store.read(REPORT) or b"").startswith(b"<!DOCTYPE html>")
    assert seen == {EVENING.isoformat(), LATER}


@pytest.mark.long("two calibrations")
def test_serials_stay_with_their_cells_until_others_are_named(done: Notes) -> None:
    store = Memory()
    named = session(store, Wish(WEIGHT, serials={ONE: "A17", OTHER: "B2"}))
    begun = named.begun(EVENING.isoformat())
    assert begun.places[ONE].cell_serial == "A17"
    assert begun.forgetting([ONE]).places[ONE].cell_serial == "A17"
    named.concluded(done.with_serials({ONE: "A17", OTHER: "B2"}), EVENING.isoformat())
    again = session(store, Wish(WEIGHT, serials={OTHER: "B3"})).begun(LATER)
    assert [again.places[place].cell_serial for place in (ONE, OTHER)] == ["A17", "B3"]
    alone = session(store, Wish(WEIGHT, place=ONE))
    notes = alone.begun(LATER)
    assert notes.places[ONE].cell_serial == "A17"
    new = alone.concluded(notes.noting({ONE: replace(done.places[ONE], cell_serial="A17")}), LATER)
    assert [new.places[place].cell_serial for place in (ONE, OTHER)] == ["A17", "B2"]
    assert b"<td>A17</td>" in (store.read(REPORT) or b"")


@pytest.mark.long("a whole calibration")
def test_a_place_alone_does_not_disturb_a_calibration_of_the_board_that_was_interrupted(done: Notes) -> None:
    store = Memory()
    session(store).concluded(done, EVENING.isoformat())
    interrupted = done.forgetting([OTHER])
    session(store).keep(interrupted)
    alone = session(store, Wish(WEIGHT, place=ONE))
    alone.keep(alone.begun(LATER))
    assert session(store).begun(LATER) == interrupted


@pytest.mark.long("a whole calibration")
def test_what_was_begun_with_one_mass_does_not_go_on_with_another(done: Notes) -> None:
    store = Memory()
    interrupted = done.forgetting([OTHER])
    session(store).keep(interrupted)
    nickels = Wish(reference("2 nickels"))
    with pytest.raises(
        SensingError, match=r"goes on with a weight of 100 g alone: .* calibrate from the start"
    ):
        session(store, nickels).begun(LATER)
    assert session(store).begun(LATER) == interrupted
    anew = session(store, replace(nickels, is_anew=True)).begun(LATER)
    assert (anew.reference, anew.wanting("zero")) == (nickels.reference, BOARD.places)


@pytest.mark.long("a calibration through the pins")
def test_a_place_redone_with_coins_is_unsure_against_the_others_and_they_stay_sure(done: Notes) -> None:
    store = Memory()
    first = session(store).concluded(done, EVENING.isoformat())

    def redone(place: Place, mass: str, made: str) -> Calibration:
        alone = session(store, Wish(reference(mass), place=place))
        known = done.places[place]
        share = reference(mass).mass_grams / WEIGHT.mass_grams
        (loaded,), (again,) = known.loaded, known.again
        less = replace(
            known,
            loaded=(replace(loaded, mean=share * loaded.mean),),
            again=(replace(again, mean=share * again.mean),),
        )
        return alone.concluded(alone.begun(made).noting({place: less}), made)

    coins = redone(ONE, "2 nickels", LATER).places[ONE]
    assert (coins.calibrated, coins.method) == (LATER, "2 x US nickel, 10.000 g +-0.071 g")
    assert coins.gain_error == pytest.approx(0.0071, rel=0.1)
    after = redone(OTHER, "100 g", "2026-12-25T18:30:00+00:00")
    assert after.places[ONE] == coins
    assert after.places[OTHER].method == first.places[OTHER].method
    assert after.places[OTHER].gain_error < 0.002
    for place in set(BOARD.places) - {ONE, OTHER}:
        assert after.places[place] == first.places[place]


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (Wish(WEIGHT, serials={Place("south-9"): "A"}), "--serial: south-9 is not on this board"),
        (Wish(WEIGHT, place=Place("hall")), "--place: hall is not on this board"),
        (Wish(reference("none"), is_line_wanted=True), "beans can't lie on a bare platform"),
    ],
)
def test_a_wish_that_cannot_be_is_refused(wish: Wish, words: str) -> None:
    with pytest.raises(SensingError, match=words):
        session(Memory(), wish)
