"""The signs of a circuit: parts, flags that join nets, grounds, resistors, capacitors, chips with pins."""

import math
from collections.abc import Mapping

from hardware.circuit.chips import PINS, Chip, ChipPin, Net
from hardware.drawings.drawing import (
    CARD,
    CLOCK,
    FAINT,
    FIVE_VOLTS,
    GROUND,
    INK,
    PAPER,
    PIXEL,
    SOFT,
    THREE_VOLTS,
    Drawing,
)

NET_COLOURS: Mapping[Net, str] = {
    Net.GROUND: GROUND,
    Net.THREE_VOLTS: THREE_VOLTS,
    Net.FIVE_VOLTS: FIVE_VOLTS,
    Net.CLOCK: CLOCK,
    Net.BRANCH: CLOCK,
    Net.PIXELS: PIXEL,
    Net.STRIP: PIXEL,
    Net.OPEN: SOFT,
}
CHIP_WIDTH, PIN_STEP = 132.0, 30.0
RESISTOR = 74.0
"""The length of a resistor with its two ends."""
_STUB = 14.0


class Signs:
    """Draws signs on a drawing."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing

    def part(self, x: float, y: float, width: float, height: float, name: str, more: str = "") -> None:
        """A box with a name."""
        self.drawing.box(x, y, width, height, fill=CARD, line=FAINT, corner=10, weight=2)
        self.drawing.text(x + 14, y + 24, name, size=14, bold=True)
        if more:
            self.drawing.text(x + 14, y + 42, more, size=11.5, fill=SOFT)

    def chip(self, x: float, y: float, chip: Chip) -> None:
        """A DIP from above with its notch on top; every pin has its number, its name and a flag."""
        rows = PINS // 2
        height = rows * PIN_STEP + 8
        self.drawing.text(x, y - 28, f"{chip.name}, DIP-14 from above", size=14, bold=True)
        self.drawing.text(x, y - 11, f"{chip.purpose}, at {chip.supply.value}", size=11.5, fill=SOFT)
        self.drawing.box(x, y, CHIP_WIDTH, height, fill=CARD, line=INK, corner=6, weight=2)
        middle, turns = x + CHIP_WIDTH / 2, [math.pi * step / 12 for step in range(13)]
        notch = [(middle + 9 * math.cos(turn), y + 9 * math.sin(turn)) for turn in turns]
        self.drawing.path(notch, line=INK, weight=2, fill=PAPER)
        for pin in chip.pins:
            is_left = pin.number <= rows
            row = pin.number - 1 if is_left else PINS - pin.number
            self._pin(x if is_left else x + CHIP_WIDTH, y + 20 + row * PIN_STEP, pin, is_left=is_left)

    def _pin(self, x: float, y: float, pin: ChipPin, *, is_left: bool) -> None:
        inward = 1 if is_left else -1
        anchor = "start" if is_left else "end"
        self.drawing.text(x + inward * 7, y + 4, str(pin.number), size=11, anchor=anchor, fill=SOFT)
        self.drawing.text(x + inward * 27, y + 4, pin.name, size=12, anchor=anchor, bold=True)
        self.flag(x, y, pin.end.label, NET_COLOURS[pin.end.net], leftward=is_left)

    def flag(
        self, x: float, y: float, name: str, colour: str, *, leftward: bool = False, upward: bool = False
    ) -> float:
        """A net's name at the end of a short wire; where the flag ends, outwards."""
        width = flag_width(name)
        if upward:
            self.drawing.path(((x, y), (x, y - 8)), line=colour, weight=2)
            left, low = x - width / 2, y - 28.0
        else:
            end = x - _STUB if leftward else x + _STUB
            self.drawing.path(((x, y), (end, y)), line=colour, weight=2)
            left, low = (end - width if leftward else end), y - 10
        self.drawing.box(left, low, width, 20, fill=colour, corner=10)
        self.drawing.text(
            left + width / 2, low + 14, name, size=11.5, fill="#ffffff", anchor="middle", bold=True
        )
        return left if leftward else left + width

    def resistor(self, x: float, y: float, value: str, colour: str) -> float:
        """From left to right; where it ends."""
        self.drawing.path(((x, y), (x + 16, y)), line=colour, weight=2)
        self.drawing.box(x + 16, y - 7, 42, 14, fill=PAPER, line=colour, corner=2, weight=2)
        self.drawing.path(((x + 58, y), (x + RESISTOR, y)), line=colour, weight=2)
        self.drawing.text(x + 37, y - 12, value, size=11, anchor="middle", fill=INK)
        return x + RESISTOR

    def pull_down(self, x: float, y: float, value: str, colour: str) -> None:
        """A resistor from a wire down to ground."""
        self.drawing.circle(x, y, 3.5, fill=colour)
        self.drawing.path(((x, y), (x, y + 12)), line=colour, weight=2)
        self.drawing.box(x - 7, y + 12, 14, 32, fill=PAPER, line=colour, corner=2, weight=2)
        self.drawing.text(x + 13, y + 32, value, size=11, fill=INK)
        self.ground(x, y + 48, top=y + 44)

    def capacitor(self, x: float, y: float, value: str) -> None:
        """From a point to the right, to ground."""
        self.drawing.path(((x, y), (x + 12, y)), line=GROUND, weight=2)
        for plate in (12, 18):
            self.drawing.path(((x + plate, y - 10), (x + plate, y + 10)), line=GROUND, weight=3)
        self.drawing.text(x + 15, y - 15, value, size=11, anchor="middle", fill=INK)
        self.flag(x + 18, y, "ground", GROUND)

    def ground(
        self, x: float, y: float, *, top: float | None = None, left: float | None = None, flat: bool = False
    ) -> None:
        """A ground sign with its upper bar at y; a wire comes from above or from the side."""
        if left is not None:
            self.drawing.path(((left, y), (x, y), (x, y + 8)), line=GROUND, weight=2)
        elif flat:
            self.drawing.path(((x, y), (x, y + 8)), line=GROUND, weight=2)
        else:
            self.drawing.path(((x, top if top is not None else y), (x, y + 8)), line=GROUND, weight=2)
        for step, half in ((0, 11), (5, 7), (10, 3)):
            self.drawing.path(((x - half, y + 8 + step), (x + half, y + 8 + step)), line=GROUND, weight=2.5)


def flag_width(name: str) -> float:
    """Wide enough for the widest of the fonts that pictures are shown in."""
    return max(46.0, 18 + 8.2 * len(name))
