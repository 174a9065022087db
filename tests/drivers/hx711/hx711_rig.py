"""A bank reader over simulated chips, with the truth beside it."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from cupsboard.drivers.hx711.bank import Bank
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from cupsim.electronics.chip_bank import ChipBank
from cupsim.electronics.host_timing import Host, HostSpeed
from cupsim.electronics.hx711_chip import HIGHEST, LOWEST, Chip, MidFrame


class Wild:
    """A signal of independent full-range numbers, so that no mixture of two results passes for a result."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def __call__(self, time: float, period: float) -> int:
        return self.rng.randint(LOWEST + 1, HIGHEST - 1)


class Quiet:
    """A steady load with the noise of a real cell."""

    def __init__(self, rng: Random, mean: int) -> None:
        self.rng, self.mean = rng, mean

    def __call__(self, time: float, period: float) -> int:
        return round(self.rng.gauss(self.mean, 40))


class Recorded:
    """A signal that remembers what it said and when."""

    def __init__(self, signal: Callable[[float, float], int]) -> None:
        self.signal = signal
        self.times: list[float] = []
        self.counts: list[int] = []

    def __call__(self, time: float, period: float) -> int:
        counts = self.signal(time, period)
        self.times.append(time)
        self.counts.append(min(max(counts, LOWEST), HIGHEST))
        return counts

    def latest_at(self, time: float) -> int | None:
        index = bisect_right(self.times, time)
        return self.counts[index - 1] if index else None


class Rig:
    """Chips, host and bank; `run` plays the caller that sleeps between steps."""

    def __init__(
        self,
        *,
        cells: int = 4,
        sps: int | Sequence[int] = 10,
        seed: int = 1,
        mid_frame: MidFrame = MidFrame.RELOAD,
        speed: HostSpeed | None = None,
        signal: Callable[[float, float], int] | None = None,
        oscillator_errors: Sequence[float] | None = None,
    ) -> None:
        rng = Random(seed)
        rates = [sps] * cells if isinstance(sps, int) else list(sps)
        self.signals = [Recorded(signal or Wild(Random(rng.random()))) for _ in rates]
        self.chips = [
            Chip(
                self.signals[i],
                Random(rng.random()),
                sps=rate,
                mid_frame=mid_frame,
                oscillator_error=oscillator_errors[i] if oscillator_errors else None,
            )
            for i, rate in enumerate(rates)
        ]
        self.host = Host(Random(rng.random()), speed or HostSpeed.ideal())
        self.lines = ChipBank(self.chips, self.host, Random(rng.random()))
        self.names = [f"cell-{i}" for i in range(len(rates))]
        self.bank = Bank(self.lines, self.names)
        self.frames: list[Frame] = []
        self.steps = 0
        self._wake_at = 0.0

    @property
    def now(self) -> float:
        return self.lines.now()

    def run(self, seconds: float) -> list[Frame]:
        """The frames of the next so many seconds."""
        end = self.now + seconds
        frames: list[Frame] = []
        while self._wake_at < end and self.now < end:
            self.lines.advance_to(self._wake_at)
            frame, self._wake_at = self.bank.step()
            self.steps += 1
            if frame is not None:
                frames.append(frame)
        self.lines.advance_to(end)
        self.frames += frames
        return frames

    def run_until(self, test: Callable[[Frame], bool], limit_seconds: float) -> Frame | None:
        """The first frame that passes the test, or None within the limit."""
        end = self.now + limit_seconds
        while self.now < end:
            for frame in self.run(0.05):
                if test(frame):
                    return frame
        return None

    def wrong(self, frames: Sequence[Frame] | None = None) -> list[tuple[float, int, int]]:
        """Readings that were not the chip's result at the time: (time, cell, counts)."""
        return [
            (frame.time, i, reading)
            for frame in (self.frames if frames is None else frames)
            for i, reading in enumerate(frame.readings)
            if isinstance(reading, int) and reading != self.signals[i].latest_at(frame.time)
        ]


def tally(frames: Sequence[Frame], cell: int | None = None) -> Counter[str]:
    """How often each kind of reading came."""
    chosen = (f.readings if cell is None else (f.readings[cell],) for f in frames)
    return Counter(r.name if isinstance(r, CellFault) else "COUNTS" for readings in chosen for r in readings)
