"""What a board asks of a Pi besides wires: told by the check, and true to what the drivers refuse."""

import tomllib
from dataclasses import replace
from importlib.resources import files

import pytest
from cupsboard import profile
from cupsboard.commands import main
from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.header_duties import needs, settings, switched_off
from cupsboard.drivers.raspberry_pi import HEADER_LABELS, PI_5, check_strip_line
from cupsboard.profile import Profile, ProfileError
from cupsboard.station.files.new_profile import proposed

BOARD = profile.load("2x3")
UP_TO_THE_4 = next(label for label in HEADER_LABELS if label != PI_5)


def with_pixels_on(line: int) -> Profile:
    return replace(BOARD, strip=replace(BOARD.strip, line=line))


def is_driven(line: int, label: str, *, is_root: bool) -> bool:
    try:
        check_strip_line(line, label, is_root=is_root)
    except DriverError:
        return False
    return True


FREE_LINES = [
    line for line in range(2, 28) if line not in {number for _, number in BOARD.named_lines} or line == 10
]


@pytest.mark.parametrize("line", FREE_LINES)
def test_the_check_says_of_a_strip_what_the_driver_will_say_of_it(line: int) -> None:
    told = " ".join(needs(with_pixels_on(line)))
    needs_a_5 = not is_driven(line, UP_TO_THE_4, is_root=True)
    needs_root = not needs_a_5 and not is_driven(line, UP_TO_THE_4, is_root=False)
    assert is_driven(line, PI_5, is_root=False)
    assert (f"GPIO {line} drives pixels on a Pi 5 only" in told) is needs_a_5
    assert (f"GPIO {line} lights up without root on a Pi 5 only" in told) is needs_root


@pytest.mark.parametrize(
    ("line", "lines"),
    [(10, ("dtoverlay=spi0-0cs,no_miso", "core_freq=250")), (18, ("dtparam=audio=off",)), (21, ()), (9, ())],
)
def test_a_pi_3_needs_these_lines_in_config_txt(line: int, lines: tuple[str, ...]) -> None:
    (setting,) = (each for each in settings(with_pixels_on(line)) if "3" in each.models)
    assert setting.lines == lines


@pytest.mark.parametrize(
    ("board", "names"),
    [
        (profile.load("2x4"), ["1-wire"]),
        (profile.load("2x10"), ["I2C", "1-wire", "SPI", "the serial console"]),
        (proposed(9), ["I2C", "1-wire", "the serial console"]),
        (proposed(10), ["I2C", "1-wire", "SPI", "the serial console"]),
    ],
)
def test_every_duty_of_a_used_line_must_be_off(board: Profile, names: list[str]) -> None:
    assert [duty.name for duty, _ in switched_off(board)] == names


def test_a_data_line_on_a_strong_pull_up_is_told() -> None:
    cells = (replace(BOARD.cells[0], line=2), *BOARD.cells[1:])
    assert any(
        each.startswith("south-1: GPIO 2 has a pull-up") for each in needs(replace(BOARD, cells=cells))
    )


def test_a_button_on_the_console_s_output_is_told() -> None:
    board = replace(BOARD, buttons={**BOARD.buttons, "north": 14})
    assert any(each.startswith("buttons.north: GPIO 14 is an output") for each in needs(board))


def test_a_simulated_board_needs_no_settings() -> None:
    assert needs(profile.generated(4)) == ()


@pytest.mark.parametrize("name", profile.built_in_names())
def test_the_comments_of_a_ready_profile_name_every_duty_that_must_be_off(name: str) -> None:
    text = files("cupsboard").joinpath("profiles", f"{name}.toml").read_text()
    comments = " ".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith("#"))
    tomllib.loads(text)
    for duty, _ in switched_off(profile.load(name)):
        assert duty.name.removeprefix("the ") in comments


def test_the_check_of_a_profile_prints_what_config_txt_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["setup", "profile", "check", "2x4"]) == 0
    told = capsys.readouterr().out
    assert "on a Pi 4: dtoverlay=spi0-0cs,no_miso; core_freq=500; core_freq_min=500" in told
    assert "off must be 1-wire, for GPIO 4" in told


def test_a_buzzer_on_the_console_is_refused() -> None:
    with pytest.raises(ProfileError, match="buzzer: GPIO 14"):
        profile.check(replace(BOARD, buzzer=14))
