"""The second duties of a Pi's header: what must be off, and what config.txt needs, for the lines of a board.

Sources: the overlays' README of the Raspberry Pi firmware (spi0-0cs, no_miso), the README of rpi_ws281x
(PWM, PCM and SPI lines, core_freq), BCM2835 ARM Peripherals, table 6-31 (pulls), and the Pi's schematics
(1.8 kOhm from GPIO 2 and 3 to 3.3 V).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cupsboard.profile import SPI_PIXELS, LineNumbers, Profile

CONFIG = "/boot/firmware/config.txt"
_PWM_LINES, _PCM_LINE = (12, 13, 18, 19), 21
_PULLED_UP_HARD = (2, 3)
_CONSOLE_OUT = 14
CONSOLE = "the serial console"


@dataclass(frozen=True, slots=True)
class Duty:
    """What the Pi may claim lines for, and how it is kept from that."""

    name: str
    lines: range
    off: str
    setting: str = ""
    """The line of config.txt that keeps the Pi from it; empty where a line of others must go instead."""


DUTIES = (
    Duty("I2C", range(2, 4), "dtparam=i2c_arm=off", "dtparam=i2c_arm=off"),
    Duty("1-wire", range(4, 5), "no dtoverlay=w1-gpio"),
    Duty("SPI", range(7, 12), "dtparam=spi=off", "dtparam=spi=off"),
    Duty(CONSOLE, range(14, 16), "enable_uart=0, and no console=serial0 in cmdline.txt", "enable_uart=0"),
)


@dataclass(frozen=True, slots=True)
class Setting:
    """Lines that config.txt needs on some models, or none; and what else is so there."""

    models: str
    lines: tuple[str, ...]
    remark: str = ""


def needs(profile: Profile) -> tuple[str, ...]:
    """Return all that a profile's lines ask of the Pi, in sentences."""
    if profile.lines is not LineNumbers.GPIO:
        return ()
    return (
        *(
            f"{CONFIG} on a Pi {setting.models}: "
            + "; ".join((*setting.lines, *filter(None, (setting.remark,))))
            for setting in settings(profile)
        ),
        *(
            f"off must be {duty.name}, for GPIO {', '.join(map(str, lines))}: {duty.off}"
            for duty, lines in switched_off(profile)
        ),
        *cautions(profile),
    )


def switched_off(profile: Profile) -> list[tuple[Duty, list[int]]]:
    """The duties that must be off, each with the lines that this board uses for something else."""
    used = {line for _, line in profile.named_lines}
    found = [(duty, sorted(used & set(duty.lines))) for duty in DUTIES]
    # With its pixels on the bus, the overlay that they need leaves the bus's other lines free.
    kept = {*(("SPI",) if profile.strip.line == SPI_PIXELS else ()), *((CONSOLE,) if profile.pico else ())}
    return [(duty, lines) for duty, lines in found if lines and duty.name not in kept]


def config_lines(profile: Profile, model: str) -> tuple[str, ...]:
    """Return the lines of config.txt for a board on a Pi of this model: "Zero 2 W", "3", "4" or "5"."""
    pixels = (line for each in settings(profile) if model in each.models.split(", ") for line in each.lines)
    return (*pixels, *(duty.setting for duty, _ in switched_off(profile) if duty.setting))


def settings(profile: Profile) -> tuple[Setting, ...]:
    """Return what config.txt needs for the pixels and for a Pico's serial line, by model."""
    off = "and no console=serial0 in cmdline.txt"
    on_a_5 = f'{off}; pico = "/dev/ttyAMA0", for /dev/serial0 is the plug for debugging'
    serial = (Setting("Zero 2 W, 3, 4", ("enable_uart=1",), off), Setting("5", ("dtparam=uart0=on",), on_a_5))
    return (*_for_pixels(profile), *(serial if profile.pico else ()))


def _for_pixels(profile: Profile) -> tuple[Setting, ...]:
    line = profile.strip.line
    on_a_5 = Setting("5", (), "nothing more, its PIO drives the pixels without root")
    if line == SPI_PIXELS:
        overlay = "dtoverlay=spi0-0cs,no_miso"
        return (
            Setting("Zero 2 W, 3", (overlay, "core_freq=250")),
            Setting("4", (overlay, "core_freq=500", "core_freq_min=500")),
            on_a_5,
        )
    if line in _PWM_LINES:
        return (
            Setting("Zero 2 W, 3, 4", ("dtparam=audio=off",), "and the lights need root, the rest doesn't"),
            on_a_5,
        )
    if line == _PCM_LINE:
        return (Setting("Zero 2 W, 3, 4", (), "nothing more, but the lights need root"), on_a_5)
    return (Setting("Zero 2 W, 3, 4", (), "no lights on these models"), on_a_5)


def cautions(profile: Profile) -> Iterator[str]:
    """Return what works on some models or with some wiring only."""
    line = profile.strip.line
    if line in (*_PWM_LINES, _PCM_LINE):
        yield (
            f"strip.line: GPIO {line} lights up without root on a Pi 5 only; up to the Pi 4 take GPIO "
            f"{SPI_PIXELS}, or play without lights"
        )
    elif line != SPI_PIXELS:
        yield (
            f"strip.line: GPIO {line} drives pixels on a Pi 5 only; for a Zero 2 W, 3 or 4 take GPIO "
            f"{SPI_PIXELS}"
        )
    for cell in () if profile.pico else profile.cells:
        if cell.line in _PULLED_UP_HARD:
            yield (
                f"{cell.place}: GPIO {cell.line} has a pull-up of 1.8 kΩ on the Pi; its data line goes "
                "without the series resistor of 1 kΩ, or exchange it with a button's line"
            )
    for name, button in profile.buttons.items():
        if button == _CONSOLE_OUT:
            yield (
                f"buttons.{name}: GPIO {button} is an output while the Pi starts; put 1 kΩ in the "
                "button's wire"
            )
