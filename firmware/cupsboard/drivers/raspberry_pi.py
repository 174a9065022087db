"""What a Raspberry Pi's header offers: lines for the scales, pixels, pins for buttons and buzzer.

The only module that imports the Pi's libraries, and only when they are asked for: it loads on any computer.
lgpio 0.2.2 and gpiozero 2.0.1 are run for real in `tests/onpi`, on an emulated GPIO device; the strip's calls
follow the sources of Blinka 10.0.0. Nothing of this was run on a Pi.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cupsboard.drivers.errors import ANOTHER_LINE, DriverError, reason
from cupsboard.drivers.header_duties import CONFIG
from cupsboard.profile import SPI_PIXELS, Strip

DEVICES = Path("/dev")
SPI, PIO = "spidev0.0", "pio0"
_SPI_ON = ("dtparam=spi=on", "dtoverlay=spi0-0cs")
_EXTRAS = {"_rpi_ws281x": "pi-leds", "adafruit_raspberry_pi5_neopixel_write": "pi5-leds"}
"""By library that is missing, the extra that brings it."""


def next_step(
    fault: Exception, line: int, *, is_pi_5: bool, devices: Path = DEVICES, config: Path = Path(CONFIG)
) -> str:
    """Return what to do about pixels on a GPIO line that failed with `fault`, by what is found to be so."""
    library, step = _missing_library(fault), None
    if library in _EXTRAS:
        extra = _EXTRAS[library]
        return f"install it with the extra {extra}, in the project's folder: pip install '.[{extra}]'"
    if is_pi_5:
        # Without it no library drives them.
        step = _with_device(
            devices / PIO,
            "gpio",
            f"a Pi 5 drives it through {devices / PIO}, which this kernel or firmware lacks: "
            "sudo apt full-upgrade, sudo rpi-eeprom-update -a, and start anew",
        )
    if step is None and library is not None:
        return f"the library {library} is missing; install the program anew"
    if not is_pi_5 and line == SPI_PIXELS:
        step = _with_device(devices / SPI, "spi", f"it is driven through {devices / SPI}, {_spi_off(config)}")
    return step or _UNKNOWN


_UNKNOWN = "nothing that it needs was found missing; take this line into a report"


def _missing_library(fault: BaseException | None) -> str | None:
    """Return the library whose absence led to the fault, which Blinka says with one of its own; else None."""
    while fault is not None:
        if isinstance(fault, ModuleNotFoundError):
            return fault.name
        fault = fault.__cause__
    return None


def _with_device(device: Path, group: str, without: str) -> str | None:
    """Return what to do about a device that is missing (`without`) or refused; None if it can be used."""
    if not device.exists():
        return without
    if not os.access(device, os.R_OK | os.W_OK):
        return f"{device} can't be used; join the group: sudo usermod -aG {group} $USER, and log in anew"
    return None


def _spi_off(config: Path) -> str:
    try:
        lines = [line.strip() for line in config.read_text(encoding="utf-8", errors="replace").splitlines()]
    except OSError:
        return f"which is not there, and {config} can't be read to see whether SPI is on"
    if any(line.startswith(_SPI_ON) for line in lines):
        return f"which is not there though {config} switches SPI on: start the Pi anew, then see dmesg"
    return (
        f"and {config} doesn't switch SPI on: sudo cupsboard setup writes its lines, or add {_SPI_ON[0]} "
        "yourself; then start anew"
    )


HEADER_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The GPIO chips of the 40-pin header: Zero 2 W and 3, 4, 5. Their numbers differ between kernels."""
PI_5 = "pinctrl-rp1"
BUSY_SECONDS = 2.0
"""The reader of a program that was killed holds its lines until its next frame finds nobody to take it."""
ROOT_LINES = (12, 13, 18, 19, 21)
"""Where rpi_ws281x can drive pixels with root's rights: PWM and PCM."""

_ELSEWHERE = "a board needs a Raspberry Pi; on this computer there is `cupsim`, the simulated board"


class NoHeader(DriverError):
    """A machine without the header that a board is wired to."""


@dataclass(frozen=True, slots=True)
class Header:
    """The GPIO chip of the header."""

    chip: int
    label: str


