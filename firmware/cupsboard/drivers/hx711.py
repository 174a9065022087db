"""All HX711 of a board on one shared clock, read in parallel and believed only when that is safe.

**The seam.** A bank stands on three calls, the `Lines` protocol of `cupsboard.ports`:

* `set_clock(level)` drives the one SCK line of all chips,
* `read_lines()` gives all DOUT levels of one instant as an int: bit i is the i-th cell, 1 = high,
* `now()` gives monotonic seconds.

To build a bank, give it the lines and the cells' names in the order of the bits, nothing else; rates and
phases are learnt from the lines. Then call `step()` again and again, each time at (or soon after) the time
that the call before returned::

    bank = Bank(lines, ["south-1", "south-2", "south-pot"])
    wake_at = lines.now()
    while True:
        sleep_until(wake_at)                # the caller's clock; a virtual one advances `lines.now()`
        frame, wake_at = bank.step()
        if frame is not None:
            ...                             # frame.readings[i]: signed counts, or a CellFault

`step` never sleeps. It begins with a power cycle of the bank, clocks a whole frame in one go, and otherwise
looks at the lines once. `now()` may stand still between calls on an ideal host. Lines need pull-ups, so that
an unplugged cell reads high; a cell that says the same 32 times is called frozen: simulated ones need noise.

`bank.allow_reset(still=...)` says whether a power cycle of all chips would disturb (allowed until told
otherwise); `bank.health()`, `bank.age()` and `bank.latest()` tell how the cells do.

**How a frame is made safe.** The chips run free, each 5 to 17 % off its nominal rate, and a conversion that
completes inside a frame corrupts it. So the bank keeps sure bounds of each chip's next completion
(`hx711_rhythm`), waits until every live chip has a new result, starts in a gap between completions, times
every pulse, always gives all 25, and refuses each word that may have been hit all the same.
"""

from collections.abc import Mapping, Sequence
from math import inf
from types import MappingProxyType

from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.hx711_health import CellHealth, CellLog, Refusal
from cupsboard.drivers.hx711_watch import Watch, bits
from cupsboard.drivers.hx711_words import WORD_BITS, WordJudge, unpack
from cupsboard.ports import CellFault, Frame, Lines, Reading

PULSES = 25
"""Pulses per frame: the next conversion is of channel A at gain 128 (datasheet table 3)."""

MOST_LINES = 64
"""A GPIO character device hands out so many lines in one read."""

PULSE_HIGH_SECONDS = 50e-6
"""Longest SCK high time the datasheet allows (p. 5); chips power down above 60 us."""

RESET_SECONDS = 12e-3
"""A reset shorter than 10 ms made first values unreliable (Linux drivers/iio/adc/hx711.c)."""

LEFT_OUT_PERIODS = 2.0
SILENT_PERIODS = 6.5
"""Four conversions to settle after an unnoticed power-down, one to convert, and slack."""
ERRATIC_PERIODS = 13.0
STUCK_FRAMES = 8

SETTLING_FRAMES = 4
"""Frames not believed after a start or a bad frame: the first sets the gain, then the filter settles."""

ERRATIC_FRAMES = 12
"""The same for a line that seemed to convert without any rhythm, as a floating one does."""

HEARTBEAT_SECONDS = 0.25
BURST_SECONDS = 2e-3
BURST_LOOKS = 400
FIRST_FRAME_SECONDS = 1e-3
FRAME_MARGIN = 1.2


