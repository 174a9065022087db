"""The commands of a real board, over simulated chips, pixels and pins on the system's own clock."""

import multiprocessing
import os
import signal
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.commands import main, play
from cupsboard.commands.parsers import program
from cupsboard.drivers.assembly import Machine
from cupsboard.drivers.files import Files
from cupsboard.drivers.folder_lock import FolderInUseError, locked
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import Begin
from cupsboard.station import evening
from cupsboard.station.files.board_files import BoardFiles, wired_board
from cupsboard.station.occupation import Plan
from cupsboard.station.station import Station
from cupsboard.station.wishes import Wishes
from cupsboard.storage import calibration_file
from cupsboard.storage.games import KeptGames
from cupsboard.storage.paths import homes
from cupsboard.systemd.exit_codes import Ending
from processes import PATIENCE_SECONDS

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers"))

from header_fakes import EMPTY_COUNTS, Bench

BOARD = profile.load("2x3")


def calibrated() -> Calibration:
    place = PlaceCalibration(
        zero_counts=EMPTY_COUNTS - 20_000,
        counts_per_gram=2000.0,
        gain_error=0.003,
        cup_grams=10.0,
        cup_error_grams=0.02,
        noise_grams=0.02,
    )
    beans = PieceCalibration(0.55, 0.01, 0.06, 30)
    return Calibration("2026-11-21", 80.0, beans, dict.fromkeys(BOARD.places, place))


@pytest.fixture
def desk(tmp_path: Path) -> BoardFiles:
    settings, state = Files(tmp_path / "settings"), tmp_path / "state"
    calibration_file.save(settings, "calibration.toml", calibrated())
    path = tmp_path / "settings" / "calibration.toml"
    return BoardFiles(BOARD, settings, "calibration.toml", path, Files(state), state)


def asked(*options: str) -> Wishes:
    parser = program("cupsboard play", "", "")
    play.define(parser)
    return play.wishes_of(parser.parse_args([*([] if "--no-page" in options else ["--port", "0"]), *options]))


def played(wishes: Wishes, desk: BoardFiles, machine: Machine, is_asked_to_end: Callable[[], bool]) -> int:
    """Play on a machine until asked to end; the exit code."""
    with locked(desk.state_path), wired_board(desk.profile, machine) as ready:
        return Station(wishes, desk, ready, is_asked_to_end).run(Plan())


def until(is_there: Callable[[], bool]) -> Callable[[], bool]:
    """Ask to end when something is there, or when that was waited for in vain; what is missing shows then."""
    end = time.monotonic() + PATIENCE_SECONDS
    return lambda: is_there() or time.monotonic() > end


def is_set_up(desk: BoardFiles) -> bool:
    kept = KeptGames(desk.memory, lambda: "").playing()
    return kept is not None and kept.is_set_up


def test_an_evening_begins_is_kept_and_goes_on(desk: BoardFiles, capsys: pytest.CaptureFixture[str]) -> None:
    played(asked(), desk, Bench(BOARD), until(lambda: is_set_up(desk)))
    said = capsys.readouterr().out
    assert "game 1 begins" in said
    assert "the board's page: http://127.0.0.1:" in said
    assert "(for this computer alone; --listen 0.0.0.0 shows it to the phones in the house too)" in said
    assert "The game begins" in said
    assert (desk.state_path / "last.trace").stat().st_size > 1000
    played(asked("--no-page"), desk, Bench(BOARD), lambda: True)
    assert "game 1 of" in capsys.readouterr().out


