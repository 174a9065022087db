"""The first cup: one cell on one amplifier, looked at before there is a board, a profile or a calibration.

It waits for readings, measures the noise at rest, takes the gain from a known mass, counts and weighs beans
that one drops in, says after two minutes whether cell and beans will do, and then lets the cell be recorded.
Each step ends by itself as soon as it can; a press goes on without it.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import floor, sqrt

from cupsboard.loop import Output
from cupsboard.procedures.beans.forecast import RATINGS
from cupsboard.procedures.calibration.fit import ODD_GAINS
from cupsboard.procedures.calibration.mass_step import EMPTIED_SHARE
from cupsboard.procedures.calibration.platform_and_cup_steps import LEAST_CHANGE_COUNTS
from cupsboard.procedures.calibration.raw_stillness import (
    DATASHEET_NOISE_COUNTS,
    FAST_SPS,
    CountsWatch,
    RawCounts,
)
from cupsboard.procedures.reference_masses import Reference
from cupsboard.procedures.rejections import cure
from cupsboard.procedures.scope import verdict
from cupsboard.referee.edges import Edge
from cupsboard.referee.gestures import Gestures
from cupsboard.referee.inputs import Hold, LongHold, Press
from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame
from cupsboard.signs.phrases import fault_phrases
from cupsboard.signs.scene import Message, Scene, Tone

SHORT_SECONDS, LONG_SECONDS = 10.0, 600.0
_WITHIN_A_DEVIATION = 0.683


@dataclass(frozen=True, slots=True)
class Second:
    """The lowest and the highest reading of a second, in counts."""

    time: int
    low: int
    high: int


class Trace:
    """The readings of one cell, in counts; what is too old is forgotten."""

    def __init__(self) -> None:
        self._short = deque[tuple[float, int]]()
        self._long = deque[Second]()

    def add(self, time: float, counts: int) -> None:
        """Take one reading."""
        self._short.append((time, counts))
        while self._short[0][0] < time - SHORT_SECONDS:
            self._short.popleft()
        second = floor(time)
        if self._long and self._long[-1].time == second:
            before = self._long.pop()
            self._long.append(Second(second, min(before.low, counts), max(before.high, counts)))
        else:
            self._long.append(Second(second, counts, counts))
        while self._long[0].time < time - LONG_SECONDS:
            self._long.popleft()

    @property
    def samples(self) -> tuple[tuple[float, int], ...]:
        """The times and counts of the last `SHORT_SECONDS`."""
        return tuple(self._short)

    @property
    def seconds(self) -> tuple[Second, ...]:
        """The last `LONG_SECONDS`."""
        return tuple(self._long)

    @property
    def noise_counts(self) -> float | None:
        """The standard deviation of one reading, from the steps between neighbours; None without any.

        The wildest third of the steps counts for nothing, so beans that land and hands don't.
        """
        steps = sorted(abs(after - before) for (_, before), (_, after) in pairwise(self._short))
        return steps[round(_WITHIN_A_DEVIATION * (len(steps) - 1))] / sqrt(2) if steps else None

    @property
    def arriving_sps(self) -> float | None:
        """How many readings a second have arrived of late; None before there are two."""
        if len(self._short) < 2:
            return None
        (first, _), (last, _) = self._short[0], self._short[-1]
        return (len(self._short) - 1) / (last - first)


CELL = Place("cell")
"""What the one cell is called."""
REST_SECONDS = 8.0
RESTLESS_SECONDS = 30.0
"""A cell that hasn't come to rest by then is said to be restless."""
FAULT_SECONDS = 3.0
"""How old a fault is when it is said."""
JUDGED_SECONDS = 120.0
"""From the first reading to the verdict."""
LEAST_NOISE_COUNTS = 0.5
"""A converter that gives whole counts shows no less."""
FEWEST_BEANS, BEANS_WANTED = 8, 24
USUAL_RATING = "500g"
"""What the cell is taken for where nothing is known of it: that of the building guide."""


