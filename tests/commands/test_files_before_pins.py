"""What is wrong with a file that was named is said first, also on a computer that is no board."""

from importlib.resources import files
from pathlib import Path

import pytest
from cupsboard.commands.main import main
from cupsboard.drivers.files import Files
from cupsboard.storage import calibration_file
from cupsboard.systemd.exit_codes import Ending
from cupsim.runs.game_world import Setting, World

COMMANDS = [
    ["play"],
    ["doctor"],
    ["calibrate"],
    ["calibrate", "beans", "sort"],
    ["calibrate", "beans", "check"],
]

pytestmark = pytest.mark.skipif(
    any(Path("/dev").glob("gpiochip*")), reason="this computer has GPIO, and might play"
)


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The owner's folders, empty."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "config" / "cupsboard"
    folder.mkdir(parents=True)
    return folder


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == Ending.REFUSED
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.parametrize("command", COMMANDS)
def test_a_profile_that_can_not_be_used_is_named(command: list[str], tmp_path: Path, capsys) -> None:
    absent, bad = tmp_path / "absent.toml", tmp_path / "bad.toml"
    bad.write_text("format = 'cupsboard-profile'\nversion = 1\ncups = 99\n")
    for path, why in ((absent, "No such file"), (bad, "missing; add it"), (tmp_path, "Is a directory")):
        said = refusal(capsys, *command, "--profile", str(path))
        assert said.startswith(f"cupsboard: {path}")
        assert why in said


@pytest.mark.parametrize("command", [*COMMANDS[:2], *COMMANDS[3:], ["calibrate", "--place", "south-1"]])
def test_a_calibration_that_can_not_be_used_is_named(command: list[str], tmp_path: Path, capsys) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("format = ")
    for path in (tmp_path / "absent.toml", bad, tmp_path):
        said = refusal(capsys, *command, "--profile", "2x4", "--calibration", str(path))
        assert path.name in said
        assert "GPIO" not in said


def test_who_calibrates_anew_may_have_a_damaged_calibration(tmp_path: Path, capsys) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("format = ")
    assert "no GPIO here" in refusal(capsys, "calibrate", "--profile", "2x4", "--calibration", str(bad))


@pytest.mark.parametrize("command", COMMANDS)
def test_damaged_files_in_the_settings_folder_are_named_too(
    command: list[str], settings: Path, capsys
) -> None:
    (settings / "profile.toml").write_text("cups = ")
    assert str(settings / "profile.toml") in refusal(capsys, *command)
    (settings / "profile.toml").write_bytes(files("cupsboard").joinpath("profiles", "2x4.toml").read_bytes())
    (settings / "calibration.toml").write_text("format = ")
    said = refusal(capsys, *command)
    assert "GPIO" in said if command == ["calibrate"] else "calibration.toml" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_where_no_file_was_written_yet_the_computer_is_what_is_missing(command: list[str], capsys) -> None:
    assert "no GPIO here" in refusal(capsys, *command)
    assert "no GPIO here" in refusal(capsys, *command, "--profile", "2x4")


def test_an_unknown_place_to_put_back_is_refused_with_those_there_are(settings: Path, capsys) -> None:
    calibration_file.save(Files(settings), "calibration.toml", World(Setting(seed=7)).calibration)
    said = refusal(capsys, "calibrate", "healing", "--profile", "2x4", "--revert", "south-9")
    assert "--revert: south-9 is not known; choose from south-1, south-2" in said
    assert said.endswith("beans, all")
