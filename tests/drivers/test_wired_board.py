"""A whole board over fakes of the header: it plays with what works, and says what doesn't."""

import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cupsboard import profile
from cupsboard.drivers.wiring import wired
from cupsboard.play.scene import Meaning, Message, Scene, Sign, Tone
from cupsboard.ports import Frame
from cupsboard.rules.places import Place
from gpiozero import OutputDevice

sys.path.insert(0, str(Path(__file__).parent))

from header_fakes import Bench

BOARD = profile.load("2x3")
SCENE = Scene((Sign(Place("south-1"), Meaning.TOO_MANY),), None, Message("x"))


def first_frame(board: Any) -> Frame:
    until = time.monotonic() + 20.0
    while time.monotonic() < until:
        frame, wake_at = board.scales.step()
        if frame is not None:
            assert isinstance(frame, Frame)
            return frame
        board.clock.sleep_until(min(wake_at, until))
    pytest.fail("no frame")


def test_everything_works_together_and_is_given_back() -> None:
    machine = Bench(BOARD)
    with wired(BOARD, machine, print) as board:
        assert board.lacks == ()
        assert board.buttons == {"south", "north"}
        board.board.lights.show(SCENE, 0.0)
        assert machine.strip is not None
        assert any(machine.strip.wire)
        machine.pin_factory.press(BOARD.buttons.south)
        assert [edge.button for edge in board.board.buttons.edges(1.0)] == ["south"]
        board.board.sound.show(Tone.WRONG, 0.0)
        assert BOARD.buzzer is not None
        assert machine.pin_factory.is_high(BOARD.buzzer)
        assert len(first_frame(board.board).readings) == len(BOARD.cells)
    assert not any(machine.strip.wire)
    OutputDevice(BOARD.buttons.south, pin_factory=machine.pin_factory).close()


def test_a_board_without_lights_plays_and_says_so() -> None:
    with wired(BOARD, Bench(BOARD, has_strip=False), print) as board:
        board.board.lights.show(SCENE, 0.0)
        assert board.lacks == (
            "no lights: strip on GPIO 10: no module named 'neopixel'; the page shows what they would",
        )


def test_a_board_with_one_button_and_no_buzzer_plays_and_says_so() -> None:
    machine = Bench(BOARD)
    assert BOARD.buzzer is not None
    taken = [
        OutputDevice(line, pin_factory=machine.pin_factory) for line in (BOARD.buttons.north, BOARD.buzzer)
    ]
    with wired(BOARD, machine, print) as board:
        assert board.buttons == {"south"}
        north, buzzer = board.lacks
        assert north.startswith(f"button north: line {BOARD.buttons.north} can't be used")
        assert buzzer.startswith("no sound: buzzer")
        board.board.sound.show(Tone.WRONG, 0.0)
    for each in taken:
        each.close()
