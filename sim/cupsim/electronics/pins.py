"""The far ends of the lights, buttons and buzzer: what the production drivers drive in the simulator."""

from collections.abc import Callable
from typing import Any

from adafruit_pixelbuf import PixelBuf
from gpiozero.pins.mock import MockFactory, MockPin

PI_3B = "a02082"
"""The revision code of the board the pins pretend to sit on."""

Colour = tuple[int, int, int]
"""Red, green and blue as they leave the strip's data line, 0 to 255 each."""


class SimulatedPin(MockPin):
    """A gpiozero mock pin without its diary.

    The mock keeps every change with the real time for ever; a simulated evening has its own time and many
    changes. `watch` is called with the level after each change.
    """

    _state: bool

    def __init__(self, factory: Any, info: Any) -> None:
        self.watch: Callable[[bool], None] | None = None
        super().__init__(factory, info)

    def _change_state(self, value: bool) -> bool:
        if self._state == value:
            return False
        self._state = value
        if self.watch is not None:
            self.watch(value)
        return True


class SimulatedPins(MockFactory):
    """A pin factory for one simulated board, which shares no pin with another nor with gpiozero's default."""

    def __init__(self) -> None:
        super().__init__(revision=PI_3B, pin_class=SimulatedPin)

    def press(self, line: int) -> None:
        """Close the button on a line: it pulls the line to ground."""
        self.pin(line).drive_low()

    def release(self, line: int) -> None:
        """Open the button on a line: the pull-up takes it high."""
        self.pin(line).drive_high()

    def is_high(self, line: int) -> bool:
        """The level on a line."""
        return bool(self.pin(line).state)

    def watch(self, line: int, changed: Callable[[bool], None]) -> None:
        """Call `changed` with the level after each change on a line, for example to hear the buzzer."""
        self.pin(line).watch = changed


class SimulatedStrip(PixelBuf):
    """A pixel strip that keeps the bytes it was sent and shows the colours that would light up.

    Where `neopixel.NeoPixel` hands the buffer to the hardware, this subclass of the same class keeps a copy.
    """

    def __init__(self, pixel_count: int, order: str) -> None:
        self.wire = bytes(len(order) * pixel_count)
        self.transmissions = 0
        super().__init__(pixel_count, byteorder=order, auto_write=False)

    def _transmit(self, buffer: bytearray) -> None:
        self.wire = bytes(buffer)
        self.transmissions += 1

    @property
    def colours(self) -> list[Colour]:
        """The colour of every pixel, decoded from the bytes on the wire."""
        order: str = self.byteorder
        red, green, blue = (self.wire[order.index(channel) :: len(order)] for channel in "RGB")
        return list(zip(red, green, blue, strict=True))
