"""The jobs that a board can be wished to do, each with what has to be said of it."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from cupsboard.procedures.calibration.calibration_run import Wish as CalibrationWish
from cupsboard.rules.places import Kind


@dataclass(frozen=True, slots=True)
class Examine:
    """Examine the board; `bundle` is a file for all that helps to find a fault.

    With `must_be_calibrated` a missing calibration is refused.
    """

    bundle: Path | None = None
    must_be_calibrated: bool = False


@dataclass(frozen=True, slots=True)
class TryLights:
    """Try lights and buttons."""


@dataclass(frozen=True, slots=True)
class Calibrate:
    """Calibrate the board or a part of it."""

    wish: CalibrationWish


@dataclass(frozen=True, slots=True)
class Prove:
    """Prove the calibration in force."""


@dataclass(frozen=True, slots=True)
class TakeZero:
    """Take the weight of one cup, empty as it stands, for its zero."""

    place: str


@dataclass(frozen=True, slots=True)
class SortBeans:
    """Weigh bean by bean: keep it, or throw it away."""


@dataclass(frozen=True, slots=True)
class CheckBeans:
    """Weigh portions of `each` beans, and say whether sorting is worth it."""

    each: int


@dataclass(frozen=True, slots=True)
class WeighKind:
    """Weigh pieces of a kind."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class WeighCups:
    """Weigh the cups of a board of spots one by one."""


JobWish: TypeAlias = (
    Examine | TryLights | Calibrate | Prove | TakeZero | SortBeans | CheckBeans | WeighKind | WeighCups
)
