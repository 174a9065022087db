"""A table as plain data, so that it can lie there again: every cup, every piece, every cell's habits."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptCup:
    """A cup with the masses of its pieces, in their order, and their kinds; none where all are beans."""

    tare_grams: float
    beans_grams: tuple[float, ...]
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptSpot:
    """What stands in a place; nothing, while its cup is in the air."""

    cup: KeptCup | None
    misplaced_grams: float


@dataclass(frozen=True, slots=True)
class KeptCell:
    """What one load cell is like, and what it remembers of its loads."""

    counts_per_gram: float
    zero_counts: float
    grams_per_degree: float
    hysteresis_weight: float
    lagging_grams: tuple[float, ...]
    bow: float
    creep_grams: float


@dataclass(frozen=True, slots=True)
class KeptHeater:
    """So many degrees that come evenly; `began_seconds` ago they began."""

    began_seconds: float
    degrees: float
    lasts_seconds: float


@dataclass(frozen=True, slots=True)
class KeptTable:
    """Everything that lies on a table, and what its cells and its room are like."""

    spots: Mapping[str, KeptSpot]
    cells: Mapping[str, KeptCell]
    walked_degrees: float
    heaters: tuple[KeptHeater, ...]
