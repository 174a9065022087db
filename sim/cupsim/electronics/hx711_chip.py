"""The HX711 at pin level, in virtual time: one chip, its oscillator, its register and its wiring.

Facts and figures are the datasheet's, or measurements by users of real chips (olkal/HX711_ADC #81 for the
update pulse). What a conversion does that completes in the middle of a frame is not documented; reports
contradict each other, so a chip can behave in each of three ways.
"""

from collections.abc import Callable
from enum import Enum
from math import inf
from random import Random

Signal = Callable[[float, float], int]
"""Counts at gain 128 for a conversion: `signal(end_time, period_seconds)`, unclamped."""

WORD_BITS = 24
WORD_MASK = (1 << WORD_BITS) - 1
LOWEST = -(1 << (WORD_BITS - 1))
HIGHEST = (1 << (WORD_BITS - 1)) - 1

UPDATE_SECONDS = 75e-6
POWER_DOWN_SECONDS = 60e-6
SETTLING_CONVERSIONS = 4
JITTER_SECONDS = 10e-6
WANDER_PER_CONVERSION = 1e-6
OSCILLATOR_SPREAD = 0.06

DONE_PULSES = 25
MOST_PULSES = 27


class MidFrame(Enum):
    """What a conversion does that completes while a word is being shifted out."""

    RELOAD = "the new word starts from its first bit"
    MERGE = "the rest of the bits are the new word's, and pulses during the update are lost"
    HANG = "the chip stops until it is power-cycled"


class Wiring(Enum):
    """What lies between the chip and its data line."""

    SOUND = "sound"
    UNPLUGGED = "unplugged: the pull-up makes it high"
    STUCK_HIGH = "stuck high"
    STUCK_LOW = "stuck low"
    FLOATING = "floating: random levels"
    UNCLOCKED = "no clock comes: low from the first result on"


class Gain(Enum):
    """Channel and gain, as chosen by the number of pulses."""

    A128 = 25
    B32 = 26
    A64 = 27


