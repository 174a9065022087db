"""All HX711 of a board on a Pico, which reads each chip as soon as it has a result and says it at once.

The Pico gives every chip a clock of its own, so nothing is left of what makes a shared clock hard: no pulse
can be stretched by another program, and no conversion completes inside a word. On a serial line come five
bytes a result (`firmware/pico/scales.c` tells their form). A `PicoBank` stands where a `Bank` does: `step`,
`allow_reset`, `health`; the words are judged by the same `WordJudge`.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from cupsboard.drivers.errors import DriverError, reason
from cupsboard.drivers.hx711.bank import HEARTBEAT_SECONDS, WordJudge
from cupsboard.drivers.hx711.cell_health import CellHealth, CellLog, Refusal
from cupsboard.drivers.hx711.pace import SLOW_SPS
from cupsboard.profile import MOST_PICO_CHIPS
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame

RECORD_BYTES = 5
LOOK_SECONDS = 4e-3
"""Between looks at what has come: a chip at 80 a second has a result every 12 ms."""
SETTLING_RESULTS = 4
"""The first results of a chip after a silence, which come while it may still settle (data sheet, p. 3)."""
SILENT_SECONDS = 1.35
"""A chip without a result for that time is called unheard, and no frame waits for it."""
GAP_SECONDS = 0.3
"""From one result to the next a sound chip takes at most 0.12 s."""
STARTED = 15
"""No chip has this number: by it the Pico says that it has started all of them anew."""
PACED_RESULTS = 16
"""A chip's period is measured over that number of results."""
LATE_PERIODS = 2.0
"""How many of its periods a frame waits for a chip's next result."""
FAST_FROM_SPS = 40.0
"""Between the two rates of an HX711, 10 and 80 a second."""
MOST_BYTES = 4096

Receive = Callable[[], bytes]
"""Returns the bytes that have come since, perhaps none. Raises DriverError if none can come any more."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result of a chip: its number on the Pico, and its 24 bits."""

    chip: int
    word: int


