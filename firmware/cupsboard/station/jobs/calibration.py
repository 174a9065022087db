"""Calibrating a board or a place, proving a calibration, and taking one zero by hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cupsboard.drivers.assembly import Wired
from cupsboard.loop import Output
from cupsboard.procedures.beans.forecast import RATINGS, Answer, verdict_of
from cupsboard.procedures.calibration import calibration_run
from cupsboard.procedures.calibration.calibration import Calibrating
from cupsboard.procedures.calibration.calibration_run import PROOF
from cupsboard.procedures.calibration.measurements import ONE_GRAM, Notes
from cupsboard.procedures.calibration.proof import Proving, seats_of
from cupsboard.procedures.reference_masses import USUAL, reference
from cupsboard.profile import Profile
from cupsboard.recognition.corrections import zeroed_by_hand
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Press
from cupsboard.rules import games
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame
from cupsboard.scales.settling import Weighing
from cupsboard.signs.scene import Meaning, Message, Phrases, Scene, Sign, Tone
from cupsboard.signs.sentences import say
from cupsboard.station.files.board_files import BoardFiles, disk_writer, now
from cupsboard.station.files.corrections import keep_zero
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, Verdict, grams_by, written
from cupsboard.storage import learnt
from cupsboard.storage.paths import REPORT
from cupsboard.systemd.exit_codes import Ending

STILL_SECONDS = 2.0
"""What is believed for long must lie still for longer than a bean."""


@dataclass(frozen=True, slots=True)
class NotZeroed:
    """Why this cup can't be the zero."""

    why: str


class Zeroing:
    """Asks for a press and takes the weight of one empty cup; it must have no pieces in the agreed table."""

    def __init__(
        self, calibration: Calibration, cells: Sequence[Place], knowledge: Knowledge, place: Place
    ) -> None:
        """`cells` are the places in the order of a frame's readings."""
        self.found: Knowledge | NotZeroed | None = None
        """The knowledge with the new zero, or why there is none; None until the press."""
        self._weighing = Weighing(calibration, (place,))
        self._cell = tuple(cells).index(place)
        self._gestures = Gestures()
        self._knowledge = knowledge
        self._place = place
        self._is_said = False
        self._still_since: float | None = None

    @property
    def is_finished(self) -> bool:
        """Whether it is decided."""
        return self.found is not None

    @property
    def is_still(self) -> bool:
        """Whether nothing moves."""
        return not self._weighing.moving

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """Take what the ports gave."""
        gestures = self._gestures.step(edges, now)
        self._is_said = self._is_said or any(isinstance(each, Press) for each in gestures)
        if frame is not None:
            self._weighing.step(Frame(frame.time, (frame.readings[self._cell],)))
            if self._weighing.moving:
                self._still_since = None
            elif self._still_since is None:
                self._still_since = now
        is_still = self._still_since is not None and now - self._still_since >= STILL_SECONDS
        tone = self._take() if self._is_said and is_still and self.found is None else None
        key = "calibrate-still" if self._is_said else "calibrate-zero"
        message = Message(key, {} if self._is_said else {"place": self._place})
        return Output.of(Scene((Sign(self._place, Meaning.LOOK),), None, message), tone)

    def _take(self) -> Tone:
        try:
            self.found = zeroed_by_hand(self._knowledge, self._weighing.settled, self._place)
        except SensingError as fault:
            self.found = NotZeroed(str(fault))
            return Tone.WRONG
        return Tone.AGREED


def wish_of(options: Options) -> calibration_run.Wish:
    """Return what is wished by the options of an order. Raises SensingError.

    `serials` is like "south-1=A17 south-2=A18", `cell` a rating of the cells; what is set at all says "yes".
    """
    cell = options.get("cell")
    beans = options.get("beans", "")
    if cell is not None and cell not in RATINGS:
        raise SensingError(f"{cell}: no rating of cells; choose from {', '.join(RATINGS)}")
    serials = (each.partition("=") for each in options.get("serials", "").split())
    return calibration_run.Wish(
        reference(options.get("reference", USUAL)),
        place=Place(options["place"]) if "place" in options else None,
        beans=calibration_run.Beans[beans.upper()] if beans in ("new", "more") else None,
        is_anew=options.get("anew") == "yes",
        is_line_wanted=options.get("linearity") == "yes",
        serials={Place(place): number for place, _, number in serials},
        nominal_counts_per_gram=RATINGS[cell].counts_per_gram if cell is not None else None,
    )


