"""A whole board over fakes of the header: it plays with what works, and says what doesn't."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.drivers.assembly import Wired, wired
from cupsboard.drivers.hx711.reader_process import PATIENT, Patience
from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Reading
from cupsboard.signs.scene import Meaning, Message, Scene, Sign, Tone
from gpiozero import OutputDevice
from processes import PATIENCE_SECONDS

sys.path.insert(0, str(Path(__file__).parent))

from header_fakes import EMPTY_COUNTS, Bench

BOARD = profile.load("2x3")
SCENE = Scene((Sign(Place("south-1"), Meaning.TOO_MANY),), None, Message("x"))


def test_everything_works_together_and_is_given_back() -> None:
    machine = Bench(BOARD)
    with wired(BOARD, machine, print) as board:
        assert board.missing_parts == ()
        assert board.buttons == {"south", "north"}
        board.board.lights.show(SCENE, 0.0)
        assert machine.strip is not None
        assert any(machine.strip.wire)
        machine.pin_factory.press(BOARD.buttons["south"])
        assert [edge.button for edge in board.board.buttons.edges(1.0)] == ["south"]
        board.board.sound.show(Tone.WRONG, 0.0)
        assert BOARD.buzzer is not None
        assert machine.pin_factory.is_high(BOARD.buzzer)
        assert len(a_frame(board, lambda _: True).readings) == len(BOARD.cells)
    assert not any(machine.strip.wire)
    OutputDevice(BOARD.buttons["south"], pin_factory=machine.pin_factory).close()


@contextmanager
def weighing(patience: Patience = PATIENT) -> Iterator[tuple[Wired, list[str], int]]:
    """A wired board whose cells are all weighed; what it says, and its reader's process id."""
    said: list[str] = []
    with wired(BOARD, Bench(BOARD), said.append, patience) as board:
        a_frame(board, lambda frame: all(map(is_right, frame.readings)))
        (child,) = multiprocessing.active_children()
        assert child.pid is not None
        yield board, said, child.pid


def is_right(reading: Reading) -> bool:
    return isinstance(reading, int) and abs(reading - EMPTY_COUNTS) < 400


def frames(board: Wired, seconds: float) -> Iterator[Frame]:
    clock, scales, arrivals = board.board.clock, board.board.scales, board.board.arrivals
    assert arrivals is not None
    until = clock.now() + seconds
    while clock.now() < until:
        frame, wake_at = scales.step()
        if frame is not None:
            yield frame
        arrivals.wait(max(0.0, min(wake_at, until) - clock.now()))


def a_frame(board: Wired, is_wanted: Callable[[Frame], bool]) -> Frame:
    found = next((frame for frame in frames(board, PATIENCE_SECONDS) if is_wanted(frame)), None)
    assert found is not None
    return found


def is_silent(frame: Frame) -> bool:
    return set(frame.readings) == {CellFault.SILENT}


IMPATIENT = Patience(silence_seconds=1.0, stuck_seconds=2.0, pause_seconds=0.1)


@pytest.mark.long("seconds of a real clock")
@pytest.mark.parametrize(
    ("blow", "patience", "told"),
    [
        (signal.SIGKILL, Patience(pause_seconds=0.1), "it ended with -9"),
        (signal.SIGSTOP, IMPATIENT, "it sent nothing for 2 s"),
    ],
)
def test_a_reader_that_is_killed_or_stopped_is_silence_then_told_of_then_weighing_again(
    blow: signal.Signals, patience: Patience, told: str
) -> None:
    with weighing(patience) as (board, said, reader):
        os.kill(reader, blow)
        a_frame(board, is_silent)
        a_frame(board, lambda frame: all(map(is_right, frame.readings)))
        # On a crowded computer a reader may stand still by itself.
        assert set(said) == {f"the reader of the scales stopped: {told}; starting it again"}


@pytest.mark.long("seconds of a real clock")
def test_a_reader_that_starves_for_a_while_weighs_late_but_never_wrong() -> None:
    with weighing() as (board, said, reader):
        clock = board.board.clock
        for _ in range(8):
            os.kill(reader, signal.SIGSTOP)
            clock.sleep_until(clock.now() + 0.13)
            os.kill(reader, signal.SIGCONT)
            readings = [reading for frame in frames(board, 0.05) for reading in frame.readings]
            assert all(is_right(reading) for reading in readings if isinstance(reading, int))
        a_frame(board, lambda frame: all(map(is_right, frame.readings)))
        assert said == []


def test_a_board_without_lights_plays_and_says_so() -> None:
    with wired(BOARD, Bench(BOARD, has_strip=False), print) as board:
        board.board.lights.show(SCENE, 0.0)
        assert board.missing_parts == (
            "no lights: strip on GPIO 10: no module named 'neopixel'; the page shows what they would",
        )


def test_a_board_with_one_button_and_no_buzzer_plays_and_says_so() -> None:
    machine = Bench(BOARD)
    assert BOARD.buzzer is not None
    taken = [
        OutputDevice(line, pin_factory=machine.pin_factory) for line in (BOARD.buttons["north"], BOARD.buzzer)
    ]
    with wired(BOARD, machine, print) as board:
        assert board.buttons == {"south"}
        north, buzzer = board.missing_parts
        assert north.startswith(f"button north: line {BOARD.buttons['north']} can't be used")
        assert buzzer.startswith("no sound: buzzer")
        board.board.sound.show(Tone.WRONG, 0.0)
    for each in taken:
        each.close()
