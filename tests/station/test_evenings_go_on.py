"""A game in a process of its own: what it goes on without, what ends it, and kills in any activity."""

import os
import re
import resource
import signal
import socket
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from board_process import WITH_READER, asked, desk_in, entries
from cupsboard.commands.main import main
from cupsboard.drivers.assembly import Wired
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.files import Files
from cupsboard.procedures.calibration import calibration_run
from cupsboard.profile import generated
from cupsboard.session.signals import caught_signals
from cupsboard.station import evening
from cupsboard.station.jobs.activities import ACTIVITIES
from cupsboard.storage import calibration_file
from cupsboard.systemd.exit_codes import Ending
from cupsim.table import recorded_cell
from evening_process import PAGE, PLAYING, QUICK, playing
from http_calls import post
from owners_browser import begin, order, owner_of
from processes import PATIENCE_SECONDS, Program, is_alive, on_terminal, started, wait_until

DESCRIPTORS = 256


def occurrences(text: str, word: str) -> int:
    return sum(word in line for line in text.splitlines())


@pytest.mark.long("ten seconds until the port is tried again")
def test_a_taken_port_costs_the_page_and_not_the_game(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with playing(tmp_path, "--port", port) as board:
            board.moves(2)
            taken.close()
            assert board.address() == f"http://127.0.0.1:{port}/"
            assert (
                urllib.request.urlopen(board.address() + "record.txt", timeout=PATIENCE_SECONDS).status == 200
            )
            assert board.program.end() == 0
    assert occurrences(board.program.said, f"no page: 127.0.0.1 port {port}: Address already in use; ") == 1
    assert board.program.complaints == ""


def full(trace: Path) -> None:
    trace.symlink_to("/dev/full")


def a_folder(trace: Path) -> None:
    trace.mkdir()


def a_pipe_nobody_reads(trace: Path) -> None:
    os.mkfifo(trace)


@pytest.mark.long("every way in which a file can refuse", every=3)
@pytest.mark.parametrize("spoil", [full, a_folder, a_pipe_nobody_reads])
def test_a_trace_that_can_t_be_written_costs_the_trace_and_not_the_game(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    (tmp_path / "state").mkdir()
    spoil(tmp_path / "state" / "last.trace")
    with playing(tmp_path, "--no-page") as board:
        board.moves(2)
        assert board.program.end() == 0
    assert occurrences(board.program.said, f"no trace from here on: {tmp_path}/state/last.trace: ") == 1
    assert board.program.complaints == ""


@pytest.mark.long("an evening through the pins")
def test_a_trace_that_ends_in_the_middle_of_the_game_is_said_once_on_the_page_too(tmp_path: Path) -> None:
    with playing(tmp_path, limits={resource.RLIMIT_FSIZE: 20_000}) as board:
        board.program.until("no trace")
        board.moves(2)
        assert occurrences(board.program.said, "no trace from here on: ") == 1
        assert "File too large" in str(board.shown())
        assert board.program.end() == 0
    assert board.program.complaints == ""


def test_an_output_on_a_full_disk_is_given_up_and_the_game_goes_on(tmp_path: Path) -> None:
    with playing(tmp_path, "--no-page", out=Path("/dev/full")) as board:
        board.moves(2)
        assert board.program.end() == 0
    assert board.program.complaints == (
        "nothing more can be said here (No space left on device); everything else goes on\n"
    )


def was_lit_and_is_dark(folder: Path) -> bool:
    said = (folder / "strip").read_text()
    return re.fullmatch(r"([2-9]|\d\d+) pictures, the last dark", said) is not None


@pytest.mark.long("another way to go")
def test_a_terminal_that_is_gone_ends_play_in_good_order(tmp_path: Path) -> None:
    with on_terminal(*PLAYING, tmp_path, str(QUICK)) as program:
        program.until("The game begins")
        program.hang_up()
        assert program.ended() == 0
    assert was_lit_and_is_dark(tmp_path)


@pytest.mark.long("every signal", every=3)
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_play_in_good_order(tmp_path: Path, number: int) -> None:
    with playing(tmp_path, "--no-page") as board:
        board.program.until("The game begins")
        assert board.program.end(number) == 0
    assert was_lit_and_is_dark(tmp_path)
    assert board.program.complaints == ""


@pytest.mark.parametrize("fault", [DriverError("scales: busy; wait"), OSError(5, "Input/output error")])
def test_a_fault_that_may_pass_ends_play_so_that_a_service_begins_anew(
    tmp_path: Path, fault: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_board() -> Wired:
        raise fault

    assert evening.run(asked(), desk_in(tmp_path), no_board) == Ending.TRY_AGAIN
    assert capsys.readouterr().err == f"cupsboard: {fault}\n"


@pytest.mark.long("another way to go")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGHUP, 0), (signal.SIGKILL, -signal.SIGKILL)])
def test_the_reader_is_gone_when_the_terminal_or_the_board_is(tmp_path: Path, number: int, code: int) -> None:
    with playing(tmp_path, WITH_READER, "--no-page") as board:
        program = board.program
        # By then the reader weighs.
        program.until("The game begins")
        readers = program.children()
        assert len(readers) == 2, "the reader, and what looks after its resources"
        assert program.end(number) == code
        assert program.complaints == ""
        wait_until(lambda: not any(map(is_alive, readers)), "the end of the reader")


def test_a_hangup_that_is_to_be_ignored_is_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with caught_signals() as caught:
            signal.raise_signal(signal.SIGHUP)
            assert caught == []
        with caught_signals() as caught:
            signal.raise_signal(signal.SIGTERM)
            assert caught == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGHUP, before)


def half_a_request(stack: ExitStack, port: int) -> socket.socket:
    caller = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS))
    with suppress(OSError):
        caller.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    return caller


@pytest.mark.long("an evening through the pins")
def test_callers_who_only_wait_cost_neither_moves_nor_descriptors_nor_the_page(tmp_path: Path) -> None:
    with ExitStack() as stack:
        board = stack.enter_context(playing(tmp_path, limits={resource.RLIMIT_NOFILE: DESCRIPTORS}))
        address = board.address()
        port = int(address.rpartition(":")[2].rstrip("/"))
        for _ in range(DESCRIPTORS + 50):
            half_a_request(stack, port)
        for _ in range(3):
            assert urllib.request.urlopen(address, timeout=PATIENCE_SECONDS).status == 200
            board.moves(1)
        open_there = len(list(Path(f"/proc/{board.program.id}/fd").iterdir()))
        assert open_there < DESCRIPTORS / 2
        assert board.program.end() == 0
    assert board.program.complaints == ""


def test_an_evening_against_the_board_goes_on_ends_its_engine_and_replays(tmp_path: Path) -> None:
    with playing(tmp_path, "--no-page", "--starter", "south", "--computer", "8") as board:
        board.moves(1)
        trace = tmp_path / "state" / "last.trace"
        board.program.wait_until(lambda: b'"advice":[{"question":1,' in trace.read_bytes(), "advice")
        board.moves(3)
        assert board.program.end() == 0
        assert "the engine stopped" not in board.program.said
    assert b'"computer-thinks"' in trace.read_bytes()
    assert main(["lab", "replay", str(trace)]) == 0


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
