"""Each cell of the bank as an `adafruit_hx711.HX711`, for code that is written for that class.

On Linux the package's own bit-banging can't be used: it needs `microcontroller.disable_interrupts`, which
Blinka doesn't have, holds SCK high above the chip's 60 us, waits for ever for an unplugged cell, and drops
what the other chips on the clock have to say. A view gives the class's interface and leaves the shared
clock to the bank; the class's own constructor is not run, because it power-cycles that clock.
"""

from collections.abc import Callable

from adafruit_hx711.analog_in import AnalogIn
from adafruit_hx711.hx711 import HX711

from cupsboard.drivers.errors import DriverError
from cupsboard.ports import Scales
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Reading


class CellView(HX711):
    """One cell, read-only: `AnalogIn(CellView(lambda: bank.latest("south-1"))).value` is its counts.

    Unlike the class itself it gives negative counts as negative numbers.
    """

    def __init__(self, latest: Callable[[], Reading]) -> None:
        """`latest` tells what the last frame said about the cell."""
        self._latest = latest
        self._tare_value_a = 0
        self._tare_value_b = 0

    @property
    def is_busy(self) -> bool:
        """Whether there is no result at the moment, though there may soon be one."""
        return self._latest() in (CellFault.STARTING, CellFault.MISSED)

    def power_down(self, down: bool) -> None:
        """Refuse: the clock is shared, so this would put every cell to sleep."""
        raise DriverError(f"power_down({down}): the clock is shared by all cells; stop the bank instead")

    def read_channel_blocking(self, chan_gain: int) -> int:
        """The latest result less the tare; the bank always reads, so nothing is discarded or awaited."""
        return int(self._read_channel(chan_gain))

    def _read_channel_raw(self, chan_gain: int) -> int:
        if chan_gain != self.CHAN_A_GAIN_128:
            raise DriverError(
                f"gain setting {chan_gain}: the bank reads channel A at 128 only; use CHAN_A_GAIN_128"
            )
        reading = self._latest()
        if isinstance(reading, CellFault):
            raise DriverError(f"no counts from this cell: {reading.value}; see the bank's health()")
        return reading


class ReadTwice:
    """Scales of one cell that read each of its readings through the class, too; implements `Scales`."""

    def __init__(self, scales: Scales) -> None:
        self._scales = scales
        self._reading: Reading = CellFault.STARTING
        self._cell = AnalogIn(CellView(lambda: self._reading))
        self.count = 0
        """How many readings were read through the class."""
        self.last_counts: int | None = None
        """The last reading that the class gave, in counts; None before its first one."""
        self.differing: tuple[int, int] | None = None
        """The first counts of the bank that the class gave otherwise, with what it gave; None if none did."""

    def step(self) -> tuple[Frame | None, float]:
        """Return the next frame of the bank, if one is due; its reading was read through the class, too.

        See `Scales.step`.
        """
        frame, due_at = self._scales.step()
        if frame is not None:
            (self._reading,) = frame.readings
            if not isinstance(self._reading, CellFault):
                self._compare(self._reading)
        return frame, due_at

    def allow_reset(self, *, still: bool) -> None:
        """Let the bank reset the chip, as `Scales.allow_reset` says."""
        self._scales.allow_reset(still=still)

    def _compare(self, counts: int) -> None:
        self.last_counts = int(self._cell.value)
        self.count += 1
        if self.differing is None and self.last_counts != counts:
            self.differing = counts, self.last_counts
