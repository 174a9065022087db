"""A calibration's files: nothing is lost with the power, and serials stay with their cells."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from cupsboard import profile
from cupsboard.procedures.beans.forecast import RATINGS
from cupsboard.procedures.calibration import calibration_run
from cupsboard.procedures.calibration.calibration_run import (
    SESSION,
    Beans,
    CalibrationFiles,
    CalibrationSession,
    Wish,
    put_in_force,
)
from cupsboard.procedures.calibration.fit import odd_mass
from cupsboard.procedures.calibration.measurements import BeanNote, Notes, PlaceNotes
from cupsboard.procedures.calibration.raw_stillness import RawCounts
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


def felt(mv_per_v: float, full_scale_grams: float, typed_times: float) -> Notes:
    """Notes of bars of this rating, of a mass that was typed so many times too small."""
    gain = mv_per_v * 1e-3 / full_scale_grams * 128 * 2**24
    loaded = PlaceNotes(loaded=(RawCounts(gain * WEIGHT.mass_grams * typed_times, 1.0, 30.0),))
    return Notes("2026-11-21", 10.0, WEIGHT, dict.fromkeys(BOARD.places, loaded))


def doubt(notes: Notes, wish: Wish | None = None) -> float | None:
    expected = session(Memory(), wish).expected
    assert expected is not None
    return odd_mass(notes, expected)


@pytest.mark.parametrize("full_scale_grams", [100.0, 500.0, 1000.0])
def test_a_first_calibration_with_bars_as_their_data_sheets_allow_is_never_asked_about_its_mass(
    full_scale_grams: float,
) -> None:
    allowed = {100.0: (0.45, 0.75), 500.0: (0.5, 0.85), 1000.0: (0.85, 1.15)}
    for mv_per_v in allowed[full_scale_grams]:
        assert doubt(felt(mv_per_v, full_scale_grams, 1.0)) is None


@pytest.mark.parametrize(
    ("mv_per_v", "full_scale_grams", "typed_times"),
    [
        (0.7, 500, 2.0),
        (0.7, 500, 0.3),
        (0.7, 500, 10.0),
        (1.0, 1000, 0.5),
        (1.0, 1000, 0.1),
        (1.0, 1000, 28.35),
    ],
)
def test_a_first_calibration_asks_about_a_mass_that_no_usual_bar_would_feel_so(
    mv_per_v: float, full_scale_grams: float, typed_times: float
) -> None:
    assert doubt(felt(mv_per_v, full_scale_grams, typed_times)) is not None


def test_bars_that_feel_nothing_at_all_are_asked_about_too() -> None:
    assert doubt(felt(0.0, 500.0, 1.0)) == 0.0


def test_a_rating_that_is_named_tells_a_mass_that_another_rating_would_hide() -> None:
    notes = felt(1.0, 1000.0, 1.5)
    assert doubt(notes) is None
    rated = Wish(WEIGHT, nominal_counts_per_gram=RATINGS["1kg"].counts_per_gram)
    assert doubt(notes, rated) == pytest.approx(1.5)


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


def bean_session(store: Memory, beans: Beans) -> CalibrationSession:
    return CalibrationSession(files(store), BOARD, Wish(WEIGHT, beans=beans))


def weighed(begun: Notes, grams: float, seed: int) -> Notes:
    """Notes after 24 beans of this mean mass, which differ by a tenth."""
    rng = Random(seed)
    beans = [BeanNote(BOARD.places[0], SCALE * rng.gauss(grams, grams / 10), 100.0) for _ in range(24)]
    return replace(begun, beans=tuple(beans), are_beans_done=True)


def concluded(store: Memory, beans: Beans, grams: float, seed: int = 1) -> Calibration:
    run = bean_session(store, beans)
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
    run = bean_session(store, Beans.NEW)
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
    run = bean_session(store, Beans.MORE)
    done = weighed(run.begun(LATER), 0.55, seed=2)
    run.keep(done)
    run.concluded(done, LATER)
    run.keep(done)
    again = bean_session(store, Beans.MORE)
    assert again.begun(LATER) == done
    assert again.concluded(again.begun(LATER), LATER).beans.sample == 48


def test_what_was_weighed_and_not_yet_written_goes_on_after_a_power_cut() -> None:
    store = calibrated()
    run = bean_session(store, Beans.NEW)
    done = weighed(run.begun(LATER), 0.55, seed=1)
    run.keep(done)
    assert bean_session(store, Beans.NEW).begun(LATER) == done
    moved = replace(CALIBRATION.places[Place("south-1")], zero_counts=2000.0)
    other = replace(CALIBRATION, places={**CALIBRATION.places, Place("south-1"): moved})
    calibration_file.save(store, NAME, other)
    assert not bean_session(store, Beans.NEW).begun(LATER).are_beans_done


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
        bean_session(calibrated(), Beans.MORE).begun(LATER)


def test_the_calibration_before_is_had_back_and_the_newer_one_is_kept() -> None:
    store = calibrated()
    new = concluded(store, Beans.NEW, 0.55)
    put_in_force(files(store), CALIBRATION, BOARD)
    assert calibration_file.load(store, NAME, BOARD.places) == CALIBRATION
    assert calibration_file.load(store, "calibration-20261224T1830000000.toml", BOARD.places) == new
    assert calibration_run.load_notes(store, SESSION) is None
    assert store.read(f"{SESSION}.aside-1")
