"""A simulated Pico that reads each chip by a clock of its own."""

from collections.abc import Iterator, Sequence
from math import inf

from cupsim.electronics.host_timing import Host
from cupsim.electronics.hx711_chip import DONE_PULSES, WORD_BITS, Chip


class PicoOfChips:
    """All chips of a board, each read by a Pico as soon as its line falls; that costs the host no time."""

    def __init__(self, chips: Sequence[Chip], host: Host) -> None:
        self._chips, self._host = tuple(chips), host

    def now(self) -> float:
        """Monotonic seconds of the host."""
        return self._host.time

    def advance_to(self, time: float) -> None:
        """Let the host sleep until a time; chips and Pico go on meanwhile."""
        self._host.sleep_until(time)

    def results(self) -> list[tuple[int, int]]:
        """Return what the Pico has read since the last call: the number of the chip, and its word."""
        now = self._host.time
        return [(number, word) for number, chip in enumerate(self._chips) for word in _read_until(chip, now)]


def _read_until(chip: Chip, now: float) -> Iterator[int]:
    """Yield the words of a chip that is read at once, whenever its line falls."""
    while chip.attend_at <= now:
        chip.attend(now if chip.attend_at == -inf else chip.attend_at)
        if not chip.is_high():
            levels = chip.shows()
            levels = levels.ljust(DONE_PULSES + 1, levels[-1])
            chip.clock(DONE_PULSES)
            if levels[DONE_PULSES] == "1":
                yield int(levels[1 : WORD_BITS + 1], 2)
