"""The notes of a board whose places are known already, so that only its beans are weighed."""

from cupsboard.procedures.calibration.measurements import Notes, PlaceNotes
from cupsboard.procedures.calibration.raw_stillness import RawCounts
from cupsboard.procedures.reference_masses import Reference
from cupsboard.scales.calibration import Calibration, PlaceCalibration

ONE_GRAM = Reference("the calibration in force", 1.0, 0.0)
"""What such notes were loaded with: a gram by the calibration itself."""


def notes_of(calibration: Calibration, begun: str) -> Notes:
    """Return notes that have everything of the places and nothing of the beans; `begun` is an ISO date."""
    places = {place: _known(values) for place, values in calibration.places.items()}
    return Notes(begun, calibration.rate_sps, ONE_GRAM, places, touched=tuple(places))


def _known(values: PlaceCalibration) -> PlaceNotes:
    scale = values.counts_per_gram
    noise = values.noise_grams * scale
    cup = values.zero_counts + values.cup_grams * scale
    gram = RawCounts(scale, (values.gain_error * scale) ** 2, noise)
    return PlaceNotes(
        zero=(RawCounts(values.zero_counts, values.zero_error_counts**2, noise),),
        cup=(RawCounts(cup, (values.cup_error_grams * scale) ** 2, noise),),
        loaded=(gram,),
        again=(gram,),
        cell_serial=values.cell_serial,
    )
