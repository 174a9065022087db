"""What a Raspberry Pi's header offers: lines for the scales, pixels, pins for buttons and buzzer.

The only module that imports the Pi's libraries, and only when they are asked for: it loads on any computer.
Nothing of this was run on a Pi; the calls follow the libraries' sources and documentation (lgpio 0.2.2,
Blinka 10.0.0, gpiozero 2.0.1).
"""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cupsboard.drivers.errors import DriverError
from cupsboard.profile import Strip

HEADER_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The GPIO chips of the 40-pin header: Zero 2 W and 3, 4, 5. Their numbers differ between kernels."""
PI_5 = "pinctrl-rp1"
SPI_LINE = 10
ROOT_LINES = (12, 13, 18, 19, 21)
"""Where rpi_ws281x can drive pixels with root's rights: PWM and PCM."""
DEVICES = Path("/dev")

_ELSEWHERE = "a board needs a Raspberry Pi; on this computer there is `cupsim`, the simulated board"


class NoHeader(DriverError):
    """A machine without the header that a board is wired to."""


@dataclass(frozen=True, slots=True)
class Header:
    """The GPIO chip of the header."""

    chip: int
    label: str


class HeaderLines:
    """Clock and data lines through lgpio; implements `Lines`. One read gives all levels of one instant."""

    def __init__(
        self,
        gpio: Any,
        chip: int,
        clock: int,
        data: Sequence[int],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Claim the lines on a chip with the module lgpio or its like. Raises DriverError."""
        self._gpio = gpio
        self._clock = clock
        self._leader = data[0]
        try:
            self._handle = gpio.gpiochip_open(chip)
            gpio.gpio_claim_output(self._handle, clock, 0)
            gpio.group_claim_input(self._handle, list(data), gpio.SET_PULL_UP)
        except gpio.error as fault:
            raise DriverError(
                f"scales: GPIO {clock} and {', '.join(map(str, data))} can't be used ({fault}); end what "
                "else uses them, and switch off the functions that the profile's comments name"
            ) from None
        self.now = now

    def set_clock(self, level: bool) -> None:
        """See `Lines`."""
        self._gpio.gpio_write(self._handle, self._clock, level)

    def read_lines(self) -> int:
        """See `Lines`."""
        levels: int = self._gpio.group_read(self._handle, self._leader)[1]
        return levels


@dataclass(frozen=True, slots=True)
class OpenHeaderLines:
    """Opens the lines of the scales in the process that will read them."""

    chip: int
    clock: int
    data: tuple[int, ...]

    def __call__(self) -> HeaderLines:
        """Claim them. Raises DriverError."""
        return HeaderLines(_lgpio(), self.chip, self.clock, self.data)


class RaspberryPi:
    """The machine itself; implements `Machine`."""

    def __init__(self) -> None:
        """Find the header. Raises NoHeader or DriverError."""
        self._header = find_header(_lgpio(), _chips())
        self._pins: Any = None

    def scales(self, clock: int, data: Sequence[int]) -> OpenHeaderLines:
        """What opens the lines of the scales."""
        return OpenHeaderLines(self._header.chip, clock, tuple(data))

    def pixels(self, strip: Strip) -> Any:
        """The pixels of the strip, dark. Raises DriverError."""
        check_strip_line(strip.line, self._header.label, is_root=os.geteuid() == 0)
        # Blinka would ask on the terminal whether to install what it misses.
        os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
        try:
            import board
            import neopixel

            pin = getattr(board, f"D{strip.line}")
            pixels = neopixel.NeoPixel(
                pin, strip.pixel_count, auto_write=False, pixel_order=strip.order, brightness=1.0
            )
            pixels.show()
        except Exception as fault:
            # Blinka and what is below it raise what they like, down to bare RuntimeErrors.
            raise DriverError(
                f"strip on GPIO {strip.line}: {type(fault).__name__}: {fault}; is the extra "
                f"{'pi5-leds' if self._header.label == PI_5 else 'pi-leds'} installed?"
            ) from fault
        return pixels

    def pins(self) -> Any:
        """The one pin factory for buttons and buzzer. Raises DriverError."""
        if self._pins is not None:
            return self._pins
        try:
            from gpiozero.pins.lgpio import LGPIOFactory

            self._pins = LGPIOFactory(chip=self._header.chip)
            return self._pins
        except Exception as fault:
            raise DriverError(f"buttons and buzzer: gpiozero can't reach the header ({fault})") from fault


def find_header(gpio: Any, chips: Sequence[int]) -> Header:
    """The chip with the label of a Pi's header. Raises NoHeader or DriverError."""
    refused: list[str] = []
    for chip in chips:
        try:
            handle = gpio.gpiochip_open(chip)
        except gpio.error as fault:
            refused.append(f"/dev/gpiochip{chip} ({fault})")
            continue
        try:
            _, _, _, label = gpio.gpio_get_chip_info(handle)
        finally:
            gpio.gpiochip_close(handle)
        if label in HEADER_LABELS:
            return Header(chip, label)
    if refused:
        raise DriverError(
            f"{', '.join(refused)} can't be opened; join the group: sudo usermod -aG gpio $USER"
        )
    raise NoHeader(f"no GPIO header here; {_ELSEWHERE}")


def check_strip_line(line: int, label: str, *, is_root: bool) -> None:
    """Refuse a line that can't drive pixels on this model. Raises DriverError."""
    if label == PI_5 or line == SPI_LINE:
        return
    if line not in ROOT_LINES:
        lines = ", ".join(map(str, ROOT_LINES))
        raise DriverError(
            f"strip on GPIO {line}: this Pi has pixels on GPIO {SPI_LINE}, or with root's rights on {lines}"
        )
    if not is_root:
        raise DriverError(
            f"strip on GPIO {line}: needs root's rights on this Pi; wire it to GPIO {SPI_LINE}, or use a Pi 5"
        )


def _chips() -> list[int]:
    found = (path.name.removeprefix("gpiochip") for path in DEVICES.glob("gpiochip*"))
    return sorted(int(number) for number in found if number.isdecimal())


def _lgpio() -> Any:
    if not _chips():
        raise NoHeader(f"no GPIO here; {_ELSEWHERE}")
    # It writes a pipe into its working directory when imported; a service's is read-only (gpiozero #1106).
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0] or "/tmp")
    try:
        import lgpio
    except ImportError:
        raise DriverError(
            "the library lgpio is missing; install it: sudo apt install python3-lgpio"
        ) from None
    return lgpio
