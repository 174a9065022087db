"""What makers get wrong, and what breaks, before a board is calibrated."""

from collections.abc import Mapping
from enum import Enum
from math import inf
from random import Random
from typing import Protocol

from cupsboard.procedures.rejections import Nonsense
from cupsboard.rules.places import Place

from cupsim.electronics.hx711_chip import HIGHEST, Chip, Signal
from cupsim.runs.simulated_board import Bench
from cupsim.table.load_cell import LoadCell


class Shaken(Protocol):
    """A table with its cells, which can be knocked against."""

    @property
    def cells(self) -> Mapping[Place, LoadCell]:
        """The cell under every weighed place."""

    def bump(self, strength_gram_seconds: float, time: float) -> None:
        """Knock against the board."""


class Mistake(Enum):
    """One thing that is wrong with a board."""

    NONE = "nothing"
    SWAPPED_WIRES = "swapped signal wires"
    CROSSED_CABLES = "crossed cables"
    JOINED_LINES = "two places with one signal"
    DEAD_CELL = "a cell that is unplugged"
    SATURATED_CELL = "a cell with a wire off"
    RATTLING_TABLE = "a table that never rests"
    MIXED_RATES = "one amplifier at the other rate"
    WEAK_CELL = "a cell of ten times the rating"

    __hash__ = object.__hash__


NAMED: Mapping[Mistake, tuple[Nonsense, ...]] = {
    Mistake.NONE: (),
    Mistake.SWAPPED_WIRES: (Nonsense.WRONG_DIRECTION,),
    Mistake.CROSSED_CABLES: (Nonsense.CROSSED,),
    Mistake.JOINED_LINES: (Nonsense.SAME_SIGNAL,),
    Mistake.DEAD_CELL: (Nonsense.SILENT,),
    Mistake.SATURATED_CELL: (Nonsense.SATURATED,),
    Mistake.RATTLING_TABLE: (Nonsense.NOT_STILL,),
    Mistake.MIXED_RATES: (Nonsense.MIXED_RATES,),
    Mistake.WEAK_CELL: (Nonsense.ODD_REFERENCE, Nonsense.SMALL_REFERENCE, Nonsense.NOTHING_FELT),
}
"""The refusals that name a mistake rightly."""


def make(mistake: Mistake, bench: Bench, table: Shaken, random: Random) -> tuple[Place, ...]:
    """Let a board have this mistake somewhere; the places that it concerns."""
    place, other = random.sample(tuple(bench.chips), 2)
    chip, neighbour = bench.chips[place], bench.chips[other]
    match mistake:
        case Mistake.NONE:
            return ()
        case Mistake.CROSSED_CABLES:
            chip.signal, neighbour.signal = neighbour.signal, chip.signal
            return place, other
        case Mistake.JOINED_LINES:
            chip.signal = neighbour.signal
            return place, other
        case Mistake.RATTLING_TABLE:
            return tuple(bench.chips)
        case Mistake.MIXED_RATES:
            chip.period *= 8 if chip.period < 0.05 else 1 / 8
        case _:
            spoil(mistake, chip, table.cells[place])
    return (place,)


def spoil(mistake: Mistake, chip: Chip, cell: LoadCell) -> None:
    """Let one cell and its chip have one of the mistakes `OF_ONE_CELL`; that of a table changes neither."""
    match mistake:
        case Mistake.SWAPPED_WIRES:
            chip.signal = _negative(chip.signal)
        case Mistake.DEAD_CELL:
            chip.unplug()
        case Mistake.SATURATED_CELL:
            chip.signal = _beyond_range
        case Mistake.WEAK_CELL:
            cell.counts_per_gram /= 10


def _beyond_range(_end: float, _period: float) -> int:
    return 2 * HIGHEST


def _negative(signal: Signal) -> Signal:
    return lambda end, period: -signal(end, period)


class RattlingTable:
    """A table that is knocked again and again: an actor that acts only when another one's time has come."""

    next_time = inf

    def __init__(self, table: Shaken, random: Random) -> None:
        self._table = table
        self._random = random
        self._quiet_until = 0.0

    def act(self, now: float) -> None:
        """Knock the table, unless it was knocked just now."""
        if now >= self._quiet_until:
            self._table.bump(self._random.uniform(2.0, 6.0), now)
            self._quiet_until = now + self._random.uniform(0.1, 0.4)


def rattling(mistake: Mistake, table: Shaken, random: Random) -> tuple[RattlingTable, ...]:
    """The actor that a mistake adds to a run, if it adds one."""
    return (RattlingTable(table, random),) if mistake is Mistake.RATTLING_TABLE else ()
