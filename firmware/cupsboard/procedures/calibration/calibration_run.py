"""A calibration and its files: taken up where it was, and concluded so that a power cut loses nothing."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from cupsboard.formats.file_reading import text_of
from cupsboard.formats.strict_data import PlainDataError, from_plain, shown, to_plain
from cupsboard.ports import Store
from cupsboard.procedures.beans.forecast import RATINGS
from cupsboard.procedures.calibration.charts import mass_message
from cupsboard.procedures.calibration.fit import (
    ODD_GAINS,
    ExpectedGains,
    ToldBy,
    calibration_of,
    expected_of,
    merged,
    with_beans,
)
from cupsboard.procedures.calibration.measurements import ONE_GRAM, BeanNote, Notes, notes_of
from cupsboard.procedures.calibration.report import pages
from cupsboard.procedures.reference_masses import Reference
from cupsboard.profile import Profile
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import Unwanted
from cupsboard.storage import calibration_file

FORMAT = "cupsboard-calibration-notes"
VERSION = 3


def save_notes(store: Store, name: str, notes: Notes) -> None:
    """Put the notes in the place of the old, all of them or nothing."""
    document = {"format": FORMAT, "version": VERSION, "notes": to_plain(notes)}
    store.replace(name, json.dumps(document, indent=1, allow_nan=False).encode("ascii"))


def load_notes(store: Store, name: str) -> Notes | None:
    """The notes to go on with; None if there are none. Raises SensingError."""
    content = store.read(name)
    if not content:
        return None
    try:
        document = json.loads(text_of(content))
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise PlainDataError(f'format: this is no "{FORMAT}"')
        if document.get("version") != VERSION:
            raise PlainDataError(f"version: {shown(document.get('version'))} is not {VERSION}")
        return from_plain(Notes, document.get("notes"), "notes")
    except (ValueError, RecursionError) as fault:
        raise SensingError(f"{name}: {fault}; remove the file and calibrate from the beginning") from None


def clear_notes(store: Store, name: str) -> None:
    """Nothing to go on with any more."""
    if store.read(name):
        store.replace(name, b"")


PROOF = "calibration-proof.txt"
"""What the last proof of the calibration came to."""
SESSION = "calibration-session.json"
"""The readings that the calibration in force was made from."""


@dataclass(frozen=True, slots=True)
class CalibrationFiles:
    """Where a calibration is kept, and where what belongs to it: notes, readings and report."""

    calibrations: Store
    name: str
    state: Store


class Beans(Enum):
    """Which beans are weighed on a board whose places are known."""

    NEW = "another bag"
    MORE = "more of the same"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be calibrated, and how; `place` is None for the whole board, `beans` if not these alone."""

    reference: Reference
    place: Place | None = None
    beans: Beans | None = None
    is_anew: bool = False
    is_line_wanted: bool = False
    serials: Mapping[Place, str] = field(default_factory=dict)
    """The serial numbers of the cells under these places; the others keep those they had."""
    nominal_counts_per_gram: float | None = None
    """Of the cells; needed where the mass isn't known."""


def put_in_force(files: CalibrationFiles, calibration: Calibration, board: Profile) -> None:
    """Let an earlier calibration take the place of the one in force, which is kept under its date.

    The readings that the latter was made from are set aside, and the report tells of the former alone.
    """
    calibration_file.save(files.calibrations, files.name, calibration)
    if files.state.read(SESSION):
        files.state.set_aside(SESSION)
    unread = Notes.empty(calibration.made, calibration.rate_sps, ONE_GRAM, ())
    _write_report(files.state, pages(calibration, unread, board.cups))


def _write_report(state: Store, report: Mapping[str, bytes]) -> None:
    for name, content in report.items():
        state.replace(name, content)


