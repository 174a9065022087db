"""What a real cell was recorded to do, played below a simulated chip in units of its own noise.

So a cell of any sort can be put below any board: what wandered by ten times its noise there wanders by ten
times the simulated cell's noise here. Each conversion gives the next sample; after the last one the recording
is played backwards, and so on, for a jump back to its beginning would be none that was recorded.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median

from cupsboard.formats.file_reading import NoText, text_of

from cupsim.errors import SimulatorError

TIMES = {"seconds": 1.0, "milliseconds": 1e-3}
"""How long one of a unit of time is."""
WEIGHTS = ("counts", "grams")
FEWEST_SAMPLES, MOST_SAMPLES = 50, 1_000_000
"""Five seconds of a slow converter, and more than a day of it."""
BEGINNING = 10
"""The median of so many first samples counts as nothing."""
MOST_LINE_BYTES = 200
RANGE_COUNTS = 1 << 23
_WITHIN_A_DEVIATION = 0.683
_HEADERS = ", ".join(f"{time},{weight}" for time in TIMES for weight in WEIGHTS)


@dataclass(frozen=True, slots=True)
class RecordedCell:
    """One cell's samples, as distances from where it began, in units of its own noise."""

    samples: tuple[float, ...]
    seconds: float
    """From the first sample to the last."""
    sps: float
    """Samples a second, gaps apart."""
    longest_gap_seconds: float
    noise: float
    """The standard deviation of one sample in its unit, by the differences of neighbours."""
    unit: str

    def played(self) -> Iterator[float]:
        """Sample by sample, forth and back for ever."""
        while True:
            yield from self.samples
            yield from self.samples[-2:0:-1]

    def told(self, noise_grams: float, sps: float) -> str:
        """What becomes of it below a chip of that rate in place of a cell of that noise."""
        milligrams, gap = 1000 * noise_grams, self.longest_gap_seconds
        torn = f"; their longest gap, of {gap:.1f} s, is one step" if gap > 5 / self.sps else ""
        return (
            f"{len(self.samples)} samples in {self.seconds:.0f} s, played at {sps / self.sps:.2g} times "
            f"their pace, forth and back{torn}; their noise of {self.noise:.3g} {self.unit} becomes one of "
            f"{milligrams:.3g} mg, so 1000 {self.unit} are {milligrams / self.noise:.3g} g here"
        )


def read(path: Path) -> RecordedCell:
    """The recording in a file of lines as `0.1,84211`, of which the first names the units.

    Raises SimulatorError that names the line, the value and the next step.
    """
    try:
        with path.open("rb") as file:
            raw_lines = iter(lambda: file.readline(MOST_LINE_BYTES + 1), b"")
            times, weights, unit = _columns(str(path), _lines(path, raw_lines))
    except OSError as fault:
        raise SimulatorError(f"{path}: {fault.strerror}; name a file with a recording") from None
    if len(times) < FEWEST_SAMPLES:
        raise SimulatorError(
            f"{path}: {len(times)} samples are too few to tell the noise by: record {FEWEST_SAMPLES} or more"
        )
    steps = sorted(abs(after - before) for before, after in pairwise(weights))
    noise = steps[round(_WITHIN_A_DEVIATION * (len(steps) - 1))] / math.sqrt(2)
    if noise == 0.0:
        raise SimulatorError(
            f"{path}: most samples are equal ({weights[0]:g} {unit}), so the noise can't be told: record "
            "every digit that the converter gives"
        )
    start = median(weights[:BEGINNING])
    pauses = [after - before for before, after in pairwise(times)]
    return RecordedCell(
        samples=tuple((weight - start) / noise for weight in weights),
        seconds=times[-1] - times[0],
        sps=1 / median(pauses),
        longest_gap_seconds=max(pauses),
        noise=noise,
        unit=unit,
    )


def _lines(path: Path, raw_lines: Iterator[bytes]) -> Iterator[tuple[str, str]]:
    """Where each line stands, and its text; without comments and empty ones.

    Nor is there half a line: a recording that was killed may end with one, which looks like another weight.
    """
    for number, raw in enumerate(raw_lines, 1):
        where = f"{path}: line {number}"
        if len(raw) > MOST_LINE_BYTES:
            raise SimulatorError(f"{where} is longer than {MOST_LINE_BYTES} bytes: give two numbers a line")
        try:
            text = text_of(raw, number).strip()
        except NoText as fault:
            raise SimulatorError(f"{path}: {fault}") from None
        if text and raw.endswith(b"\n") and not text.startswith("#"):
            yield where, text


def _columns(name: str, lines: Iterator[tuple[str, str]]) -> tuple[list[float], list[float], str]:
    """Times in seconds, weights, and the weights' unit."""
    where, header = next(lines, (name, ""))
    time_unit, _, unit = (part.strip().lower() for part in header.partition(","))
    if time_unit not in TIMES or unit not in WEIGHTS:
        raise SimulatorError(f"{where}: {header!r} names no units: begin with one of {_HEADERS}")
    times, weights = list[float](), list[float]()
    for where, text in lines:
        time, weight = _numbers(where, text)
        time *= TIMES[time_unit]
        if times and time <= times[-1]:
            raise SimulatorError(
                f"{where}: {text.partition(',')[0]} {time_unit} is no later than the sample before: put the "
                "samples in order, and one recording in a file"
            )
        if unit == "counts" and not -RANGE_COUNTS < weight < RANGE_COUNTS - 1:
            raise SimulatorError(
                f"{where}: {weight:g} counts are the end of a converter's range or beyond: leave such "
                "samples out"
            )
        times.append(time)
        weights.append(weight)
        if len(times) > MOST_SAMPLES:
            raise SimulatorError(f"{where}: more than {MOST_SAMPLES} samples: cut the recording here")
    return times, weights, unit


def _numbers(where: str, text: str) -> tuple[float, float]:
    parts = text.split(",")
    try:
        first, second = map(float, parts)
    except ValueError:
        first = second = math.nan
    if not (math.isfinite(first) and math.isfinite(second)):
        raise SimulatorError(
            f"{where}: {text!r} are no two numbers: write the time, a comma and the weight, with a point in "
            "fractions, or leave the line out"
        )
    return first, second
