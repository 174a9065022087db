"""What was measured once with known weights: counts to grams for every place, and what the pieces weigh."""

import math
import re
import reprlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from cupsboard.rules.places import ANY_KIND, BEAN, Kind, Place, is_kind_name
from cupsboard.scales.errors import SensingError

LARGEST_COUNTS = float(1 << 23)
"""The end of an HX711's 24-bit range (datasheet p. 4)."""
HEAVIEST_PIECE_GRAMS = 500.0
"""Beans and coins weigh up to some ten grams, a cup with ballast that is itself a piece some hundred."""

_PLACE_NAME = re.compile(r"(south|north)-([1-9]\d?|pot|stock)|spot-[1-9]\d?|[a-z]+-tray")


@dataclass(frozen=True, slots=True)
class Occasion:
    """When, as an ISO date and time, and how, in words, places were measured together."""

    calibrated: str
    method: str

    def __str__(self) -> str:
        return f"{self.calibrated}, {self.method}"


@dataclass(frozen=True, slots=True)
class PlaceCalibration:
    """How the cell under one place turns weight into counts.

    `zero_counts` is the bare platform without its cup; `gain_error` is the relative standard deviation of
    `counts_per_gram` against the other places; `noise_grams` is the standard deviation of a single
    conversion. `calibrated` is when this place was measured, if not with all the others, and `method` says
    in words how. The error of the reference concerns all places alike that were measured with it, and no
    count; 0 where the reference is not known.
    """

    zero_counts: float
    counts_per_gram: float
    gain_error: float
    cup_grams: float
    cup_error_grams: float
    noise_grams: float
    zero_error_counts: float = 0.0
    calibrated: str = ""
    method: str = ""
    reference_grams: float = 0.0
    reference_error_grams: float = 0.0
    cell_serial: str = ""

    @property
    def reference_share(self) -> float:
        """By what share the known mass may have been off; 0 where it is not known."""
        return self.reference_error_grams / self.reference_grams if self.reference_grams else 0.0


@dataclass(frozen=True, slots=True)
class PieceCalibration:
    """What the pieces of one kind weigh: the beans of this set, or its dimes.

    `mean_error_grams` is the standard deviation of the mean itself, `spread_grams` the standard deviation
    from piece to piece, `sample` how many were weighed to know it.
    """

    mean_grams: float
    mean_error_grams: float
    spread_grams: float
    sample: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """Everything needed to read a board's counts as pieces.

    `made` is the ISO date and time of the last change of scales or beans, `rate_sps` the conversion rate at
    which the noise was measured. Every board knows its beans; `kinds` are the other kinds that it was taught.
    """

    made: str
    rate_sps: float
    beans: PieceCalibration
    places: Mapping[Place, PlaceCalibration]
    kinds: Mapping[Kind, PieceCalibration] = field(default_factory=dict)

    @property
    def pieces(self) -> dict[Kind, PieceCalibration]:
        """Every kind of piece that the board knows, beans first."""
        return {BEAN: self.beans, **self.kinds}

    @property
    def reference_shares(self) -> tuple[float, ...]:
        """By what share the grams of each place may be off from true ones."""
        return tuple(each.reference_share for each in self.places.values())

    @property
    def occasions(self) -> Mapping[Occasion, tuple[Place, ...]]:
        """Which places were measured together; the occasion of most places comes first."""
        together: dict[Occasion, tuple[Place, ...]] = {}
        for place, values in self.places.items():
            occasion = Occasion(values.calibrated or self.made, values.method)
            together[occasion] = (*together.get(occasion, ()), place)
        return dict(sorted(together.items(), key=lambda each: len(each[1]), reverse=True))


def check(calibration: Calibration) -> None:
    """Refuse a calibration that can't be true. Raises SensingError."""
    _check_date(calibration.made)
    _within("rate_sps", calibration.rate_sps, 1.0, 200.0, "an HX711 gives about 10 or 80 a second")
    _check_pieces("beans", calibration.beans)
    for kind, pieces in calibration.kinds.items():
        check_kind(kind, f"kinds.{kind}")
        _check_pieces(f"kinds.{kind}", pieces)
    if not calibration.places:
        raise SensingError("places: there are none; calibrate every cup and pot of the board")
    for place, values in calibration.places.items():
        _check_place(place, values)


