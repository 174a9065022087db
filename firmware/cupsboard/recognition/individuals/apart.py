"""Judge before a game whether a board can tell its individuals apart, and find ballast that cures it."""

from collections.abc import Sequence

from cupsboard.recognition import ballast
from cupsboard.recognition.confusable_pieces import Confusion, Weighing, confusions
from cupsboard.recognition.individuals.masses import Masses
from cupsboard.recognition.suitability import Complaint, settled_change_grams
from cupsboard.scales.calibration import Calibration


def weighing_of(calibration: Calibration) -> Weighing:
    """Return the errors of a board's weights, at its noisiest place."""
    noise_grams = max(place.noise_grams for place in calibration.places.values())
    return Weighing(settled_change_grams(noise_grams, calibration.rate_sps))


def told_apart(masses: Masses, calibration: Calibration) -> Sequence[str]:
    """Return which individuals this board may confuse, a line each, at most three; () if it may play."""
    found = confusions(masses, weighing_of(calibration))
    return [f"{said(each)}; `cupsboard cups check` says which ballast cures it" for each in found[:3]]


def cures(masses: Masses, calibration: Calibration) -> tuple[Complaint, ...]:
    """Return which individuals this board may confuse, with ballast that cures it.

    The search takes up to some seconds.
    """
    return ballast.complaints(masses, weighing_of(calibration))


def said(confusion: Confusion) -> str:
    """Return a confusion in words: the two events, and how far apart they weigh."""
    one, other = (
        " for ".join(kind for kind in happening if kind is not None) or "nothing"
        for happening in (confusion.one, confusion.other)
    )
    return f"{one} and {other} weigh alike, {confusion.apart_grams:.2f} g apart"
