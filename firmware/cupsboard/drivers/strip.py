"""The lights on a strip of pixels, through any PixelBuf of adafruit_pixelbuf.

On a Pi the pixels are a `neopixel.NeoPixel`, in the simulator another subclass of the same PixelBuf, built
with `auto_write=False` and its own brightness left at 1: dimming is the palette's, which counts the current.
"""

from dataclasses import replace
from typing import Protocol

from cupsboard.drivers.errors import DriverError
from cupsboard.profile import Strip
from cupsboard.signs.light_patterns import SLOTS, Colour, Frame, Period, next_change, period_of, slot_at
from cupsboard.signs.scene import Scene

REFRESH_SECONDS = 1.0
"""How often all pixels are sent again, so that a disturbed pixel is wrong for a moment only."""


class Pixels(Protocol):
    """What the board uses of a PixelBuf; adafruit_pixelbuf itself is untyped."""

    @property
    def byteorder(self) -> str:
        """The order of the colours on the wire, such as GRB."""

    def __len__(self) -> int: ...

    def __setitem__(self, index: int, colour: Colour, /) -> None: ...

    def fill(self, colour: Colour, /) -> None:
        """Give all pixels one colour."""

    def show(self) -> None:
        """Send all pixels."""


class PixelStrip:
    """Draws scenes on the pixels of a profile's strip."""

    def __init__(self, pixels: Pixels, strip: Strip) -> None:
        """Take over pixels, which must be those of the profile. Raises DriverError."""
        if len(pixels) != strip.pixel_count or pixels.byteorder != strip.order:
            raise DriverError(
                f"strip: {len(pixels)} pixels of order {pixels.byteorder} for a profile with "
                f"{strip.pixel_count} of {strip.order}; build them from this profile"
            )
        self._pixels = pixels
        self._strip = strip
        self._spans = strip.pixels
        self._shown: Frame = ((0, 0, 0),) * strip.pixel_count
        self._scene: Scene | None = None
        self._period: Period = ()
        """How the scene looks through a period of its rhythms."""
        self._next_picture = 0.0
        self._next_refresh = 0.0

    def show(self, scene: Scene, now: float) -> float:
        """Draw the scene as it looks now; a call with nothing new to draw costs next to nothing.

        Return when there is something to draw again.
        """
        is_same = scene is self._scene or scene == self._scene
        if is_same and now < self._next_picture:
            return self._next_picture
        if not is_same:
            strip, self._scene = self._strip, scene
            self._period = period_of(
                scene, self._spans, strip.pixel_count, strip.brightness, strip.current_budget_ma
            )
        colours = self._period[slot_at(now) % SLOTS]
        if colours != self._shown or now >= self._next_refresh:
            self._next_refresh = now + REFRESH_SECONDS
            self._transmit(colours)
        self._next_picture = min(next_change(self._period, now), self._next_refresh)
        return self._next_picture

    def dim(self, brightness: float) -> None:
        """Let everything be as bright as this share of full light from now on."""
        self._strip, self._scene = replace(self._strip, brightness=brightness), None

    def close(self) -> None:
        """Put all lights out."""
        self._transmit(((0, 0, 0),) * self._strip.pixel_count)

    def _transmit(self, colours: Frame) -> None:
        for index, (old, new) in enumerate(zip(self._shown, colours, strict=True)):
            if old != new:
                self._pixels[index] = new
        self._shown = colours
        self._pixels.show()
