"""A board taken apart: laths and electronics, base, feet with cells, holders, deck, cups, one above another.

An oblique view: x to the right, y back and up, z up. What is further back is drawn first.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cupsboard.profile import Profile
from cupsboard.rules.places import Place, is_cup

from hardware.drawings.drawing import CLOCK, DATA, INK, PIXEL, SOFT, Drawing
from hardware.parts.deck import Deck
from hardware.parts.electronics import (
    BATTEN_HEIGHT,
    CARRIER_HEIGHT,
    MODULE_HEIGHT,
    PI_HEIGHT,
    POST_SIZE,
    Box,
    Electronics,
)
from hardware.parts.flat import Point
from hardware.parts.table import TRAY_MM, Table
from hardware.plans import plates

_BACK_X, _BACK_Y = 0.42, 0.38
_GAP, _MARGIN, _LABELS, _TOP = 62.0, 30.0, 290.0, 90.0
_WOOD, _PLASTIC, _METAL, _BOARD, _CUP = "#f1e3cd", "#d6ebf0", "#dfe3e7", "#cfe6cf", "#fbeede"
_CORNERS = 40
_CUP_HEIGHT = 45.0
_SPREAD = 0.55
"""How much of a layer's own depth lies free between two layers: less, and one hides the other."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """One layer: what it is called, how high it is, and what draws it at a height."""

    name: str
    more: str
    height: float
    draw: Callable[[float], None]


def exploded_picture(profile: Profile, layout: Deck | Table) -> str:
    """Return the picture of a board's parts above one another, as SVG."""
    return _Picture(profile, layout).drawn()


