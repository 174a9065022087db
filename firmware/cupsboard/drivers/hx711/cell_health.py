"""How well each cell of the bank does: what was delivered, what was refused and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from math import pi, sqrt

from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Reading

LEAST_NOISE_COUNTS = 21.0
"""No live bridge has less noise, rms (datasheet p. 3)."""


class Refusal(Enum):
    """Why the bits of a cell were not believed in a frame."""

    STRETCHED = "the clock was high too long: chips may have powered down"
    NOT_READY = "the chip had no new result"
    UNKNOWN_RHYTHM = "its conversions can't be predicted yet"
    COLLISION = "a conversion may have completed inside the frame"
    LOW_AT_END = "the line was low after pulse 25"
    SETTLING = "one of the first results after a start or a bad frame"
    DOUBTFUL = "the word may have ended early"
    GARBLED = "a record of the Pico, of whichever chip, did not add up"
    RESTARTED = "the Pico started all chips anew"

    __hash__ = object.__hash__


OF_THE_COMPUTER = (Refusal.STRETCHED, Refusal.UNKNOWN_RHYTHM, Refusal.COLLISION)
"""Of a computer that clocks the chips and is disturbed at it."""
OF_THE_LINE = (Refusal.GARBLED, Refusal.RESTARTED)
"""Of the one line between a Pico and the Pi, whichever cell a record was of."""


@dataclass(frozen=True, slots=True)
class CellHealth:
    """One cell's record since the start of the bank."""

    cell: str
    fault: CellFault | None
    """None while the cell delivers counts."""
    frames: int
    """Readings delivered as counts or as a saturation."""
    refusals: Mapping[Refusal, int]
    nominal_sps: int | None
    """10 or 80, as the chip's own timing shows; None before that."""
    period_seconds: float | None
    """Measured from the chip's own ready edges; None while not known."""
    value_time: float | None
    """When the last counts were read; None if never."""


def doubted_by_chance(words: int, noise_counts: float) -> float:
    """Return how many of `words` sound words are doubted at most, because of what they say.

    Where a cell happens to rest on a value that ends in ones, noise of `noise_counts` (rms) brings it to just
    that value now and then. Five standard deviations are added to how often.
    """
    expected = words / (sqrt(2 * pi) * max(noise_counts, LEAST_NOISE_COUNTS))
    return expected + 5 * sqrt(expected)


class CellLog:
    """The running record of one cell."""

    __slots__ = ("frames", "latest", "refusals", "value_time")

    def __init__(self) -> None:
        self.frames = 0
        self.refusals = dict.fromkeys(Refusal, 0)
        self.latest: Reading = CellFault.STARTING
        self.value_time: float | None = None

    def deliver(self, reading: Reading, time: float) -> None:
        """Note what a frame said about the cell."""
        self.latest = reading
        if isinstance(reading, int):
            self.value_time = time