class Chip:
    """One HX711: free running on its own oscillator, whether it is read or not."""

    def __init__(
        self,
        signal: Signal,
        rng: Random,
        *,
        sps: int = 10,
        oscillator_error: float | None = None,
        mid_frame: MidFrame = MidFrame.RELOAD,
    ) -> None:
        """`oscillator_error` is relative to the nominal period; drawn within 6 % if not given."""
        spread = rng.uniform(-OSCILLATOR_SPREAD, OSCILLATOR_SPREAD)
        self.period = (1 + (spread if oscillator_error is None else oscillator_error)) / sps
        self.signal = signal
        self.mid_frame = mid_frame
        self.gain = self._next_gain = Gain.A128
        self.wiring = Wiring.SOUND
        self.conversions = 0
        self.word = 0
        """The result in the output register, 24 bits."""
        self.attend_at = -inf
        """When the chip next does something by itself; -inf: it wants to be started."""
        self.on_change: Callable[[], None] = _nothing
        """Called before and after its wiring changes from outside, so that a bank keeps up."""
        self._rng = rng
        self._completes_at = inf
        self._to_settle = 0
        self._pulses = DONE_PULSES
        self._is_updating = False
        self._is_asleep = False
        self._is_hung = False
        self._age_on_start = rng.uniform(5.0, 6.0)

    # --- from outside -------------------------------------------------------------------------

    def unplug(self) -> None:
        """Take the cell off: no power, and its line is pulled high."""
        self._rewire(Wiring.UNPLUGGED)

    def plug(self) -> None:
        """Plug the cell in (again), which powers the chip up; a sound line stays as it is."""
        if self.wiring is Wiring.SOUND:
            return
        self._rewire(Wiring.SOUND)

    def stick_high(self) -> None:
        """Short the data line to the supply."""
        self._rewire(Wiring.STUCK_HIGH)

    def stick_low(self) -> None:
        """Short the data line to ground."""
        self._rewire(Wiring.STUCK_LOW)

    def float_line(self) -> None:
        """Break the data line on a host without pull-ups: what is read is random."""
        self._rewire(Wiring.FLOATING)

    def unclock(self) -> None:
        """Take the clock wire off: no result is ever shifted out."""
        self._rewire(Wiring.UNCLOCKED)

    def leave_gain(self, gain: Gain) -> None:
        """Set the gain that another program chose before."""
        self.gain = self._next_gain = gain

    def hang(self) -> None:
        """Stop in the middle of a word, as chips do that a crashed reader left there."""
        self.on_change()
        self._pulses = max(1, self._pulses % DONE_PULSES)
        self._is_hung = True
        self.on_change()

    def _rewire(self, wiring: Wiring) -> None:
        self.on_change()
        was_powered = self.wiring is not Wiring.UNPLUGGED
        self.wiring = wiring
        if wiring is Wiring.UNPLUGGED:
            self._completes_at = self.attend_at = inf
        elif not was_powered:
            self._age_on_start = 0.0
            self.attend_at = -inf
        self.on_change()

    # --- the chip's own time ------------------------------------------------------------------

    def attend(self, now: float) -> None:
        """Do everything that the chip does by itself until `now`."""
        if self.attend_at == -inf:
            self._start(now)
        while self.attend_at <= now:
            if self._is_updating or self._pulses >= DONE_PULSES:
                self._complete(self._completes_at)
            else:
                self._is_updating = True
                self.attend_at = self._completes_at

    def power_down(self) -> None:
        """Fall asleep: the clock has been high for too long."""
        self._is_asleep = True
        self._is_updating = False
        self.attend_at = self._completes_at = inf

    def wake(self, now: float) -> None:
        """Wake up and settle; gain and channel stay as they were (datasheet V2.0)."""
        if self._is_asleep and self.wiring is not Wiring.UNPLUGGED:
            self._age_on_start = 0.0
            self._start(now)

    def _start(self, now: float) -> None:
        self._is_asleep = self._is_hung = self._is_updating = False
        self._pulses = DONE_PULSES
        # A chip that has run for long when first looked at is somewhere in its period, with an unread result.
        is_old = self._age_on_start > SETTLING_CONVERSIONS
        self._to_settle = 0 if is_old else SETTLING_CONVERSIONS
        self._schedule(now - self.period * (self._age_on_start % 1.0))
        if is_old:
            self._take(self._convert(now))

    def _schedule(self, start: float) -> None:
        self.period *= 1 + self._rng.uniform(-WANDER_PER_CONVERSION, WANDER_PER_CONVERSION)
        self._completes_at = start + self.period + self._rng.uniform(-JITTER_SECONDS, JITTER_SECONDS)
        # The update is only visible when the line isn't high anyway.
        is_idle = self._pulses >= DONE_PULSES
        self.attend_at = self._completes_at if is_idle else self._completes_at - UPDATE_SECONDS

    def _complete(self, moment: float) -> None:
        self._is_updating = False
        self.conversions += 1
        if self._next_gain is not self.gain:
            self.gain = self._next_gain
            self._to_settle = SETTLING_CONVERSIONS
        if self._to_settle:
            self._to_settle -= 1
        if not self._to_settle:
            self._take(self._convert(moment))
        self._schedule(moment)

    def _take(self, word: int) -> None:
        if 0 < self._pulses < DONE_PULSES:
            if self.mid_frame is MidFrame.HANG:
                self._is_hung = True
            if self.mid_frame is not MidFrame.RELOAD:
                self.word = word if self.mid_frame is MidFrame.MERGE else self.word
                return
        if not self._is_hung:
            self.word = word
            self._pulses = 0

    def _convert(self, moment: float) -> int:
        counts = self.signal(moment, self.period)
        if self.gain is Gain.A64:
            counts //= 2
        elif self.gain is Gain.B32:
            # Nothing is connected to channel B: its own offset and noise.
            counts = round(self._rng.gauss(0, 100))
        return min(max(counts, LOWEST), HIGHEST) & WORD_MASK

    # --- its pins -----------------------------------------------------------------------------

    def clock(self, pulses: int) -> None:
        """Take so many pulses in which the chip did nothing by itself."""
        if self._is_asleep or self._is_hung or self._to_settle:
            return
        if self.wiring in (Wiring.UNPLUGGED, Wiring.UNCLOCKED):
            return
        if self._is_updating and self.mid_frame is MidFrame.MERGE and 0 < self._pulses < DONE_PULSES:
            return
        before = self._pulses
        self._pulses = min(before + pulses, MOST_PULSES)
        if self._pulses >= DONE_PULSES > before:
            # Nobody can see the update of a word that was read: one event less.
            self._is_updating = False
            self.attend_at = self._completes_at
        if self._pulses >= DONE_PULSES:
            self._next_gain = Gain(self._pulses)

    def shows(self) -> str:
        """Levels of the line now and after each further pulse, as '0' and '1'; the last one stays."""
        match self.wiring:
            case Wiring.STUCK_LOW:
                return "0"
            case Wiring.SOUND if not self._is_asleep:
                return self._shows_sound()
            case Wiring.UNCLOCKED if not self._is_asleep:
                return self._shows_sound()[0]
            case _:
                return "1"

    def is_high(self) -> bool:
        """The level of the line now; that of a floating line is nobody's to say."""
        if self._pulses == 0 and self.wiring is Wiring.SOUND:
            return self._is_updating or self._is_asleep
        return self.shows()[0] == "1"

    def _shows_sound(self) -> str:
        pulses = self._pulses
        if pulses >= DONE_PULSES:
            return "1"
        levels = "0" + format(self.word, "024b") + "1"
        if self._is_hung:
            return levels[pulses]
        if self._is_updating:
            return "1"
        return levels[pulses:]


def _nothing() -> None:
    """A chip on its own has nobody to tell."""
