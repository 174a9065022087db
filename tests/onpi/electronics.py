"""The electronics behind an emulated header: cells to load and buttons to press, while commands run."""

import atexit
import ctypes
import mmap
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from cupsboard.profile import Profile
from cupsboard.rules.places import Place

HERE = Path(__file__).parent
SOURCES = ("hx711.c", "gpiochip.c")
LINES = 54
NOMINAL_HZ = 11_059_200.0
"""Gives 10 and 80 results a second: 1,105,920 and 138,240 clocks each (data sheet p. 3)."""
OFF_NOMINAL = (1.0, 0.97, 1.06, 1.03, 0.95, 1.09, 0.99, 1.17, 1.01, 1.05)
"""Oscillators as people met them: up to 17 % fast."""
AS_WIRED, SHORTED_LOW, SHORTED_HIGH, WIRE_OFF = range(4)
_CELL, _BUTTON, _CLOCK = 1, 2, 3
_MOST_LINES, _MOST_CHIPS = 64, 32


class ChipState(ctypes.Structure):
    """`Hx711` of hx711.h."""

    _fields_ = (
        *((name, ctypes.c_double) for name in ("grams", "counts_per_gram", "empty_counts", "noise_counts")),
        ("oscillator_hz", ctypes.c_double),
        *((name, ctypes.c_uint32) for name in ("is_fast", "when_hit", "keeps_gain", "has_power", "clock")),
        *((name, ctypes.c_uint32) for name in ("is_asleep", "gain", "settling", "has_result")),
        *((name, ctypes.c_uint32) for name in ("is_unreliable", "pulses")),
        ("word", ctypes.c_int32),
        *((name, ctypes.c_int64) for name in ("rose_at", "asleep_since", "done_at", "updating_until")),
        ("seen_grams", ctypes.c_double * 4),
        *((name, ctypes.c_uint64) for name in ("noise", "conversions", "power_downs")),
    )


class LineState(ctypes.Structure):
    """`Line` of board.h."""

    _fields_ = (
        *((name, ctypes.c_uint32) for name in ("kind", "index", "fault", "is_down", "level", "changes")),
        ("flags", ctypes.c_uint64),
    )


class BoardState(ctypes.Structure):
    """`Board` of board.h."""

    _fields_ = (
        ("mutex", ctypes.c_uint64 * 8),
        *((name, ctypes.c_uint32) for name in ("magic", "line_count", "chip_count", "refused")),
        ("line_ns", ctypes.c_uint64),
        ("name", ctypes.c_char * 32),
        ("label", ctypes.c_char * 32),
        ("lines", LineState * _MOST_LINES),
        ("chips", ChipState * _MOST_CHIPS),
    )


@dataclass(frozen=True, slots=True)
class Cell:
    """What is soldered and screwed under a place."""

    counts_per_gram: float
    empty_counts: float
    noise_counts: float


@cache
def compiled() -> Path:
    """The emulation as a shared object, for as long as this process runs. Raises AssertionError."""
    folder = TemporaryDirectory(prefix="cupsboard-emulation-")
    atexit.register(folder.cleanup)
    made = Path(folder.name) / "gpiochip.so"
    command = ["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", str(made)]
    try:
        done = subprocess.run(
            [*command, *(str(HERE / source) for source in SOURCES), "-lm"], capture_output=True, text=True
        )
    except FileNotFoundError:
        raise AssertionError("the emulated Pi needs a compiler: apt-get install gcc libc6-dev") from None
    if done.returncode:
        raise AssertionError(
            f"the emulated Pi can't be compiled (apt-get install gcc libc6-dev):\n{done.stderr}"
        )
    return made


@cache
def library() -> ctypes.CDLL:
    """The emulation's functions, for a test that calls them itself."""
    loaded = ctypes.CDLL(str(compiled()))
    chip, nanoseconds = ctypes.POINTER(ChipState), ctypes.c_int64
    loaded.hx711_power_on.argtypes = (chip, ctypes.c_uint64, nanoseconds)
    loaded.hx711_set_clock.argtypes = (chip, ctypes.c_uint32, nanoseconds)
    loaded.hx711_dout.argtypes = (chip, nanoseconds)
    loaded.hx711_dout.restype = ctypes.c_uint32
    loaded.hx711_period_ns.argtypes = (chip,)
    loaded.hx711_period_ns.restype = ctypes.c_double
    loaded.board_bytes.restype = ctypes.c_ulong
    loaded.board_begin.argtypes = (ctypes.POINTER(BoardState),)
    loaded.board_is_held.argtypes = (ctypes.c_int, ctypes.c_uint32)
    assert loaded.board_bytes() == ctypes.sizeof(BoardState), "electronics.py and board.h differ"
    return loaded


