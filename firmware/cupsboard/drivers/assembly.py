"""A board put together from a profile and a machine: with what works, and words for what doesn't."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Protocol

from cupsboard.drivers.buttons import ButtonPins, BuzzerPin, Silence
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.hx711.cell_health import CellHealth
from cupsboard.drivers.hx711.pico import OpenPico
from cupsboard.drivers.hx711.reader_process import (
    PATIENT,
    OpenBank,
    OpenCells,
    OpenLines,
    Patience,
    Precedence,
    ReaderProcess,
)
from cupsboard.drivers.strip import Pixels, PixelStrip
from cupsboard.ports import Board, Buttons, Clock, Lights, Scales, Sound
from cupsboard.profile import Profile, Strip
from cupsboard.referee.edges import Edge
from cupsboard.signs.scene import Scene

Say = Callable[[str], object]


class Machine(Protocol):
    """What a board can be wired to."""

    def scales(self, clock: int, data: Sequence[int]) -> OpenLines:
        """Return what opens the lines of the scales, in whatever process. Raises DriverError."""

    def pixels(self, strip: Strip) -> Pixels:
        """The pixels of the strip. Raises DriverError."""

    def pins(self) -> Any:
        """A gpiozero pin factory. Raises DriverError."""


class SystemClock:
    """Implements `Clock` with the system's monotonic time."""

    def now(self) -> float:
        """See `Clock`."""
        return time.monotonic()

    def sleep_until(self, moment: float) -> None:
        """See `Clock`."""
        if (pause := moment - time.monotonic()) > 0:
            time.sleep(pause)


class Darkness:
    """The lights of a board without a strip."""

    def show(self, scene: Scene, now: float) -> float:  # noqa: ARG002
        """Show nothing, and never again: infinite seconds; the page says the same."""
        return math.inf


class ButtonsThatWork:
    """The buttons that could be claimed, perhaps none; implements `Buttons`."""

    def __init__(self, buttons: Sequence[ButtonPins]) -> None:
        self._buttons = tuple(buttons)

    def edges(self, now: float) -> Sequence[Edge]:
        """See `Buttons`."""
        return [edge for each in self._buttons for edge in each.edges(now)]


@dataclass(frozen=True, slots=True)
class Wired:
    """A board that is ready; leaving the block gives everything back."""

    board: Board
    health: Callable[[], Mapping[str, CellHealth]]
    buttons: frozenset[str]
    """The names of the buttons that work."""
    missing_parts: tuple[str, ...]
    """What this board can't do, and why."""
    _closing: ExitStack
    precedence: Callable[[], Precedence | None] = lambda: None
    """How the process that reads the scales is scheduled; None where there is none or it has not said."""

    def __enter__(self) -> "Wired":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()


def wired(profile: Profile, machine: Machine, say: Say, patience: Patience = PATIENT) -> Wired:
    """The board of a profile on a machine; `say` is told of troubles with the scales. Raises DriverError."""
    with ExitStack() as closing:
        reader = ReaderProcess(_cells(profile, machine), profile.places, say, patience)
        closing.callback(reader.close)
        whole = around(reader, reader.health, SystemClock(), profile, machine)
        closing.push(whole)
        board = replace(whole.board, arrivals=reader)
        return replace(whole, board=board, _closing=closing.pop_all(), precedence=lambda: reader.precedence)


def scales_alone(profile: Profile, machine: Machine, say: Say) -> Wired:
    """Return a board with its cells, and neither lights nor buttons nor sound. Raises DriverError."""
    with ExitStack() as closing:
        reader = ReaderProcess(_cells(profile, machine), profile.places, say)
        closing.callback(reader.close)
        board = Board(SystemClock(), reader, Darkness(), ButtonsThatWork(()), Silence(), arrivals=reader)
        return Wired(board, reader.health, frozenset(), (), closing.pop_all())


def _cells(profile: Profile, machine: Machine) -> OpenCells:
    """Return what opens the cells: on the Pico that the profile names, or on the machine's own lines."""
    if profile.pico is not None:
        return OpenPico(profile.pico, profile.places)
    return OpenBank(machine.scales(profile.clock_line, [cell.line for cell in profile.cells]), profile.places)


def around(
    scales: Scales,
    health: Callable[[], Mapping[str, CellHealth]],
    clock: Clock,
    profile: Profile,
    machine: Machine,
) -> Wired:
    """The board of a profile with these scales; what else can't be had of the machine it does without."""
    missing_parts: list[str] = []
    with ExitStack() as closing:
        lights = _lights(profile, machine, missing_parts, closing)
        buttons, names = _buttons(profile, machine, missing_parts, closing)
        sound = _sound(profile, machine, missing_parts, closing)
        board = Board(clock, scales, lights, buttons, sound)
        return Wired(board, health, names, tuple(missing_parts), closing.pop_all())


def _lights(profile: Profile, machine: Machine, missing_parts: list[str], closing: ExitStack) -> Lights:
    try:
        pixels = machine.pixels(profile.strip)
    except DriverError as fault:
        missing_parts.append(f"no lights: {fault}; the page shows what they would")
        return Darkness()
    closing.callback(_darken, pixels)
    return PixelStrip(pixels, profile.strip)


def _darken(pixels: Pixels) -> None:
    pixels.fill((0, 0, 0))
    pixels.show()


def _buttons(
    profile: Profile, machine: Machine, missing_parts: list[str], closing: ExitStack
) -> tuple[Buttons, frozenset[str]]:
    working: dict[str, ButtonPins] = {}
    for name, line in profile.buttons.items():
        try:
            button = ButtonPins({name: line}, machine.pins())
        except DriverError as fault:
            missing_parts.append(f"{fault}; a complete move ends when the table lies still")
            continue
        closing.callback(button.close)
        working[name] = button
    return ButtonsThatWork(list(working.values())), frozenset(working)


def _sound(profile: Profile, machine: Machine, missing_parts: list[str], closing: ExitStack) -> Sound:
    if profile.buzzer is None:
        return Silence()
    try:
        buzzer = BuzzerPin(profile.buzzer, machine.pins())
    except DriverError as fault:
        missing_parts.append(f"no sound: {fault}")
        return Silence()
    closing.callback(buzzer.close)
    return buzzer
