"""What a reading comes to in grams while a calibration is still going on."""

from statistics import median

from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.uncalibrated import COUNTS_PER_GRAM
from cupsboard.rules.places import Place


def grams_so_far(notes: Notes, place: Place, counts: int) -> float | None:
    """Return the weight on a platform; None while its zero isn't known.

    A place without a gain of its own takes the middle one of the others, and the first one that of a usual
    cell.
    """
    known = notes.places.get(place)
    if known is None or not known.zero:
        return None
    return (counts - known.zero[0].mean) / _counts_per_gram(notes, place)


def _counts_per_gram(notes: Notes, place: Place) -> float:
    rises = {at: each.mass.mean for at, each in notes.places.items() if each.loaded}
    if not rises or not notes.reference.is_known:
        return COUNTS_PER_GRAM
    rise = rises.get(place, median(rises.values()))
    return rise / notes.reference.mass_grams
