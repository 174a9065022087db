"""What goes where on a board: header pins, clock branches, currents. All of it follows from the profile."""

import math
from dataclasses import dataclass
from enum import Enum

from cupsboard.profile import Profile
from cupsboard.rules.places import Place
from gpiozero.pins.pi import PiBoardInfo

GATES = 4
"""Gates of one 74AHC125."""
CHIP_MILLIAMPERES = 1.5
"""An HX711 without its bridge (data sheet, p. 3)."""
BRIDGE_OHMS = 350.0
"""The hungriest common bridge; many small cells have 1000 ohms and draw a third of it."""
BRIDGE_VOLTS = 4.3
"""What the usual modules' regulators feed to a bridge."""


class Kind(Enum):
    """What a header pin does on this board."""

    FIVE_VOLTS = "5 V"
    THREE_VOLTS = "3.3 V"
    GROUND = "ground"
    DATA = "cell data"
    CLOCK = "clock"
    PIXELS = "pixels"
    BUTTON = "button"
    BUZZER = "buzzer"
    HAT = "HAT memory"
    FREE = "free"
    RESERVED = "reserved"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin of the 40-pin header; `gpio` is None where it is a supply."""

    number: int
    gpio: int | None
    kind: Kind
    use: str


def header(profile: Profile) -> tuple[Pin, ...]:
    """All pins of the header in the order of their numbers, with their use on this board."""
    uses = _uses(profile)
    return tuple(_pin(number, name, uses) for number, name in _pin_names().items())


def pin_of(profile: Profile, gpio: int) -> int:
    """The number of the header pin that carries a GPIO."""
    return next(pin.number for pin in header(profile) if pin.gpio == gpio)


def clock_branches(profile: Profile) -> tuple[tuple[Place, ...], ...]:
    """Return which chips hang on which output of the clock buffer."""
    return profile.clock_branches


@dataclass(frozen=True, slots=True)
class Currents:
    """What the board's own 5 V supply must give, in milliamperes; the Pi has a supply of its own."""

    pixels: float
    chips: float
    bridges: float

    @property
    def total(self) -> float:
        """Everything at once."""
        return self.pixels + self.chips + self.bridges

    @property
    def supply_amperes(self) -> float:
        """What to buy: a quarter more, to the next half ampere."""
        return math.ceil(self.total * 1.25 / 500) / 2


def currents(profile: Profile) -> Currents:
    """The most that each group draws."""
    cells = len(profile.cells)
    return Currents(
        pixels=profile.strip.current_budget_ma,
        chips=cells * CHIP_MILLIAMPERES,
        bridges=cells * 1000 * BRIDGE_VOLTS / BRIDGE_OHMS,
    )


FUSES = (1.0, 1.25, 1.6, 2.0, 2.5, 3.15, 4.0, 5.0, 6.3)
"""Rated currents that fuses of 5 × 20 mm come in (IEC 60127)."""


def fuse_amperes(profile: Profile) -> float:
    """Return the smallest fuse that carries everything at once; the supply gives more than that."""
    return next(rated for rated in FUSES if 1000 * rated >= currents(profile).total)


@dataclass(frozen=True, slots=True)
class Piece:
    """The piece of the strip at one place."""

    place: Place
    pixels: range


def pieces_of_strip(profile: Profile) -> tuple[Piece, ...]:
    """Return the pieces of the strip in the order in which their data goes through them."""
    pieces = (Piece(place, span.pixels) for place, span in profile.strip.spans.items())
    return tuple(sorted(pieces, key=lambda piece: piece.pixels[0]))


def is_spi_pixels(profile: Profile) -> bool:
    """Whether the pixels hang on the SPI bus's data line, which older models drive without root."""
    return profile.strip.line == 10


def _uses(profile: Profile) -> dict[int, tuple[Kind, str]]:
    uses: dict[int, tuple[Kind, str]] = {cell.line: (Kind.DATA, cell.place) for cell in profile.cells}
    uses[profile.clock_line] = (Kind.CLOCK, "clock of all HX711")
    uses[profile.strip.line] = (Kind.PIXELS, "pixels")
    for name, line in profile.buttons.items():
        uses[line] = (Kind.BUTTON, f"button {name}")
    if profile.buzzer is not None:
        uses[profile.buzzer] = (Kind.BUZZER, "buzzer")
    if is_spi_pixels(profile):
        uses.setdefault(11, (Kind.RESERVED, "SPI clock: leave open"))
    return uses


def _pin(number: int, name: str, uses: dict[int, tuple[Kind, str]]) -> Pin:
    match name:
        case "5V":
            return Pin(number, None, Kind.FIVE_VOLTS, "")
        case "3V3":
            return Pin(number, None, Kind.THREE_VOLTS, "")
        case "GND":
            return Pin(number, None, Kind.GROUND, "")
    gpio = int(name.removeprefix("GPIO"))
    if gpio in (0, 1):
        return Pin(number, gpio, Kind.HAT, "never use")
    kind, use = uses.get(gpio, (Kind.FREE, ""))
    return Pin(number, gpio, kind, use)


def _pin_names() -> dict[int, str]:
    """The names of the header's pins by number, as gpiozero knows a Pi Zero 2 W (revision 902120)."""
    pins = PiBoardInfo.from_revision(0x902120).headers["J8"].pins
    return {number: str(pin.name) for number, pin in sorted(pins.items())}
