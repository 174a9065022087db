"""The players' buttons through gpiozero, read at every step and stamped with the board's own clock.

gpiozero's Button brings threads on the real clock; an InputDevice brings none. Debouncing and gestures are
the pure core's business, so bounces are passed on as they are seen.
"""

from collections.abc import Mapping, Sequence

from gpiozero import InputDevice
from gpiozero.pins import Factory

from cupsboard.drivers.errors import ANOTHER_LINE, DriverError, reason
from cupsboard.referee.edges import Edge


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
