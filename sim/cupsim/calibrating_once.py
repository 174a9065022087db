"""One calibration of a simulated board from beginning to end, with its files and its words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from cupsboard import calibration_file
from cupsboard.commissioning import notes_file
from cupsboard.commissioning.calibration_report import page
from cupsboard.commissioning.calibration_values import calibration_of, merged
from cupsboard.commissioning.notes import Notes
from cupsboard.commissioning.references import UNKNOWN_LOSS, reference
from cupsboard.commissioning.verdict import verdict_of
from cupsboard.drivers.files import Files
from cupsboard.play.scene import Message
from cupsboard.play.words import say
from cupsboard.ports import Store
from cupsboard.rules.places import Place
from cupsboard.sensing.calibration import Calibration
from cupsboard.sensing.errors import SensingError

from cupsim.calibration_desk import START, Bringing, CalibrationDesk
from cupsim.cells import cell_model
from cupsim.memory import Memory
from cupsim.wiring_faults import Mistake

CALIBRATION, REPORT = "calibration.toml", "calibration.html"
NOTES, SESSION = "calibration-notes.json", "calibration-session.json"
"""The readings of a calibration that is not finished, and of the one that is."""
PATIENCE_SECONDS = 3600.0

Say = Callable[[str], object]
"""Told every line as it is said."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for."""

    reference: str
    place: str | None
    is_anew: bool
    stop_after_seconds: float | None
    mistake: str
    seed: int
    cups: int
    sps: int
    beans: str
    cells: str
    serials: Mapping[Place, str]


def calibrate_once(wish: Wish, directory: Path | None, tell: Say) -> bool:
    """Calibrate; whether it came to a calibration. Raises SensingError."""
    store: Store = Memory() if directory is None else Files(directory)
    bringing = Bringing(
        wish.seed,
        reference(wish.reference),
        Mistake[wish.mistake.replace("-", "_").upper()],
        wish.cups,
        wish.sps,
        wish.beans,
        wish.cells,
    )
    notes = _notes(wish, bringing, store)
    desk = CalibrationDesk(bringing, notes, lambda each: notes_file.save(store, NOTES, each))
    if notes is not None and wish.place is None:
        done, total = desk.calibrating.progress
        tell(f"going on where it was: {done} of {total} readings are done")
    if not bringing.reference.is_known:
        tell(UNKNOWN_LOSS)
    desk.run(wish.stop_after_seconds or PATIENCE_SECONDS, _Teller(tell))
    for refusal in desk.calibrating.refused:
        tell(f"refused: {refusal}")
    if not desk.calibrating.is_finished or desk.calibrating.notes.skipped:
        done, total = desk.calibrating.progress
        tell(f"\nnot calibrated: {done} of {total} readings are done after {desk.now:.0f} s")
        return False
    calibration = _calibration(wish, desk, store)
    calibration_file.save(store, CALIBRATION, calibration)
    session = desk.calibrating.notes
    if wish.place is not None and (whole := notes_file.load(store, SESSION)) is not None:
        session = whole.noting(session.places)
    notes_file.save(store, SESSION, session)
    notes_file.clear(store, NOTES)
    store.replace(REPORT, page(calibration, session, wish.cups).encode("utf-8"))
    tell(f"\ncalibrated in {desk.now:.0f} s with {calibration.method}")
    tell(str(verdict_of(calibration, wish.cups)))
    if directory is not None:
        tell(f"\nwritten: {directory / CALIBRATION} and {directory / REPORT}")
    return True


def _notes(wish: Wish, bringing: Bringing, store: Store) -> Notes | None:
    """What the calibration begins with; None for nothing."""
    kept = None if wish.is_anew else notes_file.load(store, NOTES)
    if wish.place is None:
        return kept
    place = Place(wish.place)
    desk_places = CalibrationDesk(bringing).profile.places
    if place not in desk_places:
        raise SensingError(f"--place: {place} is not on this board; choose from {', '.join(desk_places)}")
    if kept is not None and set(kept.places) == {place}:
        return kept
    return replace(Notes.empty(START, float(bringing.sps), bringing.reference, [place]), are_beans_done=True)


def _calibration(wish: Wish, desk: CalibrationDesk, store: Store) -> Calibration:
    notes = desk.calibrating.notes
    if wish.place is None:
        return calibration_of(notes, START, cell_model(wish.cells).counts_per_gram, wish.serials)
    old = calibration_file.load(store, CALIBRATION, desk.profile.places)
    return merged(old, notes, START, wish.serials)


class _Teller:
    """Says what the board says whenever that is something new, with how far it has got."""

    def __init__(self, tell: Say) -> None:
        self._tell = tell
        self._said: Message | None = None

    def __call__(self, desk: CalibrationDesk) -> None:
        message = desk.message
        if message is None or message == self._said:
            return
        self._said = message
        done, total = desk.calibrating.progress
        bar = "#" * round(20 * done / total)
        self._tell(f"{desk.now:6.1f} s [{bar:<20}] {say(message)}")
