"""Looking at one cell of a board, or at one alone, and recording it at rest."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from cupsboard.drivers.assembly import Wired
from cupsboard.loop import Output
from cupsboard.procedures.beans.forecast import RATINGS, Answer
from cupsboard.procedures.procedure import as_side
from cupsboard.procedures.reference_masses import USUAL, reference
from cupsboard.procedures.scope.first_cup import FirstCup, FirstCupWish
from cupsboard.procedures.scope.recording import Recording, comments, report, state
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Place
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Meaning, Sign
from cupsboard.station.files.board_files import BoardFiles, disk_writer, now
from cupsboard.station.jobs.job import Job, Options, Prepared, Result
from cupsboard.storage.ledger import LAST_SECONDS
from cupsboard.storage.writer import Job as Writing
from cupsboard.systemd.exit_codes import Ending

RECORDING = "cell.csv"
"""The file of the newest recording, among those of the games."""
MOST_BYTES = 40_000_000
WRITE_SECONDS = 1.0
LEAST_MINUTES, LONGEST_MINUTES = 0.1, 180.0
"""The longest recording of a fast amplifier has 864 000 readings, and readers take a million."""


class WatchedCell:
    """A first cup on one place of a board, written to a file if it is recorded; implements `Procedure`."""

    def __init__(self, cup: FirstCup, at: BoardFiles, place: Place, *, is_recorded: bool) -> None:
        self.cup = cup
        self._at, self._place, self._index = at, place, at.profile.places.index(place)
        self._recording = Recording() if is_recorded else None
        self._text: list[str] = []
        self._writings: list[Writing[None]] = []
        self._next_write = 0.0
        if self._recording is not None:
            begun = self._recording.begun(f"{place} of {at.profile.name}", now())
            self._hand_over(lambda: at.state.replace(RECORDING, begun.encode("utf-8")))

    @property
    def is_finished(self) -> bool:
        """See `Procedure`."""
        return self.cup.is_finished

    @property
    def is_still(self) -> bool:
        """See `Procedure`."""
        return self.cup.is_still

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """See `Procedure`."""
        own = None if frame is None else Frame(frame.time, (frame.readings[self._index],))
        told = self.cup.step(now, own, [as_side(edge) for edge in edges])
        if own is not None and self._recording is not None:
            self._text.append(self._recording.taken(own, self.cup.stage))
            if now >= self._next_write:
                self._next_write = now + WRITE_SECONDS
                self._write()
        scene = replace(told.scene, signs=(Sign(self._place, Meaning.LOOK),))
        return replace(told, scene=scene)

    def conclude(self) -> Result:
        """Return the report, which is written behind the recording. Raises OSError if any of that failed."""
        verdict = self.cup.verdict
        will_do = verdict is not None and verdict.found.answer not in (Answer.NO, Answer.OVERLOAD)
        result = Result.of(report(self.cup), Ending.WELL if will_do else Ending.FAULTY)
        if self._recording is None:
            return result
        # This may be the thread that writes: then it has done all that was handed over.
        for each in self._writings:
            if not each.wait(LAST_SECONDS):
                raise OSError(
                    f"{RECORDING}: the disk took no line for {LAST_SECONDS:.0f} s; it may be wearing out"
                )
            each.result()
        self._text.append(comments(result.lines))
        self._append("".join(self._text))
        return replace(result, report=self._recorded, report_name=RECORDING)

    def _write(self) -> None:
        text = "".join(self._text)
        self._text.clear()
        self._hand_over(lambda: self._append(text))

    def _hand_over(self, write: Callable[[], None]) -> None:
        self._writings.append(disk_writer()(write))

    def _append(self, text: str) -> None:
        self._at.state.append(RECORDING, text.encode("utf-8"))

    def _recorded(self) -> bytes:
        return self._at.state.read(RECORDING, MOST_BYTES) or b""


def prepared(at: BoardFiles, options: Options) -> Prepared:
    """Prepare a look at the cell of a `place`, recorded for `minutes` if they are said. Raises SensingError.

    A `reference` mass gives the gain; `cell` is the rating of the cell, as far as it is known.
    """
    places, minutes, rating = at.profile.places, options.get("minutes"), options.get("cell")
    place = Place(options.get("place", places[0]))
    if place not in places:
        raise SensingError(f"scope: {place} is not on this board; choose from {', '.join(places)}")
    if rating is not None and rating not in RATINGS:
        raise SensingError(f"{rating}: no rating of cells; choose from {', '.join(RATINGS)}")
    wish = FirstCupWish(reference(options.get("reference", USUAL)), rating, _seconds(minutes))

    def job(ready: Wired) -> Job:
        def nominal_sps() -> int | None:
            health = ready.health().get(place)
            return None if health is None else health.nominal_sps

        cup = FirstCup(wish, nominal_sps)
        watched = WatchedCell(cup, at, place, is_recorded=minutes is not None)
        return Job(
            "scope",
            watched,
            watched.conclude,
            lambda at, counts: _grams(cup, counts) if at == place else None,
            shown=lambda: {"cell": state(cup)},
        )

    return job


def _seconds(minutes: str | None) -> float:
    """Return how long to record. Raises SensingError for minutes out of range."""
    if minutes is None:
        return 0.0
    if (
        not re.fullmatch(r"[0-9]{1,3}(\.[0-9]+)?", minutes)
        or not LEAST_MINUTES <= float(minutes) <= LONGEST_MINUTES
    ):
        raise SensingError(
            f"minutes: {minutes!r} is out of range; give {LEAST_MINUTES:g} to {LONGEST_MINUTES:g}"
        )
    return 60 * float(minutes)


def _grams(cup: FirstCup, counts: int) -> float | None:
    return None if cup.counts_per_gram is None else cup.weight_of(counts)
