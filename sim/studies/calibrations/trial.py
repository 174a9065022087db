"""What is tried of calibrations: boards of each case, calibrated unattended and played on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from cupsboard.formats.strict_data import from_plain

from studies.calibrations.boards import CASES, Case, Outcome, try_case
from studies.results import Results, Trial

_CASES = {case.name: case for case in CASES}


@dataclass(frozen=True, slots=True, order=True)
class Board:
    """A board of a case, by its name, and how many honest moves are played on it."""

    case: str
    seed: int
    moves: int


def play(board: Board) -> Outcome:
    """Calibrate a board, and play on it if that was accepted."""
    return try_case(_CASES[board.case], board.seed, board.moves)


def _case(board: Board) -> Case | None:
    return _CASES.get(board.case)


TRIAL = Trial(
    "calibrations", Board, play, partial(from_plain, Outcome), "studies.calibrations.boards", parameters=_case
)


def boards(seeds: Sequence[int], moves: int) -> list[Board]:
    """List a board of each case for every seed; whenever a run ends, all cases have about as many boards."""
    return [Board(case.name, seed, moves) for seed in seeds for case in CASES]


def outcomes_of(results: Results[Board, Outcome], case: Case, moves: int) -> list[Outcome]:
    """List the outcomes of a case on which so many moves were played, in the order of their seeds."""
    found = sorted(board for board in results.found if (board.case, board.moves) == (case.name, moves))
    return [results.found[board] for board in found]
