"""Pixels that can't be driven: the message names what is missing, and blames nothing that is there."""

import os
from pathlib import Path

import pytest
from cupsboard.drivers.raspberry_pi import next_step

REFUSED = RuntimeError("ws2811_init failed with code -13 (Unable to initialize SPI)")
SPI, PWM = 10, 18


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A folder for devices, with a config.txt beside them that says nothing of SPI."""
    (tmp_path / "config.txt").write_text("dtparam=audio=on\n#dtparam=spi=on\n")
    return tmp_path


def advice(pi: Path, fault: Exception = REFUSED, line: int = SPI, *, is_pi_5: bool = False) -> str:
    return next_step(fault, line, is_pi_5=is_pi_5, devices=pi, config=pi / "config.txt")


@pytest.mark.parametrize(
    ("library", "extra"), [("_rpi_ws281x", "pi-leds"), ("adafruit_raspberry_pi5_neopixel_write", "pi5-leds")]
)
def test_a_library_that_is_missing_is_named_by_its_extra(pi: Path, library: str, extra: str) -> None:
    fault = ModuleNotFoundError(f"No module named {library!r}", name=library)
    assert f"pip install '.[{extra}]'" in advice(pi, fault)


def test_a_library_that_blinka_misses_in_words_of_its_own_is_named_too(pi: Path) -> None:
    fault = RuntimeError("The platform library '_rpi_ws281x' was not found.")
    fault.__cause__ = ModuleNotFoundError("No module named '_rpi_ws281x'", name="_rpi_ws281x")
    assert "pip install '.[pi-leds]'" in advice(pi, fault)


def test_a_library_of_no_extra_is_named_itself(pi: Path) -> None:
    fault = ModuleNotFoundError("No module named 'board'", name="board")
    assert advice(pi, fault) == "the library board is missing; install the program anew"


def test_spi_that_config_txt_does_not_switch_on_is_said_with_its_line(pi: Path) -> None:
    assert f"{pi / 'config.txt'} doesn't switch SPI on" in advice(pi)
    assert "dtparam=spi=on yourself; then start anew" in advice(pi)


@pytest.mark.parametrize("line", ["dtparam=spi=on", "dtoverlay=spi0-0cs,no_miso"])
def test_spi_that_is_on_without_its_device_wants_a_start(pi: Path, line: str) -> None:
    (pi / "config.txt").write_text(f"{line}\n")
    assert "though" in advice(pi)
    assert "start the Pi anew" in advice(pi)


def test_a_config_txt_that_can_t_be_read_is_not_taken_for_one_without_spi(pi: Path) -> None:
    (pi / "config.txt").unlink()
    assert "can't be read" in advice(pi)


@pytest.mark.parametrize(
    ("device", "is_pi_5", "group"), [("spidev0.0", False, "spi"), ("pio0", True, "gpio")]
)
def test_a_device_that_one_may_not_use_names_its_group(
    pi: Path, device: str, is_pi_5: bool, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pi / device).touch(mode=0)
    if os.geteuid() == 0:
        # Root may use every device.
        monkeypatch.setattr(os, "access", lambda path, _: path != pi / device)
    assert f"usermod -aG {group} $USER" in advice(pi, is_pi_5=is_pi_5)


def test_a_pi_5_without_its_pio_is_told_what_brings_it(pi: Path) -> None:
    assert "full-upgrade" in advice(pi, is_pi_5=True)


@pytest.mark.parametrize(("line", "is_pi_5"), [(SPI, False), (SPI, True), (PWM, False)])
def test_where_nothing_is_missing_nothing_is_blamed(pi: Path, line: int, is_pi_5: bool) -> None:
    for device in ("spidev0.0", "pio0"):
        (pi / device).touch()
    said = advice(pi, line=line, is_pi_5=is_pi_5)
    assert "install" not in said
    assert "config" not in said
    assert "report" in said
