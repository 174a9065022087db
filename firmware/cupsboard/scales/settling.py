"""From raw frames to grams per place, and whether each place lies still.

A place is at rest when its last few samples agree with each other within its noise. A single odd sample (a
spike, a knock) is set aside, and forgotten once as many are back as a converter takes to show a jump: one
alone may pass by the old weight on its way. Two odd samples that agree begin a new stretch. The mean over
the stretch, with the variance of that mean, is the settled weight. Who is in a hurry takes a place for still
when two samples agree as closely as it takes to tell how many beans lie there.
"""

import math
from collections import deque
from collections.abc import Mapping, Sequence, Set
from itertools import pairwise
from statistics import median

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.rules.places import Place
from cupsboard.scales.arrivals import Arrivals, striking_share
from cupsboard.scales.calibration import Calibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.doubt import Doubt
from cupsboard.scales.readings import Frame, Settled, Weight

_COSTS = COSTS.settling
_MEDIAN_STEP = 0.954
"""The median of |difference| of two normal samples: 0.6745 * sqrt(2) of their standard deviation."""


def samples_of_rest(rate_sps: float) -> int:
    """How many agreeing samples show a cell at rest, so that its noise can be told: 3 at 10 SPS, 8 at 80."""
    return max(_COSTS.rest_samples, math.ceil(_COSTS.rest_seconds * rate_sps))