class CalibrationSession:
    """One calibration of one board, perhaps over several evenings."""

    def __init__(self, files: CalibrationFiles, board: Profile, wish: Wish) -> None:
        """Raises SensingError for what can't be calibrated so."""
        self._files = files
        self._board = board
        self._wish = wish
        part = wish.place if wish.beans is None else f"beans-{wish.beans.name.lower()}"
        self._notes_name = f"calibration-notes{'' if part is None else f'-{part}'}.json"
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
        if wish.beans is not None and wish.place is not None:
            raise SensingError("--place: the beans alone are weighed in all cups; leave it out")
        if wish.beans is not None and self._has_no_cups:
            raise SensingError("--beans: on spots and trays no beans are weighed; leave it out")
        if self._has_no_cups and not wish.reference.is_known:
            raise SensingError("--reference: beans can't lie on a spot or a tray; take a weight or coins")
        if self._has_no_cups and wish.is_line_wanted:
            raise SensingError(
                "--linearity: compares a platform with and without its cup, and spots have none; leave it out"
            )

    @property
    def expected(self) -> ExpectedGains | None:
        """Return what all cells should feel; None for a mass that is not known, or for one place alone.

        Where neither a calibration nor a rating tells, they should feel what cells of some usual rating do.
        """
        wish = self._wish
        if wish.place is not None or wish.beans is not None or not wish.reference.is_known:
            return None
        try:
            return expected_of(self._calibration_so_far(), wish.reference)
        except SensingError:
            rated = wish.nominal_counts_per_gram
        usual = [each.counts_per_gram for each in RATINGS.values()] if rated is None else [rated]
        sorts = [dict.fromkeys(self._board.places, gain) for gain in usual]
        return ExpectedGains(sorts, ODD_GAINS, ToldBy.NEAREST if rated is None else ToldBy.RATING)

    def begun(self, now: str) -> Notes:
        """Return what it begins with: the notes of one that was interrupted, or none. Raises SensingError."""
        if self._wish.beans is not None:
            return self._begun_with_beans(now)
        wanted = self._board.places if self._wish.place is None else (self._wish.place,)
        kept = None if self._wish.is_anew else load_notes(self._files.state, self._notes_name)
        if kept is not None and set(kept.places) == set(wanted):
            if kept.reference != self._wish.reference:
                mass = (mass_message(kept.reference.name),)
                raise Unwanted("other-mass", date=kept.begun.replace("T", ", ")[:17], mass=mass)
            return kept.with_serials(self._wish.serials)
        empty = Notes.empty(now, float(self._board.rate_sps), self._wish.reference, wanted)
        wished = replace(
            empty,
            are_beans_done=self._wish.place is not None or self._has_no_cups,
            is_line_wanted=self._wish.is_line_wanted,
            has_no_cups=self._has_no_cups,
        )
        return wished.with_serials({**self._serials_so_far(), **self._wish.serials})

    def _begun_with_beans(self, now: str) -> Notes:
        empty = notes_of(self._calibration_so_far(), now)
        if self._wish.beans is Beans.MORE and not self._beans_so_far():
            raise Unwanted("beans-forgotten")
        kept = None if self._wish.is_anew else load_notes(self._files.state, self._notes_name)
        # What was weighed and not written down any more counts for this calibration alone.
        return kept if kept is not None and kept.places == empty.places else empty

    def _calibration_so_far(self) -> Calibration:
        return calibration_file.load(self._files.calibrations, self._files.name, self._board.places)

    def _beans_so_far(self) -> tuple[BeanNote, ...]:
        """The readings of the beans of the calibration in force, as far as they are kept."""
        whole = load_notes(self._files.state, SESSION)
        return () if whole is None else whole.beans

    def keep(self, notes: Notes) -> None:
        """Write down what has been measured so far."""
        save_notes(self._files.state, self._notes_name, notes)

    def concluded(self, done: Notes, made: str) -> Calibration:
        """Write everything that comes of complete notes; `made` is the date of now. Raises SensingError.

        The notes go last: whoever pulls the plug before finds them complete and comes to the same again.
        """
        files, session = self._files, done
        if self._wish.beans is not None:
            calibration, session = self._with_beans(done, made)
        elif self._wish.place is None:
            calibration = calibration_of(done, made, self._wish.nominal_counts_per_gram)
        else:
            calibration = merged(self._calibration_so_far(), done, made)
            if (whole := load_notes(files.state, SESSION)) is not None:
                session = whole.remeasured(done)
        calibration_file.save(files.calibrations, files.name, calibration)
        save_notes(files.state, SESSION, session)
        _write_report(files.state, pages(calibration, session, self._board.cups))
        clear_notes(files.state, self._notes_name)
        return calibration

    def _with_beans(self, done: Notes, made: str) -> tuple[Calibration, Notes]:
        """The calibration in force with other beans, and the readings that it comes of."""
        if self._wish.beans is Beans.MORE:
            before = self._beans_so_far()
            # After a power cut they may have been added already.
            is_added = before[-len(done.beans) :] == done.beans
            done = replace(done, beans=before if is_added else (*before, *done.beans))
        whole = load_notes(self._files.state, SESSION)
        # Without the readings of the places the report tells of the beans alone.
        session = replace(done, places={}) if whole is None else replace(whole, beans=done.beans)
        return with_beans(self._calibration_so_far(), done, made), session

    def _serials_so_far(self) -> dict[Place, str]:
        try:
            old = self._calibration_so_far()
        except SensingError:
            # Whatever is wrong with it is about to be replaced.
            return {}
        return {place: values.cell_serial for place, values in old.places.items()}
