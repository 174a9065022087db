"""A board that drifts heals in play, tells and can take it back; a zero is taken by hand; the file stays."""

import math
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from cupsboard.drivers.files import Files
from cupsboard.drivers.folder_lock import FolderInUseError, locked
from cupsboard.loop import Loop
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.rules.game import of_beans
from cupsboard.rules.places import BEAN, Place, Side
from cupsboard.scales.errors import SensingError
from cupsboard.station.files import corrections
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.jobs.calibration import NotZeroed, Zeroing
from cupsboard.storage import calibration_file, learnt
from cupsboard.storage.correction_log import lines
from cupsboard.storage.memory import memory_in
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import Memory
from cupsim.runs.simulated_board import Bench, build
from cupsim.runs.simulated_board import calibrate as calibrated
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table
from seated_evening import evening_at

NOW = "2026-11-21T20:15:00+00:00"
ONE = Place("south-1")


def played(directory: Path, degrees: float) -> tuple[World, BoardFiles, list[str]]:
    """An evening with everything attached that a real board has, in a room that warms by so much."""
    world = Pairing(Setting(seed=4, cups=4)).seated()
    files, said = Files(directory), list[str]()
    calibration_file.save(files, "calibration.toml", world.calibration)
    evening_at(world, memory_in(directory), said.append)
    world.table.room.heat(0.0, degrees, 900.0)
    world.run_until(900.0)
    path = directory / "calibration.toml"
    return world, BoardFiles(world.profile, files, "calibration.toml", path, files, directory), said


@pytest.fixture(scope="module")
def warming(tmp_path_factory: pytest.TempPathFactory) -> tuple[World, BoardFiles, list[str]]:
    return played(tmp_path_factory.mktemp("warming"), 12.0)


@pytest.mark.long("an evening of drift through the pins")
def test_zeros_follow_the_drift_and_every_step_is_in_the_log(
    warming: tuple[World, BoardFiles, list[str]],
) -> None:
    world, desk, _ = warming
    assert sum("empty cup" in line for line in lines(desk.memory)) >= 3
    known = world.core.knowledge
    for place, values in world.calibration.places.items():
        drift = known.places[place].tare.grams - values.cup_grams
        # The furthest true one is 0.40 g; that of a pot of 31 beans is known to 0.10 g.
        assert abs(drift) < 0.4 + 3 * math.sqrt(known.places[place].tare.variance)
    assert any(
        abs(known.places[place].tare.grams - values.cup_grams) > 0.05
        for place, values in world.calibration.places.items()
    )


@pytest.mark.long("an evening of drift through the pins")
def test_the_calibration_file_is_the_same_to_the_last_byte(
    warming: tuple[World, BoardFiles, list[str]],
) -> None:
    world, desk, _ = warming
    fresh = Files(desk.state_path / "fresh")
    calibration_file.save(fresh, "calibration.toml", world.calibration)
    assert desk.calibrations.read("calibration.toml") == fresh.read("calibration.toml")
    assert not list(desk.state_path.glob("calibration-*.toml"))


@pytest.mark.long("an evening of drift through the pins")
def test_warm_up_is_told_at_the_board_once(warming: tuple[World, BoardFiles, list[str]]) -> None:
    _, desk, said = warming
    assert sum("warming up" in line for line in said) == 1
    assert any("warming up" in line for line in lines(desk.memory))


