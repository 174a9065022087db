"""From the notes of a calibration to its values and how uncertain they are."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from statistics import fmean, median, stdev

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.procedures.calibration.measurements import Notes, PlaceNotes
from cupsboard.procedures.calibration.raw_stillness import usual_noise_counts
from cupsboard.procedures.reference_masses import Reference, nominal
from cupsboard.procedures.uncalibrated import ASSUMED_BEANS
from cupsboard.recognition.suitability import settled_change_grams
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration, check
from cupsboard.scales.errors import SensingError

GAIN_WANTED = 0.01
"""A relative error of a gain beyond this is paid for in play (sensing notes, 4.3: 2 % cost 2e-4 silent)."""
USUAL_BEAN_GRAMS = 0.5
SHAKEN_TIMES = 2.0
"""From this multiple of the usual noise on, something may have shaken the place while it was measured."""
ODD_GAINS = (0.7, 1.4)
"""Gains of cells of one kind lie within these multiples of the middle one."""
SAME_CELLS = 0.05
"""The gain of a cell stays within a hundredth for years; a mass off by more than this share was another."""


def gain_error(known: PlaceNotes) -> float:
    """The relative standard deviation of a place's counts per gram against those of the other places."""
    mass = known.mass
    back, apart = known.back_counts / 2, known.apart_counts / 2
    deviation = math.sqrt(mass.variance + back**2 / 3 + apart**2 / 3)
    return math.hypot(deviation / abs(mass.mean), PHYSICS.hysteresis_share)


def odd_gains(notes: Notes) -> dict[Place, float]:
    """The places whose gain is far from the middle one of their sort, as multiples of it."""
    changes = {place: known.mass.mean for place, known in notes.places.items() if known.loaded}
    low, high = ODD_GAINS
    odd = {}
    for place, change in changes.items():
        ratio = change / median(other for at, other in changes.items() if is_tray(at) == is_tray(place))
        if not low < ratio < high:
            odd[place] = ratio
    return odd


class ToldBy(Enum):
    """Where expected gains come from. Each value is the key of the sentence that says so to a maker."""

    LAST = "times-the-last"
    """The calibration before this one."""
    RATING = "times-the-rating"
    """The rating of the cells, which the maker has named."""
    NEAREST = "times-the-nearest"
    """The usual rating that fits the measured gains best, where none was named."""


@dataclass(frozen=True, slots=True)
class ExpectedGains:
    """The counts a gram that cells are expected to give: for each sort that they may be, those of all places.

    A measured gain is in order while its ratio to the nearest lies within `usual`, lowest and highest.
    """

    sorts: Sequence[Mapping[Place, float]]
    usual: tuple[float, float]
    told_by: ToldBy


def expected_of(old: Calibration, reference: Reference) -> ExpectedGains | None:
    """Return what the cells of an earlier calibration should feel of a known mass.

    None for a calibration that names no mass of its own.
    """
    if not all(each.reference_grams > 0 for each in old.places.values()):
        return None
    errors = [
        math.hypot(
            each.reference_error_grams / each.reference_grams, reference.error_grams / reference.mass_grams
        )
        for each in old.places.values()
    ]
    off = max(SAME_CELLS, 3 * max(errors))
    gains = {place: each.counts_per_gram for place, each in old.places.items()}
    return ExpectedGains((gains,), (1 / (1 + off), 1 + off), ToldBy.LAST)


def odd_mass(notes: Notes, expected: ExpectedGains) -> float | None:
    """Return how many times too much all cells feel of the mass; None where that is no wonder.

    One cell that was exchanged does not move the middle one of all, a wrong mass moves every one.
    """
    if not notes.reference.is_known:
        return None
    felt = {
        place: known.mass.mean / notes.reference.mass_grams
        for place, known in notes.places.items()
        if known.loaded
    }
    ratios = [
        median(felt[place] / sort[place] for place in felt.keys() & sort.keys())
        for sort in expected.sorts
        if felt.keys() & sort.keys()
    ]
    low, high = expected.usual
    nearest = min(ratios, key=lambda ratio: max(ratio, 1 / ratio) if ratio else math.inf, default=None)
    return None if nearest is None or low < nearest < high else nearest


def is_tray(place: Place) -> bool:
    """Whether several pieces stand there: its cell may bear more than those of the other places."""
    return place.endswith("-tray")


def weak_signals(notes: Notes) -> dict[Place, tuple[float, float]]:
    """The places where a bean is too little: in deviations of a settled change, and in counts."""
    counts = {place: known.mass.mean for place, known in notes.places.items() if known.loaded}
    # Without a known mass the beans are taken for usual ones: only the small drift depends on it.
    shares = fmean(bean.counts / counts[bean.place] for bean in notes.beans)
    mass = notes.reference.mass_grams if notes.reference.is_known else USUAL_BEAN_GRAMS / shares
    weak = {}
    for place, change in counts.items():
        noise = notes.places[place].mass.noise / (change / mass)
        signal = shares * mass / settled_change_grams(noise, notes.rate_sps)
        if signal < COSTS.suitability.least_signal:
            weak[place] = (signal, shares * change)
    return weak


