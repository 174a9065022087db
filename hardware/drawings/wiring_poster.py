"""The wiring on one page: the base from below, each wire in its colour from its pole to where it ends.

Places are where they are; from south to north the scale is larger, so that the wires have room.
"""

from collections.abc import Mapping
from itertools import pairwise

from cupsboard.profile import Profile
from cupsboard.rules.places import Place

from hardware.drawings.drawing import CARD, FAINT, INK, SOFT, WIRES, Drawing
from hardware.parts.cables import ROW_OF_PLUGS, Cable, cables
from hardware.parts.deck import Deck
from hardware.parts.electronics import CABLE_HOLE, Box, Electronics
from hardware.parts.flat import Point

_WIDTH, _TOP, _MARGIN, _LEGEND = 1600.0, 90.0, 40.0, 155.0
_MOST_UP, _LEAST_ACROSS = 3.4, 2.33
"""Pixels a millimetre from south to north at most, and at least from left to right."""
_PAGE = 277.0 / 190.0
"""Width over height of what A4 holds, lying, within margins of 10 mm; Letter is higher."""
_APART = 3.0
_MEANINGS: Mapping[str, str] = {
    "black": "ground",
    "red": "5 V",
    "orange": "3.3 V",
    "violet": "clock: SCK, CLK",
    "blue": "data: DOUT, DAT",
    "green": "lights: DIN",
    "yellow": "button",
    "brown": "buzzer",
}
_CELL = (("E+", "red"), ("E−", "black"), ("A−", "white"), ("A+", "green"))


def wiring_poster(profile: Profile, layout: Deck, *, one_supply: bool = False) -> str:
    """Return the poster of a board of two rows as SVG; `one_supply` for modules that have one supply pin."""
    return _Poster(profile, layout, one_supply).drawn()


