"""An active buzzer through gpiozero, switched from the board's own steps.

gpiozero's `beep` runs a thread on the real clock; on and off at every step keep it in the board's time.
"""

from bisect import bisect_right
from itertools import accumulate

from gpiozero import OutputDevice
from gpiozero.pins import Factory

from cupsboard.drivers.errors import ANOTHER_LINE, DriverError, reason
from cupsboard.signs.light_patterns import TONES
from cupsboard.signs.scene import Tone


class BuzzerPin:
    """A buzzer that sounds while its line is high."""

    def __init__(self, line: int, pin_factory: Factory) -> None:
        """Claim the line. Raises DriverError."""
        try:
            self._device = OutputDevice(line, pin_factory=pin_factory)
        except Exception as fault:
            # Beside gpiozero's own errors come those of the library below it, as lgpio's of a busy line.
            raise DriverError(
                f"buzzer: line {line} can't be used ({reason(fault)}); {ANOTHER_LINE}"
            ) from fault
        self._changes: list[float] = []
        self._sounds = False

    def show(self, tone: Tone, now: float) -> None:
        """Begin a tone; one that still sounds gives way."""
        self._changes = list(accumulate(TONES[tone], initial=now))
        self.step(now)

    def step(self, now: float) -> None:
        """Switch the buzzer to what the tone has come to."""
        # After an odd number of changes it is on; every tone ends with being on, so its last change is off.
        sounds = bisect_right(self._changes, now) % 2 == 1
        if sounds != self._sounds:
            self._sounds = sounds
            self._device.value = sounds

    def close(self) -> None:
        """Silence the buzzer and give the line back."""
        self._device.off()
        self._device.close()


class Silence:
    """The sound of a board without a buzzer."""

    def show(self, tone: Tone, now: float) -> None:
        """Say nothing; the lights say the same."""

    def step(self, now: float) -> None:
        """Go on saying nothing."""