def prepared(at: BoardFiles, options: Options) -> Prepared:
    """Prepare a calibration of a board or a place. Raises SensingError for what can't be calibrated so."""
    wish = wish_of(options)
    session = calibration_run.CalibrationSession(
        calibration_run.CalibrationFiles(at.calibrations, at.calibration, at.state), at.profile, wish
    )
    if wish.place is not None or wish.beans is not None:
        # Fail now if the calibration that the place belongs to is unusable, not when all is done.
        at.load_calibration()
    notes = session.begun(now())

    def job(ready: Wired) -> Job:
        calibrating = Calibrating(
            at.profile.places,
            notes,
            lambda: _rates(ready, at.profile.places),
            session.keep,
            disk_writer(),
            session.expected,
        )
        return Job(
            "calibrate",
            calibrating,
            lambda: _concluded(at, session, calibrating.notes),
            calibrating.grams,
            lambda: calibrating.progress,
        )

    return job


def _concluded(at: BoardFiles, session: calibration_run.CalibrationSession, done: Notes) -> Result:
    if done.skipped:
        places = tuple(Message("place", {"place": place}) for place in done.skipped)
        return Result.of((Message("report.left-out", {"places": places}),), Ending.FAULTY)
    calibration = session.concluded(done, now())
    said: list[Message] = []
    if done.beans and done.reference != ONE_GRAM:
        said += seats_of(done, calibration)
    if at.profile.cups:
        verdict = verdict_of(calibration, at.profile.cups)
        said += verdict.said
        if verdict.answer is Answer.UNDECIDED:
            said.append(Message("report.more-beans"))
    said.append(written(at.calibration_path, at.state_path / REPORT))
    if not all(kind in calibration.kinds for kind in _individuals(at.profile)):
        said.append(Message("report.weigh-cups"))
    return Result.of(tuple(said))


def _individuals(board: Profile) -> Sequence[Kind]:
    """The pieces that a board of spots has to know one by one."""
    return list(games.of_table(len(board.owners)).kinds) if board.spots else ()


def _rates(ready: Wired, places: Sequence[Place]) -> Mapping[Place, int | None]:
    health = ready.health()
    return {place: health[place].nominal_sps if place in health else None for place in places}


def proof_prepared(at: BoardFiles, _: Options) -> Prepared:
    """Prepare a proof of the calibration in force. Raises SensingError or DriverError."""
    calibration = at.load_calibration()
    cells = at.profile.places

    def job(_: Wired) -> Job:
        proving = Proving(calibration, cells, has_cups=not at.profile.spots)
        return Job(
            "prove", proving, lambda: _proved(at, proving), grams_by(calibration), lambda: proving.progress
        )

    return job


def _proved(at: BoardFiles, proving: Proving) -> Result:
    proof = proving.proof
    said = proof.said or (Message("proof.nothing"),)
    at.state.replace(PROOF, "\n".join((f"proved {now()}", *map(say, said), "")).encode("utf-8"))
    verdicts = [
        Verdict(place, each.is_right, _grams_said(f"{each.grams:.2f}"))
        for place, each in proof.masses.items()
    ]
    odd = [Verdict(place, False, _grams_said(f"{grams:+.3f}")) for place, grams in proof.odd_seats.items()]
    return Result.of(said, Ending.WELL if proof.is_good else Ending.FAULTY, (*verdicts, *odd))


def _grams_said(grams: str) -> Phrases:
    return (Message("diagnosis.weighs", {"grams": grams}),)


def zero_prepared(at: BoardFiles, options: Options) -> Prepared:
    """Prepare a zero by hand of the `place`. Raises SensingError or DriverError."""
    if at.profile.spots:
        raise SensingError(
            "zero: takes an empty cup for zero, and spots have none; use --place to measure one again"
        )
    place = options.get("place", "")
    calibration = at.load_calibration()
    if place not in at.profile.places:
        raise SensingError(f"zero: {place} is not on this board; choose from {', '.join(at.profile.places)}")
    knowledge = learnt.load(at.memory, calibration) or from_calibration(calibration, {})

    def job(_: Wired) -> Job:
        zeroing = Zeroing(calibration, at.profile.places, knowledge, Place(place))
        return Job(
            "zero", zeroing, lambda: _zeroed(at, calibration, zeroing, Place(place)), grams_by(calibration)
        )

    return job


def _zeroed(at: BoardFiles, calibration: Calibration, zeroing: Zeroing, place: Place) -> Result:
    found = zeroing.found
    assert found is not None
    match found:
        case Knowledge():
            words = keep_zero(at.memory, calibration, found, place, now())
            return Result(lambda _: (f"zeroed: {words}",))
        case NotZeroed(why):
            return Result(lambda _: (f"not zeroed: {why}",), Ending.FAULTY)