class Stage(Enum):
    """The step of a first cup that is under way."""

    WAITING = "waiting for the first reading"
    RESTING = "measuring the noise"
    MASS = "waiting for the known mass"
    UNLOADING = "waiting for the end of the known mass"
    CUP = "waiting for an empty cup"
    BEANS = "weighing beans"
    RECORDING = "recording the cell at rest"
    DONE = "done"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class FirstCupWish:
    """What is wanted of a first cup.

    `rating` is the cell's by its name, None for the one that its gain is nearest to; `record_seconds` is how
    long it is to be recorded at the end, 0 for not at all.
    """

    reference: Reference
    rating: str | None = None
    record_seconds: float = 0.0


class FirstCup:
    """Looks at one cell; implements `Procedure`.

    `nominal_sps` tells 10 or 80 as soon as the amplifier's own rhythm shows it.
    """

    def __init__(self, wish: FirstCupWish, nominal_sps: Callable[[], int | None]) -> None:
        self.trace = Trace()
        self.stage = Stage.WAITING
        self.rate_sps: int | None = None
        """10 or 80; None before that is known."""
        self.noise_counts: float | None = None
        """The noise of one sample at rest; None before it was measured."""
        self.counts_per_gram: float | None = None
        """None before a known mass has lain on the cell."""
        self.arrivals: verdict.Arrivals | None = None
        """The beans; None before the first can be dropped in."""
        self.verdict: verdict.FirstVerdict | None = None
        self.leaps: list[tuple[float, float]] = []
        """While it was recorded: when the weight changed for good, in seconds, and by how many counts."""
        self._wish = wish
        self._nominal_sps = nominal_sps
        self._gestures = Gestures()
        self._watch: CountsWatch | None = None
        self._first: float | None = None
        self._stage_since = 0.0
        self._fault: tuple[CellFault, float] | None = None
        self._tare: RawCounts | None = None
        self._rise: float | None = None
        self._is_odd = self._is_unusual = False
        self._change = 0.0
        self._recorded_rest: RawCounts | None = None

    @property
    def is_finished(self) -> bool:
        """See `Procedure`."""
        return self.stage is Stage.DONE

    @property
    def is_still(self) -> bool:
        """See `Procedure`."""
        return self._watch is None or not self._watch.moving

    @property
    def latest(self) -> float | None:
        """Return the newest reading above empty, in grams, or in counts without a gain; None before any."""
        if not self.trace.samples:
            return None
        return self.weight_of(self.trace.samples[-1][1])

    def weight_of(self, counts: float) -> float:
        """Return counts as a weight above what is empty: in grams, or in counts without a known gain."""
        above = counts - (0.0 if self._tare is None else self._tare.mean)
        return above if self.counts_per_gram is None else above / self.counts_per_gram

    @property
    def noise_of_datasheet(self) -> float | None:
        """The noise as a multiple of the HX711 data sheet's; None before it was measured."""
        if self.noise_counts is None or self.rate_sps is None:
            return None
        return self.noise_counts / DATASHEET_NOISE_COUNTS[self.rate_sps > FAST_SPS]

    @property
    def rating(self) -> str | None:
        """The rating of the cell: as it was said, or the nearest by its gain; None while neither is known."""
        if self._wish.rating is not None or self.counts_per_gram is None:
            return self._wish.rating
        return verdict.nearest_rating(self.counts_per_gram)

    @property
    def weighed(self) -> int:
        """How many single beans have been weighed."""
        return 0 if self.arrivals is None else len(self.arrivals.singles)

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:
        """See `Procedure`."""
        gestures = self._gestures.step(edges, now)
        is_pressed = any(isinstance(each, Press | Hold | LongHold) for each in gestures)
        before, weighed = self.stage, self.weighed
        if frame is not None:
            self._take(frame)
        if self._watch is not None and (frame is not None or is_pressed):
            self._go_on(now, self._settled(), is_pressed=is_pressed)
        if self.stage is not before:
            self._stage_since = now
        is_news = self.stage is not before or self.weighed > weighed
        return Output.of(Scene((), None, self._message(now)), Tone.AGREED if is_news else None)

    def _take(self, frame: Frame) -> None:
        reading = frame.readings[0]
        if isinstance(reading, CellFault):
            if self._fault is None or self._fault[0] is not reading:
                self._fault = (reading, frame.time)
        else:
            self._fault = None
            self.trace.add(frame.time, reading)
            self._first = frame.time if self._first is None else self._first
        if self._watch is None and self._first is not None and (rate := self._nominal_sps()) is not None:
            self.rate_sps = rate
            self._watch = CountsWatch((CELL,), float(rate))
            self.stage = Stage.RESTING
        if self._watch is not None:
            self._watch.step(frame)

    def _settled(self) -> RawCounts | None:
        counts = None if self._watch is None else self._watch.counts(CELL)
        return counts if isinstance(counts, RawCounts) else None

    @property
    def _newest(self) -> RawCounts:
        """The newest reading alone, for a cell that never settles."""
        noise = self.noise_counts or LEAST_NOISE_COUNTS
        return RawCounts(float(self.trace.samples[-1][1]), noise**2, noise)

    def _go_on(self, now: float, settled: RawCounts | None, *, is_pressed: bool) -> None:
        match self.stage:
            case Stage.RESTING:
                self._rest(now, settled, is_pressed=is_pressed)
            case Stage.MASS:
                self._await_mass(settled, is_pressed=is_pressed)
            case Stage.UNLOADING:
                self._await_unloading(settled, is_pressed=is_pressed)
            case Stage.CUP:
                self._await_cup(settled, is_pressed=is_pressed)
            case Stage.BEANS:
                self._weigh_beans(now, settled, is_pressed=is_pressed)
            case Stage.RECORDING:
                self._watch_recorded(now, settled, is_pressed=is_pressed)

    def _rest(self, now: float, settled: RawCounts | None, *, is_pressed: bool) -> None:
        is_long = now - self._stage_since >= REST_SECONDS
        noise = self.trace.noise_counts
        if noise is None or not (is_pressed or (settled is not None and is_long)):
            return
        self.noise_counts = max(noise, LEAST_NOISE_COUNTS)
        self._tare = settled or self._newest
        self.stage = Stage.MASS if self._wish.reference.is_known else Stage.CUP

    def _await_mass(self, settled: RawCounts | None, *, is_pressed: bool) -> None:
        assert self._tare is not None
        if settled is None:
            if is_pressed:
                self.stage = Stage.CUP
            return
        change = settled.mean - self._tare.mean
        if abs(change - self._change) > LEAST_CHANGE_COUNTS:
            self._change = change
        if change > LEAST_CHANGE_COUNTS:
            self._loaded(change)
        elif is_pressed and self._change < -LEAST_CHANGE_COUNTS:
            # It is said to be as it should: what it reads now is its rest.
            self.stage = Stage.RESTING
        elif is_pressed:
            self.stage = Stage.CUP

    def _loaded(self, rise: float) -> None:
        gain, before = rise / self._wish.reference.mass_grams, self._rise
        nominal = RATINGS[self._wish.rating or verdict.nearest_rating(gain)].counts_per_gram
        low, high = ODD_GAINS
        self._is_unusual = not low < gain / nominal < high
        # What is found again is no slip of a hand.
        is_found_again = before is not None and abs(rise - before) < EMPTIED_SHARE * before
        self._is_odd = self._is_unusual and not is_found_again
        self.counts_per_gram = None if self._is_odd else gain
        self._rise = rise
        self.stage = Stage.UNLOADING

    def _await_unloading(self, settled: RawCounts | None, *, is_pressed: bool) -> None:
        assert self._tare is not None
        assert self._rise is not None
        if is_pressed and self._is_odd:
            self._is_odd = False
            self.counts_per_gram = self._rise / self._wish.reference.mass_grams
        elif is_pressed:
            self.stage, self._tare = Stage.CUP, settled or self._newest
            return
        if settled is None or settled.mean - self._tare.mean > EMPTIED_SHARE * self._rise:
            return
        self.stage = Stage.MASS if self._is_odd else Stage.CUP
        self._tare, self._change = settled, 0.0

    def _await_cup(self, settled: RawCounts | None, *, is_pressed: bool) -> None:
        assert self._tare is not None
        is_on = settled is not None and settled.mean - self._tare.mean > LEAST_CHANGE_COUNTS
        if is_pressed or is_on:
            self._tare = settled or self._newest
            self.arrivals = verdict.Arrivals(self._tare)
            self.stage = Stage.BEANS

    def _weigh_beans(self, now: float, settled: RawCounts | None, *, is_pressed: bool) -> None:
        assert self.arrivals is not None
        before = self.weighed
        if settled is not None:
            self.arrivals.take(settled)
        is_due = self._is_due(now) or self.weighed >= BEANS_WANTED or is_pressed
        if is_due and self.weighed >= FEWEST_BEANS and (self.verdict is None or self.weighed != before):
            self.verdict = verdict.first_verdict(self.measured_cell, self.arrivals.singles)
        if is_pressed:
            self._recorded_rest = None
            self.stage = Stage.RECORDING if self._wish.record_seconds else Stage.DONE

    def _watch_recorded(self, now: float, settled: RawCounts | None, *, is_pressed: bool) -> None:
        if settled is not None:
            before = self._recorded_rest or settled
            change = settled.mean - before.mean
            if abs(change) > LEAST_CHANGE_COUNTS:
                self.leaps.append((now - self._stage_since, change))
            self._recorded_rest = settled
        if is_pressed or now - self._stage_since >= self._wish.record_seconds:
            self.stage = Stage.DONE

    def _is_due(self, now: float) -> bool:
        return self._first is not None and now - self._first >= JUDGED_SECONDS

    @property
    def measured_cell(self) -> verdict.MeasuredCell:
        """Return what was measured of the cell, once its noise is known."""
        assert self.noise_counts is not None
        assert self.rate_sps is not None
        rating = self.rating or USUAL_RATING
        gain = self.counts_per_gram or RATINGS[rating].counts_per_gram
        is_known = self.counts_per_gram is not None
        return verdict.MeasuredCell(rating, self.rate_sps, self.noise_counts, gain, is_known)

    def _message(self, now: float) -> Message:
        if self._fault is not None and now - self._fault[1] >= FAULT_SECONDS:
            return _of_fault(self._fault[0])
        match self.stage:
            case Stage.RESTING:
                is_restless = now - self._stage_since > RESTLESS_SECONDS
                return Message("scope-restless" if is_restless else "scope-rest")
            case Stage.MASS if self._change < -LEAST_CHANGE_COUNTS:
                return Message("scope-fell", {"counts": round(-self._change), "grams": self._mass})
            case Stage.MASS:
                return Message("scope-mass", {"grams": self._mass})
            case Stage.UNLOADING:
                return self._of_the_gain()
            case Stage.CUP:
                return Message("scope-cup")
            case Stage.BEANS:
                return self._of_beans(now)
            case Stage.RECORDING:
                left = self._wish.record_seconds - (now - self._stage_since)
                return Message("scope-record", {"minutes": max(1, round(left / 60))})
            case Stage.DONE:
                return Message("scope-done")
            case _:
                return Message("scope-waiting")

    def _of_the_gain(self) -> Message:
        assert self._rise is not None
        gain = self._rise / self._wish.reference.mass_grams
        values = {"gain": f"{gain:.4g}", "grams": self._mass}
        if self._is_odd:
            return Message("scope-odd-gain", values)
        if self._is_unusual:
            return Message("scope-unload-odd", values)
        return Message("scope-unload", {**values, "rating": self.rating or verdict.nearest_rating(gain)})

    def _of_beans(self, now: float) -> Message:
        assert self.arrivals is not None
        if self.verdict is not None:
            return Message("scope-judged", {"verdict": self.verdict.said[:1], "weighed": self.weighed})
        if self._is_due(now) and self.weighed < FEWEST_BEANS:
            return Message("scope-too-few", {"weighed": self.weighed, "needed": FEWEST_BEANS})
        counted = {"weighed": self.weighed, "wanted": BEANS_WANTED, "lying": self.arrivals.lying}
        return Message("scope-beans", counted)

    @property
    def _mass(self) -> str:
        return f"{self._wish.reference.mass_grams:g}"


def _of_fault(fault: CellFault) -> Message:
    match fault:
        case CellFault.SILENT | CellFault.STARTING:
            return Message("scope-silent")
        case CellFault.STUCK_LOW:
            return Message("scope-stuck")
        case CellFault.SATURATED_LOW | CellFault.SATURATED_HIGH:
            return Message("scope-saturated")
        case _:
            values = {"fault": fault_phrases(fault), "cure": (cure(fault),)}
            return Message("scope-faulty", values)
