"""Whether what a place shows is what lies there: its samples may do what no piece and no resting hand does.

Beans come one by one, from above, and lie still. So a place is doubted where it

- *leaps*: again and again it falls by some pieces and no hand shows, though fingers that take a piece press
  first and most pieces strike as they come. One such fall is a light hand's; each further one makes a leaping
  cell likelier (log odds), until that outweighs how rare leaping cells are. What falls with half of the
  places is a supply that sags, what falls before a cup is lifted was pulled at, and where hands were asked to
  take pieces, they did;
- *drifts*: untouched, it goes on smoothly, the same way, by what a piece weighs;
- *trembles*: what came with a step scatters by far more than the cell does, as a finger;
- was *pressed* with so much that its bar keeps some of that.

Where hands race nothing is doubted for long; what `trembles` in this moment has not come to rest.

What has happened there raises the doubt, time without it lowers it. A doubted place decides nothing; once it
is believed again, its zero may be elsewhere: `take_zero_grams` says how far.
"""

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from cupsboard.numbers import COSTS, PHYSICS, PRIORS
from cupsboard.scales.arrivals import Arrivals
from cupsboard.scales.cell_faults import CellFault

_COSTS, _PRIORS = COSTS.doubts, PRIORS.arrivals


@dataclass(frozen=True, slots=True)
class Second:
    """The line through the samples of one place over a second in which no piece came or went."""

    grams: float
    """The mean."""
    slope: float
    """Grams a second."""


class Line:
    """The straight line through the samples of a second, as they come."""

    def __init__(self, time: float, grams: float) -> None:
        self._time, self._grams = time, grams
        self._n = 0
        self._t = self._g = self._tt = self._tg = self._gg = 0.0

    def add(self, time: float, grams: float) -> None:
        """Take a sample."""
        t, g = time - self._time, grams - self._grams
        self._n += 1
        self._t, self._g = self._t + t, self._g + g
        self._tt, self._tg, self._gg = self._tt + t * t, self._tg + t * g, self._gg + g * g

    def is_over(self, time: float) -> bool:
        """Whether a second has passed."""
        return time - self._time >= 1.0

    def fitted(self) -> tuple[float, float, float, int]:
        """Mean, slope, the variance of a sample about the line, and of how many."""
        n = self._n
        spread_t = self._tt - self._t * self._t / n
        together = self._tg - self._t * self._g / n
        slope = together / spread_t if spread_t > 0.0 else 0.0
        rest = self._gg - self._g * self._g / n - slope * together
        return self._grams + self._g / n, slope, max(rest, 0.0) / max(n - 2, 1), n


class Rest:
    """How far the latest samples scatter about their mean, since a place came to rest with a step."""

    def __init__(self, time: float, grams: float, rough_grams: float) -> None:
        self._began, self._grams, self._rough = time, grams, rough_grams
        self._samples: deque[tuple[float, float]] = deque()
        self._sum = self._squares = 0.0
        self._rough_at = -math.inf

    def add(self, time: float, grams: float) -> None:
        """Take a sample."""
        self._samples.append((time, grams - self._grams))
        self._count(grams - self._grams, 1)
        while self._samples[0][0] < time - _COSTS.rough_seconds:
            self._count(self._samples.popleft()[1], -1)

    def _count(self, off: float, sign: int) -> None:
        self._sum, self._squares = self._sum + sign * off, self._squares + sign * off * off

    def is_rough(self, time: float, *, was_rough: bool) -> bool:
        """Whether something trembles there; a lull is no end of that, but another step may be."""
        count = len(self._samples)
        if count < _COSTS.fewest_samples or (was_rough and time - self._began < _COSTS.quiet_seconds):
            return was_rough
        if self._deviation > (_COSTS.quiet_share if was_rough else 1.0) * self._rough:
            self._rough_at = time
        return time - self._rough_at < _COSTS.lull_seconds

    @property
    def _deviation(self) -> float:
        count = len(self._samples)
        return math.sqrt(max(self._squares / count - (self._sum / count) ** 2, 0.0))

    @property
    def scatter_grams(self) -> float:
        """The standard deviation of the latest samples; 0 of those of less than a second."""
        return self._deviation if self._samples[-1][0] - self._samples[0][0] >= 0.9 else 0.0

    def is_known(self, time: float) -> bool:
        """Whether a hand that came with the step has shown by now."""
        return time - self._began >= _COSTS.rough_seconds

    def is_over(self, time: float, *, is_rough: bool) -> bool:
        """Whether it is judged no more: no hand rests for so long."""
        return time - self._began >= (_COSTS.resting_seconds if is_rough else _COSTS.judged_seconds)