@pytest.mark.long("an evening of drift through the pins")
def test_what_was_healed_is_shown_and_put_back(
    warming: tuple[World, BoardFiles, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    world, desk, _ = warming
    before = desk.calibrations.read("calibration.toml")
    assert corrections.show(desk, None, NOW) == 0
    assert "the latest of the log:" in capsys.readouterr().out
    assert corrections.show(desk, "all", NOW) == 0
    said = capsys.readouterr().out
    assert said.count("(+0 mg)") + said.count("(-0 mg)") == len(world.profile.places)
    known = learnt.load(desk.memory, world.calibration)
    assert known is not None
    assert known.pieces[BEAN].mean_grams == pytest.approx(world.calibration.beans.mean_grams)
    assert lines(desk.memory)[-1].endswith("by hand: all put back to the calibration")
    assert desk.calibrations.read("calibration.toml") == before
    with locked(desk.state_path), pytest.raises(FolderInUseError, match="end it first"):
        corrections.show(desk, "all", NOW)
    with pytest.raises(SensingError, match="--revert: hall is not known; choose from south-1"):
        corrections.show(desk, "hall", NOW)


@pytest.mark.long("an evening of drift through the pins")
def test_an_unknown_place_is_refused_also_where_nothing_was_learnt_yet(
    warming: tuple[World, BoardFiles, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, desk, _ = warming
    fresh = replace(desk, state=Files(tmp_path), state_path=tmp_path)
    assert corrections.show(fresh, "south-1", NOW) == 0
    assert "nothing was learnt yet" in capsys.readouterr().out
    with pytest.raises(
        SensingError, match=r"--revert: south-9 is not known; choose from south-1, .*, beans, all"
    ):
        corrections.show(fresh, "south-9", NOW)
    assert capsys.readouterr().out == ""


class AtTheCup:
    """A board with empty cups, and somebody who presses the button when asked to."""

    def __init__(self, off_grams: float, count: int = 0) -> None:
        random, model = Random(6), cell_model("500g")
        self.table = Table(2, random, cells=model)
        from_profile = Pairing(Setting(seed=1, cups=2)).seated().profile
        self.bench: Bench = build(from_profile, self.table, random, sps=10)
        self.calibration = calibrated(self.table, bean_kind("kidney"), model, random, sps=10)
        self.before = from_calibration(self.calibration, of_beans({ONE: count}))
        self.table.push(ONE, off_grams, 0.0)
        self.places = from_profile.places

    def zeroing(self) -> Zeroing:
        zeroing = Zeroing(self.calibration, self.places, self.before, ONE)
        loop, clock = Loop(self.bench.board, zeroing), self.bench.board.clock
        while clock.now() < 20.0 and not zeroing.is_finished:
            self.bench.set_button(Side.SOUTH, 6.0 < clock.now() < 6.2, clock.now())
            clock.sleep_until(loop.step())
            assert zeroing.found is None or clock.now() > 6.0
        return zeroing


def test_an_empty_cup_is_the_zero_after_a_press_and_only_then() -> None:
    at = AtTheCup(0.9)
    found = at.zeroing().found
    assert isinstance(found, Knowledge)
    moved = found.places[ONE].tare.grams - at.before.places[ONE].tare.grams
    assert 0.75 < moved < 1.05
    assert {place: each for place, each in found.places.items() if place != ONE} == {
        place: each for place, each in at.before.places.items() if place != ONE
    }
    store = Memory()
    words = corrections.keep_zero(store, at.calibration, found, ONE, NOW)
    assert "south-1" in words
    assert learnt.load(store, at.calibration) == found
    assert lines(store) == (f"{NOW}  by hand: {words}",)


@pytest.mark.parametrize(
    ("at", "why"),
    [
        (AtTheCup(0.2, count=3), "is to hold beans (3) by the agreed table; empty it first"),
        (AtTheCup(9.0), "from what its empty cup weighs"),
    ],
)
def test_a_cup_that_is_not_empty_is_refused_with_the_reason(at: AtTheCup, why: str) -> None:
    found = at.zeroing().found
    assert isinstance(found, NotZeroed)
    assert why in found.why


@pytest.mark.long("an evening of drift through the pins")
def test_a_replaced_calibration_begins_to_learn_anew(
    warming: tuple[World, BoardFiles, list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world, desk, _ = warming
    store = Files(tmp_path)
    calibration_file.save(store, "calibration.toml", replace(world.calibration, made=NOW))
    fresh = replace(desk, calibrations=store, state_path=tmp_path)
    assert corrections.show(fresh, None, NOW) == 0
    assert capsys.readouterr().out == "nothing was learnt yet with this calibration\n"
