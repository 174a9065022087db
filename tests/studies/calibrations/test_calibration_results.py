"""Boards of a campaign are kept as they finish, and the table says where a prediction held."""

from pathlib import Path

import pytest
from cupsim.errors import SimulatorError
from studies.calibrations.boards import CASES, Outcome
from studies.calibrations.results import Kept, is_good, run, table

WEIGHT = "weight of 100 g"
SWAPPED = "swapped signal wires"


def board(predicted: float, questioned: int, moves: int = 1000, wrong: int = 0) -> Outcome:
    observed = {
        "accepted": moves - questioned - wrong,
        "questioned": questioned,
        "taken for another": wrong,
    }
    return Outcome(True, False, predicted, 3e-4, 1e-3, observed, 240.0)


def row_of(kept: Kept, name: str) -> list[str]:
    line = next(line for line in table(kept, 1000).splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize(
    ("predicted", "questioned", "held"),
    [
        (4e-3, 4, "yes"),
        (2e-3, 0, "yes"),
        (4e-2, 4, "better"),
        (2e-2, 40, "nearly"),
        (4e-3, 40, "worse"),
    ],
)
def test_a_prediction_is_held_against_what_was_observed(predicted: float, questioned: int, held: str) -> None:
    kept = Kept(None)
    kept.add((WEIGHT, 1, 1000), board(predicted, questioned))
    assert row_of(kept, WEIGHT)[5] == held
    assert is_good(kept, 1000) is (held != "worse")


def test_the_boards_of_a_row_are_put_together() -> None:
    kept = Kept(None)
    for seed, questioned in enumerate((10, 20, 0)):
        kept.add((WEIGHT, seed, 1000), board(1e-2, questioned, wrong=1))
    kept.add((WEIGHT, 9, 50), board(1.0, 50, moves=50))
    name, accepted, _, gain, questions, _, wrong, minutes = row_of(kept, WEIGHT)
    assert (name, accepted, gain, wrong, minutes) == (WEIGHT, "3 of 3", "0.10 % / 0.03 %", "1e-3", "4.0")
    assert questions == "1.0 % / 1.0 % (7e-3 to 1.4 %)"


def test_a_fault_that_was_accepted_or_named_wrongly_is_no_success() -> None:
    for outcome in (board(1e-3, 0), Outcome(False, False, 0.0, 0.0, 0.0, {}, 60.0)):
        kept = Kept(None)
        kept.add((SWAPPED, 1, 1000), outcome)
        assert not is_good(kept, 1000)
    kept = Kept(None)
    kept.add((SWAPPED, 1, 1000), Outcome(False, True, 0.0, 0.0, 0.0, {}, 60.0))
    assert is_good(kept, 1000)
    assert row_of(kept, SWAPPED)[1:3] == ["0 of 1", "1 of 1"]


def test_a_campaign_that_was_interrupted_goes_on_with_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    kept = Kept(path)
    for case in CASES:
        if case.name != SWAPPED:
            kept.add((case.name, 1, 1000), board(1e-3, 1))
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"key": ["torn", 1')
    again = Kept(path)
    assert path.read_bytes() == whole
    assert table(again, 1000) == table(kept, 1000)
    assert list(run(again, [1], 1000, 1, lambda: True)) == []
    assert list(run(again, [1], 1000, 1, lambda: False)) == [(SWAPPED, 1, 1000)]
    assert list(run(Kept(path), [1], 1000, 1, lambda: False)) == []


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text('{"shopping": "beans"}\n')
    with pytest.raises(SimulatorError, match="line 1 is no calibrated board"):
        Kept(path)


@pytest.mark.parametrize(
    "content", [b"buy beans", b"[" * 100_000, b"{" * 1_000_001, b'{"key": 1}\nbuy beans']
)
def test_what_was_not_written_here_is_refused_and_not_cut_off(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "shopping.txt"
    path.write_bytes(content)
    with pytest.raises(SimulatorError, match="is no calibrated board; take it out, or name another file"):
        Kept(path)
    assert path.read_bytes() == content
