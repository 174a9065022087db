"""Every look of an evening, read from its trace: why the board decided so, and the weights beside it."""

import csv
import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from cupsboard.formats import file_reading
from cupsboard.loop import Moment
from cupsboard.rules.places import Place
from cupsboard.session.looks import Look, Looks
from cupsboard.session.replay import replay
from cupsboard.session.trace import TraceError, TraceHeader, read_trace
from cupsboard.signs.scene import Message
from cupsboard.station.terminal.language import in_words, language
from cupsboard.systemd.exit_codes import Ending
from cupsboard.web.sections import message_section

AROUND_SECONDS = 10.0
"""How far from the moment that was asked for a look may lie."""
ROW_SECONDS = 0.2
"""A picture of the weights needs no more of them, and the page of what goes on now gets as many."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Which looks are told: those around a moment, those of the last seconds, or all."""

    at_seconds: float | None = None
    last_seconds: float | None = None


Grams = Sequence[float | None]
"""What each place of a board weighed; None where that was not known."""


class Telling(Protocol):
    """Tells the looks of a stretch, and what is to be said at the end."""

    def look(self, look: Look) -> None:
        """Tell a look."""

    def row(self, seconds: float, grams: Grams) -> None:
        """Tell what every place weighed at a time."""

    def note(self, message: Message) -> None:
        """Tell what else there is to say."""


class Lines:
    """Tells looks as lines of text; implements `Telling`."""

    def look(self, look: Look) -> None:
        """See `Telling`."""
        print(look.told(language()), flush=True)

    def row(self, seconds: float, grams: Grams) -> None:
        """See `Telling`: text has the weights of each look."""

    def note(self, message: Message) -> None:
        """See `Telling`."""
        print(in_words(message), flush=True)


class Plain:
    """Tells looks and weights for a program, as a JSON object a line; implements `Telling`."""

    def __init__(self, places: Sequence[Place]) -> None:
        self._tell(places=places)

    def look(self, look: Look) -> None:
        """See `Telling`."""
        self._tell(
            look={
                "seconds": round(look.seconds, 2),
                "found": [message_section(each) for each in look.found],
                "lines": [message_section(each) for each in look.lines],
                "places": list(look.changed),
            }
        )

    def row(self, seconds: float, grams: Grams) -> None:
        """See `Telling`."""
        self._tell(row=[round(seconds, 2), *(None if each is None else round(each, 2) for each in grams)])

    def note(self, message: Message) -> None:
        """See `Telling`."""
        self._tell(note=message_section(message))

    def _tell(self, **what: Any) -> None:
        print(json.dumps(what, ensure_ascii=False, separators=(",", ":")), flush=True)


def show(name: str, stretch: Stretch, csv_path: Path | None, *, is_plain: bool = False) -> int:
    """Tell the looks of a stretch of a trace; the exit code. Raises TraceError or OSError."""
    try:
        trace = read_trace(file_reading.lines(name))
        telling = Plain(trace.header.profile.places) if is_plain else Lines()
        with _weights(csv_path, trace.header) as write:
            teller = _Teller(trace.header, stretch, telling, write)
            replayed = replay(trace, teller)
            teller.end()
    except TraceError as fault:
        raise TraceError(f"{name}: {fault}") from None
    if replayed.difference is not None:
        telling.note(Message("looks.otherwise", {"seconds": f"{replayed.difference.time:.1f}"}))
        return Ending.FAULTY
    return 0


class _Teller:
    """A listener that tells the looks and the weights of a stretch."""

    def __init__(
        self, header: TraceHeader, stretch: Stretch, telling: Telling, write: "_Write | None"
    ) -> None:
        self._looks = Looks(min(each.mean_grams for each in header.calibration.pieces.values()))
        self._stretch, self._telling, self._write = stretch, telling, write
        self._places = header.profile.places
        self._latest = deque[tuple[float, Callable[[], None]]]()
        """What is told if the evening ends soon, with its time."""
        self._began: float | None = None
        self._count = self._told = 0
        self._seconds = self._next_row = 0.0

    def __call__(self, moment: Moment) -> None:
        """Take one moment."""
        self._began = moment.time if self._began is None else self._began
        seconds = self._seconds = moment.time - self._began
        self._looks(moment)
        look = self._looks.latest
        if self._write is not None and (moment.frame is not None or look is not None):
            self._write(seconds, moment, look)
        if moment.frame is not None and seconds >= self._next_row:
            self._next_row = seconds + ROW_SECONDS
            grams = [moment.decided.grams.get(place) for place in self._places]
            self._tell(lambda: self._telling.row(seconds, grams))
        if look is not None:
            self._count += 1
            self._tell(lambda: self._tell_look(look))

    def _tell(self, tell: Callable[[], None]) -> None:
        at, last = self._stretch.at_seconds, self._stretch.last_seconds
        if last is not None:
            self._latest.append((self._seconds, tell))
            while self._latest[0][0] < self._seconds - last:
                self._latest.popleft()
        elif at is None or abs(self._seconds - at) <= AROUND_SECONDS:
            tell()

    def _tell_look(self, look: Look) -> None:
        self._told += 1
        self._telling.look(look)

    def end(self) -> None:
        """Tell what lies so near to the end of the trace that it is to be told."""
        for _, tell in self._latest:
            tell()
        if not self._told:
            values = {"count": self._count, "seconds": round(self._seconds)}
            self._telling.note(Message("looks.none", values))


class _Write:
    """Writes a row for a frame."""

    def __init__(self, row: Callable[[Sequence[str]], object], places: tuple[Place, ...]) -> None:
        self._row, self._places = row, places
        row(("seconds", *places, "look", "said"))

    def __call__(self, seconds: float, moment: Moment, look: Look | None) -> None:
        grams = [moment.decided.grams.get(place) for place in self._places]
        weights = ["" if each is None else f"{each:.3f}" for each in grams]
        found = "" if look is None else "; ".join(map(in_words, look.found))
        said = "" if look is None else moment.decided.scene.message.key
        self._row((f"{seconds:.3f}", *weights, found, said))


@contextmanager
def _weights(path: Path | None, header: TraceHeader) -> Iterator[_Write | None]:
    if path is None:
        yield None
        return
    with path.open("w", newline="", encoding="utf-8") as file:
        yield _Write(csv.writer(file).writerow, header.profile.places)
    print(f"written: {path}")
