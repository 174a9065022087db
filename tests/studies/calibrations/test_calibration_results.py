"""The table of calibrated boards says where a prediction held."""

from pathlib import Path

import pytest
from studies.calibrations.boards import Outcome
from studies.calibrations.report import calibrations_table, is_good
from studies.calibrations.trial import TRIAL, Board
from studies.results import Results

WEIGHT = "weight of 100 g"
SWAPPED = "swapped signal wires"


def board(predicted: float, questioned: int, moves: int = 1000, wrong: int = 0) -> Outcome:
    observed = {"accepted": moves - questioned - wrong, "questioned": questioned, "taken for another": wrong}
    return Outcome(True, False, predicted, 3e-4, 1e-3, observed, 240.0)


def row_of(kept: Results[Board, Outcome], name: str) -> list[str]:
    line = next(
        line for line in calibrations_table(kept, 1000).splitlines() if line.startswith(f"| {name} |")
    )
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize(
    ("predicted", "questioned", "held"),
    [(4e-3, 4, "yes"), (2e-3, 0, "yes"), (4e-2, 4, "better"), (2e-2, 40, "nearly"), (4e-3, 40, "worse")],
)
def test_a_prediction_is_held_against_what_was_observed(
    predicted: float, questioned: int, held: str, tmp_path: Path
) -> None:
    kept = Results(TRIAL, tmp_path / "boards")
    kept.add(Board(WEIGHT, 1, 1000), board(predicted, questioned))
    assert row_of(kept, WEIGHT)[5] == held
    assert is_good(kept, 1000) is (held != "worse")


def test_the_boards_of_a_row_are_put_together(tmp_path: Path) -> None:
    kept = Results(TRIAL, tmp_path / "boards")
    for seed, questioned in enumerate((10, 20, 0)):
        kept.add(Board(WEIGHT, seed, 1000), board(1e-2, questioned, wrong=1))
    kept.add(Board(WEIGHT, 9, 50), board(1.0, 50, moves=50))
    name, accepted, _, gain, questions, _, wrong, minutes = row_of(kept, WEIGHT)
    assert (name, accepted, gain, wrong, minutes) == (WEIGHT, "3 of 3", "0.10 % / 0.03 %", "1e-3", "4.0")
    assert questions == "1.0 % / 1.0 % (7e-3 to 1.4 %)"


def test_a_fault_that_was_accepted_or_named_wrongly_is_no_success(tmp_path: Path) -> None:
    for outcome in (board(1e-3, 0), Outcome(False, False, 0.0, 0.0, 0.0, {}, 60.0)):
        kept = Results(TRIAL, tmp_path / "boards")
        kept.add(Board(SWAPPED, 1, 1000), outcome)
        assert not is_good(kept, 1000)
    kept = Results(TRIAL, tmp_path / "boards")
    kept.add(Board(SWAPPED, 1, 1000), Outcome(False, True, 0.0, 0.0, 0.0, {}, 60.0))
    assert is_good(kept, 1000)
    assert row_of(kept, SWAPPED)[1:3] == ["0 of 1", "1 of 1"]
