"""Judge before a game whether a board can tell its individuals apart, and find ballast that cures it."""

from collections.abc import Sequence
from dataclasses import dataclass

from cupsboard.recognition.ballast import Ballast, ballast
from cupsboard.recognition.confusable_pieces import Confusion, Weighing, confusions
from cupsboard.recognition.individuals.masses import Masses
from cupsboard.recognition.suitability import settled_change_grams
from cupsboard.scales.calibration import Calibration


def weighing_of(calibration: Calibration) -> Weighing:
    """Return the errors of the weights that a board with this calibration measures, at its noisiest place."""
    noise_grams = max(place.noise_grams for place in calibration.places.values())
    return Weighing(settled_change_grams(noise_grams, calibration.rate_sps))


def told_apart(masses: Masses, calibration: Calibration) -> Sequence[str]:
    """Return the individuals that this board may confuse: a line for each confusion, at most three.

    Empty if the board can tell all individuals in `masses` apart.
    """
    found = confusions(masses, weighing_of(calibration))
    return [
        f"{said(each)}; `cupsboard calibrate cups check` says which ballast cures it" for each in found[:3]
    ]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The pairs of events that a board may confuse, and the ballast that cures all; None if none does."""

    confusions: Sequence[Confusion]
    ballast: Ballast | None


def judged(masses: Masses, calibration: Calibration) -> Judgement:
    """Return what this board may confuse, and its cure. The search for one takes up to some seconds."""
    weighing = weighing_of(calibration)
    found = confusions(masses, weighing)
    return Judgement(found, ballast(masses, weighing) if found else {})


def said(confusion: Confusion) -> str:
    """Return a confusion in words: its two events, and by how many grams their weight changes differ."""
    one, other = (
        " for ".join(kind for kind in happening if kind is not None) or "nothing"
        for happening in (confusion.one, confusion.other)
    )
    return f"{one} and {other} weigh alike, {confusion.apart_grams:.2f} g apart"
