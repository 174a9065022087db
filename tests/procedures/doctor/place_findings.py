"""What a doctor found of one place that is well, unless said otherwise."""

from dataclasses import replace
from typing import Any

from cupsboard.procedures.doctor.examination import PlaceFindings
from cupsboard.rules.places import Side, cup

HERE, THERE = cup(Side.SOUTH, 1), cup(Side.SOUTH, 2)
_SOUND = PlaceFindings(
    place=HERE,
    cell_serial="",
    readings=200,
    seconds=20.0,
    noise_grams=0.01,
    calibrated_noise_grams=0.01,
    off_grams=0.01,
    sway_grams=0.02,
    restless=0,
    drift_grams=0.0,
    repeats=0,
    faults={},
    stops=0,
    rejects={},
    nominal_sps=10,
    touch_grams=40.0,
    felt_at=(),
    heard_grams=0.0,
)


def found(**otherwise: Any) -> PlaceFindings:
    """The findings of that place but for these."""
    return replace(_SOUND, **otherwise)


def dead(**otherwise: Any) -> PlaceFindings:
    """The findings of a place that gave no weight."""
    silent = {"readings": 0, "noise_grams": None, "off_grams": None, "nominal_sps": None, "touch_grams": None}
    return found(**{**silent, **otherwise})
