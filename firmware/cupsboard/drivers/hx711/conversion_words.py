"""The bits of a bank frame as words of single chips, and which words can be believed."""

from collections.abc import Sequence

from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Reading

WORD_BITS = 24
LOWEST = -(1 << (WORD_BITS - 1))
HIGHEST = (1 << (WORD_BITS - 1)) - 1

SUSPICIOUS_ONES = 10
"""A word that ends in so many ones is usually one that a power-down cut short (bogde/HX711 #83)."""

AGREEMENT_COUNTS = 500
"""Two results of a quiet cell differ by less: 5 sd of the difference at twice the datasheet's noise."""

FROZEN_RESULTS = 32
"""A live bridge never repeats itself so often: its noise is 21 counts rms or more (datasheet p. 3)."""


def signed(word: int) -> int:
    """The counts of a 24-bit two's complement word."""
    return word - (1 << WORD_BITS) if word > HIGHEST else word


def unpack(samples: Sequence[int], lines: int) -> list[int]:
    """The word of each line from one sample of all lines per bit, most significant bit first."""
    form = f"0{lines}b"
    bits = "".join([format(sample, form) for sample in samples])
    return [int(bits[lines - 1 - line :: lines], 2) for line in range(lines)]


class WordJudge:
    """What the successive words of one chip say: counts, nothing yet, saturated or frozen."""

    __slots__ = ("_held", "_last", "_repeats")

    def __init__(self) -> None:
        self._held: int | None = None
        self._last: int | None = None
        self._repeats = 0

    def interrupt(self) -> None:
        """Note a gap: the next word has no neighbour that could confirm it."""
        self._held = None

    def judge(self, word: int) -> Reading:
        """The reading that a cleanly clocked word gives."""
        counts = signed(word)
        self._repeats = self._repeats + 1 if counts == self._last else 1
        self._last = counts
        if self._is_cut_short(word, counts):
            return CellFault.MISSED
        if counts == HIGHEST:
            return CellFault.SATURATED_HIGH
        if counts == LOWEST:
            return CellFault.SATURATED_LOW
        if self._repeats >= FROZEN_RESULTS:
            return CellFault.FROZEN
        return counts

    def _is_cut_short(self, word: int, counts: int) -> bool:
        ones = (1 << SUSPICIOUS_ONES) - 1
        if word & ones != ones:
            self._held = None
            return False
        held, self._held = self._held, counts
        return held is None or abs(counts - held) > AGREEMENT_COUNTS
