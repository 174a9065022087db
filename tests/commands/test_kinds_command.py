"""Kinds of pieces are taken from a set and told apart, at the files of a board."""

from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.commands.main import main
from cupsboard.drivers.files import Files
from cupsboard.rules.places import BEAN, Kind
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.storage import calibration_file, learnt
from cupsim.runs.game_world import Setting, World

NAME = "calibration.toml"
BOARD = profile.load("2x3")


def board_of(cells: str, folder: Path) -> Calibration:
    calibration = World(Setting(1, cups=3, cells=cells)).calibration
    calibration_file.save(Files(folder), NAME, calibration)
    return calibration


def kinds(folder: Path, *asked: str) -> int:
    return main(["calibrate", "kinds", *asked, "--profile", "2x3", "--calibration", str(folder / NAME)])


def test_a_set_is_taken_and_the_rest_of_the_calibration_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = board_of("500g", tmp_path)
    assert kinds(tmp_path, "take", "us-coins") == 0
    said = capsys.readouterr().out
    assert "cent: 2.495 g +-0.020 g, spread 0.020 g (a set's figures)" in said
    assert "source   Nominal masses: United States Mint" in said
    after = calibration_file.load(Files(tmp_path), NAME, BOARD.places)
    assert list(after.pieces) == [BEAN, "cent", "nickel", "dime", "quarter"]
    assert (after.places, after.beans, after.made) == (before.places, before.beans, before.made)
    # What the board has learnt of its beans stays valid, what it has learnt of its dimes doesn't.
    prints = learnt.fingerprint
    assert prints(after, [BEAN]) == prints(before, [BEAN])
    assert prints(after, [BEAN, Kind("dime")]) != prints(before, [BEAN, Kind("dime")])


def test_what_the_board_has_weighed_itself_is_not_taken_from_a_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weighed = {Kind("dime"): PieceCalibration(2.26, 0.004, 0.02, 24)}
    calibration_file.save(Files(tmp_path), NAME, replace(board_of("500g", tmp_path), kinds=weighed))
    assert kinds(tmp_path, "take", "us-coins") == 0
    assert "dime: 2.260 g +-0.004 g, spread 0.020 g (24 weighed)" in capsys.readouterr().out
    after = calibration_file.load(Files(tmp_path), NAME, BOARD.places)
    assert {kind: after.kinds[kind].sample for kind in after.kinds} == {
        Kind("dime"): 24,
        Kind("cent"): 1,
        Kind("nickel"): 1,
        Kind("quarter"): 1,
    }


def test_kinds_that_can_be_told_are_shown_with_their_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board_of("500g", tmp_path)
    assert kinds(tmp_path, "check", "us-coins") == 0
    said = capsys.readouterr().out
    header, *rows = said.splitlines()[5:]
    assert header.split() == ["cent", "nickel", "dime", "quarter"]
    assert [row.split()[0] for row in rows] == ["cent", "nickel", "dime", "quarter"]
    assert all(row.count("1 in ") == 3 for row in rows)


def test_kinds_that_cannot_be_told_are_refused_with_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board_of("5kg", tmp_path)
    assert kinds(tmp_path, "take", "us-coins") == 0
    capsys.readouterr()
    assert kinds(tmp_path, "check") == 1
    said = capsys.readouterr().out
    assert "not fit to play: dime and cent: up to 1 in " in said
    assert "leave out the cent, or weigh your own instead of taking a set's figures, or use smaller" in said


def test_a_board_that_was_taught_no_kinds_says_how(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board_of("500g", tmp_path)
    assert kinds(tmp_path, "check") == 0
    assert "weigh some with `cupsboard calibrate kinds weigh KIND`" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (("take", "no-coins"), "no-coins: No such file or directory; give the file of a set of pieces"),
        (("check", "no-coins"), "no-coins: No such file or directory; give the file of a set of pieces"),
        (("weigh", "Dime"), "A kind is called by small letters, as in dime or one-euro"),
        (("weigh", "bean"), "and not bean: choose another name"),
    ],
)
def test_what_cannot_be_taken_or_weighed_is_refused(
    asked: tuple[str, ...], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = board_of("500g", tmp_path)
    assert kinds(tmp_path, *asked) == 2
    assert complaint in capsys.readouterr().err
    assert calibration_file.load(Files(tmp_path), NAME, BOARD.places) == before
