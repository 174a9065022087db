"""All HX711 of a board on one shared clock, read in parallel and believed only when that is safe.

**The seam.** A bank stands on three calls, the `Lines` protocol of `cupsboard.ports`:

* `set_clock(level)` drives the one SCK line of all chips,
* `read_lines()` gives all DOUT levels as an int, of one instant or a few microseconds apart: bit i is the
  i-th cell, 1 = high,
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
otherwise); `bank.health()` and `bank.latest()` tell how the cells do.

**How a frame is made safe.** The chips run free, each 5 to 17 % off its nominal rate, and a conversion that
completes inside a frame corrupts it. So the bank keeps sure bounds of each chip's next completion
(`rhythm`), waits until every live chip has a new result, starts in a gap between completions, times
every pulse, always gives all 25, and refuses each word that may have been hit all the same.

**What a frame can't show** is a bit that a loose contact spoils for some microseconds: a bean that lands is
as sudden. It comes out as one odd value among its neighbours, which `scales.settling` sets aside; to hold
each jump here until the next frame confirms it would cost every landing 100 ms at 10 SPS.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType

from cupsboard.drivers.errors import DriverError
from cupsboard.drivers.hx711.cell_health import CellHealth, CellLog, Refusal
from cupsboard.drivers.hx711.expected_chips import ExpectedChips
from cupsboard.drivers.hx711.line_watch import Watch
from cupsboard.drivers.hx711.pace import SLOW_SPS
from cupsboard.drivers.hx711.rhythm import TOLERANCE
from cupsboard.ports import Lines
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Frame, Reading

WORD_BITS = 24
LOWEST = -(1 << (WORD_BITS - 1))
HIGHEST = (1 << (WORD_BITS - 1)) - 1

SUSPICIOUS_ONES = 10
"""A word that ends in so many ones is usually one that a power-down cut short (bogde/HX711 #83)."""

AGREEMENT_COUNTS = 500
"""Two results of a quiet cell differ by less: 5 sd of the difference at twice the datasheet's noise."""

FROZEN_RESULTS = 32
"""A live bridge never repeats itself so often: its noise is 21 counts rms or more (datasheet p. 3)."""


def signed(word: int) -> int:
    """The counts of a 24-bit two's complement word."""
    return word - (1 << WORD_BITS) if word > HIGHEST else word


def unpack(samples: Sequence[int], lines: int) -> list[int]:
    """The word of each line from one sample of all lines per bit, most significant bit first."""
    form = f"0{lines}b"
    bits = "".join([format(sample, form) for sample in samples])
    return [int(bits[lines - 1 - line :: lines], 2) for line in range(lines)]


class WordJudge:
    """Judges the 24-bit words of one chip, one after the other: counts, nothing yet, saturated or frozen."""

    __slots__ = ("_held", "_last", "_repeats")

    def __init__(self) -> None:
        self._held: int | None = None
        self._last: int | None = None
        self._repeats = 0

    def interrupt(self) -> None:
        """Note a gap: the next word has no neighbour that could confirm it."""
        self._held = None

    def judge(self, word: int) -> Reading:
        """The reading that a cleanly clocked word gives."""
        counts = signed(word)
        self._repeats = self._repeats + 1 if counts == self._last else 1
        self._last = counts
        if self._is_cut_short(word, counts):
            return CellFault.MISSED
        if counts == HIGHEST:
            return CellFault.SATURATED_HIGH
        if counts == LOWEST:
            return CellFault.SATURATED_LOW
        if self._repeats >= FROZEN_RESULTS:
            return CellFault.FROZEN
        return counts

    def _is_cut_short(self, word: int, counts: int) -> bool:
        ones = (1 << SUSPICIOUS_ONES) - 1
        if word & ones != ones:
            self._held = None
            return False
        held, self._held = self._held, counts
        return held is None or abs(counts - held) > AGREEMENT_COUNTS


PULSES = 25
"""Pulses per frame: the next conversion is of channel A at gain 128 (datasheet table 3)."""

PULSE_HIGH_SECONDS = 50e-6
"""Longest SCK high time the datasheet allows (p. 5); chips power down above 60 us."""


@dataclass(frozen=True, slots=True)
class Clocked:
    """The samples of one frame, each the levels of all data lines after a clock pulse, and their times."""

    samples: list[int]
    start: float
    end: float
    before_last: float
    """The last sample was taken after this."""
    is_stretched: bool
    """Whether the clock may have been high for too long, so that chips powered down."""

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.end - self.start


def clock_out(lines: Lines) -> Clocked:
    """Clock a word out of every chip.

    All 25 pulses come whatever happens: fewer would leave chips in the middle of a word, and the number of
    pulses chooses the gain. DOUT is read after the fall, where time has no limit.
    """
    now, set_clock, read_lines = lines.now, lines.set_clock, lines.read_lines
    samples: list[int] = []
    longest = fall = 0.0
    start = now()
    for _ in range(PULSES):
        rise = now()
        set_clock(True)
        set_clock(False)
        fall = now()
        if fall - rise > longest:
            longest = fall - rise
        samples.append(read_lines())
    return Clocked(samples, start, now(), fall, longest > PULSE_HIGH_SECONDS)


MOST_LINES = 64
"""A GPIO character device hands out so many lines in one read."""

RESET_SECONDS = 12e-3
"""A reset shorter than 10 ms made first values unreliable (Linux drivers/iio/adc/hx711.c)."""

IDLE_FRAME_SECONDS = (1 + TOLERANCE) / SLOW_SPS
"""Between frames for chips that nobody waits for: no more than 25 pulses in one conversion."""

IDLE_LOOK_SECONDS = 0.05
"""Between looks for chips that nobody waits for."""

SLOW_CLOCK_FRAMES = 8
"""So many stretched frames in a row are no accident."""

HEARTBEAT_SECONDS = 0.25
BURST_SECONDS = 2e-3
BURST_LOOKS = 400
FIRST_FRAME_SECONDS = 1e-3
FRAME_MARGIN = 1.2
LATE_SECONDS = 0.25e-3
"""A step may come so much later than asked for; what is beyond is time in which nobody looked."""


class Bank:
    """Reads all cells of a board; implements `Scales`."""

    def __init__(self, lines: Lines, cells: Sequence[str]) -> None:
        _check(cells)
        self.cells = tuple(cells)
        self._lines = lines
        self._watch = Watch(len(self.cells))
        self._chips = ExpectedChips(self._watch)
        self._judges = [WordJudge() for _ in self.cells]
        self._logs = [CellLog() for _ in self.cells]
        self._reset_spent = 0
        self._is_still = True
        self._asleep_since: float | None = None
        self._has_started = False
        self._ready_since: float | None = None
        self._frame_seconds = FIRST_FRAME_SECONDS
        self._last_frame_time = -inf
        self._stretched_frames = 0
        self._due = inf

    def allow_reset(self, still: bool) -> None:
        """Say whether the table is still, so that a power cycle of the bank would disturb nobody."""
        self._is_still = still

    def step(self) -> tuple[Frame | None, float]:
        """Do what is due now; return a frame if one is finished, and when to be called again."""
        self._excuse_since(self._due)
        frame, self._due = self._step()
        return frame, self._due

    def _step(self) -> tuple[Frame | None, float]:
        if not self._has_started:
            self._has_started = True
            return None, self._power_down()
        if self._asleep_since is not None:
            return None, self._wake_when_due(self._asleep_since)
        now = self._look()
        chips = self._chips
        chips.review(now)
        start = self._start_of_frame(now)
        if self._wants_reset() and (start is not None or not chips.expected):
            # Only while unread results wait: on a chip just read the edge would be pulse 26, another gain.
            return self._heartbeat(now), self._power_down()
        if start is None:
            return self._heartbeat(now), self._next_look(now)
        if start > now:
            return self._heartbeat(now), start
        frame = self._frame()
        return frame, self._next_look(self._lines.now())

    def _excuse_since(self, due: float) -> None:
        late = self._lines.now() - due
        if late > LATE_SECONDS:
            self._chips.excuse(late)

    def latest(self, cell: str) -> Reading:
        """Return what the last frame said about a cell."""
        return self._logs[self._line(cell)].latest

    def health(self) -> Mapping[str, CellHealth]:
        """How each cell does, by name."""
        return MappingProxyType({cell: self._cell_health(line) for line, cell in enumerate(self.cells)})

    # --- power cycles -------------------------------------------------------------------------

    def _wants_reset(self) -> bool:
        dead = self._chips.dead & ~self._reset_spent
        return self._is_still and bool(dead) and self._chips.is_decided

    def _power_down(self) -> float:
        self._reset_spent |= self._chips.dead
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
        self._chips.woke(now)
        for judge in self._judges:
            judge.interrupt()
        return self._next_look(now)

    # --- when to do what ----------------------------------------------------------------------

    def _look(self) -> float:
        lines, look = self._lines, self._watch.look
        # A pulse of 75 us falls between two steps of a host that sleeps, so looks come in bursts then.
        before = lines.now()
        burst_end = before + BURST_SECONDS if self._watch.is_pulse_due else before
        for _ in range(BURST_LOOKS):
            levels = lines.read_lines()
            now = lines.now()
            look(levels, before, now)
            if now >= burst_end:
                break
            before = now
        if now - burst_end > LATE_SECONDS:
            self._chips.excuse(now - burst_end)
        return now

    def _start_of_frame(self, now: float) -> float | None:
        """When the next frame may start, at the soonest; None while there is nothing to clock out."""
        watch, expected = self._watch, self._chips.expected
        if expected & ~watch.ready or not self._is_anyone_due(now):
            self._ready_since = None
            return None
        length = FRAME_MARGIN * self._frame_seconds
        if self._ready_since is None:
            self._ready_since = now
        return watch.free_from(now, length, self._ready_since + self._slowest_period())

    def _is_anyone_due(self, now: float) -> bool:
        if self._chips.expected:
            return True
        # Only chips are left that nobody waits for. One in the middle of a word, low or high as its bit is,
        # would never show another edge without a frame.
        return now > self._watch.frame_end + IDLE_FRAME_SECONDS

    def _slowest_period(self) -> float:
        return max([rhythm.longest for rhythm in self._watch.rhythms])

    def _next_look(self, now: float) -> float:
        pause = HEARTBEAT_SECONDS if self._chips.expected else IDLE_LOOK_SECONDS
        return min(self._watch.next_look(now, self._chips.present), now + pause)

    # --- frames -------------------------------------------------------------------------------

    def _frame(self) -> Frame:
        clocked = clock_out(self._lines)
        self._excuse_since(clocked.start + 2 * self._frame_seconds)
        seconds = min(clocked.seconds, 4 * self._frame_seconds)
        self._frame_seconds += (seconds - self._frame_seconds) / 8
        self._stretched_frames = self._stretched_frames + 1 if clocked.is_stretched else 0
        readings = self._believe(clocked)
        just_read = self._watch.clocked(clocked.samples[-1], clocked.before_last, clocked.end)
        self._chips.was_clocked(just_read, clocked.end)
        if clocked.is_stretched:
            self._watch.lose_phases()
            self._chips.was_stretched(clocked.end)
        self._ready_since = None
        return self._publish(clocked.start, readings)

    def _believe(self, clocked: Clocked) -> list[Reading]:
        if not clocked.is_stretched:
            self._chips.note_ends(clocked.samples[-1], clocked.end)
        words = unpack(clocked.samples[:WORD_BITS], len(self.cells))
        return [self._reading(line, word, clocked) for line, word in enumerate(words)]

    def _reading(self, line: int, word: int, clocked: Clocked) -> Reading:
        chips, watch = self._chips, self._watch
        is_high = bool(clocked.samples[-1] >> line & 1)
        if clocked.is_stretched:
            return self._refused(line, Refusal.STRETCHED)
        is_known = watch.known >> line & 1
        refusal = self._refusal(line, is_high, clocked)
        is_hit = refusal is Refusal.COLLISION and bool(is_known)
        if is_hit:
            chips.note_hit(line, clocked.end)
        elif refusal is not None:
            chips.unsettle(line)
        elif chips.to_drop[line]:
            chips.to_drop[line] -= 1
            refusal = Refusal.SETTLING
        elif not is_known:
            refusal = Refusal.UNKNOWN_RHYTHM
        if refusal is None:
            return self._accepted(line, word)
        if not is_hit:
            chips.note_unbelieved(line, clocked.end)
        return self._refused(line, refusal)

    def _refusal(self, line: int, is_high: bool, clocked: Clocked) -> Refusal | None:
        watch = self._watch
        if not watch.ready >> line & 1:
            return Refusal.NOT_READY
        rhythm = watch.rhythms[line]
        if not rhythm.has_phase:
            return Refusal.UNKNOWN_RHYTHM
        if rhythm.touches(clocked.start, clocked.end):
            return Refusal.COLLISION
        return None if is_high else Refusal.LOW_AT_END

    def _refused(self, line: int, refusal: Refusal) -> Reading:
        self._logs[line].refusals[refusal] += 1
        self._judges[line].interrupt()
        return self._fault_now(line)

    def _accepted(self, line: int, word: int) -> Reading:
        reading = self._judges[line].judge(word)
        if reading is CellFault.MISSED:
            self._logs[line].refusals[Refusal.DOUBTFUL] += 1
            return self._fault_now(line)
        self._chips.note_believed(line)
        self._reset_spent &= ~(1 << line)
        self._logs[line].frames += 1
        return reading

    def _fault_now(self, line: int) -> CellFault:
        fault = self._chips.faults[line]
        if self._stretched_frames >= SLOW_CLOCK_FRAMES and fault in (None, CellFault.STARTING):
            return CellFault.SLOW_CLOCK
        return fault or CellFault.MISSED

    def _heartbeat(self, now: float) -> Frame | None:
        if now - self._last_frame_time < HEARTBEAT_SECONDS:
            return None
        return self._publish(now, [self._fault_now(line) for line in range(len(self.cells))])

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
        log, pace = self._logs[line], self._watch.paces[line]
        latest = log.latest
        return CellHealth(
            cell=self.cells[line],
            fault=None if isinstance(latest, int) else latest,
            frames=log.frames,
            refusals=MappingProxyType(dict(log.refusals)),
            nominal_sps=pace.rhythm.nominal_sps if pace.is_proven else None,
            period_seconds=pace.rhythm.period if pace.is_known else None,
            value_time=log.value_time,
        )


def _check(cells: Sequence[str]) -> None:
    if not 1 <= len(cells) <= MOST_LINES:
        raise DriverError(f"a bank of {len(cells)} cells: give 1 to {MOST_LINES} cells, or use a second bank")
    twice = {cell for cell in cells if list(cells).count(cell) > 1}
    if twice:
        raise DriverError(f"cells named twice: {', '.join(sorted(twice))}; give each line a name of its own")
