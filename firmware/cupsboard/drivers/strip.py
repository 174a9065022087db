"""The lights on a strip of pixels, through any PixelBuf of adafruit_pixelbuf.

On a Pi the pixels are a `neopixel.NeoPixel`, in the simulator another subclass of the same PixelBuf, built
with `auto_write=False` and its own brightness left at 1: dimming is the palette's, which counts the current.
"""

from dataclasses import replace
from typing import Protocol

from cupsboard.drivers.errors import DriverError
from cupsboard.profile import Strip
from cupsboard.signs.light_patterns import Colour, next_picture, render
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
        self._shown: list[Colour] = [(0, 0, 0)] * strip.pixel_count
        self._scene: Scene | None = None
        self._next_picture = 0.0
        self._next_refresh = 0.0

    def show(self, scene: Scene, now: float) -> None:
        """Draw the scene as it looks now; a call with nothing new to draw costs next to nothing."""
        if now < self._next_picture and (scene is self._scene or scene == self._scene):
            return
        self._scene = scene
        self._next_picture = next_picture(now)
        colours = render(
            scene,
            self._spans,
            self._strip.pixel_count,
            now,
            brightness=self._strip.brightness,
            budget_milliamperes=self._strip.current_budget_ma,
        )
        if colours != self._shown or now >= self._next_refresh:
            self._next_refresh = now + REFRESH_SECONDS
            self._transmit(colours)

    def dim(self, brightness: float) -> None:
        """Let everything be as bright as this share of full light from now on."""
        self._strip = replace(self._strip, brightness=brightness)
        self._next_picture = 0.0

    def close(self) -> None:
        """Put all lights out."""
        self._transmit([(0, 0, 0)] * self._strip.pixel_count)

    def _transmit(self, colours: list[Colour]) -> None:
        for index, (old, new) in enumerate(zip(self._shown, colours, strict=True)):
            if old != new:
                self._pixels[index] = new
        self._shown = colours
        self._pixels.show()
