"""One frame on the shared clock: 25 pulses for all chips, and a sample of all lines after each."""

from dataclasses import dataclass

from cupsboard.ports import Lines

PULSES = 25
"""Pulses per frame: the next conversion is of channel A at gain 128 (datasheet table 3)."""

PULSE_HIGH_SECONDS = 50e-6
"""Longest SCK high time the datasheet allows (p. 5); chips power down above 60 us."""


@dataclass(frozen=True, slots=True)
class Clocked:
    """What a frame gave: all lines after each pulse."""

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
