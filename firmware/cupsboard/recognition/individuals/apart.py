"""Whether a board tells its individuals apart, said before a game; and which ballast would cure it."""

from collections.abc import Sequence

from cupsboard.recognition import ballast
from cupsboard.recognition.confusable_pieces import Confusion, Weighing, confusions
from cupsboard.recognition.individuals.masses import Masses
from cupsboard.recognition.suitability import Complaint, settled_change_grams
from cupsboard.scales.calibration import Calibration


def weighing_of(calibration: Calibration) -> Weighing:
    """What weights are off by at the worst place of a board."""
    noise_grams = max(place.noise_grams for place in calibration.places.values())
    return Weighing(settled_change_grams(noise_grams, calibration.rate_sps))


def told_apart(masses: Masses, calibration: Calibration) -> Sequence[str]:
    """Which individuals this board may take for each other, a line each; nothing where it may play."""
    found = confusions(masses, weighing_of(calibration))
    return [f"{said(each)}; `cupsboard cups check` says which ballast cures it" for each in found[:3]]


def cures(masses: Masses, calibration: Calibration) -> tuple[Complaint, ...]:
    """The same with the ballast that would cure all of them; finding it may take some seconds."""
    return ballast.complaints(masses, weighing_of(calibration))


def said(confusion: Confusion) -> str:
    """A confusion in words: which happenings, and how far apart."""
    one, other = (
        " for ".join(kind for kind in happening if kind is not None) or "nothing"
        for happening in (confusion.one, confusion.other)
    )
    return f"{one} and {other} weigh alike, {confusion.apart_grams:.2f} g apart"
