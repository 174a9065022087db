"""When an HX711 completes its conversions, known as intervals that are sure.

A chip runs free on an oscillator of its own, so nothing but its ready edges tells when the next
conversion completes, and each edge is only known to lie between two looks at the line. Intersecting
what was seen with what was predicted keeps the phase and the period as *bounds* (set membership):
a moment outside the bounds is safe, not merely likely to be.
"""

from math import ceil, floor

TOLERANCE = 0.25
"""How far a chip may be off its nominal period; 17 % is the most that was measured (olkal/HX711_ADC #29)."""

UPDATE_SECONDS = 0.12e-3
"""Longest time before its ready edge at which a conversion may already disturb the line (75 us measured,
olkal/HX711_ADC #81)."""

JITTER_SECONDS = 40e-6
"""Most that a period may differ from the chip's usual one: 20 us at either end (olkal/HX711_ADC #81)."""

DRIFT_PER_SECOND = 50e-6
ANCHOR_PERIODS = 32
KNOWN_FRACTION = 0.03


class Rhythm:
    """The phase and the period of one chip, as bounds that only observations narrow."""

    __slots__ = (
        "_anchor_early",
        "_anchor_late",
        "_anchor_periods",
        "_early",
        "_late",
        "_least",
        "_most",
        "has_phase",
        "is_known",
        "is_measured",
        "longest",
        "nominal_sps",
        "shortest",
    )

    def __init__(self, nominal_sps: int = 10) -> None:
        self.assume(nominal_sps, is_measured=False)

    def assume(self, nominal_sps: int, *, is_measured: bool) -> None:
        """Start anew from a nominal rate; `is_measured` if the chip itself has shown it."""
        self.nominal_sps = nominal_sps
        self.is_measured = is_measured
        self._bound((1 - TOLERANCE) / nominal_sps, (1 + TOLERANCE) / nominal_sps)
        self._early = self._late = 0.0
        self._anchor_early = self._anchor_late = 0.0
        self.lose_phase()

    def lose_phase(self) -> None:
        """Forget when the chip converts, but not how fast: its oscillator is still the same."""
        self.has_phase = False
        self.is_known = False
        self._anchor_periods = 0

    @property
    def period(self) -> float:
        """Best estimate of the conversion period in seconds."""
        return (self.shortest + self.longest) / 2

    def saw_completion(self, after: float, until: float) -> bool:
        """Learn from a ready edge seen after one time and no later than another; False if it contradicts."""
        if not self.has_phase:
            self._begin(after, until)
            return True
        fewest = max(1, ceil((after - self._late) / self._most))
        most = floor((until - self._early) / self._least)
        if most < fewest:
            self.assume(self.nominal_sps, is_measured=self.is_measured)
            self._begin(after, until)
            return False
        if most > fewest:
            # Several counts of periods would explain the gap: nothing to learn about the period from it.
            if not self.is_known:
                self._begin(after, until)
            return True
        return self._refine(fewest, after, until)

    def expected(self, moment: float) -> tuple[float, float]:
        """Bounds of the first completion that may come at `moment` or later; needs a phase."""
        periods = ceil((moment - self._late) / self._most)
        if periods < 1:
            periods = 1
        return self._early + periods * self._least, self._late + periods * self._most

    @property
    def next_at_latest(self) -> float:
        """When the conversion after the one last seen has surely completed; needs a phase."""
        return self._late + self._most

    def touches(self, start: float, end: float) -> bool:
        """Whether a completion or the update before it may fall into a stretch of time; needs a phase."""
        early, _ = self.expected(start)
        return early - UPDATE_SECONDS <= end

    def _begin(self, after: float, until: float) -> None:
        self._early, self._late = after, until
        self._anchor_early, self._anchor_late = after, until
        self._anchor_periods = 0
        self.has_phase = True
        self._judge()

    def _refine(self, periods: int, after: float, until: float) -> bool:
        early = max(after, self._early + periods * self._least)
        late = min(until, self._late + periods * self._most)
        drift = DRIFT_PER_SECOND * (late - self._early)
        anchored = self._anchor_periods + periods
        slack = JITTER_SECONDS + DRIFT_PER_SECOND * (late - self._anchor_early) * self.longest
        shortest = max(self.shortest * (1 - drift), (early - self._anchor_late - slack) / anchored)
        longest = min(self.longest * (1 + drift), (late - self._anchor_early + slack) / anchored)
        if shortest > longest:
            self.assume(self.nominal_sps, is_measured=self.is_measured)
            self._begin(after, until)
            return False
        self._bound(shortest, longest)
        self._early, self._late = early, late
        self._anchor_periods = anchored
        if anchored >= ANCHOR_PERIODS:
            self._anchor_early, self._anchor_late, self._anchor_periods = early, late, 0
        self._judge()
        return True

    def _bound(self, shortest: float, longest: float) -> None:
        self.shortest, self.longest = shortest, longest
        self._least = shortest - JITTER_SECONDS
        self._most = longest + JITTER_SECONDS

    def _judge(self) -> None:
        self.is_known = self.is_measured and self.longest - self.shortest <= KNOWN_FRACTION * self.shortest