class _Track:
    """The samples of one place since it last changed."""

    def __init__(
        self,
        calibration: PlaceCalibration,
        bean_grams: float,
        piece_grams: float,
        at_rest: int,
        arrivals: Arrivals,
        *,
        is_hurried: bool,
        is_doubted: bool,
    ) -> None:
        self._zero = calibration.zero_counts
        self._scale = 1.0 / calibration.counts_per_gram
        self._least_variance = (_COSTS.least_noise_times * calibration.noise_grams) ** 2
        self._most_variance = (_COSTS.most_noise_times * calibration.noise_grams) ** 2
        self._noise_variance = calibration.noise_grams**2
        self.noise_grams = math.sqrt(self._noise_variance)
        """The standard deviation of one sample, as last seen while still."""
        self._noise = _COSTS.noise_believed_times * calibration.noise_grams
        full_grams = COSTS.doubts.full_counts / abs(calibration.counts_per_gram)
        is_forgiving = not (is_doubted and is_hurried)
        self.doubt = Doubt(
            calibration.noise_grams, piece_grams, full_grams, arrivals, is_forgiving=is_forgiving
        )
        self._is_doubted = is_doubted
        self._lifted_grams = 0.5 * calibration.cup_grams
        self._rough: deque[float] = deque(maxlen=_COSTS.rough_samples)
        self._at_rest = at_rest
        self._is_hurried = is_hurried
        self._settling_variance = (PHYSICS.settling_beans * bean_grams) ** 2
        self._early_settling_variance = (PHYSICS.early_settling_beans * bean_grams) ** 2
        self._close_grams = COSTS.limits.no_piece_beans * bean_grams if is_hurried else 0.0
        self._samples: list[float] = []
        self._settle_from: float | None = None
        """Where the place came so close to rest that the samples need not agree within the noise."""
        self._mean = 0.0
        self._odd: float | None = None
        self._to_come_back = 0
        """How many samples in a row must yet be back after an odd one."""
        self._fault: CellFault | None = CellFault.STARTING
        self._since: float | None = None
        self.touched_at = -math.inf
        """When a sample last differed from those before it."""
        self.stretch = 0
        """Counts the stretches, so that a change back to the same weight is seen as a change."""

    def add(self, counts: int, now: float) -> float:
        """Take one sample; what it is in grams."""
        self._since = None
        if self._fault is not None:
            self._fault = None
            self._restart([])
        grams = (counts - self._zero) * self._scale
        if self._is_doubted:
            self.doubt.add(now, grams, self.noise_grams, is_lifted=grams < self._lifted_grams)
        self._mind_noise(grams, now)
        samples = self._samples
        if not samples:
            self._restart([grams])
            return grams
        if abs(grams - self._mean) <= self._gate_grams(len(samples)):
            self._odd = None
            self._to_come_back = max(0, self._to_come_back - 1)
            samples.append(grams)
            if not self._to_come_back:
                self.doubt.lie(now, grams)
            if self._is_doubted and len(samples) == _COSTS.early_samples:
                self.doubt.arrive(now, grams)
            elif self._is_doubted and len(samples) >= self._at_rest:
                self.doubt.settle(now, self._mean)
            if self._settle_from is not None and len(samples) == _COSTS.early_samples:
                self.stretch += 1
            if len(samples) > _COSTS.stretch_samples:
                del samples[0]
            self._level(now)
            return grams
        self.touched_at = now
        if self._odd is not None and abs(grams - self._odd) <= self._gate_grams(1):
            self._restart([self._odd, grams])
            if self._is_doubted:
                self.doubt.arrive(now, grams)
        elif self._is_settling and abs(grams - self._latest) <= self._close_grams:
            self._settle(grams, now)
        else:
            self._odd = grams
            self._to_come_back = PHYSICS.settling_conversions
        return grams

    def _mind_noise(self, grams: float, now: float) -> None:
        """Follow the noise while still; while never still, ask whether it is the noise that has grown."""
        samples = self._samples
        is_telling = self.doubt.teaches_noise(now)
        if not is_telling:
            self._rough.clear()
        is_at_rest = self._odd is None and len(samples) >= self._at_rest
        self.doubt.judge_rest(now, is_at_rest=is_at_rest and not self.doubt.is_rough)
        if is_at_rest:
            self._rough.clear()
            step = grams - samples[-1]
            if is_telling and abs(step) <= self._gate_grams(1):
                weight = 1.0 / _COSTS.noise_memory_samples
                self._believe_noise((1.0 - weight) * self._noise_variance + weight * 0.5 * step * step)
            return
        if is_telling:
            self._rough.append(grams)
        if len(self._rough) == _COSTS.rough_samples:
            steps = sorted(abs(b - a) for a, b in pairwise(self._rough))
            rough = steps[len(steps) // 2] / _MEDIAN_STEP
            self._rough.clear()
            if rough > _COSTS.rough_growth_times * self.noise_grams:
                self._believe_noise(rough * rough)
                self._restart([])

    def _believe_noise(self, variance: float) -> None:
        self._noise_variance = min(max(variance, self._least_variance), self._most_variance)
        self.noise_grams = math.sqrt(self._noise_variance)
        self._noise = _COSTS.noise_believed_times * self.noise_grams

    def fail(self, fault: CellFault, now: float) -> None:
        """Note that there was no sample, and why. A missed reading alone says nothing of the weight."""
        if self._since is None:
            self._since = now
        if fault is not CellFault.MISSED or now - self._since >= _COSTS.fault_seconds:
            self._fault = fault

    def _gate_grams(self, samples: int) -> float:
        """How far one more sample may be off the mean of some."""
        return COSTS.limits.sample_sigmas * self._noise * math.sqrt(1.0 + 1.0 / samples)

    @property
    def _is_settling(self) -> bool:
        return self._odd is not None or len(self._samples) < self._at_rest

    @property
    def _latest(self) -> float:
        return self._samples[-1] if self._odd is None else self._odd

    def _restart(self, samples: list[float]) -> None:
        self._settle_from = None
        self._begin(samples)
        self.stretch += 1

    def _settle(self, grams: float, now: float) -> None:
        """Begin anew from a sample close to the one before it.

        As long as a place settles, or wobbles under a finger, close to where it began to, it is one stretch;
        the next one begins when its samples agree within the noise.
        """
        was_at_rest = len(self._samples) >= self._at_rest
        began = self._settle_from
        if began is None or was_at_rest or abs(grams - began) > self._close_grams:
            self._settle_from = grams
            self.stretch += 1
            if self._is_doubted:
                self.doubt.arrive(now, grams)
        self._begin([grams])

    def _begin(self, samples: list[float]) -> None:
        self._samples = samples
        self._mean = sum(samples) / len(samples) if samples else 0.0
        self._odd = None
        self._to_come_back = 0

    def _level(self, now: float) -> None:
        """Drop the first half of the stretch while it differs from the second."""
        samples = self._samples
        count = len(samples)
        half = count // 2
        if half >= 2:
            early, late = sum(samples[:half]) / half, sum(samples[half:]) / (count - half)
            doubt = self._noise * math.sqrt(1.0 / half + 1.0 / (count - half))
            if abs(late - early) > _COSTS.levelling_sigmas * doubt:
                del samples[:half]
                self._mean = late
                # A piece so light that its step lies within the noise.
                is_step = self._is_hurried and abs(late - early) > self._close_grams
                self.stretch += is_step
                if is_step and self._is_doubted:
                    # What has scattered was that step.
                    self.doubt.is_rough = False
                    self.doubt.arrive(now, late)
                else:
                    self.doubt.change(now, late - early)
                return
            self._mean = (early * half + late * (count - half)) / count
        else:
            self._mean = sum(samples) / count

    def fault(self, now: float) -> CellFault | None:
        """Why there is no sample, if that has lasted."""
        if self._fault is None or self._fault is CellFault.STARTING or self._since is None:
            return None
        return self._fault if now - self._since >= _COSTS.fault_seconds else None

    @property
    def is_still(self) -> bool:
        """Whether there is a settled weight."""
        is_on_its_way = self._odd is not None or self._to_come_back
        if self._fault is not None or is_on_its_way or self.doubt.is_rough:
            return False
        if not self._is_hurried:
            return len(self._samples) >= self._at_rest
        return self._settle_from is not None or len(self._samples) >= _COSTS.early_samples

    @property
    def _is_early(self) -> bool:
        return len(self._samples) < self._at_rest

    def weight(self) -> Weight:
        """The mean of the stretch and its variance."""
        settling = self._early_settling_variance if self._is_early else self._settling_variance
        return Weight(self._mean, self._noise**2 / len(self._samples) + settling)

    @property
    def latest_grams(self) -> float | None:
        """The newest sample, or None without one."""
        return self._latest if self._samples else None


def _arrivals(calibration: Calibration, place: Place, piece_grams: float) -> Arrivals:
    """Return what follows arrivals at `place`; a fine rate shows blows elsewhere (`scales.impacts`)."""
    blow_grams = COSTS.doubts.blow_pieces * piece_grams
    is_told = blow_grams >= COSTS.doubts.blow_noise_times * calibration.places[place].noise_grams
    is_fine = calibration.rate_sps >= COSTS.landings.fine_sps
    return Arrivals(blow_grams if is_told and not is_fine else None, COSTS.doubts.hard_share)


class Weighing:
    """Turns the frames of a board into settled weights."""

    def __init__(
        self,
        calibration: Calibration,
        places: Sequence[Place],
        *,
        is_hurried: bool = False,
        is_doubted: bool = False,
        piece_grams: float | None = None,
    ) -> None:
        """`places` names the cells in the order of a frame's readings.

        A place is still when it is at rest, or in a hurry as soon as the number of its beans can be told. If
        it `is_doubted`, what no bean and no resting hand does speaks against it; `piece_grams` is what the
        lightest piece weighs, if that is no bean.
        """
        self._places = tuple(places)
        at_rest, bean_grams = samples_of_rest(calibration.rate_sps), calibration.beans.mean_grams
        self._tracks = {
            place: _Track(
                calibration.places[place],
                bean_grams,
                piece_grams or bean_grams,
                at_rest,
                _arrivals(calibration, place, piece_grams or bean_grams),
                is_hurried=is_hurried,
                is_doubted=is_doubted,
            )
            for place in self._places
        }
        self._in_order = tuple(self._tracks.values())
        self._now = self._next_wander = self._moved_at = -math.inf
        self._is_doubted = is_doubted
        self._wander_grams = tuple(
            share * calibration.beans.mean_grams
            for share in (COSTS.doubts.wandering_pieces, COSTS.doubts.rested_pieces)
        )
        self.wander_grams = 0.0
        """How far most zeros go in a second by themselves; 0 where that may be slow noise."""
        self.is_wandering = False
        """Whether most zeros wander so fast that players are told."""
        self.fresh_grams: dict[Place, float] = {}
        """The samples of the last frame, of the places that gave one."""
        self.doubted_grams: dict[Place, float] = {}
        """The places that are believed again since the last frame, with how far their zero may have gone."""
        self.moving: frozenset[Place] = frozenset()
        """The places that are not still, by the last frame."""
        self.doubted: dict[Place, CellFault] = {}
        """The places that give weights which are not believed, each with the reason."""
        self.stretches: tuple[int, ...] = ()
        """A fingerprint that changes whenever any place has begun a new stretch or lost its reading."""
        self._faults: dict[Place, CellFault] = {}
        """The places that can't be read, each with the reason."""
        self._judge()

    def step(self, frame: Frame) -> None:
        """Take one frame."""
        self._now = frame.time
        if self._is_doubted and frame.time >= self._next_wander:
            self._next_wander = frame.time + 1.0
            self._follow_wander()
        self.fresh_grams, self.doubted_grams = {}, {}
        for (place, track), reading in zip(self._tracks.items(), frame.readings, strict=True):
            if isinstance(reading, CellFault):
                track.fail(reading, frame.time)
            else:
                self.fresh_grams[place] = track.add(reading, frame.time)
        if self._is_doubted:
            self._forget_common_changes()
        for place, track in self._tracks.items():
            if gone := track.doubt.take_zero_grams(frame.time):
                self.doubted_grams[place] = gone
        self._judge()

    def excuse_falls(self, places: Set[Place]) -> None:
        """Let nothing that fell at `places` up to now speak for a leap: hands were asked to take it there.

        Places without a cell are ignored.
        """
        for place in self._tracks.keys() & places:
            self._tracks[place].doubt.excuse_falls()

    def _judge(self) -> None:
        """Judge every place once for all that ask of this frame."""
        now = self._now
        self.doubted, self._faults = {}, {}
        moving = list[Place]()
        for place, track in self._tracks.items():
            if (why := track.doubt.fault(now)) is not None:
                self.doubted[place] = self._faults[place] = why
                continue
            if (why := track.fault(now)) is not None:
                self._faults[place] = why
            elif not track.is_still:
                moving.append(place)
        self.moving = frozenset(moving)
        before = self.stretches
        self.stretches = tuple(
            -1 if place in self._faults else track.stretch for place, track in self._tracks.items()
        )
        if self.moving or self.stretches != before:
            self._moved_at = now

    def _forget_common_changes(self) -> None:
        """Let no place be doubted for what happens at most of them at once: a supply, or the table."""
        changed = [track.doubt for track in self._in_order if track.doubt.changed_grams(self._now)]
        least = COSTS.doubts.together_share * len(self._in_order)
        if len(changed) >= max(COSTS.common_errors.fewest_agreeing, least):
            for doubt in changed:
                doubt.forget_change()

    def _follow_wander(self) -> None:
        seen = (track.doubt.wander_grams for track in self._in_order)
        known = [grams for grams in seen if grams is not None]
        if 2 * len(known) >= len(self._in_order):
            begun, over = self._wander_grams
            noise_grams = median(self.noise_grams.values())
            # Where hands sow, most places change within the time; a fifth of them hardly do.
            gone = sorted(known)[len(known) // 5]
            self.wander_grams = gone if gone >= COSTS.doubts.slow_noise_times * noise_grams else 0.0
            least_grams = COSTS.doubts.wandering_noise_times * noise_grams
            self.is_wandering = gone >= max(over if self.is_wandering else begun, least_grams)

    @property
    def finger_nats(self) -> dict[Place, float]:
        """Return how much better a finger than a piece explains what came to each place lately.

        Each is a log likelihood ratio, rounded to whole numbers; places where it is 0 are left out.
        """
        arrivals = [track.doubt.arrivals for track in self._in_order]
        share = striking_share(arrivals)
        seen = (
            (place, each.finger_nats(self._now, share))
            for place, each in zip(self._places, arrivals, strict=True)
        )
        return {place: whole for place, nats in seen if (whole := float(round(nats)))}

    def weight(self, place: Place) -> Weight | CellFault:
        """The settled weight of a place, or why it can't be read; only of a place that is not `moving`."""
        return self._faults.get(place) or self._tracks[place].weight()

    @property
    def settled(self) -> Settled:
        """The settled weights of all places; only while nothing is `moving`."""
        weights = {place: self.weight(place) for place in self._places}
        return Settled(self._now, weights, self.stretches, self._now - self._moved_at)

    @property
    def touched_at(self) -> float:
        """Return when the weight of any place last changed."""
        return max(track.touched_at for track in self._in_order)

    @property
    def latest_grams(self) -> Mapping[Place, float | None]:
        """The newest weight of every place, for screens."""
        return {place: track.latest_grams for place, track in self._tracks.items()}

    @property
    def noise_grams(self) -> Mapping[Place, float]:
        """The noise of one sample of every place, as last seen while still."""
        return {place: track.noise_grams for place, track in self._tracks.items()}
