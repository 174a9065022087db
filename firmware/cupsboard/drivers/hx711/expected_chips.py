"""Whom a frame waits for, who is left out of the waiting, and who is called dead.

A chip is *expected* while it keeps its rhythm. If it is quiet for two periods, the bank goes on without it;
if it stays quiet, or gives no word that can be believed in many frames, it is *dead* and has a fault with a
name. A dead chip whose line falls again is on *trial*: frames wait for it while its rate is learnt, but not
for long, and after a failed trial the next has to wait.

Patience is measured in the time in which the bank looked: what the computer lost is `excuse`d.
"""

from math import inf

from cupsboard.drivers.hx711.line_watch import Watch, bits
from cupsboard.drivers.hx711.pace import SLOW_SPS
from cupsboard.drivers.hx711.rhythm import TOLERANCE
from cupsboard.scales.cell_faults import CellFault

LONGEST_SECONDS = (1 + TOLERANCE) / SLOW_SPS
"""The longest period of all: that of chips that have not shown theirs."""
LEFT_OUT_PERIODS = 2.0
SILENT_PERIODS = 6.5
"""Four conversions to settle after an unnoticed power-down, one to convert, and slack."""
RECOVERY_PERIODS = 24.0
"""A chip left in the middle of a word, or asleep: two to be left out, two to end the word and more, four to
settle at the gain that this chose, two for the next frames, four to settle at the right one, and slack."""
STUCK_FRAMES = 8
ERRATIC_FRAMES = 20
"""A chip that converts delivers within less: its rate is learnt, settling after a start or a gain is over."""

SETTLING_FRAMES = 4
"""Frames not believed after a start or a bad frame: the first sets the gain, then the filter settles."""
CAREFUL_FRAMES = 12
"""The same for a line that had no rhythm, as a floating one has none."""
STRETCHED_FRAMES = 1
"""The same after a clock high for too long: a reset of less than 10 ms spoils the first value (Linux
drivers/iio/adc/hx711.c)."""

TRIAL_SECONDS = 0.8
"""Three periods at 10 SPS, as long as they may be, a frame between them, and slack."""
REST_SECONDS = 0.5
MOST_REST_SECONDS = 2.0
"""Between trials: first, and at most."""