class Bank:
    """Reads all cells of a board; implements `Scales`."""

    def __init__(self, lines: Lines, cells: Sequence[str]) -> None:
        _check(cells)
        self.cells = tuple(cells)
        count = len(self.cells)
        self._lines = lines
        self._watch = Watch(count)
        self._judges = [WordJudge() for _ in self.cells]
        self._logs = [CellLog() for _ in self.cells]
        self._faults: list[CellFault | None] = [CellFault.STARTING] * count
        self._to_drop = [SETTLING_FRAMES] * count
        self._settling_frames = [SETTLING_FRAMES] * count
        self._lows = [0] * count
        self._expected = 0
        """Chips that a frame waits for, each until its deadline."""
        self._deadlines = [inf] * count
        self._dead = 0
        self._reset_spent = 0
        self._is_still = True
        self._asleep_since: float | None = None
        self._has_started = False
        self._ready_since: float | None = None
        self._frame_seconds = FIRST_FRAME_SECONDS
        self._last_frame_time = -inf

    def allow_reset(self, still: bool) -> None:
        """Say whether the table is still, so that a power cycle of the bank would disturb nobody."""
        self._is_still = still

    def step(self) -> tuple[Frame | None, float]:
        """Do what is due now; return a frame if one is finished, and when to be called again."""
        lines = self._lines
        if not self._has_started:
            self._has_started = True
            return None, self._power_down()
        if self._asleep_since is not None:
            return None, self._wake_when_due(self._asleep_since)
        now = self._look()
        self._review(now)
        start = self._start_of_frame(now)
        if self._wants_reset() and (start is not None or not self._expected):
            # Only while unread results wait: on a chip just read the edge would be pulse 26, another gain.
            return self._heartbeat(now), self._power_down()
        if start is None:
            return self._heartbeat(now), self._next_look(now)
        if start > now:
            return self._heartbeat(now), start
        frame = self._frame()
        return frame, self._next_look(lines.now())

    def latest(self, cell: str) -> Reading:
        """What the last frame said about a cell."""
        return self._logs[self._line(cell)].latest

    def age(self, cell: str, now: float) -> float | None:
        """Seconds since a cell last gave counts; None if it never did."""
        time = self._logs[self._line(cell)].value_time
        return None if time is None else now - time

    def health(self) -> Mapping[str, CellHealth]:
        """How each cell does, by name."""
        return MappingProxyType({cell: self._cell_health(line) for line, cell in enumerate(self.cells)})

    @property
    def has_mixed_rates(self) -> bool:
        """Whether some chips are jumpered for 10 and some for 80 SPS; the bank then runs at the slowest."""
        return len({rhythm.nominal_sps for rhythm in self._watch.rhythms if rhythm.is_measured}) > 1

    # --- power cycles -------------------------------------------------------------------------

    def _wants_reset(self) -> bool:
        return self._is_still and bool(self._dead & ~self._reset_spent)

    def _power_down(self) -> float:
        self._reset_spent |= self._dead
        self._lines.set_clock(True)
        self._asleep_since = self._lines.now()
        return self._asleep_since + RESET_SECONDS

    def _wake_when_due(self, since: float) -> float:
        now = self._lines.now()
        if now < since + RESET_SECONDS:
            return since + RESET_SECONDS
        self._lines.set_clock(False)
        self._asleep_since = None
        now = self._lines.now()
        self._watch.woke(now)
        self._await_all(now)
        for judge in self._judges:
            judge.interrupt()
        return self._next_look(now)

    def _await_all(self, now: float) -> None:
        self._expected = self._watch.everyone & ~self._dead
        self._deadlines = [now + SILENT_PERIODS * self._slowest_period()] * len(self.cells)

    # --- who is ready, and who is waited for ------------------------------------------------

    def _look(self) -> float:
        lines, look = self._lines, self._watch.look
        # A pulse of 75 us falls between two steps of a host that sleeps, so looks come in bursts then.
        burst_end = lines.now() + BURST_SECONDS if self._watch.is_pulse_due else -inf
        for _ in range(BURST_LOOKS):
            before = lines.now()
            levels = lines.read_lines()
            now = lines.now()
            look(levels, before, now)
            if now > burst_end:
                break
        return now

    def _review(self, now: float) -> None:
        watch = self._watch
        settled = watch.ready & watch.known
        for line in watch.take_contradicted():
            # What was believed about the chip was wrong, so its last frames may have been hit.
            self._expected &= ~(1 << line)
            self._to_drop[line] = self._settling_frames[line]
        for line in bits(watch.ready & self._dead & ~self._expected):
            # Signs of life: while it is learnt, it must not be clocked twice in one conversion.
            if now - watch.last_sign[line] < watch.rhythms[line].shortest:
                self._await(line, now)
        for line in bits(self._expected & ~settled):
            # A ready chip that is high for a moment shows its update pulse.
            is_quiet = now - watch.last_sign[line] > LEFT_OUT_PERIODS * watch.rhythms[line].longest
            if is_quiet and now > self._deadlines[line]:
                self._expected &= ~(1 << line)
                watch.doubt(line)
        for line in bits(watch.known & ~self._expected):
            self._await(line, now)
        for line in bits(watch.known & self._dead):
            self._revive(line)
        erratic_before = now - ERRATIC_PERIODS * self._slowest_period()
        for line in bits(watch.everyone & ~self._dead & ~settled):
            if self._is_silent(line, now):
                is_low = not watch.high >> line & 1
                self._declare_dead(line, CellFault.STUCK_LOW if is_low else CellFault.SILENT)
            elif watch.last_known[line] < erratic_before:
                self._settling_frames[line] = ERRATIC_FRAMES
                self._declare_dead(line, CellFault.SILENT)

    def _await(self, line: int, now: float) -> None:
        self._expected |= 1 << line
        self._deadlines[line] = now + LEFT_OUT_PERIODS * self._watch.rhythms[line].longest

    def _is_silent(self, line: int, now: float) -> bool:
        watch = self._watch
        since = max(watch.last_sign[line], watch.frame_end if watch.was_read(line) else 0.0)
        return not watch.ready >> line & 1 and now - since > SILENT_PERIODS * watch.rhythms[line].longest

    def _slowest_period(self) -> float:
        return max([rhythm.longest for rhythm in self._watch.rhythms])

    def _declare_dead(self, line: int, fault: CellFault) -> None:
        self._dead |= 1 << line
        self._expected &= ~(1 << line)
        self._faults[line] = fault
        self._to_drop[line] = self._settling_frames[line]
        self._watch.forget(line)

    def _revive(self, line: int) -> None:
        self._dead &= ~(1 << line)
        self._lows[line] = 0

    # --- when to do what ----------------------------------------------------------------------

    def _start_of_frame(self, now: float) -> float | None:
        """When the next frame may start, at the soonest; None while there is nothing to clock out."""
        watch = self._watch
        if self._expected & ~watch.ready or not self._is_anyone_due(now):
            self._ready_since = None
            return None
        length = FRAME_MARGIN * self._frame_seconds
        if self._expected & ~watch.known:
            # Rhythms are still being learnt: a frame helps that, but not at the risk of a collision.
            return watch.gap(now, length, now + self._slowest_period())
        if self._ready_since is None:
            self._ready_since = now
        return watch.free_from(now, length, self._ready_since + self._slowest_period())

    def _is_anyone_due(self, now: float) -> bool:
        if self._expected:
            return True
        # Only chips are left that nobody waits for; without a frame they would never show another edge.
        rhythms = [self._watch.rhythms[line] for line in bits(self._watch.ready)]
        return any(not rhythm.has_phase or now > rhythm.next_at_latest for rhythm in rhythms)

    def _next_look(self, now: float) -> float:
        watch = self._watch
        interesting = watch.everyone & ~self._dead | self._expected
        for line in bits(self._dead):
            if now - watch.last_sign[line] < LEFT_OUT_PERIODS * watch.rhythms[line].longest:
                interesting |= 1 << line
        return min(watch.next_look(now, interesting), now + HEARTBEAT_SECONDS)

    # --- frames -------------------------------------------------------------------------------

    def _frame(self) -> Frame:
        watch = self._watch
        start = self._lines.now()
        samples, was_stretched, before_last = self._clock_out()
        end = self._lines.now()
        self._frame_seconds += (min(end - start, 4 * self._frame_seconds) - self._frame_seconds) / 8
        levels = samples[-1]
        readings = self._believe(samples, start, end, was_stretched)
        watch.clocked(levels, before_last, end)
        if was_stretched:
            watch.lose_phases()
            self._await_all(end)
            self._to_drop = [max(1, n) for n in self._to_drop]  # a sleep under 10 ms spoils a result
        else:
            for line in bits(self._expected):
                self._await(line, end)
        self._ready_since = None
        return self._publish(start, readings)

    def _clock_out(self) -> tuple[list[int], bool, float]:
        # All 25 pulses come whatever happens: fewer would leave chips in the middle of a word, and the
        # number of pulses chooses the gain. DOUT is read after the fall, where time has no limit.
        now, set_clock, read_lines = self._lines.now, self._lines.set_clock, self._lines.read_lines
        samples: list[int] = []
        longest = fall = 0.0
        for _ in range(PULSES):
            rise = now()
            set_clock(True)
            set_clock(False)
            fall = now()
            if fall - rise > longest:
                longest = fall - rise
            samples.append(read_lines())
        return samples, longest > PULSE_HIGH_SECONDS, fall

    def _believe(self, samples: list[int], start: float, end: float, was_stretched: bool) -> list[Reading]:
        words = unpack(samples[:WORD_BITS], len(self.cells))
        readings: list[Reading] = []
        for line, word in enumerate(words):
            refusal = self._refusal(line, samples[-1], start, end)
            if refusal is not None:
                self._to_drop[line] = self._settling_frames[line]
            elif was_stretched:
                refusal = Refusal.STRETCHED
            elif self._to_drop[line]:
                self._to_drop[line] -= 1
                refusal = Refusal.SETTLING
            elif not self._watch.known >> line & 1:
                refusal = Refusal.UNKNOWN_RHYTHM
            readings.append(self._refused(line, refusal) if refusal else self._accepted(line, word))
        return readings

    def _refusal(self, line: int, last: int, start: float, end: float) -> Refusal | None:
        watch = self._watch
        bit = 1 << line
        if last & bit:
            self._lows[line] = 0
        else:
            self._lows[line] += 1
            if self._lows[line] == STUCK_FRAMES:
                self._declare_dead(line, CellFault.STUCK_LOW)
        if not watch.ready & bit:
            return Refusal.NOT_READY
        rhythm = watch.rhythms[line]
        if not rhythm.has_phase:
            return Refusal.UNKNOWN_RHYTHM
        if rhythm.touches(start, end):
            return Refusal.COLLISION
        return None if last & bit else Refusal.LOW_AT_END

    def _refused(self, line: int, refusal: Refusal) -> Reading:
        self._logs[line].refusals[refusal] += 1
        self._judges[line].interrupt()
        return self._faults[line] or CellFault.MISSED

    def _accepted(self, line: int, word: int) -> Reading:
        reading = self._judges[line].judge(word)
        if reading is CellFault.MISSED:
            self._logs[line].refusals[Refusal.DOUBTFUL] += 1
            return self._faults[line] or reading
        self._faults[line] = None
        self._settling_frames[line] = SETTLING_FRAMES
        self._reset_spent &= ~(1 << line)
        self._logs[line].frames += 1
        return reading

    def _heartbeat(self, now: float) -> Frame | None:
        if now - self._last_frame_time < HEARTBEAT_SECONDS:
            return None
        return self._publish(now, [fault or CellFault.MISSED for fault in self._faults])

    def _publish(self, time: float, readings: list[Reading]) -> Frame:
        self._last_frame_time = time
        for log, reading in zip(self._logs, readings, strict=True):
            log.deliver(reading, time)
        return Frame(time, tuple(readings))

    # --- health -------------------------------------------------------------------------------

    def _line(self, cell: str) -> int:
        try:
            return self.cells.index(cell)
        except ValueError:
            message = f"no cell named {cell!r} in this bank: use one of {', '.join(self.cells)}"
            raise DriverError(message) from None

    def _cell_health(self, line: int) -> CellHealth:
        log, rhythm = self._logs[line], self._watch.rhythms[line]
        latest = log.latest
        return CellHealth(
            cell=self.cells[line],
            fault=None if isinstance(latest, int) else latest,
            frames=log.frames,
            refusals=MappingProxyType(dict(log.refusals)),
            nominal_sps=rhythm.nominal_sps if rhythm.is_measured else None,
            period_seconds=rhythm.period if rhythm.is_known else None,
            value_time=log.value_time,
        )


def _check(cells: Sequence[str]) -> None:
    if not 1 <= len(cells) <= MOST_LINES:
        raise DriverError(f"a bank of {len(cells)} cells: give 1 to {MOST_LINES} cells, or use a second bank")
    twice = {cell for cell in cells if list(cells).count(cell) > 1}
    if twice:
        raise DriverError(f"cells named twice: {', '.join(sorted(twice))}; give each line a name of its own")
