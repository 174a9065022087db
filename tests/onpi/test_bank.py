"""The production bank reader on chips that know nothing of it, in virtual time."""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil

import pytest
from cupsboard.drivers.hx711.bank import Bank
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame

from onpi.electronics import NOMINAL_HZ, OFF_NOMINAL, ChipState, library

NS = 1_000_000_000
A_CALL_NS = 6_000
"""One call through Python, lgpio and the kernel, as estimated for a Pi."""
COUNTS = 40_000
NOISE_COUNTS = 21.0
FARTHEST = 6 * NOISE_COUNTS


@dataclass
class Chips:
    """Chips on one clock, whose data lines are read one after the other; implements `Lines`."""

    chips: list[ChipState]
    line_ns: int
    time: int = 0
    preempted: Callable[[int], int] = field(default=lambda _: 0)
    """How long the host stands still after the so-maniest rise of the clock."""
    rises: int = 0

    def set_clock(self, level: bool) -> None:
        self.time += A_CALL_NS // 2
        for chip in self.chips:
            library().hx711_set_clock(ctypes.byref(chip), level, self.time)
        if level:
            self.rises += 1
            self.time += self.preempted(self.rises)
        self.time += A_CALL_NS // 2

    def read_lines(self) -> int:
        self.time += A_CALL_NS // 2
        levels = 0
        for index, chip in enumerate(self.chips):
            levels |= library().hx711_dout(ctypes.byref(chip), self.time) << index
            self.time += self.line_ns
        self.time += A_CALL_NS // 2
        return levels

    def now(self) -> float:
        return self.time / NS


def wired(count: int = 8, *, is_fast: bool = False, line_ns: int = 1_000) -> tuple[Bank, Chips]:
    chips = []
    for index in range(count):
        chip = ChipState(
            empty_counts=COUNTS * (index + 1),
            noise_counts=NOISE_COUNTS,
            oscillator_hz=NOMINAL_HZ * OFF_NOMINAL[index % len(OFF_NOMINAL)],
            is_fast=is_fast,
            when_hit=index % 3,
            keeps_gain=index % 2,
        )
        library().hx711_power_on(ctypes.byref(chip), index + 1, 0)
        chips.append(chip)
    lines = Chips(chips, line_ns)
    return Bank(lines, [f"cell-{index + 1}" for index in range(count)]), lines


def read(bank: Bank, lines: Chips, seconds: float) -> list[Frame]:
    frames, until = [], lines.now() + seconds
    while lines.now() < until:
        frame, wake_at = bank.step()
        if frame is not None:
            frames.append(frame)
        lines.time = max(lines.time, ceil(wake_at * NS) + 1)
    return frames


def wrong(frames: list[Frame]) -> list[tuple[float, int, int]]:
    """What was said that no cell held: when, which cell, and how far off."""
    return [
        (frame.time, index + 1, reading - COUNTS * (index + 1))
        for frame in frames
        for index, reading in enumerate(frame.readings)
        if not isinstance(reading, CellFault) and abs(reading - COUNTS * (index + 1)) > FARTHEST
    ]


def full(frames: list[Frame]) -> int:
    return sum(all(isinstance(reading, int) for reading in frame.readings) for frame in frames)


@pytest.mark.long("seconds of a real clock", but=["0-True-70.0", "1000-True-70.0"])
@pytest.mark.parametrize(("is_fast", "least"), [(False, 9.0), (True, 70.0)])
@pytest.mark.parametrize("line_ns", [0, 1_000, 4_000])
def test_a_board_whose_lines_are_read_one_after_the_other_says_nothing_wrong(
    is_fast: bool, least: float, line_ns: int
) -> None:
    bank, lines = wired(is_fast=is_fast, line_ns=line_ns)
    read(bank, lines, 2.0)
    seconds = 5.0 if is_fast else 20.0
    frames = read(bank, lines, seconds)
    assert wrong(frames) == []
    # The slowest chip gives the pace.
    assert full(frames) / seconds > least


@pytest.mark.long("another stall", every=3)
@pytest.mark.parametrize("stall_ns", [55_000, 70_000, 1_000_000, 20_000_000])
def test_a_stall_under_a_high_clock_costs_frames_and_says_nothing_wrong(stall_ns: int) -> None:
    bank, lines = wired()
    lines.preempted = lambda rise: stall_ns if rise % 500 == 7 else 0
    frames = read(bank, lines, 25.0)
    assert lines.chips[0].power_downs > (2 if stall_ns > 60_000 else 0)
    assert wrong(frames) == []
    assert full(frames) > 60


def test_a_cell_without_power_is_told_and_comes_back() -> None:
    bank, lines = wired()
    read(bank, lines, 3.0)
    chip = lines.chips[2]
    chip.has_power, chip.has_result = 0, 0
    silent = read(bank, lines, 5.0)
    assert silent[-1].readings[2] is CellFault.SILENT
    library().hx711_power_on(ctypes.byref(chip), 3, lines.time)
    chip.clock = 0
    back = read(bank, lines, 5.0)
    assert wrong(silent + back) == []
    assert isinstance(back[-1].readings[2], int)
