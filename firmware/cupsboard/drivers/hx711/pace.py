"""At which of its two rates an HX711 converts, as its own edges show it.

RATE is a pin of the chip, so nobody can ask. Both rates are followed side by side until the edges prove one:

* 80 SPS, when they come at that rhythm: no 10 SPS chip completes two conversions within 16 ms;
* 10 SPS, when they come at that rhythm *and* the chip was quiet for more than 16 ms after it was read,
  which no converting 80 SPS chip is. Edges alone don't show it: those of an 80 SPS chip that is read ten
  times a second come at 10 SPS too.

A proven rate is dropped as soon as it predicts an edge wrongly, or the chip was away for a while: another
one may be plugged in.
"""

from cupsboard.drivers.hx711.rhythm import TOLERANCE, Rhythm

SLOW_SPS, FAST_SPS = 10, 80

FAST_EARLIEST_SECONDS = (1 - TOLERANCE) / FAST_SPS
FAST_LATEST_SECONDS = (1 + TOLERANCE) / FAST_SPS + 0.4e-3
"""No 80 SPS chip needs longer for a conversion, its update and its jitter."""


class Pace:
    """The rate of one chip, and its rhythm at that rate."""

    __slots__ = ("_fast", "_is_doubted", "_slow", "is_proven", "rhythm")

    def __init__(self) -> None:
        self._slow, self._fast = Rhythm(SLOW_SPS), Rhythm(FAST_SPS)
        self.rhythm = self._slow
        """At the proven rate; while none is, at the slower one, for which there is more patience."""
        self.is_proven = False
        self._is_doubted = False

    @property
    def is_known(self) -> bool:
        """Whether the next conversion can be predicted."""
        return self.is_proven and self.rhythm.is_known

    @property
    def possible(self) -> tuple[Rhythm, ...]:
        """The rhythms at which the chip may convert."""
        return (self.rhythm,) if self.is_proven else (self._slow, self._fast)

    def forget(self) -> None:
        """Start anew with both rates."""
        self._slow.forget()
        self._fast.forget()
        self.rhythm = self._slow
        self.is_proven = self._is_doubted = False

    def lose_phase(self) -> None:
        """Forget when the chip converts, but not how fast."""
        self._slow.lose_phase()
        self._fast.lose_phase()

    def doubt(self) -> None:
        """Note that the chip didn't convert when it should have; its next edge starts anew."""
        self.lose_phase()
        self._is_doubted = True

    def saw_completion(self, after: float, until: float, quiet_seconds: float) -> bool:
        """Learn from a ready edge; False if it contradicts the rate of `rhythm`.

        The edge came after one time and no later than another, and for so long before it the chip, which
        had just been read, surely had no new result.
        """
        if self._is_doubted:
            self.forget()
        if self.is_proven:
            if self.rhythm.saw_completion(after, until):
                return True
            self.forget()
            self._slow.begin(after, until)
            self._fast.begin(after, until)
            return False
        self._slow.saw_completion(after, until)
        if quiet_seconds > FAST_LATEST_SECONDS:
            self._fast.forget()
            self._fast.begin(after, until)
            self.is_proven = self._slow.is_known
            return True
        self._fast.saw_completion(after, until)
        if not self._fast.is_known:
            return True
        self.is_proven = True
        self.rhythm = self._fast
        return False
