"""Printed cups with a pocket for ballast."""

from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.recognition.ballast import LADDER, ballast, with_ballast
from cupsboard.recognition.confusable_pieces import Weighing, confusions
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import PieceCalibration

from hardware.__main__ import main
from hardware.parts.ballast_cup import BallastCup, Symbol, cups_to_print
from hardware.parts.mount import MountError
from hardware.parts.solid import enclosed, surface

CUP = BallastCup()


@pytest.mark.parametrize("name", cups_to_print(CUP))
def test_a_part_is_a_closed_surface_of_the_volume_that_arithmetic_says(name: str) -> None:
    solid = cups_to_print(CUP)[name]
    assert enclosed(surface(solid)) == pytest.approx(solid.volume(), rel=1e-6)


def test_each_symbol_makes_another_cup() -> None:
    assert len({CUP.solid(symbol).volume() for symbol in Symbol}) == 3


def test_nine_empty_cups_take_the_ballast_that_tells_them_apart() -> None:
    empty = {
        Kind(f"cup-{letter}"): PieceCalibration(CUP.printed_grams, 0.005, 0.0, 10) for letter in "abcdefghi"
    }
    weighing = Weighing(0.02)
    added = ballast(empty, weighing)
    assert added is not None
    assert confusions(with_ballast(empty, added), weighing) == ()
    assert max(added.values()) - min(added.values()) >= LADDER[-1]
    CUP.check(max(added.values()))


@pytest.mark.parametrize(
    ("cup", "grams", "words"),
    [
        (CUP, 150.0, "ballast: 150 g of steel don't go into the pocket"),
        (replace(CUP, pocket=42.0), 0.0, "pocket: 42 mm is more than"),
        (replace(CUP, pocket_depth=45.0), 0.0, "pocket_depth: 45 mm"),
        (replace(CUP, symbol=36.0), 0.0, "symbol: 36 mm"),
        (replace(CUP, engraving=2.0), 0.0, "engraving: 2 mm"),
        (replace(CUP, lid=20.0), 0.0, "lid: 20 mm"),
        (replace(CUP, wall=-1.0), 0.0, "wall: -1 mm is not between"),
        (replace(CUP, height=float("nan")), 0.0, "height: nan mm is not between"),
    ],
)
def test_a_cup_that_can_t_be_is_refused(cup: BallastCup, grams: float, words: str) -> None:
    with pytest.raises(MountError, match=words):
        cup.check(grams)


def test_the_command_writes_a_file_for_each_symbol_and_the_lid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cups", "--to", str(tmp_path), "--ballast", "60"]) == 0
    assert {path.stem for path in tmp_path.iterdir()} == set(cups_to_print(CUP))
    assert main(["cups", "--to", str(tmp_path), "--ballast", "500"]) == 2
    assert "don't go into the pocket" in capsys.readouterr().err