def check_covers(calibration: Calibration, places: Iterable[Place]) -> None:
    """Refuse a calibration made for other places than a board's. Raises SensingError."""
    wanted = set(places)
    if missing := sorted(wanted - calibration.places.keys()):
        raise SensingError(f"places: {', '.join(missing)} missing; calibrate this board again")
    if unknown := sorted(calibration.places.keys() - wanted):
        raise SensingError(
            f"places: {', '.join(unknown)} not on this board; the calibration is another board's: "
            "choose its own profile or calibrate again"
        )


def check_kind(name: str, where: str) -> None:
    """Refuse what can't name a kind other than beans. Raises SensingError, which begins with `where`."""
    if not is_kind_name(name) or name == BEAN:
        raise SensingError(
            f"{where}: {reprlib.repr(name)} names no kind beside beans; write up to 30 small letters a to z, "
            f"with hyphens between, and neither {BEAN} nor {ANY_KIND}"
        )


def _check_date(made: str, where: str = "made") -> None:
    try:
        datetime.fromisoformat(made)
    except ValueError:
        raise SensingError(
            f"{where}: {made!r} is no ISO date and time; write it like 2026-11-21T18:30:00+00:00"
        ) from None


def _check_pieces(where: str, pieces: PieceCalibration) -> None:
    weigh_again = f"weigh a counted sample of the {where.rpartition('.')[2]} again"
    _within(f"{where}.mean_grams", pieces.mean_grams, 0.01, HEAVIEST_PIECE_GRAMS, weigh_again)
    _within(f"{where}.mean_error_grams", pieces.mean_error_grams, 0.0, pieces.mean_grams, weigh_again)
    _within(f"{where}.spread_grams", pieces.spread_grams, 0.0, pieces.mean_grams, weigh_again)
    if pieces.sample < 1:
        raise SensingError(f"{where}.sample: {pieces.sample} is less than 1; {weigh_again}")


def _check_place(place: Place, values: PlaceCalibration) -> None:
    where = f"places.{place}"
    calibrate = "calibrate this place again"
    if not _PLACE_NAME.fullmatch(place):
        raise SensingError(f'{where}: no such place; use names like "south-3", "north-pot" or "south-stock"')
    _within(f"{where}.zero_counts", values.zero_counts, -LARGEST_COUNTS, LARGEST_COUNTS, calibrate)
    if values.counts_per_gram < 0:
        raise SensingError(
            f"{where}.counts_per_gram: {values.counts_per_gram} is negative; the cell hangs upside down or "
            "its two signal wires (A+ and A-) are swapped: mend it and calibrate this place again"
        )
    _within(f"{where}.counts_per_gram", values.counts_per_gram, 1.0, 1_000_000.0, calibrate)
    _within(f"{where}.gain_error", values.gain_error, 0.0, 0.5, calibrate)
    _within(f"{where}.cup_grams", values.cup_grams, 0.0, 10_000.0, "weigh the empty cup again")
    _within(f"{where}.cup_error_grams", values.cup_error_grams, 0.0, 1_000.0, "weigh the empty cup again")
    if values.noise_grams == 0:
        raise SensingError(f"{where}.noise_grams: 0 is impossible for a live cell; {calibrate}")
    _within(f"{where}.noise_grams", values.noise_grams, 0.0, 100.0, calibrate)
    _within(f"{where}.zero_error_counts", values.zero_error_counts, 0.0, LARGEST_COUNTS, calibrate)
    _within(f"{where}.reference_grams", values.reference_grams, 0.0, 10_000.0, calibrate)
    _within(f"{where}.reference_error_grams", values.reference_error_grams, 0.0, 1_000.0, calibrate)
    if values.calibrated:
        _check_date(values.calibrated, f"{where}.calibrated")


def _within(where: str, value: float, lowest: float, highest: float, next_step: str) -> None:
    if not (math.isfinite(value) and lowest <= value <= highest):
        raise SensingError(f"{where}: {value} is not between {lowest:g} and {highest:g}; {next_step}")
