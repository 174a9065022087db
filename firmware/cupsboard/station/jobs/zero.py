"""Taking the weight of one empty cup for its zero."""

from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.zero_by_hand import NotZeroed, Zeroing
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.session.resume import KNOWLEDGE
from cupsboard.station.files.board_files import BoardFiles, now
from cupsboard.station.files.corrections import keep_zero
from cupsboard.station.jobs.job import Job, Options, Prepared, Result, grams_by
from cupsboard.storage import knowledge_file
from cupsboard.systemd.exit_codes import Ending


def prepared(at: BoardFiles, options: Options) -> Prepared:
    """Prepare a zero by hand of the `place`. Raises SensingError or DriverError."""
    if at.profile.spots:
        raise SensingError(
            "zero: takes an empty cup for zero, and spots have none; use --place to measure one again"
        )
    place = options.get("place", "")
    calibration = at.load_calibration()
    if place not in at.profile.places:
        raise SensingError(f"zero: {place} is not on this board; choose from {', '.join(at.profile.places)}")
    knowledge = knowledge_file.load(at.state, KNOWLEDGE, calibration) or from_calibration(calibration, {})

    def job(_: Wired) -> Job:
        zeroing = Zeroing(calibration, at.profile.places, knowledge, Place(place))
        return Job(
            "zero", zeroing, lambda: _concluded(at, calibration, zeroing, Place(place)), grams_by(calibration)
        )

    return job


def _concluded(at: BoardFiles, calibration: Calibration, zeroing: Zeroing, place: Place) -> Result:
    found = zeroing.found
    assert found is not None
    match found:
        case Knowledge():
            words = keep_zero(at.state, calibration, found, place, now())
            return Result(lambda _: (f"zeroed: {words}",))
        case NotZeroed(why):
            return Result(lambda _: (f"not zeroed: {why}",), Ending.FAULTY)