class ExpectedChips:
    """Who is there; masks have bit i for line i."""

    def __init__(self, watch: Watch) -> None:
        count = len(watch.paces)
        self.expected = 0
        """Chips that a frame waits for, each until its deadline."""
        self.dead = 0
        self.faults: list[CellFault | None] = [CellFault.STARTING] * count
        self.to_drop = [SETTLING_FRAMES] * count
        """Frames of each chip that are not to be believed yet."""
        self._watch = watch
        self._settling = [SETTLING_FRAMES] * count
        self._patience = [LONGEST_SECONDS] * count
        """The longest period of each chip at the rate at which its words were last believed."""
        self._trial = 0
        self._deadlines = [-inf] * count
        self._patient_until = [-inf] * count
        self._trial_ends = [-inf] * count
        self._rests = [0.0] * count
        self._rest_ends = [-inf] * count
        self._ended_low = 0
        self._lows = [0] * count
        self._unbelieved = [0] * count

    @property
    def present(self) -> int:
        """Chips that are not dead, or on trial."""
        return self._watch.everyone & ~self.dead | self._trial

    @property
    def is_decided(self) -> bool:
        """Whether nobody is about to be called dead: one power cycle does for all that die together."""
        watch = self._watch
        return not watch.everyone & ~self.dead & ~self.expected & ~watch.ready

    def woke(self, now: float) -> None:
        """Begin anew after a power cycle of the bank: all chips settle."""
        self.expected = self._watch.everyone & ~self.dead
        self._trial = 0
        for line, patience in enumerate(self._patience):
            self._deadlines[line] = now + SILENT_PERIODS * patience

    def was_stretched(self, now: float) -> None:
        """Begin anew after what may have been a power cycle, and too short a one."""
        self.woke(now)
        self.to_drop = [max(frames, STRETCHED_FRAMES) for frames in self.to_drop]
        self._unbelieved = [0] * len(self.to_drop)
        for line in range(len(self.to_drop)):
            self._give_time(line, now)

    def excuse(self, seconds: float) -> None:
        """Hold it against nobody that the bank didn't look for so long."""
        for line in range(len(self._deadlines)):
            self._deadlines[line] += seconds
            self._patient_until[line] += seconds
            self._trial_ends[line] += seconds
            self._watch.last_sign[line] += seconds

    def review(self, now: float) -> None:
        """Judge everybody by what was seen up to now."""
        watch = self._watch
        if watch.fell or watch.contradicted:
            fell, contradicted = watch.take_events()
            for line in bits(contradicted):
                # What was believed about the chip was wrong, so its last frames may have been hit.
                self.unsettle(line)
            for line in bits(fell & self.dead & ~self._trial):
                if now >= self._rest_ends[line]:
                    self._trial |= 1 << line
                    self._trial_ends[line] = now + TRIAL_SECONDS
        absent = ~watch.ready
        for line in bits(self.expected & absent):
            patience = LEFT_OUT_PERIODS * self._patience[line]
            # A ready chip that is high for a moment shows its update pulse, which is a sign.
            if now > self._deadlines[line] and now - watch.last_sign[line] > patience:
                self.expected &= ~(1 << line)
                watch.doubt(line)
        for line in bits(watch.everyone & ~self.dead & ~self.expected & absent):
            silent_from = watch.last_sign[line] + SILENT_PERIODS * self._patience[line]
            if now > max(silent_from, self._patient_until[line]):
                is_low = not watch.high >> line & 1
                self._declare_dead(line, CellFault.STUCK_LOW if is_low else CellFault.SILENT, now)
        for line in bits(self.dead & watch.known):
            self._revive(line)
        for line in bits(self._trial):
            if now > self._trial_ends[line]:
                self._end_trial(line, now)

    def was_clocked(self, just_read: int, now: float) -> None:
        """Take in who was read in a frame that ended now: the next result of each is due."""
        self.expected |= just_read & self.present
        for line in bits(just_read):
            self._watch.last_sign[line] = now
            self._deadlines[line] = now + LEFT_OUT_PERIODS * self._patience[line]

    def note_hit(self, line: int, now: float) -> None:
        """Take in that a chip may have converted inside the frame: it may have to settle at another gain."""
        self.unsettle(line)
        self._give_time(line, now)

    def note_ends(self, levels: int, now: float) -> None:
        """Take in the levels after pulse 25, at which live chips pull their lines high."""
        low = self._watch.everyone & ~levels
        for line in bits(self._ended_low & levels):
            self._lows[line] = 0
        self._ended_low = low
        for line in bits(low):
            self._lows[line] += 1
            if self._lows[line] == STUCK_FRAMES and not self.dead >> line & 1:
                self._declare_dead(line, CellFault.STUCK_LOW, now)

    def note_unbelieved(self, line: int, now: float) -> None:
        """Take in that a word was not believed, by the chip's own fault or because it still settles."""
        self._unbelieved[line] += 1
        if self._unbelieved[line] >= ERRATIC_FRAMES and not self.dead >> line & 1:
            self._settling[line] = CAREFUL_FRAMES
            self._declare_dead(line, CellFault.SILENT, now)

    def note_believed(self, line: int) -> None:
        """Take in a good word."""
        self.faults[line] = None
        self._settling[line] = SETTLING_FRAMES
        self._unbelieved[line] = 0
        self._rests[line] = 0.0
        self._patience[line] = self._watch.rhythms[line].longest

    def unsettle(self, line: int) -> None:
        """Believe none of the chip's next words: its filter, or its place in the word, may be off."""
        self.to_drop[line] = self._settling[line]

    def _give_time(self, line: int, now: float) -> None:
        """Let silence, and words not believed, count only when a good chip may have recovered."""
        self._patient_until[line] = now + RECOVERY_PERIODS * self._patience[line]
        if self._unbelieved[line] == 0:
            self._unbelieved[line] = -int(RECOVERY_PERIODS)

    def _declare_dead(self, line: int, fault: CellFault, now: float) -> None:
        bit = 1 << line
        self.dead |= bit
        self.expected &= ~bit
        self.faults[line] = fault
        self.unsettle(line)
        self._patience[line] = LONGEST_SECONDS
        self._rest_ends[line] = now + self._rests[line]
        self._watch.forget(line)

    def _revive(self, line: int) -> None:
        # Its fault is taken back with its first word.
        self.dead &= ~(1 << line)
        self._trial &= ~(1 << line)
        self._lows[line] = self._unbelieved[line] = 0
        self._lengthen_rest(line)

    def _end_trial(self, line: int, now: float) -> None:
        self._trial &= ~(1 << line)
        self.expected &= ~(1 << line)
        self._watch.forget(line)
        self._lengthen_rest(line)
        self._rest_ends[line] = now + self._rests[line]

    def _lengthen_rest(self, line: int) -> None:
        self._rests[line] = min(max(REST_SECONDS, 2 * self._rests[line]), MOST_REST_SECONDS)
