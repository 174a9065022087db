"""What the data lines tell between frames: who is ready, when each chip converts, when to look next."""

from functools import lru_cache
from math import inf

from cupsboard.drivers.hx711_rhythm import TOLERANCE, UPDATE_SECONDS, Rhythm

FAST_SPS = 80
SLOW_SPS = 10

FAST_SETTLING_SECONDS = 0.07
"""First ready edge after a wake: 50 ms at 80 SPS, 400 ms at 10 (datasheet p. 3), each up to a quarter off.

The limit leaves room for a 10 SPS chip that should show its first conversion at once.
"""

FAST_GAP_SECONDS = 16e-3
"""No 80 SPS chip needs so long for a conversion, and no 10 SPS chip so little."""

HUNTING_PARTS = 128
"""Looks per period while an edge is awaited at an unknown time: 0.8 ms at 10 SPS, 0.1 ms at 80."""

PULSE_SECONDS = 50e-6
"""Looks so close together see the 75 us pulse by which an unread chip shows its next conversion."""

SHARP_PARTS = 320
"""An edge known to this part of a period is known well enough: 0.3 ms at 10 SPS, 40 us at 80."""

WINDOW_TRIES = 100


@lru_cache(maxsize=4096)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the lines that are set in a mask."""
    return tuple(line for line in range(mask.bit_length()) if mask >> line & 1)


class Watch:
    """Follows the ready edges of all chips; masks have bit i for line i."""

    def __init__(self, lines: int) -> None:
        self.everyone = (1 << lines) - 1
        self.rhythms = [Rhythm() for _ in range(lines)]
        self.high = 0
        """Lines that were high at the last look."""
        self.ready = 0
        """Chips with a result that completed since the last frame."""
        self.known = 0
        """Chips whose next conversion can be predicted."""
        self.frame_end = 0.0
        """When the last frame, or the last power cycle, ended."""
        self.is_pulse_due = False
        """Whether an unread chip may show its update pulse soon, and it would tell its period."""
        self.last_sign = [0.0] * lines
        """When each line last changed by itself."""
        self.last_known = [0.0] * lines
        """When each chip last completed a conversion as predicted."""
        self._last_fall = [0.0] * lines
        self._looked = 0.0
        self._waking = 0
        self._woke_at = 0.0
        self._just_read = 0
        self._contradicted = 0
        self._murky = 0
        self._murky_until = [0.0] * lines

    def woke(self, now: float) -> None:
        """Begin anew after a power cycle of the bank: all chips settle, their periods stay what they were."""
        self.lose_phases()
        self.high, self.ready, self._murky = self.everyone, 0, 0
        self._waking, self._woke_at = self.everyone, now
        self._looked = self.frame_end = now
        self._last_fall = [now] * len(self.rhythms)
        self.last_sign = [now] * len(self.rhythms)
        self.last_known = [now] * len(self.rhythms)

    def lose_phases(self) -> None:
        """Forget when the chips convert, because some may have been power-cycled."""
        self.known = 0
        self._just_read = 0
        for rhythm in self.rhythms:
            rhythm.lose_phase()

    def was_read(self, line: int) -> bool:
        """Whether the last frame took a result from a chip, so that the next one is due after it."""
        return bool(self._just_read >> line & 1)

    def take_contradicted(self) -> tuple[int, ...]:
        """The chips that fell when they should not have, since this was asked last."""
        lines, self._contradicted = bits(self._contradicted), 0
        return lines

    def doubt(self, line: int) -> None:
        """Forget when a chip converts, because it did not when it should have."""
        self.known &= ~(1 << line)
        self.rhythms[line].lose_phase()

    def forget(self, line: int) -> None:
        """Forget all about a chip that fell silent: another one may be plugged in."""
        rates = [r.nominal_sps for i, r in enumerate(self.rhythms) if i != line and r.is_measured]
        self.rhythms[line].assume(min(rates, default=SLOW_SPS), is_measured=False)
        self.known &= ~(1 << line)
        self.ready &= ~(1 << line)

    def look(self, levels: int, before: float, after: float) -> None:
        """Take in all levels read at some moment between `before` and `after`."""
        fell = self.high & ~levels
        # A ready line that is high shows its update pulse, or has come off: it is ready when low again.
        rose = self.ready & levels
        if rose:
            self.ready &= ~rose
            self._rose(rose, before, after)
        if self._murky:
            self._clear_murk(levels, after)
        for line in bits(fell):
            self._fell(line, self._looked, after)
        self.high = levels
        self._looked = before

    def clocked(self, levels: int, before: float, end: float) -> None:
        """Take in the levels after pulse 25, read not before `before`; the frame ended at `end`."""
        self._just_read = self.ready & levels
        self.frame_end = end
        self.ready = 0
        self.high = levels
        self._looked = before
        self._murky = self.everyone & ~levels
        for line in bits(self._murky):
            rhythm = self.rhythms[line]
            surely_begun = (
                rhythm.expected(end + UPDATE_SECONDS)[1] if rhythm.has_phase else end + rhythm.longest
            )
            self._murky_until[line] = surely_begun + rhythm.longest + UPDATE_SECONDS

    def _clear_murk(self, levels: int, now: float) -> None:
        # A line low right after pulse 25 shows a data bit. Low means ready again only after it was high, or
        # when a conversion that surely began after the frame has surely completed.
        for line in bits(self._murky):
            bit = 1 << line
            if levels & bit:
                self._murky &= ~bit
            elif now >= self._murky_until[line]:
                self._murky &= ~bit
                self.ready |= bit

    def _rose(self, lines: int, before: float, after: float) -> None:
        for line in bits(lines):
            self.last_sign[line] = after
            bit = 1 << line
            if self.known & bit and not self.rhythms[line].touches(before, after):
                # No update pulse is due: the cell has come off, or its line floats.
                self._contradicted |= bit
                self.doubt(line)

    def _fell(self, line: int, after: float, until: float) -> None:
        bit = 1 << line
        rhythm = self.rhythms[line]
        self._recognise_rate(line, bit, after, until)
        self.ready |= bit
        self._last_fall[line] = self.last_sign[line] = until
        is_consistent = rhythm.saw_completion(after, until)
        if not is_consistent:
            self._contradicted |= bit
        if rhythm.is_known:
            self.known |= bit
            self.last_known[line] = until
        else:
            self.known &= ~bit

    def _recognise_rate(self, line: int, bit: int, after: float, until: float) -> None:
        rhythm = self.rhythms[line]
        is_first = bool(self._waking & bit)
        self._waking &= ~bit
        if rhythm.is_measured:
            return
        if is_first:
            sps = FAST_SPS if after - self._woke_at < FAST_SETTLING_SECONDS else SLOW_SPS
        elif self._just_read & bit and after - self.frame_end > FAST_GAP_SECONDS:
            sps = SLOW_SPS
        elif until - self._last_fall[line] < FAST_GAP_SECONDS:
            sps = FAST_SPS
        else:
            return
        if sps != rhythm.nominal_sps:
            rhythm.assume(sps, is_measured=True)
        rhythm.is_measured = True

    def next_look(self, now: float, interesting: int) -> float:
        """When a look may next tell something about the interesting chips; never before `now`."""
        soonest = inf
        self.is_pulse_due = False
        for line in bits(interesting):
            rhythm = self.rhythms[line]
            step = rhythm.longest / HUNTING_PARTS
            is_ready = self.ready >> line & 1
            if not rhythm.has_phase:
                look = now + step
            elif is_ready and rhythm.is_known:
                continue
            elif is_ready:
                early = self._pulse_expected(line, now)
                look = max(early - UPDATE_SECONDS, now + PULSE_SECONDS)
                self.is_pulse_due = self.is_pulse_due or early - UPDATE_SECONDS <= now + PULSE_SECONDS
            else:
                look = self._look_for_edge(rhythm, now, step)
            if look < soonest:
                soonest = look
        return soonest

    def _pulse_expected(self, line: int, now: float) -> float:
        rhythm = self.rhythms[line]
        if not rhythm.is_measured and now < self._last_fall[line] + FAST_GAP_SECONDS:
            return self._last_fall[line] + (1 - TOLERANCE) / FAST_SPS
        return rhythm.expected(now)[0]

    def _look_for_edge(self, rhythm: Rhythm, now: float, step: float) -> float:
        early, late = rhythm.expected(self._looked)
        if now >= late:
            return now + step
        if not rhythm.is_known:
            return max(early, now + step)
        early = max(early, now)
        if late - early <= rhythm.longest / SHARP_PARTS:
            return late
        return (early + late) / 2

    def gap(self, now: float, length: float, limit: float) -> float | None:
        """First moment up to a limit from which no chip may complete a conversion for `length` seconds.

        Every chip counts whose phase is known at all, however roughly.
        """
        return _gap([rhythm for rhythm in self.rhythms if rhythm.has_phase], now, length, limit)

    def free_from(self, now: float, length: float, limit: float) -> float:
        """First moment from which no chip can complete a conversion for `length` seconds.

        Chips whose rhythm is known only roughly are respected too, unless that takes beyond `limit`; if
        even the known ones leave no gap before it, the answer is `now`, and whatever is hit is refused.
        """
        start = self.gap(now, length, limit)
        if start is None:
            start = _gap([rhythm for rhythm in self.rhythms if rhythm.is_known], now, length, limit)
        return now if start is None else start


def _gap(rhythms: list[Rhythm], start: float, length: float, limit: float) -> float | None:
    for _ in range(WINDOW_TRIES):
        if start > limit:
            return None
        for rhythm in rhythms:
            early, late = rhythm.expected(start)
            if early - UPDATE_SECONDS <= start + length:
                start = late + PULSE_SECONDS / 10
                break
        else:
            return start
    return None
