"""The steps from a new board to its first evening, in order, and which of them its owner has done."""

from collections.abc import Sequence

from cupsboard.rules import games
from cupsboard.scales.errors import SensingError
from cupsboard.station.files.board_files import BoardFiles

Steps = Sequence[tuple[str, bool]]
"""Activities by the names that the page has for them, each with whether it is done."""


def steps(at: BoardFiles, *, is_examined: bool) -> Steps:
    """Return what is to be done; `is_examined` says whether the board was examined since its program began.

    Who has calibrated a board is not sent back to examine it first.
    """
    if at.no_profile is not None:
        return [("profile", False), ("doctor", False), ("calibrate", False)]
    try:
        calibration = at.load_calibration()
    except (SensingError, OSError):
        calibration = None
    is_calibrated = calibration is not None
    found = [("doctor", is_examined or is_calibrated), ("calibrate", is_calibrated)]
    if at.profile.spots:
        kinds = games.of_table(len(at.profile.owners)).kinds
        return [*found, ("cups-weigh", calibration is not None and set(kinds) <= set(calibration.kinds))]
    return found