class HeaderLines:
    """Clock and data lines through lgpio; implements `Lines`.

    One read is one call of the kernel, but not one instant: the pin controllers of all Pis read line by line
    (pinctrl-bcm2835.c and pinctrl-rp1.c have `get` and no `get_multiple`), a microsecond or more apart. The
    bank asks for no more: it takes the time before and after each read and believes an edge anywhere between,
    and it reads bits while the clock is low, when each chip holds its bit until the next rise.
    """

    def __init__(
        self, gpio: Any, chip: int, clock: int, data: Sequence[int], now: Callable[[], float] = time.monotonic
    ) -> None:
        """Claim the lines on a chip with the module lgpio or its like. Raises DriverError."""
        self._gpio = gpio
        self._clock = clock
        self._leader = data[0]
        self._handle: int | None = None
        try:
            self._handle = gpio.gpiochip_open(chip)
            gpio.gpio_claim_output(self._handle, clock, 0)
            gpio.group_claim_input(self._handle, list(data), gpio.SET_PULL_UP)
        except gpio.error as fault:
            self.close()
            lines = f"GPIO {clock} and {', '.join(map(str, data))}"
            raise DriverError(f"scales: {lines} can't be used ({reason(fault)}); {ANOTHER_LINE}") from None
        self.now = now

    def set_clock(self, level: bool) -> None:
        """See `Lines`."""
        self._gpio.gpio_write(self._handle, self._clock, level)

    def read_lines(self) -> int:
        """See `Lines`."""
        levels: int = self._gpio.group_read(self._handle, self._leader)[1]
        return levels

    def close(self) -> None:
        """Give the lines back."""
        if self._handle is not None:
            self._gpio.gpiochip_close(self._handle)
            self._handle = None


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
        """What opens the lines of the scales. Raises DriverError if they can't be had in `BUSY_SECONDS`."""
        opener = OpenHeaderLines(self._header.chip, clock, tuple(data))
        patience_ends = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                opener().close()
                return opener
            except DriverError:
                if time.monotonic() > patience_ends:
                    raise
                time.sleep(BUSY_SECONDS / 10)

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
                f"strip on GPIO {strip.line}: {type(fault).__name__}: {fault}; "
                f"{next_step(fault, strip.line, is_pi_5=self._header.label == PI_5)}"
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
            raise DriverError(
                f"buttons and buzzer: gpiozero can't reach the header ({reason(fault)})"
            ) from fault


def find_header(gpio: Any, chips: Sequence[int]) -> Header:
    """The chip with the label of a Pi's header. Raises NoHeader or DriverError."""
    refused: list[str] = []
    for chip in chips:
        try:
            label = _label(gpio, chip)
        except gpio.error as fault:
            refused.append(f"{DEVICES}/gpiochip{chip} ({reason(fault)})")
            continue
        if label in HEADER_LABELS:
            return Header(chip, label)
    if refused:
        raise DriverError(
            f"{', '.join(refused)} can't be used; join the group: sudo usermod -aG gpio $USER, "
            "and log in anew"
        )
    raise NoHeader(f"no GPIO header here; {_ELSEWHERE}")


def _label(gpio: Any, chip: int) -> str:
    handle = gpio.gpiochip_open(chip)
    try:
        label: str = gpio.gpio_get_chip_info(handle)[3]
    finally:
        gpio.gpiochip_close(handle)
    return label


def check_strip_line(line: int, label: str, *, is_root: bool) -> None:
    """Refuse a line that can't drive pixels on this model. Raises DriverError."""
    if label == PI_5 or line == SPI_PIXELS:
        return
    if line not in ROOT_LINES:
        lines = ", ".join(map(str, ROOT_LINES))
        raise DriverError(
            f"strip on GPIO {line}: this Pi has pixels on GPIO {SPI_PIXELS}, or with root's rights on {lines}"
        )
    if not is_root:
        raise DriverError(
            f"strip on GPIO {line}: needs root's rights on this Pi; wire it to GPIO {SPI_PIXELS}, or use a "
            "Pi 5"
        )


def _chips() -> list[int]:
    found = (path.name.removeprefix("gpiochip") for path in DEVICES.glob("gpiochip*"))
    return sorted(int(number) for number in found if number.isdecimal())


def _lgpio() -> Any:
    if not _chips():
        raise NoHeader(f"no GPIO here; {_ELSEWHERE}")
    try:
        with _elsewhere():
            import lgpio
    except ImportError:
        raise DriverError(
            "the library lgpio is missing; install it with the extra pi, in the project's folder: "
            "pip install '.[pi]'"
        ) from None
    except OSError as fault:
        raise DriverError(
            f"the library lgpio can't begin ({fault}): it needs a folder that may be written for its pipe; "
            "make room in /tmp, or name another folder: TMPDIR"
        ) from None
    return lgpio


@contextmanager
def _elsewhere() -> Iterator[None]:
    """A place for lgpio's import, which goes to the folder LG_WD, makes a pipe there, opens it, and stays.

    The pipe's name is needed no longer than that, so nothing is left behind that could stand in another
    user's way. Relative paths mean the same folder before and after. A service has a folder in memory, so
    its board begins on a full disk too.
    """
    said = os.environ.get("LG_WD")
    here = _working_directory()
    of_service = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    with TemporaryDirectory(prefix="cupsboard-", dir=of_service or None) as folder:
        os.environ["LG_WD"] = folder
        try:
            yield
        finally:
            if said is None:
                del os.environ["LG_WD"]
            else:
                os.environ["LG_WD"] = said
            _go_to(here)


def _working_directory() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:
        # It was deleted meanwhile; nothing relative can be meant.
        return "/"


def _go_to(directory: str) -> None:
    try:
        os.chdir(directory)
    except OSError:
        # This user may not enter it, as after `sudo -u` in somebody's home: nothing in it could be meant.
        os.chdir("/")
