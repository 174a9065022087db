"""What the board has corrected of itself: shown, put back, and a zero taken by hand.

All of it changes what was learnt, which is kept apart; the calibration stays as it was made.
"""

from cupsboard.drivers.folder_lock import locked
from cupsboard.ports import Rows
from cupsboard.recognition.corrections import Healed, MassLearnt, ZeroMoved, reverted
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.places import BEAN, Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.storage import correction_log, learnt

BEANS, ALL = "beans", "all"
LAST_LINES = 20


def show(at: BoardFiles, revert: str | None, date: str) -> int:
    """Show what was corrected, after putting back what is to be; the exit code.

    Raises SensingError, or DriverError if something is to be put back while the board is played on.
    """
    calibration = at.load_calibration()
    if revert is not None:
        _require_known(revert, calibration)
    knowledge = learnt.load(at.memory, calibration)
    if knowledge is None:
        print("nothing was learnt yet with this calibration")
        return 0
    if revert is not None:
        with locked(at.state_path):
            knowledge = put_back(at.memory, calibration, knowledge, revert, date)
    for each in corrections(calibration, knowledge):
        print(in_words(each))
    lines = correction_log.lines(at.memory)
    if lines:
        print("\nthe latest of the log:", *lines[-LAST_LINES:], sep="\n")
    return 0


def _require_known(what: str, calibration: Calibration) -> None:
    known = (*calibration.places, BEANS, *calibration.kinds, ALL)
    if what not in known:
        raise SensingError(f"--revert: {what} is not known; choose from {', '.join(known)}")


def corrections(calibration: Calibration, knowledge: Knowledge) -> tuple[Healed, ...]:
    """How everything that may be learnt stands to the calibration."""
    zeros = [
        ZeroMoved(0.0, place, values.cup_grams, knowledge.places[place].tare.grams)
        for place, values in calibration.places.items()
    ]
    masses = [
        MassLearnt(0.0, calibration.pieces[kind].mean_grams, population.mean_grams, kind)
        for kind, population in knowledge.pieces.items()
    ]
    return (*zeros, *masses)


def _name(correction: Healed) -> str:
    """Return what `--revert` calls it."""
    match correction:
        case ZeroMoved(place=place):
            return place
        case MassLearnt(kind=kind):
            return BEANS if kind == BEAN else kind


def put_back(rows: Rows, calibration: Calibration, knowledge: Knowledge, what: str, date: str) -> Knowledge:
    """Write down the knowledge without these corrections: of a place, the beans, or all."""
    for each in corrections(calibration, knowledge):
        if what in (_name(each), ALL):
            knowledge = reverted(knowledge, each)
    words = f"{what} put back to the calibration"
    rows.keep((learnt.row(knowledge, calibration), *correction_log.by_hand(rows, date, words)))
    return knowledge


def keep_zero(rows: Rows, calibration: Calibration, knowledge: Knowledge, place: Place, date: str) -> str:
    """Write down the knowledge with a new zero, and say how far that is from the calibration."""
    before, after = calibration.places[place].cup_grams, knowledge.places[place].tare.grams
    words = in_words(ZeroMoved(0.0, place, before, after))
    rows.keep((learnt.row(knowledge, calibration), *correction_log.by_hand(rows, date, words)))
    return words


def in_words(correction: Healed) -> str:
    """A correction against the calibration."""
    match correction:
        case ZeroMoved(_, place, before, after):
            return f"{place:<12} empty cup {after:8.3f} g  ({1000 * (after - before):+.0f} mg)"
        case MassLearnt(_, before, after, kind):
            return f"{f'a {kind}':<12}           {after:8.4f} g  ({100 * (after / before - 1):+.1f} %)"
