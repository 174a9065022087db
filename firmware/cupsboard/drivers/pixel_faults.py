"""Why pixels can't be driven: a library that is missing, a device that is missing or refused, or neither.

rpi_ws281x sends pixels on GPIO 10 through the first device of the SPI bus, and on other lines through the
processor's registers (its ws2811.c); a Pi 5 sends them through its PIO.
"""

import os
from pathlib import Path

from cupsboard.drivers.header_duties import CONFIG
from cupsboard.profile import SPI_PIXELS

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
