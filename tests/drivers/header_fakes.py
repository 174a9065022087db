"""A Pi's header on a computer that has none: fakes that refuse what the real libraries refuse."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cupsboard.drivers.errors import DriverError
from cupsboard.profile import Profile, Strip
from cupsim.electronics.chip_bank import ChipBank
from cupsim.electronics.host_timing import Host
from cupsim.electronics.hx711_chip import Chip
from cupsim.electronics.pins import SimulatedPins, SimulatedStrip


class GpioError(Exception):
    """What lgpio raises; it shows its words in quotes."""

    def __str__(self) -> str:
        return repr(self.args[0])


@dataclass
class FakeGpio:
    """The calls of lgpio that the board makes: handles, exclusive claims, groups read by their leader."""

    labels: dict[int, str]
    closed_chips: frozenset[int] = frozenset()
    mute_chips: frozenset[int] = frozenset()
    error = GpioError
    SET_PULL_UP = 32
    levels: dict[int, int] = field(default_factory=dict)
    written: list[tuple[int, int]] = field(default_factory=list)
    _handles: dict[int, int] = field(default_factory=dict)
    _claims: dict[tuple[int, int], int] = field(default_factory=dict)
    _outputs: set[tuple[int, int]] = field(default_factory=set)
    _groups: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def gpiochip_open(self, chip: int) -> int:
        if chip not in self.labels or chip in self.closed_chips:
            raise GpioError("can not open gpiochip")
        handle = max(self._handles, default=39) + 1
        self._handles[handle] = chip
        return handle

    def gpiochip_close(self, handle: int) -> None:
        del self._handles[handle]
        self._claims = {line: held for line, held in self._claims.items() if held != handle}
        self._outputs = {each for each in self._outputs if each[0] != handle}
        self._groups = {each: lines for each, lines in self._groups.items() if each[0] != handle}

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        chip = self._handles[handle]
        if chip in self.mute_chips:
            raise GpioError("bad chip info ioctl")
        return [0, 54, f"gpiochip{chip}", self.labels[chip]]

    def gpio_claim_output(self, handle: int, line: int, level: int = 0, flags: int = 0) -> None:
        self._claim(handle, line)
        self._outputs.add((handle, line))

    def group_claim_input(self, handle: int, lines: list[int], flags: int = 0) -> None:
        if flags != self.SET_PULL_UP:
            raise AssertionError("an unplugged cell must read high")
        for line in lines:
            self._claim(handle, line)
        self._groups[handle, lines[0]] = lines

    def gpio_write(self, handle: int, line: int, level: int) -> None:
        if (handle, line) not in self._outputs:
            raise GpioError("GPIO not an output")
        self._drive(line, int(level))

    def group_read(self, handle: int, leader: int) -> tuple[int, int]:
        lines = self._groups.get((handle, leader))
        if lines is None:
            raise GpioError("not a group leader")
        levels = self._levels_now()
        return len(lines), sum(levels.get(line, 1) << bit for bit, line in enumerate(lines))

    def _drive(self, line: int, level: int) -> None:
        self.written.append((line, level))

    def _levels_now(self) -> dict[int, int]:
        return self.levels

    def _claim(self, handle: int, line: int) -> None:
        chip = self._handles[handle]
        if (chip, line) in self._claims:
            raise GpioError("GPIO busy")
        self._claims[chip, line] = handle


@dataclass(kw_only=True)
class ChipGpio(FakeGpio):
    """Calls of lgpio that end at simulated chips: one clock line, a data line for each chip."""

    chips: ChipBank
    clock: int
    data: Sequence[int]

    def _drive(self, line: int, level: int) -> None:
        assert line == self.clock
        self.chips.set_clock(bool(level))

    def _levels_now(self) -> dict[int, int]:
        levels = self.chips.read_lines()
        return {line: levels >> number & 1 for number, line in enumerate(self.data)}


class RealTimeHost(Host):
    """The computer that the test runs on: its calls take the time they take."""

    def __init__(self) -> None:
        self.preemptions = 0

    @property
    def time(self) -> float:  # type: ignore[override]
        return time.monotonic()

    def call(self) -> float:
        return time.monotonic()


class RealTimeBank(ChipBank):
    """Chips that convert in real time: what a word will show is worked out at a look.

    While the clock is high that would stretch the first pulse of every word on a slow computer.
    """

    def read_lines(self) -> int:
        levels = super().read_lines()
        if self._layout is None:
            self._lay_out()
        return levels


@dataclass(frozen=True)
class OpenChips:
    """Opens simulated chips, which convert in real time, in whatever process."""

    values: tuple[int, ...]
    sps: int = 80

    def __call__(self) -> RealTimeBank:
        chips = [
            Chip(self._quiet(value), Random(f"{line} {value}"), sps=self.sps)
            for line, value in enumerate(self.values)
        ]
        return RealTimeBank(chips, RealTimeHost(), Random(1))

    def _quiet(self, value: int) -> Callable[[float, float], int]:
        noise = Random(value)
        return lambda _time, _period: round(noise.gauss(value, 40))


@dataclass(frozen=True)
class OpenNothing:
    """Lines that are taken."""

    def __call__(self) -> ChipBank:
        raise DriverError("scales: GPIO 27 is busy")


EMPTY_COUNTS = 100_000


@dataclass
class Bench:
    """A machine of simulated pins, pixels and chips; implements `Machine`."""

    profile: Profile
    has_strip: bool = True
    has_pins: bool = True
    sps: int = 80
    pin_factory: SimulatedPins = field(default_factory=SimulatedPins)
    strip: SimulatedStrip | None = None

    def scales(self, clock: int, data: Sequence[int]) -> OpenChips:
        assert clock == self.profile.clock
        return OpenChips((EMPTY_COUNTS,) * len(data), self.sps)

    def pixels(self, strip: Strip) -> Any:
        if not self.has_strip:
            raise DriverError("strip on GPIO 10: no module named 'neopixel'")
        self.strip = SimulatedStrip(strip.pixel_count, strip.order)
        return self.strip

    def pins(self) -> Any:
        if not self.has_pins:
            raise DriverError("buttons and buzzer: gpiozero can't reach the header (no permission)")
        return self.pin_factory
