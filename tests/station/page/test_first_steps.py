"""A new board's owner sees what is missing, in order."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from board_process import calibrated
from cupsboard.station.files.board_files import BoardFiles, board_files
from cupsboard.station.page.live_page import steps
from cupsboard.station.wishes import BoardWish
from cupsboard.storage import calibration_file
from quick_evening import environment, furnish

MADE = "2026-11-27T10:00:00+00:00"


def board(home: Path, *, made: str | None) -> BoardFiles:
    """A board whose calibration was made then, if at all."""
    furnish(home)
    at = board_files(BoardWish(), environment(home))
    if made is None:
        at.calibration_path.unlink()
    else:
        calibration_file.save(at.calibrations, at.calibration, replace(calibrated(), made=made))
    return at


def done(at: BoardFiles, *, is_examined: bool = False) -> Mapping[str, bool]:
    return dict(steps(at, is_examined=is_examined))


def test_a_new_board_is_checked_then_calibrated(tmp_path: Path) -> None:
    at = board(tmp_path, made=None)
    assert done(at) == {"doctor": False, "calibrate": False}
    assert done(at, is_examined=True) == {"doctor": True, "calibrate": False}


def test_who_has_calibrated_a_board_is_not_sent_back_to_check_it(tmp_path: Path) -> None:
    assert done(board(tmp_path, made=MADE)) == {"doctor": True, "calibrate": True}