class Electronics:
    """A profile's cells and buttons behind a file that stands for `/dev/gpiochipN`."""

    def __init__(self, path: Path, profile: Profile, label: str = "pinctrl-bcm2711") -> None:
        """Make the file and switch everything on; nothing lies on the cells."""
        self.profile = profile
        self._library = library()
        path.write_bytes(bytes(ctypes.sizeof(BoardState)))
        self._descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        self._memory = mmap.mmap(self._descriptor, ctypes.sizeof(BoardState))
        self.state = BoardState.from_buffer(self._memory)
        self.state.line_count = LINES
        self.state.name, self.state.label = b"gpiochip0", label.encode()
        self.state.line_ns = 1000
        self.cells: dict[Place, Cell] = {}
        self._solder()
        assert self._library.board_begin(ctypes.byref(self.state)) == 0

    def _solder(self) -> None:
        profile, state = self.profile, self.state
        state.lines[profile.clock].kind = _CLOCK
        for line in (profile.buttons["south"], profile.buttons["north"]):
            state.lines[line].kind = _BUTTON
        state.chip_count = len(profile.cells)
        for index, wired in enumerate(profile.cells):
            line, chip = state.lines[wired.line], state.chips[index]
            line.kind, line.index = _CELL, index
            is_fast = profile.rate_sps > 40
            cell = Cell(
                2950.0 + 37.0 * (index % 7), 41_000.0 * (index % 5 - 2) + 700.0, 38.0 if is_fast else 21.0
            )
            self.cells[Place(wired.place)] = cell
            chip.counts_per_gram, chip.empty_counts = cell.counts_per_gram, cell.empty_counts
            chip.noise_counts = cell.noise_counts
            chip.oscillator_hz = NOMINAL_HZ * OFF_NOMINAL[index % len(OFF_NOMINAL)]
            chip.is_fast, chip.when_hit, chip.keeps_gain = is_fast, index % 3, index % 2

    def lay(self, place: str, grams: float) -> None:
        """Let so much lie on a cell in all."""
        self._chip(place).grams = grams

    def lay_all(self, grams: Mapping[Place, float]) -> None:
        """Let so much lie on each of these cells."""
        for place, each in grams.items():
            self.lay(place, each)

    def press(self, side: str, is_down: bool) -> None:
        """Push a button down, or let it go."""
        self._line_of_button(side).is_down = is_down

    def spoil(self, place: str, fault: int) -> None:
        """Cut or short the data line of a cell, or mend it."""
        self.state.lines[self.profile.cells[self._index(place)].line].fault = fault

    def power(self, place: str, is_on: bool) -> None:
        """Take a chip's supply away, or give it back."""
        chip = self._chip(place)
        if is_on:
            self._library.hx711_power_on(
                ctypes.byref(chip), self._index(place) + 1, self._library.board_now()
            )
        chip.has_power = is_on

    def is_held(self, line: int) -> bool:
        """Whether some process holds a line."""
        return bool(self._library.board_is_held(self._descriptor, line))

    def held_lines(self) -> list[int]:
        """All lines that some process holds."""
        return [line for line in range(LINES) if self.is_held(line)]

    def close(self) -> None:
        """Let go of the file."""
        # The memory goes with the last of those who look at it.
        del self.state, self._memory
        os.close(self._descriptor)

    def _index(self, place: str) -> int:
        return [cell.place for cell in self.profile.cells].index(Place(place))

    def _chip(self, place: str) -> ChipState:
        chip: ChipState = self.state.chips[self._index(place)]
        return chip

    def _line_of_button(self, side: str) -> LineState:
        buttons = self.profile.buttons
        line: LineState = self.state.lines[buttons[side]]
        return line