EVERYTHING = 1e6
MEDIAN_SHARE = 0.6745
"""The median of what normal numbers are, in standard deviations."""


def trembles(weights: Sequence[float], noise_grams: float) -> bool:
    """Return whether a hand presses: its tremor stays, but the ringing of a bar fades.

    `weights` are the latest samples, the newest first; False if they are too few. Those of an untouched place
    have the standard deviation `noise_grams`.
    """
    if len(weights) < _COSTS.fading_samples:
        return False
    third = _COSTS.fading_samples // 3
    late, early = _scatter(weights[:third]), _scatter(weights[-third:])
    return late > max(_COSTS.swing_times * noise_grams, _COSTS.faded_share * early)


def _scatter(weights: Sequence[float]) -> float:
    """Return the standard deviation; `statistics` computes it exactly, which takes 30 times as long."""
    mean = sum(weights) / len(weights)
    return math.sqrt(sum((weight - mean) ** 2 for weight in weights) / len(weights))


class Doubt:
    """What speaks against believing one place, by its samples."""

    def __init__(
        self,
        noise_grams: float,
        piece_grams: float,
        full_grams: float,
        arrivals: Arrivals,
        *,
        is_forgiving: bool,
    ) -> None:
        """`noise_grams` is the calibrated one, `full_grams` about what the cell is rated for.

        If it `is_forgiving`, any moment of rest makes up for all that went before: where hands race.
        """
        self._rest_counts = EVERYTHING if is_forgiving else _COSTS.rest_counts
        self._calibrated = noise_grams
        self._near = max(COSTS.limits.no_piece_beans * piece_grams, COSTS.limits.sample_sigmas * noise_grams)
        self._piece = piece_grams
        self.arrivals = arrivals
        # Less would be nothing that anybody should be told.
        self._pressed = max(
            COSTS.limits.no_piece_beans * piece_grams / PHYSICS.press_share, _COSTS.pressed_share * full_grams
        )
        self._level: float | None = None
        """Where it came to rest after it last changed, unless its cup was in the air since."""
        self._changed_at = -math.inf
        self._changed_grams = 0.0
        self._high = self._low = math.nan
        """What was seen at most and at least since the last level."""
        self._last: Second | None = None
        """The last second, if nothing came or went in it."""
        self._gone: deque[float] = deque(maxlen=_COSTS.drift_seconds)
        """By how much it went from such a second to the next."""
        self._drifted_grams = 0.0
        """How far it has gone while it is doubted for that."""
        self._means: deque[float] = deque(maxlen=_COSTS.wander_seconds)
        """The means of the latest seconds, whatever came and went (g)."""
        self._quiet: deque[float | None] = deque(maxlen=_COSTS.wander_seconds)
        """By how much each of these went from the one before (g); None where something came or went."""
        self._line: Line | None = None
        self._rest: Rest | None = None
        """Since it came to rest with a step: what is rough there came with that."""
        self._noise = noise_grams
        """The noise that is believed."""
        self._doubted: dict[CellFault, float] = {}
        """Until when it is doubted, and for what."""
        self._pressed_since: float | None = None
        self._leap_nats, self._leap_at = 0.0, -math.inf
        """How much better leaps than hands explain the latest changes (log likelihood ratio), and when."""
        self._leapt_grams = self._peak = 0.0
        self.is_rough = False
        """Whether its rest is none: since a step it scatters by more than the cell does."""
        self._was_rough = False
        """Whether it was so since that level: fingers were there."""
        self._unrest_seconds = 0.0
        self._judged_at: float | None = None

    def add(self, now: float, grams: float, noise_grams: float, *, is_lifted: bool) -> None:
        """Take a sample; `noise_grams` is the noise that is believed.

        While the cup `is_lifted` whatever comes and goes is the hands'.
        """
        if is_lifted:
            self._level = self._last = self._rest = None
            self.is_rough = False
            self._leap_nats = 0.0
        self._high = grams if math.isnan(self._high) else max(self._high, grams)
        self._low = grams if math.isnan(self._low) else min(self._low, grams)
        if grams <= self._pressed:
            self._pressed_since = None
        elif self._pressed_since is None:
            self._pressed_since = now
        elif now - self._pressed_since >= _COSTS.least_press_seconds:
            self._peak = max(self._peak, grams)
            self._doubted[CellFault.PRESSED] = now + _COSTS.pressed_seconds
        if self._line is None or self._line.is_over(now):
            if self._line is not None:
                self._second(now, *self._line.fitted(), noise_grams)
            self._line = Line(now, grams)
        self._line.add(now, grams)
        self._noise = noise_grams
        self.arrivals.add(now, grams)

    def arrive(self, now: float, grams: float) -> None:
        """Samples agree: the place comes near to rest."""
        self._rest = None
        self.change(now, grams - self._means[-1] if self._means else 0.0)
        if self._level is None:
            self.is_rough = False
        else:
            if self._high - max(self._level, grams) >= _COSTS.touch_grams:
                # Fingers have pressed and gone since: what was rough went with them.
                self.is_rough = False
            rough_grams = max(_COSTS.rough_times * self._noise, _COSTS.rough_pieces * self._piece)
            self._rest = Rest(now, grams, rough_grams)

    def lie(self, now: float, grams: float) -> None:
        """Another sample agrees with those before it."""
        scatter_grams = 0.0
        if self._rest is not None:
            self._rest.add(now, grams)
            scatter_grams = self._rest.scatter_grams
            self.is_rough = self._rest.is_rough(now, was_rough=self.is_rough)
            self._was_rough |= self.is_rough
            if self._rest.is_over(now, is_rough=self.is_rough):
                self._rest, self.is_rough = None, False
        is_there = self._level is not None and abs(grams - self._level) <= self._near
        scatter = scatter_grams / max(self._noise, self._calibrated)
        self.arrivals.lie(now, grams, scatter, is_there=is_there)

    def settle(self, now: float, grams: float) -> None:
        """The place has come to rest for longer than any hand is quiet."""
        before = self._level
        if before is not None and abs(grams - before) <= self._near:
            self.arrivals.stay()
            return
        self._level = grams
        high, low, self._high, self._low = self._high, self._low, grams, grams
        if before is not None:
            is_touched = self._was_rough or max(high - max(before, grams), min(before, grams) - low) >= (
                _COSTS.touch_grams
            )
            self._weigh_leap(now, grams - before, is_touched=is_touched)
        self._was_rough = False
        if before is not None and 0.0 < grams - before <= _COSTS.handful_pieces * self._piece:
            self.arrivals.come(now, before)
        elif before is None or self.arrivals.is_gone(grams, self._near):
            self.arrivals.go()

    def _weigh_leap(self, now: float, change_grams: float, *, is_touched: bool) -> None:
        """Weigh whether a change by some pieces was a leap of the cell; name it once leaps explain more.

        Fingers that take a piece press first, and most pieces strike. Each change that shows neither speaks
        for a leap, each that shows it against.
        """
        pieces = abs(change_grams) / self._piece
        if not _COSTS.leap_pieces <= pieces <= _COSTS.handful_pieces:
            return
        faded = 0.5 ** ((now - self._leap_at) / _COSTS.leap_half_seconds)
        struck = self.arrivals.has_struck
        if change_grams < 0.0:
            unseen = _PRIORS.unseen_touch_share
            nats = math.log(_PRIORS.touched_leap_share / (1.0 - unseen) if is_touched else 1.0 / unseen)
            if struck is not None:
                strikes = _PRIORS.striking_share
                leap = _PRIORS.struck_leap_share
                nats += math.log(leap / strikes if struck else (1.0 - leap) / (1.0 - strikes))
            self._leap_nats, self._leap_at = max(self._leap_nats * faded + nats, 0.0), now
            self._leapt_grams = max(self._leapt_grams, -change_grams)
        if self._leap_nats > -math.log(_PRIORS.leaping_cell):
            self._doubted[CellFault.LEAPING] = now + _COSTS.leaping_seconds

    def change(self, now: float, by_grams: float) -> None:
        """The samples agree on another weight, by however little."""
        self._changed_at, self._changed_grams = now, by_grams

    def changed_grams(self, now: float) -> float:
        """By how much, about, the weight has changed just now; 0 if it hasn't."""
        return self._changed_grams if now - self._changed_at < _COSTS.together_seconds else 0.0

    def forget_change(self) -> None:
        """The last change was no doing of this place: nothing leapt, came, trembles or drifts."""
        self._doubted.pop(CellFault.LEAPING, None)
        self._rest = self._last = None
        self.is_rough = False
        self._leap_nats = self._leapt_grams = 0.0
        self.arrivals.go()

    def excuse_falls(self) -> None:
        """Let what fell up to now speak for no leap: hands were asked to take it."""
        self._leap_nats = 0.0

    def judge_rest(self, now: float, *, is_at_rest: bool) -> None:
        """Count for how long there was no rest; a moment of it makes up for little.

        Readings that were missed say nothing of it.
        """
        elapsed = 0.0 if self._judged_at is None else min(now - self._judged_at, _COSTS.rest_gap_seconds)
        self._judged_at = now
        unrest = self._unrest_seconds + (-self._rest_counts if is_at_rest else 1.0) * elapsed
        self._unrest_seconds = min(max(unrest, 0.0), _COSTS.most_unrest_seconds)

    def fault(self, now: float) -> CellFault | None:
        """What the place is doubted for now."""
        for why, until in self._doubted.items():
            if now < until:
                return why
        return CellFault.RESTLESS if self._unrest_seconds >= _COSTS.restless_seconds else None

    def teaches_noise(self, now: float) -> bool:
        """Whether what scatters there is the cell, and no hand that came with a step."""
        is_known = self._rest is None or self._rest.is_known(now)
        return is_known and not self.is_rough and self.fault(now) is None

    def take_zero_grams(self, now: float) -> float:
        """How far the zero may have gone by what is over now; asked for once, it is nobody's any more."""
        if not self._doubted or self.fault(now) is not None:
            return 0.0
        self._doubted.clear()
        gone = math.hypot(self._leapt_grams, self._drifted_grams, PHYSICS.press_share * self._peak)
        self._leapt_grams = self._drifted_grams = self._peak = 0.0
        return gone

    def _second(
        self, now: float, grams: float, slope: float, variance: float, samples: int, noise_grams: float
    ) -> None:
        if samples < _COSTS.fewest_samples:
            return
        self._means.append(grams)
        self._quiet.append(None)
        last, self._last = self._last, None
        if math.sqrt(variance) > _COSTS.smooth_times * max(noise_grams, self._calibrated):
            return
        self._last = Second(grams, slope)
        if last is None or abs(grams - last.grams - 0.5 * (last.slope + slope)) > self._near:
            return
        self._quiet[-1] = grams - last.grams
        self._gone.append(grams - last.grams)
        if CellFault.DRIFTING in self._doubted:
            self._drifted_grams += abs(grams - last.grams)
        if gone := self._gone_by_a_piece():
            self._drifted_grams = max(self._drifted_grams, gone)
            self._doubted[CellFault.DRIFTING] = now + _COSTS.drifting_seconds

    def _gone_by_a_piece(self) -> float:
        """How far it has gone, untouched and steadily, if that is what a piece weighs; else 0."""
        gone, latest = 0.0, list[float]()
        for part in reversed(self._gone):
            gone += part
            latest.append(part)
            if abs(gone) >= self._piece and len(latest) >= _COSTS.fewest_drift_seconds:
                same_way = sum(each * gone > 0.0 for each in latest)
                return abs(gone) if same_way >= _COSTS.same_way_share * len(latest) else 0.0
        return 0.0

    @property
    def wander_grams(self) -> float | None:
        """Return how far the zero goes in a second by itself (g); None unless it was seen for a while.

        What goes further in several seconds than in one wanders; noise, however slow, does not. What goes by
        several times the noise from one second to the next sways. Only seconds in which nothing came or went
        tell of wandering: quick hands at a small board change a place every few seconds. Most seconds see
        nothing come or go, so of what sways the median tells.
        """
        if len(self._means) < _COSTS.wander_seconds:
            return None
        means, quiet, far = list(self._means), list(self._quiet), _COSTS.wander_lag_seconds
        sways = _variance(after - before for before, after in pairwise(means))
        if sways > (_COSTS.swaying_times * self._noise) ** 2:
            return math.sqrt(sways)
        windows = (quiet[first : first + far] for first in range(len(quiet) - far + 1))
        spans = [sum(filter(None, window)) for window in windows if None not in window]
        if len(spans) < _COSTS.fewest_quiet_spans:
            return None
        once = _variance(gone for gone in quiet if gone is not None)
        return math.sqrt(max((_variance(spans) - once) / (far - 1), 0.0))


def _variance(changes: Iterable[float]) -> float:
    """Return the variance of changes about zero, by their median."""
    return (median(map(abs, changes)) / MEDIAN_SHARE) ** 2