class Records:
    """Finds results in a stream of bytes that may begin anywhere and lose some."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self.garbled = 0
        """How many records did not add up."""

    def take(self, received: bytes) -> Iterator[Result]:
        """Yield the results that are whole by now, in their order."""
        for byte in received:
            if byte & 0x80:
                self.garbled += bool(self._bytes)
                self._bytes = bytearray([byte])
            elif self._bytes:
                self._bytes.append(byte)
            if len(self._bytes) == RECORD_BYTES:
                whole, self._bytes = bytes(self._bytes), bytearray()
                if sum(whole[:-1]) & 0x7F == whole[-1]:
                    first, *others = whole[:-1]
                    word = first & 0x07
                    for each in others:
                        word = word << 7 | each
                    yield Result(first >> 3 & 0x0F, word)
                else:
                    self.garbled += 1


def record(chip: int, word: int) -> bytes:
    """Return a result as the Pico says it."""
    first = 0x80 | chip << 3 | word >> 21
    parts = bytes((first, word >> 14 & 0x7F, word >> 7 & 0x7F, word & 0x7F))
    return parts + bytes((sum(parts) & 0x7F,))


class _Chip:
    """The results of one chip: its latest reading, when they came, and how many are still to be dropped."""

    __slots__ = ("arrivals", "is_fresh", "judge", "log", "to_drop")

    def __init__(self) -> None:
        self.judge, self.log = WordJudge(), CellLog()
        self.arrivals: deque[float] = deque(maxlen=PACED_RESULTS + 1)
        self.to_drop = SETTLING_RESULTS
        self.is_fresh = False

    @property
    def period(self) -> float | None:
        """Return the seconds from one result to the next; None until enough have come."""
        if len(self.arrivals) <= PACED_RESULTS:
            return None
        return (self.arrivals[-1] - self.arrivals[0]) / PACED_RESULTS

    def is_waited_for(self, now: float) -> bool:
        """Return whether a frame waits for its next result: not for long, as others would lose results."""
        if self.is_fresh or not isinstance(self.log.latest, int):
            return False
        period = self.period
        return period is None or now - self.arrivals[-1] < LATE_PERIODS * period

    def restart(self) -> None:
        """Begin anew: the next results may be of a chip that settles."""
        self.arrivals.clear()
        self.judge.interrupt()
        self.to_drop, self.is_fresh = SETTLING_RESULTS, False

    def take(self, word: int, now: float) -> None:
        """Take a result."""
        if self.arrivals and now - self.arrivals[-1] > GAP_SECONDS:
            # What came together after a stall of the computer tells nothing of the chip's pace.
            self.arrivals.clear()
        self.arrivals.append(now)
        if self.to_drop:
            self.to_drop -= 1
            self.log.refusals[Refusal.SETTLING] += 1
            return
        reading = self.judge.judge(word)
        if reading is CellFault.MISSED:
            self.log.refusals[Refusal.DOUBTFUL] += 1
            return
        self.log.frames += 1
        self.log.deliver(reading, now)
        self.is_fresh = True

    def mind_silence(self, now: float, begun: float) -> None:
        """Call the chip unheard if nothing of it has come for too long."""
        if now - (self.arrivals[-1] if self.arrivals else begun) > SILENT_SECONDS:
            self.restart()
            self.log.latest = CellFault.UNHEARD


class PicoBank:
    """Reads all cells of a board through a Pico; stands where a `Bank` does."""

    def __init__(self, receive: Receive, now: Callable[[], float], cells: Sequence[str]) -> None:
        """`cells` are the names of the chips in their order on the Pico. Raises DriverError for too many."""
        if not 1 <= len(cells) <= MOST_PICO_CHIPS:
            raise DriverError(f"a Pico with {len(cells)} chips: it has lines for 1 to {MOST_PICO_CHIPS}")
        self.cells = tuple(cells)
        self._receive, self._now = receive, now
        self._records = Records()
        self._chips = [_Chip() for _ in self.cells]
        self._begun = self._framed_at = now()
        self._starts = 0

    def allow_reset(self, still: bool) -> None:
        """Do nothing: the Pico clocks every word to its end, so no chip has to be started anew."""

    def step(self) -> tuple[Frame | None, float]:
        """Take what has come; return a frame once every chip that speaks has a new result; see `Scales`.

        Raises DriverError if the Pico is gone.
        """
        received, now = self._receive(), self._now()
        for result in self._records.take(received):
            if result == Result(STARTED, 0):
                self._starts += 1
                for chip in self._chips:
                    chip.restart()
            elif result.chip < len(self._chips):
                self._chips[result.chip].take(result.word, now)
        for chip in self._chips:
            chip.mind_silence(now, self._begun)
        is_whole = any(chip.is_fresh for chip in self._chips) and not any(
            chip.is_waited_for(now) for chip in self._chips
        )
        if not is_whole and now - self._framed_at < HEARTBEAT_SECONDS:
            return None, now + LOOK_SECONDS
        readings = tuple(
            chip.log.latest if chip.is_fresh or not isinstance(chip.log.latest, int) else CellFault.MISSED
            for chip in self._chips
        )
        for chip in self._chips:
            chip.is_fresh = False
        self._framed_at = now
        return Frame(now, readings), now + LOOK_SECONDS

    def health(self) -> Mapping[str, CellHealth]:
        """How each cell does, by name; what their one line to the Pi suffers is told of each of them."""
        line = {Refusal.GARBLED: self._records.garbled, Refusal.RESTARTED: self._starts}
        return MappingProxyType(
            {cell: _health(cell, chip, line) for cell, chip in zip(self.cells, self._chips, strict=True)}
        )


def _health(cell: str, chip: _Chip, line: Mapping[Refusal, int]) -> CellHealth:
    period, latest = chip.period, chip.log.latest
    return CellHealth(
        cell=cell,
        fault=None if isinstance(latest, int) else latest,
        frames=chip.log.frames,
        refusals=MappingProxyType({**chip.log.refusals, **line}),
        nominal_sps=None if not period else (80 if 1 / period > FAST_FROM_SPS else round(SLOW_SPS)),
        period_seconds=period,
        value_time=chip.log.value_time,
    )


@dataclass(frozen=True, slots=True)
class OpenPico:
    """Opens the serial line of a Pico in the process that will read it."""

    device: str
    cells: tuple[str, ...]

    def __call__(self) -> PicoBank:
        """Open it, 115 200 baud and nothing added. Raises DriverError."""
        # No tab and no Windows has them.
        import fcntl
        import termios
        import tty

        try:
            line = os.open(self.device, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
            tty.setraw(line)
            settings = termios.tcgetattr(line)
            settings[2] = settings[2] & ~termios.CRTSCTS | termios.CLOCAL | termios.CREAD
            settings[4] = settings[5] = termios.B115200
            termios.tcsetattr(line, termios.TCSAFLUSH, settings)
            # A second reader would take half of the bytes.
            fcntl.ioctl(line, termios.TIOCEXCL)
        except (OSError, termios.error) as fault:
            raise DriverError(
                f"scales: {self.device} can't be opened ({reason(fault)}); see that the Pico is joined to "
                "it, that enable_uart=1 stands in config.txt and that no console uses the line"
            ) from None
        return PicoBank(lambda: _received(line, self.device), time.monotonic, self.cells)


def _received(line: int, device: str) -> bytes:
    try:
        received = os.read(line, MOST_BYTES)
    except BlockingIOError:
        return b""
    except OSError as fault:
        raise DriverError(f"scales: {device}: {reason(fault)}; see that the Pico is joined to it") from None
    if not received:
        raise DriverError(f"scales: {device} was taken away; see that the Pico is joined to it")
    return received
