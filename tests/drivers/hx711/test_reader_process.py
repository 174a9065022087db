"""The reader in a process of its own, with chips that run on the system's clock."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from cupsboard.drivers.hx711.reader_process import PATIENT, OpenBank, Patience, ReaderProcess
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from processes import wait_until

sys.path.insert(0, str(Path(__file__).parent))

from header_fakes import OpenChips, OpenNothing

CELLS = ("south-1", "south-2", "south-pot")
VALUES = (1000, -5, 8_000_000)
IMPATIENT = Patience(silence_seconds=1.0, stuck_seconds=2.0, pause_seconds=0.1)


@contextmanager
def reader(
    open_lines: OpenChips | OpenNothing, patience: Patience = PATIENT
) -> Iterator[tuple[ReaderProcess, list[str]]]:
    said: list[str] = []
    process = ReaderProcess(OpenBank(open_lines, CELLS), CELLS, said.append, patience)
    try:
        yield process, said
    finally:
        process.close()


def frames(process: ReaderProcess) -> Iterator[Frame]:
    """Frames as they come."""
    while True:
        yield wait_until(lambda: process.step()[0], "a frame")


def has_begun(process: ReaderProcess) -> bool:
    """Return whether the child has said how it is scheduled, the first thing that it says."""
    process.step()
    return process.precedence is not None


def a_weighing(process: ReaderProcess) -> Frame:
    """Return the first frame with the weights of all cells, which takes long where pulses are interrupted."""
    return next(frame for frame in frames(process) if is_weighed(frame))


def is_weighed(frame: Frame) -> bool:
    return all(
        isinstance(reading, int) and abs(reading - value) < 400
        for reading, value in zip(frame.readings, VALUES, strict=True)
    )


def a_silence(process: ReaderProcess) -> Frame:
    return next(frame for frame in frames(process) if set(frame.readings) == {CellFault.SILENT})


def test_readings_come_out_of_the_child_with_the_time_of_both() -> None:
    before = time.monotonic()
    with reader(OpenChips(VALUES)) as (process, said):
        frame = a_weighing(process)
        assert before < frame.time < time.monotonic()
        wait_until(lambda: process.step() and process.health(), "how the cells do")
        assert set(process.health()) == set(CELLS)
        assert said == []


@pytest.mark.long("two children weigh by a real clock; test_play_command.py kills one in a game")
def test_a_child_that_is_killed_is_told_of_and_replaced() -> None:
    with reader(OpenChips(VALUES)) as (process, said):
        a_weighing(process)
        first = process.process_id
        assert first is not None
        os.kill(first, signal.SIGKILL)
        a_silence(process)
        a_weighing(process)
        assert process.process_id != first
        assert said == ["the reader of the scales stopped: it ended with -9; starting it again"]


@pytest.mark.long("seconds of a real clock")
def test_a_child_that_stands_still_is_told_of_and_replaced() -> None:
    with reader(OpenChips(VALUES), IMPATIENT) as (process, said):
        a_weighing(process)
        assert process.process_id is not None
        os.kill(process.process_id, signal.SIGSTOP)
        a_silence(process)
        a_weighing(process)
        assert "it sent nothing for 2 s" in said[0]


def test_lines_that_are_taken_are_told_of() -> None:
    with reader(OpenNothing()) as (process, said):
        wait_until(lambda: process.step() and said, "words about the lines")
        assert said == ["the reader of the scales stopped: scales: GPIO 27 is busy; starting it again"]


def test_no_child_is_left_behind() -> None:
    with reader(OpenChips(VALUES)) as (process, _):
        wait_until(lambda: has_begun(process), "a child that reads")
        child = process.process_id
        assert child is not None
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_child_asked_to_end_with_its_parent_waits_for_the_parents_word() -> None:
    with reader(OpenChips(VALUES)) as (process, said):
        wait_until(lambda: has_begun(process), "a child that reads")
        assert process.process_id is not None
        os.kill(process.process_id, signal.SIGTERM)
        asked_at = time.monotonic()
        next(frame for frame in frames(process) if frame.time > asked_at)
        assert said == []


@pytest.mark.long("seconds of a real clock")
def test_a_child_asked_to_end_whose_parent_does_nothing_ends_by_itself() -> None:
    with reader(OpenChips(VALUES)) as (process, said):
        a_weighing(process)
        assert process.process_id is not None
        os.kill(process.process_id, signal.SIGTERM)
        a_silence(process)
        assert said[0].startswith("the reader of the scales stopped: it ended")


def test_a_child_says_how_it_is_scheduled() -> None:
    with reader(OpenChips(VALUES)) as (process, _):
        wait_until(lambda: has_begun(process), "how it is scheduled")


def test_whatever_the_child_says_ends_the_wait_for_it() -> None:
    with reader(OpenChips(VALUES)) as (process, _):
        waits = 0
        while not process.have_come():
            process.wait(60.0)
            waits += 1
        assert waits <= 1
        wait_until(lambda: has_begun(process), "what the child said")


def all_that_came(process: ReaderProcess) -> list[Frame]:
    """Return the frames that one wait for the child brings."""
    came: list[Frame] = []
    process.wait(1.0)
    while process.have_come():
        frame, _ = process.step()
        came += [] if frame is None else [frame]
    return came


@pytest.mark.long("more than five seconds of a real clock")
def test_frames_of_a_table_that_lies_still_come_together_and_in_order() -> None:
    with reader(OpenChips(VALUES)) as (process, said):
        came = [a_weighing(process)]
        is_together = False
        while not is_together:
            parcel = all_that_came(process)
            is_together = len(parcel) > 2
            came += parcel
            assert came[-1].time - came[0].time < 60.0
        assert all(earlier.time < later.time for earlier, later in pairwise(came))
        assert said == []
