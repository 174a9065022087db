"""Every look of an evening, read from its trace: why the board decided so, and the weights as a CSV file."""

import csv
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cupsboard.formats import file_reading
from cupsboard.loop import Moment
from cupsboard.rules.places import Place
from cupsboard.session.looks import Look, Looks
from cupsboard.session.replay import replay
from cupsboard.session.trace import TraceError, TraceHeader, read_trace
from cupsboard.systemd.exit_codes import Ending

AROUND_SECONDS = 10.0
"""How far from the moment that was asked for a look may lie."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Which looks are told: those around a moment, those of the last seconds, or all."""

    at_seconds: float | None = None
    last_seconds: float | None = None

    def __str__(self) -> str:
        if self.at_seconds is not None:
            return f" within {AROUND_SECONDS:g} s of {self.at_seconds:g} s"
        return "" if self.last_seconds is None else f" in the last {self.last_seconds:g} s"


def show(name: str, stretch: Stretch, csv_path: Path | None) -> int:
    """Tell the looks of a stretch of a trace; the exit code. Raises TraceError or OSError."""
    try:
        trace = read_trace(file_reading.lines(name))
        with _weights(csv_path, trace.header) as write:
            teller = _Teller(trace.header, stretch, write)
            replayed = replay(trace, teller)
            teller.end()
    except TraceError as fault:
        raise TraceError(f"{name}: {fault}") from None
    if not teller.told:
        print(
            f"{teller.looks} looks in {teller.seconds:.0f} s, none{stretch}; where acts count as they land "
            "there are none: cupsboard replay tells those moves"
        )
    if replayed.difference is not None:
        print(
            f"from {replayed.difference.time:.1f} s of its clock on this program decides otherwise than the "
            "trace says, so what came then is not told: cupsboard replay shows the first difference"
        )
        return Ending.FAULTY
    return 0


class _Teller:
    """A listener that prints looks and hands weights on."""

    def __init__(self, header: TraceHeader, stretch: Stretch, write: "_Write | None") -> None:
        self._looks = Looks(min(each.mean_grams for each in header.calibration.pieces.values()))
        self._stretch, self._write = stretch, write
        self._latest = deque[Look]()
        self._began: float | None = None
        self.looks = self.told = 0
        self.seconds = 0.0

    def __call__(self, moment: Moment) -> None:
        """Take one moment."""
        self._began = moment.time if self._began is None else self._began
        self.seconds = moment.time - self._began
        self._looks(moment)
        look = self._looks.latest
        if self._write is not None and (moment.frame is not None or look is not None):
            self._write(self.seconds, moment, "" if look is None else look.said)
        if look is None:
            return
        self.looks += 1
        at, last = self._stretch.at_seconds, self._stretch.last_seconds
        if last is not None:
            self._latest.append(look)
            while self._latest[0].seconds < self.seconds - last:
                self._latest.popleft()
        elif at is None or abs(self.seconds - at) <= AROUND_SECONDS:
            self._tell(look)

    def end(self) -> None:
        """Tell what lies so near to the end of the trace that it is to be told."""
        last = self._stretch.last_seconds
        for look in self._latest:
            if last is not None and look.seconds >= self.seconds - last:
                self._tell(look)

    def _tell(self, look: Look) -> None:
        self.told += 1
        print(look, flush=True)


class _Write:
    """Writes a row for a frame."""

    def __init__(self, row: Callable[[Sequence[str]], object], places: tuple[Place, ...]) -> None:
        self._row, self._places = row, places
        row(("seconds", *places, "look", "said"))

    def __call__(self, seconds: float, moment: Moment, look: str) -> None:
        grams = [moment.decided.grams.get(place) for place in self._places]
        weights = ["" if each is None else f"{each:.3f}" for each in grams]
        said = moment.decided.scene.message.key if look else ""
        self._row((f"{seconds:.3f}", *weights, look, said))


@contextmanager
def _weights(path: Path | None, header: TraceHeader) -> Iterator[_Write | None]:
    if path is None:
        yield None
        return
    with path.open("w", newline="", encoding="utf-8") as file:
        yield _Write(csv.writer(file).writerow, header.profile.places)
    print(f"written: {path}")
