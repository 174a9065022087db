"""HX711 chips, their cables and their computer in virtual time, written from the datasheet alone.

A judge of the bank reader that shares nothing with it or with the simulator: it has figures of its own,
with their sources, and knows the reader only as something that calls `set_clock`, `read_lines` and `now`.
DS is Avia's datasheet; OBS is somebody's measurement of a real chip.

What no source tells: what a conversion does that completes while its predecessor is shifted out. A chip can
behave in each of three ways (`MIDWAY`), all of which may leave it in the middle of a word. While a chip
settles, its line is high and pulses find nothing to shift.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable
from math import inf
from random import Random

from datasheet_computer import Computer

BITS = 24
UPDATE = 75e-6
"""An unread result is replaced with its line high for so long, seconds (OBS olkal/HX711_ADC #81)."""
SLEEP_AFTER = (50e-6, 60e-6)
"""SCK high: at most 50 us in use, more than 60 us powers down (DS p. 5); between them each chip decides."""
SETTLE = 4
"""Conversions until the output has settled after power-up, reset or a change of gain (DS p. 3)."""
CLEAN_RESET = 10e-3
"""After a shorter reset the first value was unreliable (Linux drivers/iio/adc/hx711.c)."""
JITTER = 20e-6
"""Spread of a period to both sides (OBS olkal/HX711_ADC #81)."""
GAINS = {25: 128, 26: 32, 27: 64}
"""The gain of the conversions after so many pulses (DS table 3)."""
MIDWAY = ("reload", "merge", "ignore")
"""A conversion completes inside a word: the new word begins; its rest is the new word's; it gets lost."""
REMEMBERED = 96
LOWEST, HIGHEST = -(1 << BITS - 1), (1 << BITS - 1) - 1

Level = Callable[[float], int | None]
"""What a disturbed data line shows at a time: 0, 1, or None for what the chip says."""


class Chip:
    """One HX711 on an oscillator of its own, with the truth of what its register held and when."""

    def __init__(
        self, rng: Random, *, sps: int, error: float, midway: str, counts: Callable[[float], int]
    ) -> None:
        """`error` is the relative error of the period; `counts` gives what a conversion at a time yields."""
        self.nominal = 1.0 / sps
        self.error = error
        self.counts = counts
        self.drift: Callable[[float], float] = _steady
        """The factor on the period at a time."""
        self.is_powered = True
        self.has_clock = True
        """Whether SCK reaches the chip."""
        self.next_event = inf
        self.level = 1
        self.held: deque[tuple[float, int]] = deque(maxlen=REMEMBERED)
        """When the register took a settled word of gain 128, and which."""
        self._rng = rng
        self._midway = midway
        self._sleep_after = rng.uniform(*SLEEP_AFTER)
        self._keeps_gain = rng.random() < 0.5
        """Whether the gain survives a reset; the editions of the datasheet contradict each other."""
        self._is_asleep = False
        self._slept_at = 0.0
        self._ends = inf
        self._pulses = 0
        self._word = 0
        self._has_word = False
        self._is_updating = False
        self._is_spoilt = False
        self._gain = self._next_gain = 128
        self._to_settle = 0

    @property
    def period(self) -> float:
        """Seconds of a conversion, without drift."""
        return self.nominal * (1.0 + self.error)

    # --- power --------------------------------------------------------------------------------

    def run_before(self, now: float) -> None:
        """Have run for long when first looked at: somewhere in a period, a result waiting."""
        self._take(now, self.counts(now) & 0xFFFFFF, is_true=True)
        self._ends = now + self._rng.random() * self.period
        self._plan()

    def power_up(self, now: float) -> None:
        """Get power."""
        self.is_powered = True
        self._gain = self._next_gain = 128
        self._is_asleep = False
        self._restart(now)

    def power_off(self) -> None:
        """Lose power: without VDD the output stage pulls the line low."""
        self.is_powered = False
        self._has_word = self._is_updating = False
        self._ends = self.next_event = inf
        self.level = 0

    def stop_in_word(self, pulses: int) -> None:
        """Be in the middle of a word, as after a crash of the reader."""
        self._pulses = pulses
        self._show()
        self._plan()

    def _restart(self, now: float) -> None:
        self._to_settle = SETTLE
        self._has_word = self._is_updating = False
        self._pulses = 0
        self._convert_from(now)
        self._show()

    def clock_stays_high(self, rose: float, now: float) -> None:
        """SCK has been high since a time; perhaps for too long."""
        asleep = rose + self._sleep_after
        if now <= asleep or self._is_asleep or not self.is_powered or not self.has_clock:
            return
        self.advance(asleep)
        self._is_asleep = True
        self._slept_at = rose
        self._is_updating = self._has_word = False
        self._ends = self.next_event = inf
        self.level = 1

    def clock_fell(self, now: float) -> None:
        """SCK is low again: a sleeping chip wakes and settles."""
        if not self._is_asleep or not self.is_powered:
            return
        self._is_asleep = False
        self._is_spoilt = now - self._slept_at < CLEAN_RESET
        if not self._keeps_gain:
            self._gain = self._next_gain = 128
        self._restart(now)

    # --- conversions --------------------------------------------------------------------------

    def advance(self, now: float) -> None:
        """Do what the chip does by itself until a time."""
        while self.next_event <= now:
            if not self._is_updating and self._has_word and self._pulses < BITS + 1:
                self._is_updating = True
                self.next_event = self._ends
            else:
                self._complete(self._ends)
            self._show()

    def _convert_from(self, start: float) -> None:
        wobble = self._rng.uniform(-JITTER, JITTER)
        self._ends = start + self.period * self.drift(start) + wobble
        self._plan()

    def _plan(self) -> None:
        is_seen = self._has_word and self._pulses < BITS + 1
        self.next_event = self._ends - UPDATE if is_seen and not self._is_updating else self._ends

    def _complete(self, now: float) -> None:
        self._is_updating = False
        if self._next_gain != self._gain:
            self._gain = self._next_gain
            self._to_settle = SETTLE
            self._has_word = False
        elif self._to_settle > 1:
            self._to_settle -= 1
        else:
            self._to_settle = 0
            is_midway = self._has_word and 0 < self._pulses < BITS + 1
            if not is_midway or self._midway != "ignore":
                self._take(now, self._converted(now), is_true=self._gain == 128 and not self._is_spoilt)
                self._is_spoilt = False
            if not is_midway or self._midway == "reload":
                self._pulses = 0
        self._convert_from(now)

    def _converted(self, now: float) -> int:
        counts = self.counts(now)
        if self._gain != 128:
            counts = counts // (128 // self._gain)
        if self._is_spoilt:
            counts += self._rng.choice((-1, 1)) * self._rng.randint(2000, 200_000)
        return min(max(counts, LOWEST), HIGHEST) & 0xFFFFFF

    def _take(self, now: float, word: int, *, is_true: bool) -> None:
        self._word = word
        self._has_word = True
        if is_true:
            self.held.append((now, word - (1 << BITS) if word >> BITS - 1 else word))

    def has_held(self, counts: int, since: float, until: float) -> bool:
        """Whether the register held a value at any moment of a stretch of time."""
        starts = [time for time, _ in self.held]
        last = bisect_right(starts, until)
        first = max(0, bisect_right(starts, since) - 1)
        return any(self.held[i][1] == counts for i in range(first, last))

    # --- pins ---------------------------------------------------------------------------------

    def pulse(self) -> None:
        """See a rising edge of SCK."""
        if not self._has_word or self._is_asleep or not self.has_clock or self._is_updating:
            return
        pulses = self._pulses = self._pulses + 1
        if pulses <= BITS:
            self.level = self._word >> BITS - pulses & 1
        else:
            self.level = 1
            self._next_gain = GAINS.get(pulses, 64)
            if pulses == BITS + 1:
                self.next_event = self._ends

    def _show(self) -> None:
        if not self._has_word or self._is_updating or self._pulses > BITS:
            self.level = 1
        else:
            self.level = self._word >> BITS - self._pulses & 1 if self._pulses else 0


def _steady(time: float) -> float:
    return 1.0


class Board:
    """All chips on one clock; what a bank reader calls its lines."""

    def __init__(self, chips: list[Chip], computer: Computer) -> None:
        self.chips = chips
        self.computer = computer
        self.clock_is_stuck: bool | None = None
        """The level that SCK keeps whatever is written; None if it obeys."""
        self._clock = False
        self._rose = 0.0
        self.is_written_high = False
        """What the reader wants SCK to be."""
        self._disturbed: dict[int, Level] = {}
        self._levels = 0
        self._next_event = inf
        self.refresh()

    def now(self) -> float:
        """The computer's seconds."""
        return self.computer.time

    def set_clock(self, level: bool) -> None:
        """Write SCK."""
        moment = self.computer.call()
        self.is_written_high = level
        self._drive(level if self.clock_is_stuck is None else self.clock_is_stuck, moment)

    def read_lines(self) -> int:
        """All levels: bit i is chip i."""
        moment = self.computer.call()
        if self._clock:
            self._endure(moment)
        if moment >= self._next_event:
            self._advance(moment)
        if not self._disturbed:
            return self._levels
        levels = self._levels
        for line, disturbance in self._disturbed.items():
            level = disturbance(moment)
            if level is not None:
                levels = levels & ~(1 << line) | level << line
        return levels

    def disturb(self, line: int, level: Level | None) -> None:
        """Put something between a chip and its line, or take it away."""
        self._disturbed.pop(line, None)
        if level is not None:
            self._disturbed[line] = level

    def stick_clock(self, level: bool | None) -> None:
        """Let SCK be stuck from now on, or free it (low)."""
        self.clock_is_stuck = level
        self._drive(bool(level), self.now())

    def refresh(self) -> None:
        """Take in what was done to the chips from outside."""
        self._levels = 0
        self._next_event = inf
        for line, chip in enumerate(self.chips):
            self._levels |= chip.level << line
            if chip.next_event < self._next_event:
                self._next_event = chip.next_event

    def catch_up(self) -> None:
        """Let the chips live until now, before something is done to them."""
        if self._clock:
            self._endure(self.now())
        self._advance(self.now())

    def _drive(self, level: bool, moment: float) -> None:
        if level == self._clock:
            return
        if self._clock:
            self._endure(moment)
        if moment >= self._next_event:
            self._advance(moment)
        self._clock = level
        if level:
            self._rose = moment
            levels = 0
            bit = 1
            for chip in self.chips:
                chip.pulse()
                if chip.level:
                    levels |= bit
                bit <<= 1
            self._levels = levels
            return
        if moment - self._rose > SLEEP_AFTER[0]:
            for chip in self.chips:
                chip.clock_fell(moment)
            self.refresh()

    def _endure(self, moment: float) -> None:
        if moment - self._rose > SLEEP_AFTER[0]:
            for chip in self.chips:
                chip.clock_stays_high(self._rose, moment)
            self.refresh()

    def _advance(self, moment: float) -> None:
        for chip in self.chips:
            if chip.next_event <= moment:
                chip.advance(moment)
        self.refresh()


# --- what a broken cable shows ----------------------------------------------------------------


def shorted(level: int) -> Level:
    """A line at one level: pulled up with nothing on it (1), or to ground (0)."""
    return lambda time: level


def floating(rng: Random) -> Level:
    """A line without anything that holds it."""
    return lambda time: rng.getrandbits(1)


def humming(hertz: float, high_share: float = 0.5) -> Level:
    """A line that the mains drives across the threshold."""
    return lambda time: int(time * hertz % 1.0 < high_share)


def loose(rng: Random, off_seconds: float, per_second: float) -> Level:
    """A contact that opens at random for so long; the pull-up makes the line high then."""
    opens = [0.0]

    def level(time: float) -> int | None:
        while time >= opens[0] + off_seconds:
            opens[0] = max(opens[0] + off_seconds, time - 1.0) + rng.expovariate(per_second)
        return 1 if time >= opens[0] else None

    return level
