"""`cupsim lab scope`, and `cupsboard lab scope` where there is no Pi."""

from pathlib import Path

import pytest
from cupsboard.commands.main import main as cupsboard_main
from cupsim.commands.main import main


@pytest.mark.long("a whole game")
def test_a_recorded_cell_is_played_below_a_simulated_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cell.csv"
    assert main(["lab", "scope", "--seed", "2", "--record", str(path), "--minutes", "0.5"]) == 0
    said = capsys.readouterr().out
    assert "Drop beans in, one at a time" in said
    assert "Will this cell and these beans do?" in said
    assert main(["game", "--games", "1", "--cups", "2", "--trace-cell", f"south-2={path}"]) == 0


def test_hands_that_can_do_nothing_end_it_with_the_reason_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "scope", "--mistake", "dead-cell"]) == 1
    assert "No reading comes. See that the amplifier has power" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--clock", "27", "--data", "27"), "GPIO 27 is the clock already"),
        (("--clock", "27", "--data", "5"), "no GPIO"),
    ],
)
def test_lines_that_cant_be_had_are_refused(
    words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cupsboard_main(["lab", "scope", *words]) == 2
    assert why in capsys.readouterr().err
