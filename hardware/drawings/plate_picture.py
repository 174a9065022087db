"""A plate to cut, with every hole's diameter and every large one's middle, as a drawing to saw by."""

from cupsboard.profile import Profile

from hardware.drawings.drawing import DATA, FAINT, INK, PIXEL, SOFT, Drawing
from hardware.parts.electronics import Box
from hardware.parts.flat import Point
from hardware.parts.table import Table
from hardware.plans.plates import Hole, Mark, Plate, deck

_SCALE, _LEFT, _TOP, _BELOW = 1.35, 70.0, 120.0, 50.0
_ROOM_FOR_WORDS = 680.0
"""The width that the words above the smallest plate need, in the widest font."""
_NAMED_FROM = 12.0
"""Holes at least as wide have their name and middle written in; the others' diameter stands beside them."""


def deck_picture(profile: Profile, layout: Table) -> str:
    """Return the deck of a board of spots as SVG, with the feet below it."""
    feet = tuple(Mark(f"foot {place}", Box(*layout.foot(place))) for place in profile.places)
    return plate_picture(deck(profile, layout), feet)


def plate_picture(plate: Plate, stands: tuple[Mark, ...] = ()) -> str:
    """Return the plate from above as SVG; `stands` are dashed: what is below it."""
    return _Picture(plate, stands).drawn()


class _Picture:
    def __init__(self, plate: Plate, stands: tuple[Mark, ...]) -> None:
        self.plate, self.stands = plate, stands
        width, depth = (_SCALE * side for side in plate.size)
        self.drawing = Drawing(
            max(width + 2 * _LEFT, _ROOM_FOR_WORDS), _TOP + depth + _BELOW, f"{plate.name}, to saw and drill"
        )

    def drawn(self) -> str:
        (width, depth), drawing = self.plate.size, self.drawing
        words = f"{self.plate.name}: {width:g} × {depth:g} mm, {self.plate.thickness:g} mm thick"
        drawing.text(30, 40, words, size=22, bold=True)
        about = "Millimetres, from above; middles from the middle of the plate. Dashed: feet below."
        drawing.text(30, 64, about, fill=SOFT)
        corner = _SCALE * self.plate.corner
        left, top = self._at(-width / 2, depth / 2)
        drawing.box(left, top, _SCALE * width, _SCALE * depth, fill="#faf4e9", line=INK, corner=corner)
        for x1, y1, x2, y2 in ((-width / 2, 0.0, width / 2, 0.0), (0.0, -depth / 2, 0.0, depth / 2)):
            drawing.path((self._at(x1, y1), self._at(x2, y2)), line=FAINT, weight=1, dashes="12 4 3 4")
        for mark in self.stands:
            box = mark.box
            x, y = self._at(box.left, box.high)
            size = _SCALE * (box.right - box.left), _SCALE * (box.high - box.low)
            drawing.box(x, y, *size, line=SOFT, weight=1, dashes="5 4", corner=4)
        for hole in self.plate.holes:
            self._draw_hole(hole)
        self._draw_small_diameters()
        return drawing.text_file()

    def _at(self, x: float, y: float) -> Point:
        width, depth = self.plate.size
        return (_LEFT + (x + width / 2) * _SCALE, _TOP + (depth / 2 - y) * _SCALE)

    def _draw_hole(self, hole: Hole) -> None:
        (x, y), drawing = self._at(*hole.middle), self.drawing
        drawing.circle(x, y, _SCALE * hole.diameter / 2, fill="#ffffff", line=DATA if hole.is_pilot else INK)
        if hole.diameter >= 2 * _NAMED_FROM:
            middle = f"{hole.middle[0]:g}, {hole.middle[1]:g}"
            for words, level, fill in (
                (hole.use, -10, INK),
                (f"Ø {hole.diameter:g}", 6, PIXEL),
                (middle, 22, SOFT),
            ):
                drawing.text(x, y + level, words, size=12, anchor="middle", fill=fill, bold=level < 0)
        elif hole.diameter >= _NAMED_FROM:
            drawing.text(x, y - _SCALE * hole.diameter / 2 - 5, hole.use, size=11, anchor="middle", fill=SOFT)

    def _draw_small_diameters(self) -> None:
        """Say below the plate which small holes are what for, by their diameters."""
        uses: dict[float, str] = {}
        for hole in self.plate.holes:
            if hole.diameter < 2 * _NAMED_FROM:
                uses.setdefault(hole.diameter, hole.use.split(" at ")[0].split(" one")[0])
        words = "; ".join(f"Ø {diameter:g}: {use}" for diameter, use in sorted(uses.items()))
        self.drawing.text(_LEFT, _TOP + _SCALE * self.plate.size[1] + 30, words, size=12, fill=PIXEL)