class _Poster:
    def __init__(self, profile: Profile, layout: Deck, one_supply: bool) -> None:
        self.profile, self.layout, self.one_supply = profile, layout, one_supply
        self.electronics = Electronics(profile, layout)
        width, depth = layout.size
        self.across = max(_LEAST_ACROSS, (_WIDTH - 2 * _MARGIN) / width)
        page_width = 2 * _MARGIN + width * self.across
        self.up = min(_MOST_UP, (page_width / _PAGE - _TOP - _LEGEND) / depth)
        self.low = _TOP + depth * self.up
        self.own = cables(profile, layout, one_supply=one_supply)
        self.apart = min(_APART, ROW_OF_PLUGS * self.across / profile.cups / 6)
        self.drawing = Drawing(page_width, self.low + _LEGEND, f"Wiring of the {profile.name} board")

    def drawn(self) -> str:
        drawing = self.drawing
        drawing.text(_MARGIN, 40, f"{self.profile.name}: all wires", size=24, bold=True)
        drawing.text(
            _MARGIN,
            66,
            "The base turned over towards you and seen from below: south is above, left stays left. A line "
            "is a wire; its length is for cutting, both ends included.",
            size=14,
            fill=SOFT,
        )
        self._boards()
        for cable in self.own:
            self._cable(cable)
        for cable in self.own:
            self._name(cable)
        self._legend()
        return drawing.text_file()

    def _at(self, x: float, y: float) -> Point:
        """Return where a point of the base is on the page: from below, what lies south is above."""
        width, depth = self.layout.size
        return (_MARGIN + (x + width / 2) * self.across, _TOP + (y + depth / 2) * self.up)

    def _box(self, box: Box, fill: str, line: str, dashes: str = "") -> Point:
        (left, top), (right, low) = self._at(box.left, box.low), self._at(box.right, box.high)
        self.drawing.box(left, top, right - left, low - top, fill=fill, line=line, dashes=dashes, corner=4)
        return ((left + right) / 2, (top + low) / 2)

    def _boards(self) -> None:
        drawing, electronics = self.drawing, self.electronics
        self._box(Box.round((0.0, 0.0), self.layout.size), CARD, FAINT)
        for lath in electronics.battens():
            x, y = self._box(lath, "#efe3cb", FAINT)
            drawing.text(x, y + 4, "lath", size=12, fill=SOFT, anchor="middle")
        for place in self.profile.places:
            hole = self._at(*electronics.cable_hole(place))
            drawing.circle(*hole, CABLE_HOLE / 2 * self.across, fill="#ffffff", line=SOFT, weight=1)
        computer, carrier = electronics.computer, electronics.carrier
        x, y = self._box(computer, "#e3f1e4", INK)
        drawing.text(x, y, "Raspberry Pi", size=15, anchor="middle", bold=True)
        drawing.text(x, y + 18, "on a supply of its own", size=12, fill=SOFT, anchor="middle")
        self._ribbon(computer, carrier)
        x, y = self._box(carrier, "#e3f1e4", INK)
        drawing.text(x, y, "carrier", size=15, anchor="middle", bold=True)
        drawing.text(x, y + 18, "its parts towards you", size=12, fill=SOFT, anchor="middle")
        x, y = self._at(*electronics.riser)
        drawing.circle(x, y, 9, fill="#ffffff", line=SOFT, weight=1)
        x, y = self._at(*electronics.jack)
        drawing.box(x - 14, y - 20, 28, 40, fill="#ffffff", line=INK, corner=3)
        drawing.text(x, y + 38, "jack", size=13, anchor="middle", bold=True)

    def _ribbon(self, computer: Box, carrier: Box) -> None:
        (left, y), (right, _) = self._at(computer.right, 0.0), self._at(carrier.left, 0.0)
        for number in range(21):
            level, colour = y - 40 + 4 * number, WIRES["ribbon" if number else "red"]
            self.drawing.path(((left, level), (right, level)), line=colour, weight=2.2)
        self.drawing.text((left + right) / 2, y - 62, "ribbon", size=12, anchor="middle", bold=True)
        self.drawing.text((left + right) / 2, y - 48, "pin 1", size=11, fill=WIRES["red"], anchor="middle")

    def _cable(self, cable: Cable) -> None:
        for wire, way in cable.ways(self.apart / self.across, self.apart / self.up):
            points = [self._at(x, y) for x, y, _ in way]
            kept = [points[0], *(b for a, b in pairwise(points) if a != b)]
            self.drawing.path(kept, line=WIRES[wire.colour], weight=self.apart * 0.6)
            self.drawing.circle(*points[0], 1.1 * self.apart, fill=WIRES[wire.colour])

    def _name(self, cable: Cable) -> None:
        """Write the name of a cable's plug, and how long its wires are cut."""
        (x, y), length = self._at(*cable.corners[0][:2]), f"{cable.wires[0].length_mm} mm"
        if cable.plug not in self.profile.places:
            beside = self._at(*self.electronics.riser)[0] + 16
            self.drawing.text(beside, y - 5, f"{cable.plug} · {length}", size=12, bold=True)
            return
        size = min(12.0, 5 * self.apart)
        is_above = y < self._at(*self.electronics.carrier.middle)[1]
        level = y + (1 if is_above else -1) * (14 + 0.33 * size * len(cable.plug))
        self.drawing.text(
            x + 0.35 * size, level, cable.plug, size=size, anchor="middle", bold=True, turned=True
        )
        box = self.electronics.module(Place(cable.plug))
        x, y = self._box(box, "#ffffff", SOFT, "5 4")
        size = min(12.0, self.across * (box.right - box.left) / (0.6 * len(cable.plug)))
        for row, words in enumerate(("HX711", cable.plug, length)):
            self.drawing.text(x, y - 12 + 17 * row, words, size=size, anchor="middle", bold=row == 1)

    def _legend(self) -> None:
        drawing, y = self.drawing, self.low + 34
        used = {wire.colour for cable in self.own for wire in cable.wires}
        for number, (colour, words) in enumerate((c, w) for c, w in _MEANINGS.items() if c in used):
            x, level = _MARGIN + 200 * (number // 4), y + 30 * (number % 4)
            drawing.path(((x, level - 4), (x + 36, level - 4)), line=WIRES[colour], weight=4)
            drawing.text(x + 46, level, f"{colour}: {words}", size=13)
        x = _MARGIN + 420
        drawing.box(x + 130, y - 20, 150, 130, fill="#e3f1e4", line=INK)
        drawing.text(x + 205, y + 40, "HX711", size=15, anchor="middle", bold=True)
        pins = "one supply pin" if self.one_supply else "one a place"
        drawing.text(x + 200, y + 58, pins, size=10.5, fill=SOFT, anchor="middle")
        for row, (name, colour) in enumerate(_CELL):
            self._end(x + 40, y + 4 + 28 * row, x + 130, name, colour, inwards=1)
        for row, wire in enumerate(self.own[0].wires):
            self._end(x + 370, y - 4 + 24 * row, x + 280, wire.end.pin, wire.colour, inwards=-1)
        drawing.text(x + 30, y + 50, "cell", size=13, anchor="end", bold=True)
        drawing.text(x + 380, y + 50, "plug of its place", size=13, bold=True)
        notes = (
            *(("VCC gets the regulator's 3.3 V: never 5 V, nor the Pi's.",) if self.one_supply else ()),
            "Most modules have their pins in another order: go by the names.",
            "Cells of other makers have other colours: follow their sheet.",
            "Deck: strip, buzzer and buttons through the hole beside the carrier.",
            "From piece to piece of the strip, in sowing order, three short wires:",
            "red 5 V, black ground, green from DOUT to DIN.",
        )
        for number, words in enumerate(notes):
            drawing.text(x + 545, y + 22 * number, words, size=12.5)

    def _end(self, x: float, y: float, at: float, name: str, colour: str, *, inwards: int) -> None:
        self.drawing.path(((x, y), (at, y)), line=WIRES[colour], weight=3)
        self.drawing.circle(at, y, 4, fill=WIRES[colour])
        self.drawing.text(at + 10 * inwards, y + 4, name, size=11.5, anchor="start" if inwards > 0 else "end")
