"""A board killed in any activity begins with the game as it was; what was measured is kept whole."""

import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from board_process import desk_in, entries
from cupsboard.drivers.files import Files
from cupsboard.procedures.calibration import calibration_run
from cupsboard.profile import generated
from cupsboard.station.jobs.activities import ACTIVITIES
from cupsboard.storage import calibration_file
from cupsim.table import recorded_cell
from evening_process import PAGE, playing
from http_calls import post
from owners_browser import begin, order, owner_of
from processes import Program, started

OF_THIS_BOARD = sorted(ACTIVITIES.keys() - {"cups-weigh", "zero"})
SET_UP = ("setup", "--cups", "2", "--sps", "80", "--pace", "20", "--port", "0")
NOTES = "calibration-notes.json"


def kill(program: Program) -> None:
    assert program.end(signal.SIGKILL) == -signal.SIGKILL


@pytest.mark.long("a process for each activity", but=["doctor"])
@pytest.mark.parametrize("activity", OF_THIS_BOARD)
def test_the_game_is_there_again_and_nothing_is_lost(tmp_path: Path, activity: str) -> None:
    desk = desk_in(tmp_path)
    token = owner_of(tmp_path / "state")
    with playing(tmp_path) as board:
        board.moves(2)
        before = desk.calibration_path.read_bytes()
        address = board.address()
        board.program.forget()
        begin(address, token, activity)
        board.program.hears(lambda: board.program.fresh.strip(), "what the activity asks for")
        kill(board.program)
    assert desk.calibration_path.read_bytes() == before
    assert entries(desk) == 2
    with playing(tmp_path) as board:
        board.program.until("goes on after 2 entries")
        board.moves(1)
        # Whoever was an owner is one still.
        begin(board.address(), token, activity)


@pytest.mark.long("two processes")
def test_a_calibration_goes_on_with_what_was_measured(tmp_path: Path) -> None:
    token = owner_of(tmp_path / "state")
    with playing(tmp_path) as board:
        board.moves(1)
        begin(board.address(), token, "calibrate")
        board.program.until("Take the cups off")
        order(board.address(), token, "go-on", {})
        board.program.until("Put each empty cup on")
        kill(board.program)
    with playing(tmp_path) as board:
        board.program.until("goes on after 1 entries")
        address = board.address()
        board.program.forget()
        begin(address, token, "calibrate")
        board.program.until("Put each empty cup on")
        assert "Take the cups off" not in board.program.said


@contextmanager
def set_up(folder: Path, token: str, activity: str) -> Iterator[Program]:
    """A simulated board whose files are in a folder, where simulated hands do what an activity asks for."""
    with started(Path(sys.executable).with_name("cupsim"), *SET_UP, "--directory", folder) as program:
        address = program.until(PAGE)[1]
        begin(address, token, activity)
        assert post(f"{address}hands", b'{"deed": "help"}').status == 204
        yield program


def readings(folder: Path) -> int:
    """How many readings are kept of a calibration that goes on. Raises SensingError for half a file."""
    notes = calibration_run.load_notes(Files(folder), NOTES)
    if notes is None:
        return 0
    wanting = sum(len(notes.wanting(what)) for what in notes.readings)
    return len(notes.readings) * len(notes.places) - wanting + len(notes.beans)


@pytest.mark.long("a calibration in a dozen processes")
def test_a_calibration_that_is_killed_with_every_reading_comes_to_its_end(tmp_path: Path) -> None:
    token, places = owner_of(tmp_path), generated(2).places
    path, kept = tmp_path / "calibration.toml", [0]
    while not path.exists():
        before = kept[-1]
        with set_up(tmp_path, token, "calibrate") as program:

            def is_further(before: int = before) -> bool:
                return path.exists() or readings(tmp_path) > before

            program.wait_until(is_further, f"a reading after {before}")
            kill(program)
        kept.append(readings(tmp_path))
        assert kept[-1] > before or path.exists()
    assert len(kept) > len(places)
    calibration = calibration_file.load(Files(tmp_path), path.name, places)
    assert calibration.beans.mean_grams == pytest.approx(0.5, rel=0.5)


def recorded(path: Path) -> Callable[[], bool]:
    return lambda: path.exists() and path.read_text().count("\n") > 2000


@pytest.mark.long("a recording of minutes")
def test_what_a_killed_scope_has_recorded_is_a_cell(tmp_path: Path) -> None:
    path = tmp_path / "cell.csv"
    scope = (Path(sys.executable).with_name("cupsim"), "lab", "scope", "--minutes", "60", "--record", path)
    with started(*scope) as program:
        program.wait_until(recorded(path), "a recording")
        kill(program)
    assert re.search(r"^seconds,counts$", path.read_text(), re.MULTILINE)
    assert recorded_cell.read(path).sps == pytest.approx(10, rel=0.2)
