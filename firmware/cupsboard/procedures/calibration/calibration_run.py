"""A calibration and its files: taken up where it was, and concluded so that a power cut loses nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cupsboard.ports import Store
from cupsboard.procedures.calibration import measurements_file
from cupsboard.procedures.calibration.fit import calibration_of, merged
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.calibration.report import page
from cupsboard.procedures.reference_masses import Reference
from cupsboard.profile import Profile
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.storage import calibration_file

REPORT = "calibration.html"
SESSION = "calibration-session.json"
"""The readings that the calibration in force was made from."""


@dataclass(frozen=True, slots=True)
class CalibrationFiles:
    """Where a calibration is kept, and where what belongs to it: notes, readings and report."""

    calibrations: Store
    name: str
    state: Store


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be calibrated, and how; `place` is None for the whole board."""

    reference: Reference
    place: Place | None = None
    is_anew: bool = False
    is_line_wanted: bool = False
    serials: Mapping[Place, str] = field(default_factory=dict)
    """The serial numbers of the cells under these places; the others keep those they had."""
    nominal_counts_per_gram: float | None = None
    """Of the cells; needed where the mass isn't known."""


class CalibrationSession:
    """One calibration of one board, perhaps over several evenings."""

    def __init__(self, files: CalibrationFiles, board: Profile, wish: Wish) -> None:
        """Raises SensingError for what can't be calibrated so."""
        self._files = files
        self._board = board
        self._wish = wish
        self._notes_name = f"calibration-notes{'' if wish.place is None else f'-{wish.place}'}.json"
        asked = [(place, "--serial") for place in wish.serials]
        asked += [] if wish.place is None else [(wish.place, "--place")]
        for place, option in asked:
            if place not in board.places:
                raise SensingError(
                    f"{option}: {place} is not on this board; choose from {', '.join(board.places)}"
                )
        if wish.is_line_wanted and not wish.reference.is_known:
            raise SensingError("reference: beans can't lie on a bare platform; take a weight or coins")
        self._has_no_cups = bool(board.spots)
        if self._has_no_cups and not wish.reference.is_known:
            raise SensingError("--reference: beans can't lie on a spot or a tray; take a weight or coins")
        if self._has_no_cups and wish.is_line_wanted:
            raise SensingError(
                "--linearity: compares a platform with and without its cup, and spots have none; leave it out"
            )

    def begun(self, now: str) -> Notes:
        """What it begins with: the notes of one that was interrupted, or none. Raises SensingError."""
        wanted = self._board.places if self._wish.place is None else (self._wish.place,)
        kept = None if self._wish.is_anew else measurements_file.load(self._files.state, self._notes_name)
        if kept is not None and set(kept.places) == set(wanted):
            if kept.reference != self._wish.reference:
                raise SensingError(
                    f"--reference: what was begun on {kept.begun} goes on with {kept.reference.name} alone; "
                    "say that one again, or begin with --anew"
                )
            return kept.with_serials(self._wish.serials)
        empty = Notes.empty(now, float(self._board.rate_sps), self._wish.reference, wanted)
        wished = replace(
            empty,
            are_beans_done=self._wish.place is not None or self._has_no_cups,
            is_line_wanted=self._wish.is_line_wanted,
            has_no_cups=self._has_no_cups,
        )
        return wished.with_serials({**self._serials_so_far(), **self._wish.serials})

    def keep(self, notes: Notes) -> None:
        """Write down what has been measured so far."""
        measurements_file.save(self._files.state, self._notes_name, notes)

    def concluded(self, done: Notes, made: str) -> Calibration:
        """Write everything that comes of complete notes; `made` is the date of now. Raises SensingError.

        The notes go last: whoever pulls the plug before finds them complete and comes to the same again.
        """
        files, session = self._files, done
        if self._wish.place is None:
            calibration = calibration_of(done, made, self._wish.nominal_counts_per_gram)
        else:
            old = calibration_file.load(files.calibrations, files.name, self._board.places)
            calibration = merged(old, done, made)
            if (whole := measurements_file.load(files.state, SESSION)) is not None:
                session = whole.remeasured(done)
        calibration_file.save(files.calibrations, files.name, calibration)
        measurements_file.save(files.state, SESSION, session)
        files.state.replace(REPORT, page(calibration, session, self._board.cups).encode("utf-8"))
        measurements_file.clear(files.state, self._notes_name)
        return calibration

    def _serials_so_far(self) -> dict[Place, str]:
        try:
            old = calibration_file.load(self._files.calibrations, self._files.name, self._board.places)
        except SensingError:
            # Whatever is wrong with it is about to be replaced.
            return {}
        return {place: values.cell_serial for place, values in old.places.items()}
