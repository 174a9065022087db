"""One calibration of a simulated board from beginning to end, with its files and its words."""

from collections.abc import Callable
from pathlib import Path

from cupsboard.drivers.files import Files
from cupsboard.ports import Store
from cupsboard.procedures.beans.forecast import verdict_of
from cupsboard.procedures.calibration.calibration_run import (
    REPORT,
    CalibrationFiles,
    CalibrationSession,
    Wish,
)
from cupsboard.procedures.reference_masses import UNKNOWN_LOSS
from cupsboard.profile import generated
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.storage import calibration_file

from cupsim.runs.calibration_world import Bringing, CalibrationDesk
from cupsim.runs.memory_store import Memory

CALIBRATION = "calibration.toml"
PATIENCE_SECONDS = 3600.0

Say = Callable[[str], object]
"""Told every line as it is said."""
CarryOut = Callable[[CalibrationDesk, Say], object]
"""Whoever does what the board asks for."""


def unattended(stop_after_seconds: float | None) -> CarryOut:
    """The simulated maker, who may be interrupted."""
    return lambda desk, tell: desk.run(stop_after_seconds or PATIENCE_SECONDS, BoardTeller(tell))


def calibrate_once(
    bringing: Bringing, wish: Wish, directory: Path | None, carry_out: CarryOut, tell: Say
) -> bool:
    """Calibrate; whether it came to a calibration. Raises SensingError."""
    store: Store = Memory() if directory is None else Files(directory)
    board = generated(bringing.cups, rate_sps=bringing.sps)
    session = CalibrationSession(CalibrationFiles(store, CALIBRATION, store), board, wish)
    if wish.place is not None:
        # What the place is to be put into; else its fault would show when all is done.
        calibration_file.load(store, CALIBRATION, board.places)
    desk = CalibrationDesk(
        bringing, session.begun(bringing.switched_on.isoformat(timespec="seconds")), session.keep
    )
    done, total = desk.calibrating.progress
    if done > desk.calibrating.notes.are_beans_done:
        tell(f"going on where it was: {done} of {total} readings are done")
    if not bringing.reference.is_known:
        tell(UNKNOWN_LOSS)
    carry_out(desk, tell)
    for refusal in desk.calibrating.refused:
        tell(f"refused: {refusal}")
    if not desk.calibrating.is_finished or desk.calibrating.notes.skipped:
        done, total = desk.calibrating.progress
        tell(f"\nnot calibrated: {done} of {total} readings are done after {desk.now:.0f} s")
        return False
    calibration = session.concluded(desk.calibrating.notes, desk.date)
    measured = next(iter(desk.calibrating.notes.places))
    tell(f"\ncalibrated in {desk.now:.0f} s with {calibration.places[measured].method}")
    tell(str(verdict_of(calibration, bringing.cups)))
    if directory is not None:
        tell(f"\nwritten: {directory / CALIBRATION} and {directory / REPORT}")
    return True


class BoardTeller:
    """Says what the board says whenever that is something new, with how far it has got."""

    def __init__(self, tell: Say) -> None:
        self._tell = tell
        self._said: Message | None = None

    def __call__(self, desk: CalibrationDesk) -> None:
        """Look at the board."""
        message = desk.message
        if message is None or message == self._said:
            return
        self._said = message
        done, total = desk.calibrating.progress
        bar = "#" * round(20 * done / total)
        self._tell(f"{desk.now:6.1f} s [{bar:<20}] {say(message)}")
