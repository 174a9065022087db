"""Simulated HX711 chips on one clock line, as the `Lines` that the production bank reader drives.

Nothing is computed while nothing happens: the levels of a whole frame are laid out once, as one int per
pulse, and thrown away when a chip does something by itself.
"""

from collections.abc import Sequence
from math import inf
from random import Random

from cupsim.electronics.host_timing import Host
from cupsim.electronics.hx711_chip import POWER_DOWN_SECONDS, Chip, Wiring

LAYOUT_PULSES = 28
"""Levels laid out ahead: a frame from its first bit, and a little more."""


class ChipBank:
    """All chips of a board behind three calls, each of which costs the host time."""

    def __init__(self, chips: Sequence[Chip], host: Host, rng: Random) -> None:
        self.chips = tuple(chips)
        self.host = host
        self._rng = rng
        self._clock = False
        self._rose_at = 0.0
        self._is_asleep = False
        self._pulses = 0
        self._levels = 0
        self._layout: list[int] | None = None
        self._attend_at = -inf
        self._floating = 0
        for chip in self.chips:
            chip.on_change = self._rewired

    def now(self) -> float:
        """Monotonic seconds of the host; reading them costs nothing."""
        return self.host.time

    def advance_to(self, time: float) -> None:
        """Let the host sleep until a time; the chips go on meanwhile."""
        host = self.host
        host.sleep_until(time)
        if host.time >= self._attend_at:
            self._catch_up(host.time)

    def set_clock(self, level: bool) -> None:
        """Drive SCK: a rising edge shifts every chip, and a long high powers all of them down."""
        moment = self.host.call()
        if moment >= self._attend_at:
            self._catch_up(moment)
        if level:
            if not self._clock:
                self._clock = True
                self._rose_at = moment
                self._shift()
        elif self._clock:
            if moment - self._rose_at > POWER_DOWN_SECONDS:
                self._fall_asleep()
                self._wake(moment)
            self._clock = False

    def read_lines(self) -> int:
        """All DOUT levels of one instant."""
        moment = self.host.call()
        if moment >= self._attend_at:
            self._catch_up(moment)
        if self._clock and moment - self._rose_at > POWER_DOWN_SECONDS:
            self._fall_asleep()
        if self._floating:
            noise = self._rng.getrandbits(len(self.chips))
            return self._levels & ~self._floating | noise & self._floating
        return self._levels

    def _shift(self) -> None:
        layout = self._layout
        if layout is None:
            layout = self._lay_out()
        self._pulses += 1
        if self._pulses < len(layout):
            self._levels = layout[self._pulses]

    def _lay_out(self) -> list[int]:
        shows = [chip.shows() for chip in reversed(self.chips)]
        columns = zip(*[show.ljust(LAYOUT_PULSES, show[-1]) for show in shows], strict=True)
        self._layout = [int("".join(column), 2) for column in columns]
        return self._layout

    def _settle(self) -> None:
        # The chips take the pulses of the layout only now, when somebody must know where they stand.
        pulses, self._pulses, self._layout = self._pulses, 0, None
        if pulses:
            for chip in self.chips:
                chip.clock(pulses)

    def _catch_up(self, moment: float) -> None:
        self._settle()
        if self._clock and moment - self._rose_at > POWER_DOWN_SECONDS:
            self._fall_asleep()
        soonest = inf
        levels = self._levels
        for line, chip in enumerate(self.chips):
            if chip.attend_at <= moment:
                chip.attend(moment)
                levels = levels & ~(1 << line) | chip.is_high() << line
            if chip.attend_at < soonest:
                soonest = chip.attend_at
        self._levels = levels
        self._attend_at = soonest

    def _fall_asleep(self) -> None:
        if self._is_asleep:
            return
        self._is_asleep = True
        self._settle()
        for chip in self.chips:
            chip.power_down()
        self._attend_at = inf
        self._show()

    def _wake(self, moment: float) -> None:
        self._is_asleep = False
        for chip in self.chips:
            chip.wake(moment)
        self._attend_at = min(chip.attend_at for chip in self.chips)
        self._show()

    def _show(self) -> None:
        self._levels = sum(chip.is_high() << line for line, chip in enumerate(self.chips))

    def _rewired(self) -> None:
        self._settle()
        self._attend_at = -inf
        self._show()
        self._floating = sum((chip.wiring is Wiring.FLOATING) << line for line, chip in enumerate(self.chips))
