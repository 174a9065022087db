import io
import os
import pty
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TextIO

import pytest
from cupsboard import profile
from cupsboard.loop import Loop
from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.reference_masses import reference
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Hold, Press
from cupsboard.station.terminal.keyboard_button import TypedButton, TypedPresses
from cupsim.runs.simulated_board import build
from cupsim.table.table import Table
from processes import wait_until


class RealButtons:
    """The edges that a test gives."""

    def __init__(self, edges: list[Edge]) -> None:
        self._edges = edges

    def edges(self, now: float) -> list[Edge]:
        due = [edge for edge in self._edges if edge.time <= now]
        self._edges = [edge for edge in self._edges if edge.time > now]
        return due


@pytest.mark.parametrize(
    ("typed", "gestures"), [([""], [Press]), (["hold"], [Hold]), (["", ""], [Press, Press])]
)
def test_enter_is_a_press_and_hold_a_hold(typed: list[str], gestures: list[type]) -> None:
    lines = iter(typed)
    buttons = TypedButton(RealButtons([]), lambda: next(lines, None))
    fingers = Gestures()
    found = []
    for tick in range(300):
        now = 0.02 * tick
        found += [type(gesture) for gesture in fingers.step(buttons.edges(now), now)]
    assert found == gestures


def test_a_real_button_works_beside_it() -> None:
    edges = [Edge("north", True, 0.5), Edge("north", False, 0.7)]
    buttons = TypedButton(RealButtons(edges), lambda: None)
    assert [*buttons.edges(0.6), *buttons.edges(0.8)] == edges


@pytest.fixture
def pipe() -> Iterator[tuple[io.TextIOWrapper, int]]:
    read, write = os.pipe()
    with os.fdopen(read) as stream:
        yield stream, write


@pytest.fixture
def explained() -> list[str]:
    """What was said of how a press is typed."""
    return []


def presses_of(stream: TextIO, explained: list[str]) -> TypedPresses:
    return TypedPresses(stream, lambda: explained.append("Enter is a press"))


def test_lines_come_whole_and_nobody_waits_for_one(
    pipe: tuple[io.TextIOWrapper, int], explained: list[str]
) -> None:
    stream, write = pipe
    presses = presses_of(stream, explained)
    assert presses() is None
    os.write(write, b"\nho")
    assert [presses(), presses()] == ["", None]
    os.write(write, b"ld\n Hold \n")
    assert [presses(), presses()] == ["hold", "hold"]
    assert presses.is_open
    os.close(write)
    assert presses() is None
    assert not presses.is_open
    assert explained == []


def test_what_is_neither_enter_nor_hold_presses_nothing_and_is_answered(
    pipe: tuple[io.TextIOWrapper, int], explained: list[str]
) -> None:
    stream, write = pipe
    presses = presses_of(stream, explained)
    os.write(write, b"sudo cupsboard doctor\nyes\n\n")
    assert [presses(), presses(), presses(), presses()] == [None, None, "", None]
    assert len(explained) == 2
    os.close(write)


def test_who_types_the_end_of_a_file_at_a_terminal_may_type_on(explained: list[str]) -> None:
    ours, its = pty.openpty()
    with os.fdopen(its) as stream:
        presses = presses_of(stream, explained)
        os.write(ours, b"\x04")
        assert presses() is None
        os.write(ours, b"\n")
        assert wait_until(lambda: presses() == "", "the press")
        assert presses.is_open
        os.close(ours)
        assert presses() is None
        assert not presses.is_open


def test_a_program_without_an_input_is_never_pressed(explained: list[str]) -> None:
    with open(os.devnull) as nothing:
        for stream in (io.StringIO("\n"), nothing):
            presses = presses_of(stream, explained)
            assert not presses.is_open
            assert presses() is None


def test_a_board_without_buttons_is_calibrated_with_enter() -> None:
    board, random = profile.generated(2), Random(1)
    table = Table(2, random)
    bench = build(board, table, random, sps=10)
    for place in board.places:
        table.lift(place, 0.0)
    typed: deque[str] = deque()
    buttons = TypedButton(RealButtons([]), lambda: typed.popleft() if typed else None)
    notes = Notes.empty("2026-11-21T18:30:00", 10.0, reference("100 g"), board.places)
    calibrating = Calibrating(board.places, notes, dict, lambda _: None)
    loop = Loop(replace(bench.board, buttons=buttons), calibrating)
    clock = bench.board.clock

    def wait(seconds: float) -> None:
        ends = clock.now() + seconds
        while clock.now() < ends:
            clock.sleep_until(loop.step())

    wait(10.0)
    assert calibrating.notes.wanting("zero") == board.places
    typed.append("")
    wait(5.0)
    assert calibrating.notes.wanting("zero") == ()
