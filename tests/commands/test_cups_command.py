"""Cups that are pieces are told apart, at the files of a board."""

from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.commands.main import main
from cupsboard.drivers.files import Files
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.storage import calibration_file

NAME = "calibration.toml"
BOARD = profile.load("3x3-2")
MASSES = (140.0, 143.0, 155.0, 176.0, 215.0, 221.0, 245.0, 263.0, 272.0)


def board_of(folder: Path, masses: tuple[float, ...]) -> None:
    kinds = {
        cup.kind: PieceCalibration(grams, 0.05, 0.05, 3) for cup, grams in zip(CUPS, masses, strict=False)
    }
    places = {place: PlaceCalibration(0.0, 1500.0, 1e-3, 0.0, 0.0, 0.03) for place in BOARD.places}
    beans = PieceCalibration(0.5, 0.01, 0.05, 24)
    calibration = Calibration("2026-01-01T00:00:00", 80.0, beans, places, kinds)
    calibration_file.save(Files(folder), NAME, calibration)


def check(folder: Path, name: str = "3x3-2") -> int:
    return main(["calibrate", "cups", "check", "--profile", name, "--calibration", str(folder / NAME)])


def test_a_ladder_of_cups_is_fit_to_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board_of(tmp_path, MASSES)
    assert check(tmp_path) == 0
    said = capsys.readouterr().out
    assert "red circle: 140.000 g +-0.050 g (3 weighed)" in said
    assert "all cups are told apart" in said


def test_cups_alike_are_refused_with_the_ballast_that_cures_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board_of(tmp_path, (140.0, 140.1, *MASSES[2:]))
    assert check(tmp_path) == 1
    said = capsys.readouterr().out
    assert "red square and red circle" in said or "red circle and red square" in said
    assert "add " in said


def test_cups_never_weighed_are_named_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board_of(tmp_path, MASSES[:8])
    assert check(tmp_path) == 2
    assert (
        "yellow-triangle never weighed on this board; run `cupsboard calibrate cups weigh`"
        in capsys.readouterr().err
    )


def test_a_board_with_two_sides_has_no_such_cups(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path, "2x3") == 2
    assert "choose one with --profile, as in --profile 3x3-4" in capsys.readouterr().err
