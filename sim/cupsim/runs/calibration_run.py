"""One calibration of a simulated board from beginning to end, with its files and its words."""

from collections.abc import Callable
from pathlib import Path

from cupsboard.drivers.files import Files
from cupsboard.ports import Store
from cupsboard.procedures.beans.forecast import verdict_of
from cupsboard.procedures.calibration.calibration_run import (
    CalibrationFiles,
    CalibrationSession,
    Wish,
)
from cupsboard.procedures.calibration.proof import Proving
from cupsboard.procedures.calibration.report import REPORT
from cupsboard.profile import generated
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.storage import calibration_file

from cupsim.runs.calibration_world import CalibrationSetup, CalibrationWorld
from cupsim.runs.memory_store import Memory

CALIBRATION = "calibration.toml"
PATIENCE_SECONDS = 3600.0

Say = Callable[[str], object]
"""Told every line as it is said."""
Words = Callable[[Message], str]
"""Puts a sentence of the board into the language of a terminal."""
CarryOut = Callable[[CalibrationWorld, Say], object]
"""Whoever does what the board asks for."""


def unattended(stop_after_seconds: float | None, words: Words = say) -> CarryOut:
    """The simulated maker, who may be interrupted."""
    return lambda world, tell: world.run(stop_after_seconds or PATIENCE_SECONDS, BoardTeller(tell, words))


def calibrate_once(
    setup: CalibrationSetup,
    wish: Wish,
    directory: Path | None,
    carry_out: CarryOut,
    tell: Say,
    *,
    is_proved: bool = False,
    words: Words = say,
) -> bool:
    """Calibrate, and prove it if it is to be; whether it came to a calibration. Raises SensingError."""
    store: Store = Memory() if directory is None else Files(directory)
    board = generated(setup.cups, rate_sps=setup.sps)
    session = CalibrationSession(CalibrationFiles(store, CALIBRATION, store), board, wish)
    if wish.place is not None or wish.beans is not None:
        # Fail now if the calibration that the place belongs to is unusable, not when all is done.
        calibration_file.load(store, CALIBRATION, board.places)
    world = CalibrationWorld(
        setup, session.begun(setup.switched_on.isoformat(timespec="seconds")), session.keep
    )
    done, total = world.calibrating.progress
    if wish.beans is None and done > world.calibrating.notes.are_beans_done:
        tell(f"going on where it was: {done} of {total} readings are done")
    if not setup.reference.is_known:
        tell(words(Message("terminal.unknown-mass")))
    carry_out(world, tell)
    for refusal in world.calibrating.refused:
        tell(f"refused: {words(refusal.message)}")
    if not world.calibrating.is_finished or world.calibrating.notes.skipped:
        done, total = world.calibrating.progress
        tell(f"\nnot calibrated: {done} of {total} readings are done after {world.now:.0f} s")
        return False
    calibration = session.concluded(world.calibrating.notes, world.date)
    measured = next(iter(world.calibrating.notes.places))
    tell(f"\ncalibrated in {world.now:.0f} s with {calibration.places[measured].method}")
    tell("\n".join(map(words, verdict_of(calibration, setup.cups).said)))
    if directory is not None:
        tell(f"\nwritten: {directory / CALIBRATION} and {directory / REPORT}")
    if is_proved:
        _prove(world, calibration, tell, words)
    return True


def _prove(world: CalibrationWorld, calibration: Calibration, tell: Say, words: Words) -> None:
    proving = Proving(calibration, world.profile.places, has_cups=True)
    begun = world.now
    world.prove(proving, PATIENCE_SECONDS, BoardTeller(tell, words))
    tell(f"\nproved in {world.now - begun:.0f} s")
    for line in map(words, proving.proof.said):
        tell(line)


class BoardTeller:
    """Says what the board says whenever that is something new, with how far it has got."""

    def __init__(self, tell: Say, words: Words = say) -> None:
        self._tell, self._words = tell, words
        self._said: Message | None = None

    def __call__(self, world: CalibrationWorld) -> None:
        """Look at the board."""
        message = world.message
        if message is None or message == self._said:
            return
        self._said = message
        done, total = world.calibrating.progress
        bar = "#" * round(20 * done / total)
        self._tell(f"{world.now:6.1f} s [{bar:<20}] {self._words(message)}")
