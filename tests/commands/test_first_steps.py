"""A new board's owner sees what is missing, in order; a proof holds for no later calibration."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from board_process import calibrated
from cupsboard.commands.board_options import BoardFiles, board_files
from cupsboard.commands.first_steps import steps
from cupsboard.procedures.calibration.calibration_run import PROOF
from cupsboard.storage import calibration_file
from quick_evening import asked, environment, furnish

MADE = "2026-11-27T10:00:00+00:00"


def board(home: Path, *, made: str | None) -> BoardFiles:
    """A board whose calibration was made then, if at all."""
    furnish(home)
    at = board_files(asked(), environment(home))
    if made is None:
        at.calibration_path.unlink()
    else:
        calibration_file.save(at.calibrations, at.calibration, replace(calibrated(), made=made))
    return at


def done(at: BoardFiles, *, is_examined: bool = False) -> Mapping[str, bool]:
    return dict(steps(at, is_examined=is_examined))


def test_a_new_board_is_checked_then_calibrated_then_proved(tmp_path: Path) -> None:
    at = board(tmp_path, made=None)
    assert done(at) == {"doctor": False, "calibrate": False, "prove": False}
    assert done(at, is_examined=True) == {"doctor": True, "calibrate": False, "prove": False}


def test_a_proof_holds_for_the_calibration_that_it_was_made_of(tmp_path: Path) -> None:
    at = board(tmp_path, made=MADE)
    assert done(at) == {"doctor": True, "calibrate": True, "prove": False}
    at.state.replace(PROOF, b"proved 2026-11-27T10:30:00+00:00\nall right\n")
    assert all(done(at).values())
    later = board(tmp_path, made="2026-11-28T10:00:00+00:00")
    assert done(later) == {"doctor": True, "calibrate": True, "prove": False}
