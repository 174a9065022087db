"""How the zeros of a board have moved over weeks and years: a line for each day on which it played.

    {"day": "2026-11-27", "calibrated": "2026-11-21T18:30", "grams": {"south-1": 23.541, ...}}

The zeros are those with which the day began: the weights of the empty cups, as learnt until then.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cupsboard.loop import Moment
from cupsboard.ports import Store, StoreError
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.scales.calibration import Calibration
from cupsboard.storage.spool import Spool
from cupsboard.storage.writer import Writer, at_once

NAME = "zeros.log"
LONGEST_BYTES = 500_000
"""Years of days; a longer log keeps its newer half."""
LOOK_SECONDS = 60.0
"""How often it looks whether another day has begun."""


@dataclass(frozen=True, slots=True)
class ZeroDay:
    """The weights of the empty cups on one day, and the date of the calibration that they belong to."""

    day: str
    calibrated: str
    grams: Mapping[str, float]


class ZeroHistory:
    """A listener of the loop that writes down the zeros of each day, once.

    A disk that refuses it is told of by the log of corrections, which has the same disk.
    """

    def __init__(
        self,
        store: Store,
        calibration: Calibration,
        knowledge: Callable[[], Knowledge],
        today: Callable[[], str],
        writer: Writer[Sequence[str]] = at_once,
    ) -> None:
        """`today` gives the date."""
        self._spool = Spool(store, writer)
        self._calibrated, self._knowledge, self._today = calibration.made, knowledge, today
        self._next_look = -math.inf
        self._day: str | None = None
        """The last day that was written down; None before the file was read."""

    def __call__(self, moment: Moment) -> None:
        """Write the day down if it is another one."""
        if moment.time >= self._next_look:
            self._next_look = moment.time + LOOK_SECONDS
            if (day := self._today()) != self._day:
                self._look(day)
        self._spool.step(moment.time)

    def _look(self, day: str) -> None:
        before, self._day = self._day, day
        try:
            kept = self._spool.read(NAME) or b""
        except StoreError:
            # What it held must stay; the next day tries again.
            return
        if before is None and any(
            each.day == day and each.calibrated == self._calibrated for each in days(kept)
        ):
            return
        grams = {place: round(each.tare.grams, 4) for place, each in self._knowledge().places.items()}
        line = f"{json.dumps({'day': day, 'calibrated': self._calibrated, 'grams': grams})}\n".encode()
        if len(kept) < LONGEST_BYTES and kept[-1:] in (b"", b"\n"):
            self._spool.append(NAME, line)
        else:
            newest = kept[-LONGEST_BYTES // 2 :].partition(b"\n")[2] if len(kept) >= LONGEST_BYTES else kept
            self._spool.replace(NAME, newest.rpartition(b"\n")[0] + b"\n" + line)


def days(content: bytes) -> Iterator[ZeroDay]:
    """Yield the days of a log, the first one first; what a power cut has torn is left out."""
    for line in content.splitlines():
        try:
            read: Any = json.loads(line)
        except ValueError:
            continue
        match read:
            case {"day": str(day), "calibrated": str(calibrated), "grams": dict(grams)} if all(
                isinstance(each, int | float) for each in grams.values()
            ):
                yield ZeroDay(day, calibrated, grams)
