"""Where every pin of the two buffer chips goes, and the small parts round them: table, list and picture.

Pins of a quad buffer '125 in a DIP-14, the same in all families: Toshiba's CAD part of the 74HC125.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from cupsboard.profile import Profile

from hardware.circuit.wiring import clock_branches, pin_of

CLOCK_RESISTOR, DATA_RESISTOR, PULL_DOWN, STRIP_RESISTOR = "100 Ω", "1 kΩ", "10 kΩ", "330 Ω"
"""A clock wire's, a data line's, a buffer input's, the strip's. The base resistor is a data line's."""
BYPASS, STRIP_CAPACITOR, REGULATOR_CAPACITOR = "100 nF", "1000 µF, 10 V", "10 µF, 10 V"
GATE_PINS = ((1, 2, 3), (4, 5, 6), (10, 9, 8), (13, 12, 11))
"""Enable (OE, on while low), input (A) and output (Y) of each gate."""
GROUND_PIN, SUPPLY_PIN = 7, 14
PINS = 14


class Net(Enum):
    """What the pins of the circuit are joined by."""

    GROUND = "ground"
    THREE_VOLTS = "3.3 V"
    FIVE_VOLTS = "5 V"
    CLOCK = "clock"
    BRANCH = "branch"
    PIXELS = "pixels"
    STRIP = "strip"
    OPEN = "open"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class End:
    """Where a pin goes: its net, the net's name in the picture, and the words of the table."""

    net: Net
    label: str
    goes_to: str


@dataclass(frozen=True, slots=True)
class ChipPin:
    """A pin of a buffer chip."""

    number: int
    name: str
    end: End


@dataclass(frozen=True, slots=True)
class Chip:
    """A buffer chip of this board with all its pins, in the order of their numbers."""

    name: str
    purpose: str
    supply: Net
    pins: tuple[ChipPin, ...]


GROUNDED = End(Net.GROUND, "ground", "ground")
LEFT_OPEN = End(Net.OPEN, "open", "nothing: leave it open")


def chips(profile: Profile) -> tuple[Chip, Chip]:
    """The clock's buffer and the level shifter of the pixels."""
    return _clock_buffer(profile), _level_shifter(profile)


def _clock_buffer(profile: Profile) -> Chip:
    branches = clock_branches(profile)
    first = GATE_PINS[0][1]
    inputs = [
        End(Net.CLOCK, "clock", f"{_header(profile, profile.clock_line)}; and {PULL_DOWN} to ground"),
        *(End(Net.CLOCK, "clock", f"pin {first} of this chip") for _ in branches[1:]),
    ]
    outputs = [
        End(
            Net.BRANCH,
            f"branch {number}",
            f"{len(places)} × {CLOCK_RESISTOR}, one in each wire to SCK of {places[0]} to {places[-1]}",
        )
        for number, places in enumerate(branches, start=1)
    ]
    return _quad_buffer("74AHC125", "clock of all HX711", Net.THREE_VOLTS, inputs, outputs)


def _level_shifter(profile: Profile) -> Chip:
    signal = f"{DATA_RESISTOR}, then {_header(profile, profile.strip.line)}; and {PULL_DOWN} to ground"
    return _quad_buffer(
        "74AHCT125",
        "level shifter of the pixels",
        Net.FIVE_VOLTS,
        [End(Net.PIXELS, "pixels", signal)],
        [End(Net.STRIP, "strip", f"{STRIP_RESISTOR} at the strip, then DIN of pixel 0")],
    )


def _header(profile: Profile, line: int) -> str:
    return f"GPIO {line} (header pin {pin_of(profile, line)})"


def _quad_buffer(name: str, purpose: str, supply: Net, inputs: Iterable[End], outputs: Iterable[End]) -> Chip:
    """A chip whose first gates are used; enables and unused inputs lie on ground, unused outputs are open."""
    pins = {
        GROUND_PIN: ChipPin(GROUND_PIN, "GND", GROUNDED),
        SUPPLY_PIN: ChipPin(
            SUPPLY_PIN,
            "VCC",
            End(supply, supply.value, f"{supply.value}; and {BYPASS} to ground, right at the chip"),
        ),
    }
    given, driven = list(inputs), list(outputs)
    unused = len(GATE_PINS) - len(given)
    ends = zip(given + [GROUNDED] * unused, driven + [LEFT_OPEN] * unused, strict=True)
    for gate, (numbers, (signal, driving)) in enumerate(zip(GATE_PINS, ends, strict=True), start=1):
        for number, role, end in zip(numbers, ("OE", "A", "Y"), (GROUNDED, signal, driving), strict=True):
            pins[number] = ChipPin(number, f"{gate}{role}", end)
    return Chip(name, purpose, supply, tuple(pins[number] for number in sorted(pins)))
