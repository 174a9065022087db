"""The players' buttons and an active buzzer through gpiozero, in the board's own steps and by its own clock.

gpiozero's Button and `beep` bring threads on the real clock; an InputDevice brings none, and on and off at
every step need none. Debouncing and gestures are the pure core's business, so bounces are passed on as seen.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate

from gpiozero import InputDevice, OutputDevice
from gpiozero.pins import Factory

from cupsboard.drivers.errors import ANOTHER_LINE, DriverError, reason
from cupsboard.referee.edges import Edge
from cupsboard.signs.light_patterns import TONES
from cupsboard.signs.scene import Tone


class ButtonPins:
    """Buttons between a line and ground, each with its line's pull-up."""

    def __init__(self, lines: Mapping[str, int], pin_factory: Factory) -> None:
        """Claim the lines, by the buttons' names. Raises DriverError."""
        self._devices: dict[str, InputDevice] = {}
        self._were_down = [False] * len(lines)
        for button, line in lines.items():
            try:
                self._devices[button] = InputDevice(line, pull_up=True, pin_factory=pin_factory)
            except Exception as fault:
                # Beside gpiozero's own errors come those of the library below it, as lgpio's of a busy line.
                self.close()
                raise DriverError(
                    f"button {button}: line {line} can't be used ({reason(fault)}); {ANOTHER_LINE}"
                ) from fault
        self._pins = [device.pin for device in self._devices.values()]

    def edges(self, now: float) -> Sequence[Edge]:
        """The changes since the last call; before the first all buttons count as up."""
        # Asked thirty times a second, mostly for nothing; gpiozero's devices take long to say what a pin is.
        are_down = [not pin.state for pin in self._pins]
        if are_down == self._were_down:
            return []
        were_down, self._were_down = self._were_down, are_down
        changes = zip(self._devices, were_down, are_down, strict=True)
        return [Edge(button, is_down, now) for button, was_down, is_down in changes if is_down != was_down]

    def close(self) -> None:
        """Give the lines back."""
        for device in self._devices.values():
            device.close()


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
