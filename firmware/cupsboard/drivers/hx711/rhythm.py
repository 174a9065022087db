"""When an HX711 completes its conversions, known as intervals that are sure.

A chip runs free on an oscillator of its own, so nothing but its ready edges tells when the next
conversion completes, and each edge is only known to lie between two looks at the line. Intersecting
what was seen with what was predicted keeps the phase and the period as *bounds* (set membership):
a moment outside the bounds is safe, not merely likely to be.
"""

from math import ceil, floor, sqrt

TOLERANCE = 0.25
"""How far a chip may be off its nominal period; 17 % is the most that was measured (olkal/HX711_ADC #29)."""

UPDATE_SECONDS = 0.12e-3
"""Longest time before its ready edge at which a conversion may already disturb the line (75 us measured,
olkal/HX711_ADC #81)."""

JITTER_SECONDS = 40e-6
"""Most that a period may differ from the chip's usual one: 20 us at either end (olkal/HX711_ADC #81).

If they add up, so many periods differ by this times their square root at most (3.5 sd).
"""

DRIFT_PER_SECOND = 2e-3
"""How fast an oscillator may change its rate: a tenth in a minute, and a little more."""

SUSPECTED_DRIFT_PER_SECOND = 3e-2
"""The same of a chip that has just contradicted its rhythm: a tenth in five seconds, and more."""
CALM_PER_SECOND = 0.2
"""The share of that suspicion which each second without a contradiction takes away."""

ANCHOR_SECONDS = 1.2
"""The period is the mean over so long at least; over longer times drift would blur it more than it tells."""

KNOWN_FRACTION = 0.03


class Rhythm:
    """The phase and the period of one chip at one nominal rate, as bounds that only observations narrow."""

    __slots__ = (
        "_anchor_early",
        "_anchor_late",
        "_anchor_periods",
        "_drift_per_second",
        "_early",
        "_late",
        "_least",
        "_most",
        "has_phase",
        "is_known",
        "longest",
        "nominal_sps",
        "shortest",
    )

    def __init__(self, nominal_sps: int) -> None:
        self.nominal_sps = nominal_sps
        self._drift_per_second = DRIFT_PER_SECOND
        self.forget()

    def forget(self) -> None:
        """Forget phase and period, and start from the nominal rate again."""
        self._bound((1 - TOLERANCE) / self.nominal_sps, (1 + TOLERANCE) / self.nominal_sps)
        self._early = self._late = 0.0
        self._anchor_early = self._anchor_late = 0.0
        self.lose_phase()

    def lose_phase(self) -> None:
        """Forget when the chip converts, but not how fast: its oscillator is still the same."""
        self.has_phase = False
        self.is_known = False
        self._anchor_periods = 0

    def begin(self, after: float, until: float) -> None:
        """Take the ready edge seen between `after` and `until` as the reference for all later completions."""
        self._early, self._late = after, until
        self._anchor_early, self._anchor_late = after, until
        self._anchor_periods = 0
        self.has_phase = True
        self._judge()

    @property
    def period(self) -> float:
        """Return the best estimate of the conversion period in seconds."""
        return (self.shortest + self.longest) / 2

    def saw_completion(self, after: float, until: float) -> bool:
        """Narrow the bounds by a ready edge between `after` and `until`; False if that contradicts."""
        if not self.has_phase:
            self.begin(after, until)
            return True
        fewest = max(1, ceil((after - self._late) / self._most))
        most = floor((until - self._early) / self._least)
        if most < fewest:
            return self._begin_anew(after, until)
        if most > fewest:
            # Several counts of periods would explain the gap: nothing to learn about the period from it.
            early, late = self.expected(until)
            if not self.is_known or until - after < late - early:
                self.begin(after, until)
            return True
        return self._refine(fewest, after, until)

    def expected(self, moment: float) -> tuple[float, float]:
        """Return the bounds of the first completion that may come at `moment` or later; needs a phase."""
        periods = ceil((moment - self._late) / self._most)
        if periods < 1:
            periods = 1
        return self._early + periods * self._least, self._late + periods * self._most

    def touches(self, start: float, end: float) -> bool:
        """Return whether a completion or the update before it may be between the times; needs a phase."""
        early, _ = self.expected(start)
        return early - UPDATE_SECONDS <= end

    def _begin_anew(self, after: float, until: float) -> bool:
        # What contradicts may be drifting faster than expected; it is trusted less for a while.
        self._drift_per_second = SUSPECTED_DRIFT_PER_SECOND
        self.forget()
        self.begin(after, until)
        return False

    def _refine(self, periods: int, after: float, until: float) -> bool:
        early = max(after, self._early + periods * self._least)
        late = min(until, self._late + periods * self._most)
        drift = self._drift_per_second * (late - self._early)
        anchored = self._anchor_periods + periods
        span = late - self._anchor_early
        # The period of the middle of the span, which is half of it ago.
        slack = JITTER_SECONDS * sqrt(anchored) + self._drift_per_second * span * span / 2
        shortest = max(self.shortest * (1 - drift), (early - self._anchor_late - slack) / anchored)
        longest = min(self.longest * (1 + drift), (span + slack) / anchored)
        if shortest > longest:
            return self._begin_anew(after, until)
        calm = CALM_PER_SECOND * (late - self._early)
        self._drift_per_second += (DRIFT_PER_SECOND - self._drift_per_second) * min(calm, 1.0)
        self._bound(shortest, longest)
        self._early, self._late = early, late
        self._anchor_periods = anchored
        is_sharper = 2 * (late - early) < self._anchor_late - self._anchor_early
        if is_sharper or span >= ANCHOR_SECONDS:
            self._anchor_early, self._anchor_late, self._anchor_periods = early, late, 0
        self._judge()
        return True

    def _bound(self, shortest: float, longest: float) -> None:
        self.shortest, self.longest = shortest, longest
        self._least = shortest - JITTER_SECONDS
        self._most = longest + JITTER_SECONDS

    def _judge(self) -> None:
        self.is_known = self.longest - self.shortest <= KNOWN_FRACTION * self.shortest
