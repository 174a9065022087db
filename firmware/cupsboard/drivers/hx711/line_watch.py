"""What the data lines tell between frames: who is ready, when each chip converts, when to look next."""

from functools import lru_cache
from math import inf

from cupsboard.drivers.hx711.pace import FAST_EARLIEST_SECONDS, FAST_LATEST_SECONDS, SLOW_SPS, Pace
from cupsboard.drivers.hx711.rhythm import UPDATE_SECONDS, Rhythm

HUNTING_PARTS = 128
"""Looks per period while an edge is awaited at an unknown time: 0.8 ms at 10 SPS, 0.1 ms at 80."""

PULSE_SECONDS = 50e-6
"""Looks so close together see the 75 us pulse by which an unread chip shows its next conversion."""

SHARP_PARTS = 32
"""An edge known to this part of a period is known well enough: 3 ms at 10 SPS, 0.4 ms at 80."""

FREE_PARTS = 4
"""All edges together are known to this part of a period, a quarter, so that the rest is free for frames."""

WINDOW_TRIES = 100


@lru_cache(maxsize=4096)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the lines that are set in a mask."""
    return tuple(line for line in range(mask.bit_length()) if mask >> line & 1)


class Watch:
    """Follows the ready edges of all chips; masks have bit i for line i."""

    def __init__(self, lines: int) -> None:
        self.everyone = (1 << lines) - 1
        self.paces = [Pace() for _ in range(lines)]
        self.rhythms = [pace.rhythm for pace in self.paces]
        """Each chip's at its proven rate, or at the slower one."""
        self.high = 0
        """Lines that were high at the last look."""
        self.ready = 0
        """Chips with a result that completed since the last frame."""
        self.known = 0
        """Chips whose next conversion can be predicted."""
        self.fell = 0
        """Lines that fell since the last `take_events`."""
        self.contradicted = 0
        """Chips that did what they should not have, since then."""
        self.frame_end = 0.0
        """When the last frame, or the last power cycle, ended."""
        self.is_pulse_due = False
        """Whether an unread chip may show its update pulse soon, and it would tell its period."""
        self.last_sign = [0.0] * lines
        """When each line last changed by itself."""
        self._last_fall = [0.0] * lines
        self._looked = 0.0
        self._just_read = 0
        self._murky = 0
        self._murky_until = [0.0] * lines
        self._sharp_parts = max(SHARP_PARTS, FREE_PARTS * lines)

    def woke(self, now: float) -> None:
        """Begin anew after a power cycle of the bank: all chips settle, their periods stay what they were."""
        self.lose_phases()
        # No line counts as high before it was seen so: a chip without power pulls its line low.
        self.high, self.ready, self._murky = 0, 0, 0
        self._looked = self.frame_end = now
        self._last_fall = [now] * len(self.paces)
        self.last_sign = [now] * len(self.paces)

    def lose_phases(self) -> None:
        """Forget when the chips convert, because some may have been power-cycled."""
        self.known = 0
        self._just_read = 0
        for pace in self.paces:
            pace.lose_phase()

    def take_events(self) -> tuple[int, int]:
        """The lines that fell, and the chips that contradicted their rhythm, since this was asked last."""
        events = self.fell, self.contradicted
        self.fell = self.contradicted = 0
        return events

    def doubt(self, line: int) -> None:
        """Forget when a chip converts, because it did not when it should have."""
        self.known &= ~(1 << line)
        self.paces[line].doubt()

    def forget(self, line: int) -> None:
        """Forget all about a chip that fell silent: another one may be plugged in."""
        self.known &= ~(1 << line)
        self.ready &= ~(1 << line)
        self.paces[line].forget()
        self.rhythms[line] = self.paces[line].rhythm

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

    def clocked(self, levels: int, before: float, end: float) -> int:
        """Take in the levels after pulse 25, read not before `before`; the frame ended at `end`.

        Returns the chips from which it surely took a result.
        """
        just_read = self._just_read = self.ready & levels
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
        return just_read

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
                self.contradicted |= bit
                self.doubt(line)

    def _fell(self, line: int, after: float, until: float) -> None:
        bit = 1 << line
        pace = self.paces[line]
        quiet = after - self.frame_end if self._just_read & bit else 0.0
        self._just_read &= ~bit
        self.ready |= bit
        self.fell |= bit
        self._last_fall[line] = self.last_sign[line] = until
        if not pace.saw_completion(after, until, quiet):
            self.contradicted |= bit
        self.rhythms[line] = pace.rhythm
        if pace.is_known:
            self.known |= bit
        else:
            self.known &= ~bit

    def next_look(self, now: float, interesting: int) -> float:
        """Return when a look may next tell of the interesting chips, in seconds; never before `now`."""
        soonest, last_due = inf, -inf
        self.is_pulse_due = False
        # A ready chip whose rhythm is known has nothing to tell.
        for line in bits(interesting & ~(self.ready & self.known)):
            if self.ready >> line & 1:
                look = self._look_for_pulse(line, now)
            elif self.known >> line & 1:
                look, due = self._look_for_edge(self.rhythms[line], now)
                last_due = max(last_due, due)
            else:
                look = now + self._hunting_step(line, now)
            if look < soonest:
                soonest = look
        # A frame waits for the last edge: one look sees all that are known well enough by then.
        return last_due if now < last_due and soonest == inf else soonest

    def _hunting_step(self, line: int, now: float) -> float:
        if not self.paces[line].is_proven and now - self.frame_end < FAST_LATEST_SECONDS:
            return PULSE_SECONDS
        return self.rhythms[line].longest / HUNTING_PARTS

    def _look_for_pulse(self, line: int, now: float) -> float:
        pace = self.paces[line]
        if pace.is_proven:
            early = pace.rhythm.expected(now)[0] if pace.rhythm.has_phase else inf
        else:
            # Only the pulse of an 80 SPS chip would tell something new.
            fell = self._last_fall[line]
            early = fell + FAST_EARLIEST_SECONDS if now < fell + FAST_LATEST_SECONDS else inf
        soon = now + PULSE_SECONDS
        if early - UPDATE_SECONDS <= soon:
            self.is_pulse_due = True
            return soon
        return early - UPDATE_SECONDS

    def _look_for_edge(self, rhythm: Rhythm, now: float) -> tuple[float, float]:
        """Return when to look for this edge alone, or infinity and by when it has surely come."""
        step = rhythm.longest / HUNTING_PARTS
        early, late = rhythm.expected(self._looked)
        proof = self.frame_end + FAST_LATEST_SECONDS
        if rhythm.nominal_sps == SLOW_SPS and self._looked < proof < early:
            # An 80 SPS chip that settled long enough passed for a slow one; it has fallen again by now.
            return max(proof, now), -inf
        if now >= late:
            return now + step, -inf
        early = max(early, now)
        if late - early <= rhythm.longest / self._sharp_parts:
            return inf, late
        return (early + late) / 2, -inf

    def free_from(self, now: float, length: float, limit: float) -> float:
        """First moment up to a limit from which no chip can complete a conversion for `length` seconds.

        If both rates of chips that have shown none leave no such gap, only the slower counts; if that
        leaves none, only the known rhythms do. The last answer is `now`, and whatever is hit is refused.
        """
        both = [rhythm for pace in self.paces for rhythm in pace.possible if rhythm.has_phase]
        likely = [rhythm for rhythm in self.rhythms if rhythm.has_phase]
        known = [self.rhythms[line] for line in bits(self.known)]
        for rhythms in (both, likely, known):
            start = _gap(rhythms, now, length, limit)
            if start is not None:
                return start
        return now


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
