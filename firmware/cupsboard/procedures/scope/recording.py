"""One cell as a page shows it at a moment, and as a file: what it read at rest, and all else as comments.

Lines of seconds and counts are the recording, which the simulator plays. Lines that begin with `#` are what
was read before it, and the report: who gets the file has the beans, the noise and the verdict too.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cupsboard.procedures.beans.forecast import RATINGS
from cupsboard.procedures.calibration.report import NOISY
from cupsboard.procedures.doctor.support_bundle import versions
from cupsboard.procedures.scope.first_cup import USUAL_RATING, FirstCup, Stage
from cupsboard.procedures.scope.verdict import least_bean_grams
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Message, Phrases

MOST_POINTS = 200
BIN_SECONDS = 5
"""The long trace has a point for this many seconds."""


def noise_in_words(cup: FirstCup) -> str:
    """Return the noise of one sample in the unit of the moment."""
    noise = cup.noise_counts or 0.0
    if cup.counts_per_gram is None:
        return f"{noise:.0f} counts"
    return f"{1000 * noise / cup.counts_per_gram:.0f} mg"


def state(cup: FirstCup) -> Mapping[str, Any]:
    """Return what a page shows of the cell; times are seconds before the newest reading."""
    arrivals, latest, samples = cup.arrivals, cup.latest, cup.trace.samples
    now = samples[-1][0] if samples else 0.0
    return {
        "stage": cup.stage.name,
        "unit": "counts" if cup.counts_per_gram is None else "g",
        "weight": None if latest is None else _rounded(latest),
        "still": cup.is_still,
        "nominal": cup.rate_sps,
        "arriving": None if cup.trace.arriving_sps is None else round(cup.trace.arriving_sps, 1),
        "noise": None if cup.noise_counts is None else noise_in_words(cup),
        "datasheet": None if cup.noise_of_datasheet is None else round(cup.noise_of_datasheet, 1),
        "lying": None if arrivals is None else arrivals.lying,
        "weighed": cup.weighed,
        "short": [
            [round(time - now, 2), _rounded(cup.weight_of(counts))]
            for time, counts in _thinned(samples, MOST_POINTS)
        ],
        "long": _long(cup),
    }


def _long(cup: FirstCup) -> Sequence[Sequence[float]]:
    """The lowest and highest weight of each `BIN_SECONDS` that are over, with the seconds before the last."""
    bins: dict[int, tuple[int, int]] = {}
    for second in cup.trace.seconds:
        number = second.time // BIN_SECONDS
        low, high = bins.get(number, (second.low, second.high))
        bins[number] = (min(low, second.low), max(high, second.high))
    if not bins:
        return []
    last = max(bins)
    return [
        [(number - last) * BIN_SECONDS, _rounded(cup.weight_of(low)), _rounded(cup.weight_of(high))]
        for number, (low, high) in bins.items()
        if number < last
    ]


def _thinned(samples: Sequence[tuple[float, int]], most: int) -> Sequence[tuple[float, int]]:
    """At most `most` of the samples, evenly drawn, the first and the last among them."""
    if len(samples) <= most:
        return samples
    apart = (len(samples) - 1) / (most - 1)
    return [samples[round(number * apart)] for number in range(most)]


def _rounded(weight: float) -> float:
    return round(weight, 3)


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
        return comments((f"cupsboard lab scope, {date}, {lines}", *versions().splitlines())) + HEADER + "\n"

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


def report(cup: FirstCup) -> Phrases:
    """Return what was found out about a cell, in sentences."""
    return (*_of_the_cell(cup), *_of_the_beans(cup), *_of_the_recording(cup))


def _of_the_cell(cup: FirstCup) -> Iterable[Message]:
    if cup.rate_sps is not None:
        arriving = cup.trace.arriving_sps or 0.0
        yield Message("first.rate", {"rate": str(cup.rate_sps), "arriving": f"{arriving:.1f}"})
        if arriving < FEWEST_SHARE * cup.rate_sps:
            yield Message("first.too-few-arrive")
    if cup.noise_counts is not None and cup.noise_of_datasheet is not None:
        noise = {"counts": f"{cup.noise_counts:.0f}", "times": f"{cup.noise_of_datasheet:.1f}"}
        yield Message("first.noise", noise)
        if cup.noise_of_datasheet > NOISY:
            yield Message("first.noisy")
    if cup.counts_per_gram is not None and cup.noise_counts is not None:
        yield Message(
            "first.gain",
            {
                "gain": f"{cup.counts_per_gram:.1f}",
                "rating": cup.rating or USUAL_RATING,
                "usual": f"{RATINGS[cup.rating or USUAL_RATING].counts_per_gram:.0f}",
                "milligrams": f"{1000 * cup.noise_counts / cup.counts_per_gram:.0f}",
            },
        )


def _of_the_beans(cup: FirstCup) -> Iterable[Message]:
    if cup.verdict is not None:
        yield from cup.verdict.said
    elif cup.stage in (Stage.RECORDING, Stage.DONE):
        least = f"{least_bean_grams(cup.measured_cell):.2f}"
        yield Message("first.too-few-beans", {"weighed": cup.weighed, "grams": least})


def _of_the_recording(cup: FirstCup) -> Iterable[Message]:
    for seconds, counts in cup.leaps:
        yield Message("first.leap", {"seconds": f"{seconds:.0f}", "counts": f"{counts:+.0f}"})
