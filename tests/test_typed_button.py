import io
import os
from collections.abc import Iterator

import pytest
from cupsboard.play.gestures import Gestures
from cupsboard.play.sight import Hold, Press
from cupsboard.ports import Edge
from cupsboard.typed_button import TypedButton, TypedLines


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


def test_lines_come_whole_and_nobody_waits_for_one(pipe: tuple[io.TextIOWrapper, int]) -> None:
    stream, write = pipe
    lines = TypedLines(stream)
    assert lines() is None
    os.write(write, b"\nho")
    assert [lines(), lines()] == ["", None]
    os.write(write, b"ld\n")
    assert lines() == "hold"
    assert lines.is_open
    os.close(write)
    assert lines() is None
    assert not lines.is_open


def test_a_program_without_an_input_is_never_pressed() -> None:
    lines = TypedLines(io.StringIO("\n"))
    assert not lines.is_open
    assert lines() is None