def test_the_page_shows_the_board_while_it_plays(
    desk: BoardFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    pages: list[bytes] = []

    def has_looked() -> bool:
        said = capsys.readouterr().out
        if "page: " in said:
            address = said.partition("page: ")[2].split()[0]
            pages.append(urllib.request.urlopen(address + "record.txt", timeout=PATIENCE_SECONDS).read())
        return bool(pages)

    played(asked(), desk, Bench(BOARD), until(has_looked))
    assert pages[0].startswith(b"Game: cups 3\n")


def test_a_damaged_calibration_without_a_copy_lights_up_every_place_and_is_tried_again(
    desk: BoardFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.calibrations.replace("calibration.toml", b"format = ")
    machine = Bench(BOARD)
    code = played(
        asked(), desk, machine, until(lambda: machine.strip is not None and any(machine.strip.wire))
    )
    assert code == Ending.TRY_AGAIN
    assert "calibration.toml: " in capsys.readouterr().out


def test_a_game_put_aside_is_taken_up_by_its_number(
    desk: BoardFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    played(asked("--no-page", "--new"), desk, Bench(BOARD, has_strip=False), lambda: True)
    said = capsys.readouterr().out
    assert "no lights: strip on GPIO 10" in said
    code = played(asked("--no-page", "--go-on", "9"), desk, Bench(BOARD), lambda: True)
    assert code == Ending.REFUSED
    assert "there is no game 9; those put aside: none" in capsys.readouterr().out


def test_an_evening_goes_on_when_the_reader_of_its_scales_dies(
    desk: BoardFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    killed: list[int] = []

    def has_begun_without_the_first_reader() -> bool:
        if not killed:
            (reader,) = multiprocessing.active_children()
            assert reader.pid is not None
            os.kill(reader.pid, signal.SIGKILL)
            killed.append(reader.pid)
        return is_set_up(desk)

    asked_to_end = until(has_begun_without_the_first_reader)
    played(asked("--no-page"), desk, Bench(BOARD), asked_to_end)
    said = capsys.readouterr().out
    stopped = said.index("the reader of the scales stopped: it ended with -9; starting it again")
    assert stopped < said.index("The game begins")


def test_a_board_whose_games_cannot_be_read_plays_one_that_is_not_kept(
    desk: BoardFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.state_path.write_bytes(b"a file where a folder should be")
    machine, said = Bench(BOARD), list[str]()

    def has_said_so() -> bool:
        said.append(capsys.readouterr().out)
        return "can't be written down" in "".join(said)

    assert played(asked("--no-page"), desk, machine, until(has_said_so)) == 0
    first, rest = "".join(said).split(
        ". A new game begins, which is forgotten when the board is switched off"
    )
    assert "memory.sqlite can't be read: Not a directory" in first
    assert "game 1 begins" in rest
    assert "the last moves were never written down" in capsys.readouterr().out
    assert desk.state_path.read_bytes() == b"a file where a folder should be"


def test_a_second_board_in_the_same_folder_is_refused_in_one_line(
    desk: BoardFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Bench(BOARD)
    with locked(desk.state_path):
        assert evening.run(asked("--no-page"), desk, lambda: wired_board(BOARD, machine)) == Ending.TRY_AGAIN
        with pytest.raises(FolderInUseError):
            played(asked("--no-page"), desk, machine, lambda: True)
    (line,) = capsys.readouterr().err.splitlines()
    who = f"cupsboard: {desk.state_path}: process {os.getpid()} has the board of this folder at work; "
    assert line.startswith(who)
    assert not (desk.state_path / "memory.sqlite").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ["--computer", "south"],
            "south is a side; say how well the board is to play it: --computer 4 --computer-side south",
        ),
        (["--computer", "9"], "'9' is no level; say one of 1, 2, 3, 4, 5, 6, 7, 8, perfect"),
    ],
)
def test_what_is_no_level_is_refused_with_what_to_say(
    options: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main(["play", *options])
    assert ended.value.code == Ending.REFUSED
    assert said in capsys.readouterr().err


def test_a_side_for_the_board_without_a_level_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main(["play", "--profile", "2x4", "--computer-side", "south"])
    assert ended.value.code == Ending.REFUSED
    assert "--computer-side: belongs to --computer or --engine" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [["play"], ["calibrate"], ["calibrate", "beans", "sort"], ["calibrate", "beans", "check"], ["doctor"]],
)
def test_a_computer_without_a_header_is_told_so_in_one_line(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    if list(Path("/dev").glob("gpiochip*")):
        pytest.skip("this computer has GPIO")
    assert main.main(command) == Ending.REFUSED
    assert capsys.readouterr().err == (
        "cupsboard: no GPIO here; a board needs a Raspberry Pi; "
        "on this computer there is `cupsim`, the simulated board\n"
    )


def cared(desk: BoardFiles, machine: Machine, job: str, **options: str) -> int:
    """Do a job on a machine; the exit code."""
    wishes = Wishes(job=Begin(job, options), page=None)
    return evening.work(wishes, desk, lambda: wired_board(desk.profile, machine))


@contextmanager
def pressing(machine: Bench) -> Iterator[None]:
    """Press again and again, for a busy computer may not be looking yet."""
    line, is_over = BOARD.buttons["south"], threading.Event()

    def press() -> None:
        while not is_over.wait(0.7):
            machine.pins().press(line)
            is_over.wait(0.3)
            machine.pins().release(line)

    finger = threading.Thread(target=press)
    finger.start()
    try:
        yield
    finally:
        is_over.set()
        finger.join()


def test_beans_are_checked_on_the_board_until_a_button_says_enough(
    desk: BoardFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Bench(BOARD)
    with pressing(machine):
        assert cared(desk, machine, "beans-check") == 0
    said = capsys.readouterr().out
    assert "5 beans into each lit cup" in said
    assert said.endswith("Nothing was weighed.\n")


def test_a_kind_is_weighed_on_the_board_until_a_button_says_enough(
    desk: BoardFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = Bench(BOARD)
    with pressing(machine), pytest.raises(SensingError, match="dime: 0 weighed, and 8 are needed at least"):
        cared(desk, machine, "kinds-weigh", kind="dime")
    assert "One dime into each lit cup" in capsys.readouterr().out
    assert desk.load_calibration() == calibrated()


def test_a_place_that_is_not_there_is_not_calibrated(desk: BoardFiles) -> None:
    with pytest.raises(SensingError, match="--place: south-9 is not on this board"):
        cared(desk, Bench(BOARD), "calibrate", place="south-9")


@pytest.mark.parametrize(
    ("environment", "settings", "state"),
    [
        ({}, "/home/anna/.config/cupsboard", "/home/anna/.local/state/cupsboard"),
        ({"XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"}, "/c/cupsboard", "/s/cupsboard"),
        ({"XDG_CONFIG_HOME": "c"}, "/home/anna/.config/cupsboard", "/home/anna/.local/state/cupsboard"),
    ],
)
def test_files_are_where_others_look_for_them(environment: dict[str, str], settings: str, state: str) -> None:
    found = homes(environment, Path("/home/anna"))
    assert (found.settings, found.state) == (Path(settings), Path(state))