def is_shaken(notes: Notes, place: Place) -> bool:
    """Whether a place was noisier, in each reading of the mass, than a usual board at rest."""
    return notes.places[place].mass.noise > SHAKEN_TIMES * usual_noise_counts(notes.rate_sps)


def calibration_of(notes: Notes, made: str, nominal_counts_per_gram: float | None = None) -> Calibration:
    """The calibration that these notes come to; `made` is an ISO date and time.

    Raises SensingError for notes that are not complete.
    """
    missing = notes.unmeasured
    if missing or not notes.are_beans_done:
        what = f"{', '.join(missing)} not measured" if missing else "the beans are not weighed"
        raise SensingError(f"calibration: {what}; go on with it, or repeat what was left out")
    reference = _mass(notes, nominal_counts_per_gram)
    scales = {place: known.mass.mean / reference.mass_grams for place, known in notes.places.items()}
    calibration = Calibration(
        made=made,
        rate_sps=notes.rate_sps,
        # A board whose pieces stand on its platforms is asked for no beans; its file names a usual one.
        beans=ASSUMED_BEANS if notes.has_no_cups else _beans(notes, scales),
        places={
            place: _place(known, scales[place], made, reference) for place, known in notes.places.items()
        },
    )
    check(calibration)
    return calibration


def merged(old: Calibration, notes: Notes, made: str) -> Calibration:
    """The old calibration with the places of these notes measured anew. Raises SensingError."""
    if not notes.reference.is_known:
        raise SensingError(
            "reference: a place alone needs a known mass; take a weight or coins, or calibrate the whole "
            "board"
        )
    # The new reference and that of most places differ by their errors, which no longer cancel between them.
    before = median(old.reference_shares)
    apart = math.hypot(notes.reference.error_grams / notes.reference.mass_grams, before)
    places = dict(old.places)
    for place, known in notes.places.items():
        if place in notes.unmeasured:
            raise SensingError(f"calibration: {place} not measured; go on with it, or repeat it")
        scale = known.mass.mean / notes.reference.mass_grams
        places[place] = _place(known, scale, made, notes.reference, apart)
    calibration = replace(old, made=made, places=places)
    check(calibration)
    return calibration


def with_beans(old: Calibration, notes: Notes, made: str) -> Calibration:
    """Return the calibration with the beans of these notes in place of its own. Raises SensingError."""
    scales = {place: values.counts_per_gram for place, values in old.places.items()}
    calibration = replace(old, made=made, beans=_beans(notes, scales))
    check(calibration)
    return calibration


def _mass(notes: Notes, nominal_counts_per_gram: float | None) -> Reference:
    if notes.reference.is_known:
        return notes.reference
    if nominal_counts_per_gram is None:
        raise SensingError("reference: without a known mass say what cells these are (--cell 500g)")
    changes = [known.mass.mean for known in notes.places.values()]
    return nominal(fmean(changes), nominal_counts_per_gram)


def _method(reference: Reference) -> str:
    known = f"{reference.mass_grams:.3f} g +-{reference.error_grams:.3f} g"
    return f"{reference.name}, {known}" if reference.is_known else f"{reference.name}, taken for {known}"


def _place(
    known: PlaceNotes, scale: float, made: str, reference: Reference, apart: float = 0.0
) -> PlaceCalibration:
    """`apart` is the relative error of its reference against those of the other places."""
    zero = known.zero[0]
    cup = known.cup[0] if known.cup else zero
    drifted = abs(known.rests[-1].counts - known.rests[0].counts) if known.rests else 0.0
    cup_grams = (cup.mean - zero.mean) / scale
    cup_error = math.sqrt(cup.variance + zero.variance + drifted**2) / scale
    error = math.hypot(gain_error(known), apart)
    return PlaceCalibration(
        zero_counts=zero.mean,
        counts_per_gram=scale,
        gain_error=error,
        cup_grams=cup_grams,
        cup_error_grams=math.hypot(cup_error, error * cup_grams),
        noise_grams=known.mass.noise / scale,
        zero_error_counts=math.sqrt(zero.variance),
        calibrated=made,
        method=_method(reference),
        reference_grams=reference.mass_grams,
        reference_error_grams=reference.error_grams,
        cell_serial=known.cell_serial,
    )


def _beans(notes: Notes, scales: Mapping[Place, float]) -> PieceCalibration:
    return piece_calibration(
        [bean.counts / scales[bean.place] for bean in notes.beans],
        [bean.variance / scales[bean.place] ** 2 for bean in notes.beans],
    )


def piece_calibration(masses_grams: Sequence[float], variances: Sequence[float]) -> PieceCalibration:
    """Return what pieces weighed one by one say of their kind; `variances` are those of the weighings, in g².

    The noise of the weighings is taken off the spread. Two pieces are needed at least.
    """
    noise = fmean(variances)
    spread = math.sqrt(max(0.0, stdev(masses_grams) ** 2 - noise))
    error = math.sqrt((spread**2 + noise) / len(masses_grams))
    return PieceCalibration(fmean(masses_grams), error, spread, len(masses_grams))