class _Picture:
    def __init__(self, profile: Profile, layout: Deck | Table) -> None:
        self.profile, self.layout = profile, layout
        self.electronics = Electronics(profile, layout)
        self.size, self.layers = layout.size, self._layers()
        width, depth = self.size
        total = sum(layer.height + _GAP for layer in self.layers)
        self.width = 2 * _MARGIN + _LABELS + width + _BACK_X * depth
        self.height = _TOP + total + len(self.layers) * _BACK_Y * depth * _SPREAD + _MARGIN
        self.drawing = Drawing(self.width, self.height, f"The {profile.name} board taken apart")

    def _layers(self) -> tuple[_Layer, ...]:
        measures = self.layout.measures
        return (
            _Layer(
                "cups" if self.profile.cups else "cups and trays",
                "stand in the holders",
                _CUP_HEIGHT,
                self._cups,
            ),
            _Layer("deck", f"6 mm, on posts of {measures.deck_posts:g} mm", 9.0, self._deck),
            _Layer("holders", "two screws from above into the cell's free end", 14.0, self._holders),
            _Layer("feet, cells, modules", "four wood screws a foot; HX711 beside it", 30.0, self._feet),
            _Layer("base", "18 mm; a stop screw comes up under each bar", 18.0, self._base),
            _Layer(
                "electronics and laths", "hang under the base, between the laths", BATTEN_HEIGHT, self._below
            ),
        )

    def drawn(self) -> str:
        """Draw the layers from the lowest up, so that each stands before the one below."""
        drawing = self.drawing
        drawing.text(_MARGIN, 40, f"{self.profile.name}: taken apart", size=22, bold=True)
        drawing.text(_MARGIN, 64, "From below: each layer is screwed to the one under it.", fill=SOFT)
        depth = self.size[1]
        level = self.height - _MARGIN - _BACK_Y * depth / 2
        for number, layer in enumerate(reversed(self.layers), start=1):
            layer.draw(level)
            drawing.text(_MARGIN, level - 4, f"{number}. {layer.name}", size=15, bold=True)
            drawing.text(_MARGIN, level + 14, layer.more, size=11, fill=SOFT)
            level -= layer.height + _GAP + _BACK_Y * depth * _SPREAD
        return drawing.text_file()

    def _at(self, x: float, y: float, level: float) -> Point:
        """Return where a point of the board is in the picture, on the plane at a level."""
        width, depth = self.size
        left = _MARGIN + _LABELS + width / 2 + _BACK_X * depth / 2
        return (left + x + _BACK_X * y, level - _BACK_Y * y)

    def _block(self, box: Box, level: float, height: float, fill: str) -> None:
        """Draw a block: its front, its right side and its top."""
        faces = (
            (
                (box.left, box.low, 0.0),
                (box.right, box.low, 0.0),
                (box.right, box.low, height),
                (box.left, box.low, height),
            ),
            (
                (box.right, box.low, 0.0),
                (box.right, box.high, 0.0),
                (box.right, box.high, height),
                (box.right, box.low, height),
            ),
            (
                (box.left, box.low, height),
                (box.right, box.low, height),
                (box.right, box.high, height),
                (box.left, box.high, height),
            ),
        )
        for face in faces:
            corners = [self._at(x, y, level - z) for x, y, z in face]
            self.drawing.path(corners, line=INK, weight=0.8, fill=fill, closed=True)

    def _ring(self, middle: Point, diameter: float, level: float) -> list[Point]:
        turns = [2 * math.pi * corner / _CORNERS for corner in range(_CORNERS)]
        x, y = middle
        r = diameter / 2
        return [self._at(x + r * math.cos(turn), y + r * math.sin(turn), level) for turn in turns]

    def _round(self, middle: Point, diameter: float, level: float, height: float, fill: str) -> None:
        """Draw a round part: a hull of its two rims, then its upper rim."""
        low, high = self._ring(middle, diameter, level), self._ring(middle, diameter, level - height)
        self.drawing.path(hull([*low, *high]), line=INK, weight=0.8, fill=fill, closed=True)
        self.drawing.path(high, line=INK, weight=0.8, fill=fill, closed=True)

    def _from_the_back(self) -> Iterator[Place]:
        yield from sorted(self.profile.places, key=lambda place: -self.layout.middle(place)[1])

    def _cups(self, level: float) -> None:
        for place in self._from_the_back():
            if is_cup(place) or self.profile.cups:
                pot = self.layout.pot.top if isinstance(self.layout, Deck) else 0.0
                across = self.layout.measures.cup.top if is_cup(place) else pot
                self._round(self.layout.middle(place), across, level, _CUP_HEIGHT, _CUP)
            else:
                self._round(self.layout.middle(place), TRAY_MM, level, 6.0, _WOOD)

    def _deck(self, level: float) -> None:
        plate = plates.deck(self.profile, self.layout)
        for post in self.electronics.posts():
            self._block(Box.round(post, (POST_SIZE, POST_SIZE)), level + 26.0, 26.0, _WOOD)
        self._block(Box.round((0.0, 0.0), plate.size), level, 6.0, _WOOD)
        for hole in plate.holes:
            if not hole.is_pilot:
                ring = self._ring(hole.middle, hole.diameter, level - 6.0)
                self.drawing.path(ring, line=INK, weight=0.8, fill="#ffffff", closed=True)
        for place in self.profile.places:
            x, y = self.electronics.strip(place)
            ring = self._ring((x, y), 9.0, level - 6.0)
            self.drawing.path(ring, line=PIXEL, weight=1.2, fill="#e5f3e8", closed=True)

    def _holders(self, level: float) -> None:
        for place in self._from_the_back():
            across = self.layout.hole(place) - 2 * self.layout.measures.gap
            self._round(self.layout.middle(place), across, level, 12.0, _PLASTIC)

    def _feet(self, level: float) -> None:
        m = self.layout.measures
        for place in self._from_the_back():
            foot, (x, y) = Box(*self.electronics.foot(place)), self.layout.middle(place)
            self._block(self.electronics.module(place), level, MODULE_HEIGHT, _BOARD)
            self._block(foot, level, m.plate, _PLASTIC)
            is_along_x = foot.right - foot.left > foot.high - foot.low
            inset = 8.0
            size = (
                (foot.right - foot.left - 2 * inset, m.cell_width)
                if is_along_x
                else (
                    m.cell_width,
                    foot.high - foot.low - 2 * inset,
                )
            )
            middle = (foot.middle[0], y) if is_along_x else (x, foot.middle[1])
            self._block(Box.round(middle, size), level - m.plate - m.pad, m.cell_height, _METAL)

    def _base(self, level: float) -> None:
        plate = plates.base(self.profile, self.layout)
        self._block(Box.round((0.0, 0.0), plate.size), level, 18.0, _WOOD)
        for hole in plate.holes:
            if not hole.is_pilot:
                ring = self._ring(hole.middle, hole.diameter, level - 18.0)
                self.drawing.path(ring, line=INK, weight=0.8, fill=INK, closed=True)

    def _below(self, level: float) -> None:
        near, far = self.electronics.battens()
        self._block(far, level, BATTEN_HEIGHT, _WOOD)
        for box, height, name, colour in (
            (self.electronics.computer, PI_HEIGHT, "Pi", DATA),
            (self.electronics.carrier, CARRIER_HEIGHT, "carrier", CLOCK),
        ):
            top = level - BATTEN_HEIGHT
            self._block(box, top + height, height, _BOARD)
            x, y = self._at(*box.middle, top)
            self.drawing.text(x, y + 4, name, size=12, anchor="middle", fill=colour, bold=True)
        self._block(near, level, BATTEN_HEIGHT, _WOOD)


def hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex hull of points (Andrew's monotone chain)."""
    ordered = sorted(points)

    def half(way: Sequence[Point]) -> list[Point]:
        chain: list[Point] = []
        for point in way:
            while len(chain) > 1 and _turns_right(chain[-2], chain[-1], point):
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return [*half(ordered), *half(ordered[::-1])]


def _turns_right(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0
