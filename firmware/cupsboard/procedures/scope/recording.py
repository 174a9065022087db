"""The file of one cell: what it read at rest, which the simulator plays, and all else as comments.

Lines of seconds and counts are the recording. Lines that begin with `#` are what was read before it, and the
report: who gets the file has the beans, the noise and the verdict too.
"""

import textwrap
from collections.abc import Iterable

from cupsboard.procedures.beans.purchase_forecast import RATINGS
from cupsboard.procedures.calibration.report import NOISY
from cupsboard.procedures.doctor.support_bundle import versions
from cupsboard.procedures.scope.first_cup import USUAL_RATING, FirstCup, Stage
from cupsboard.procedures.scope.verdict import least_bean_grams
from cupsboard.scales.readings import Frame

FEWEST_SHARE = 0.7
"""Of the nominal rate: amplifiers convert up to 17 % more slowly by themselves."""
HEADER = "seconds,counts"
LONGEST_LINE = 160
"""Readers of such files refuse longer lines than 200 bytes."""
MOST_BEFORE = 80 * 60 * 15
"""Readings before the recording that are kept: fifteen minutes of a fast amplifier."""


class Recording:
    """Turns the readings of a first cup into the lines of its file."""

    def __init__(self) -> None:
        self._first: float | None = None
        self._recorded_from: float | None = None
        self._before = 0

    def begun(self, lines: str, date: str) -> str:
        """Return the beginning of the file; `lines` says which lines of the header, `date` is an ISO date."""
        return comments((f"cupsboard scope, {date}, {lines}", *versions().splitlines())) + HEADER + "\n"

    def taken(self, frame: Frame, stage: Stage) -> str:
        """Return what a frame adds to the file, which is nothing where it holds no counts."""
        (reading,) = frame.readings
        if not isinstance(reading, int):
            return ""
        if stage is Stage.RECORDING:
            self._recorded_from = frame.time if self._recorded_from is None else self._recorded_from
            return f"{frame.time - self._recorded_from:.3f},{reading}\n"
        self._first = frame.time if self._first is None else self._first
        self._before += 1
        is_kept = self._before <= MOST_BEFORE and self._recorded_from is None
        return f"# {frame.time - self._first:.3f},{reading}\n" if is_kept else ""


def comments(lines: Iterable[str]) -> str:
    """Return lines of text as comments, long ones broken."""
    broken = (part for line in lines for part in textwrap.wrap(line, LONGEST_LINE) or [""])
    return "".join(f"# {part}\n" for part in broken)


def report(cup: FirstCup) -> tuple[str, ...]:
    """Return what was found out about a cell, as lines of text."""
    return (*_of_the_cell(cup), *_of_the_beans(cup), *_of_the_recording(cup))


def _of_the_cell(cup: FirstCup) -> Iterable[str]:
    if cup.rate_sps is not None:
        arriving = cup.trace.arriving_sps or 0.0
        yield f"rate: {cup.rate_sps} a second; {arriving:.1f} arrived of late"
        if arriving < FEWEST_SHARE * cup.rate_sps:
            yield (
                "  too few arrive: end what else runs on this computer, and see that its supply is strong "
                "enough and the data line sits tight"
            )
    if cup.noise_counts is not None and cup.noise_of_datasheet is not None:
        yield (
            f"noise of one sample: {cup.noise_counts:.0f} counts, {cup.noise_of_datasheet:.1f} times the "
            "HX711 data sheet's (2 times is usual)"
        )
        if cup.noise_of_datasheet > NOISY:
            yield (
                "  that is much: see that nothing touches the cell or shakes the table, that A+ and A- sit "
                "tight, and that supply and computer share one ground"
            )
    if cup.counts_per_gram is not None and cup.noise_counts is not None:
        noise_mg = 1000 * cup.noise_counts / cup.counts_per_gram
        yield (
            f"gain: {cup.counts_per_gram:.1f} counts a gram (a usual cell of {cup.rating} gives "
            f"{RATINGS[cup.rating or USUAL_RATING].counts_per_gram:.0f}); the noise is {noise_mg:.0f} mg"
        )


def _of_the_beans(cup: FirstCup) -> Iterable[str]:
    if cup.verdict is not None:
        yield from cup.verdict.lines
    elif cup.stage in (Stage.RECORDING, Stage.DONE):
        yield (
            f"{cup.weighed} single beans weighed: too few to say whether they will do; if more were dropped "
            f"in, they are too light for this cell, or fell several at a time; a board with such cells needs "
            f"beans of {least_bean_grams(cup.measured_cell):.2f} g or more on average"
        )


def _of_the_recording(cup: FirstCup) -> Iterable[str]:
    for seconds, counts in cup.leaps:
        yield (
            f"at {seconds:.0f} s of the recording the weight changed by {counts:+.0f} counts and stayed: if "
            "something was put on or taken off then, record again; if not, the cell did it"
        )
