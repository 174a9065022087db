"""Where the holes of the deck and the feet on the base board go, and the drawing to drill by."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cupsboard.profile import Profile
from cupsboard.rules.places import Place, Side, cup, is_cup, pot

from hardware.drawings.drawing import BUTTON, DATA, FAINT, INK, PIXEL, SOFT, Drawing
from hardware.parts.flat import Point
from hardware.parts.mount import Cup, Measures, MountError

POT = Cup("pot", foot=90.0, stand=86.0, top=100.0)
"""If nothing else is said."""
BETWEEN_TOPS = 10.0
"""From the edge of a cup to that of the next: they never touch, and a finger gets between them."""
_WEB, _BORDER = 20.0, 14.0
_LEAST_PITCH, _LEAST_ROWS_APART = 90.0, 110.0
_SCALE, _LEFT, _TOP = 1.35, 90.0, 150.0
_PLATE_BEFORE, _PLATE_BEYOND = 8.0, 8.0


@dataclass(frozen=True, slots=True)
class Deck:
    """Middles of places in millimetres from the middle of the board, x to south's right, y towards north."""

    cups: int
    measures: Measures
    pot: Cup
    asked_pitch: float | None = None
    """From one cup to the next, if it shall be more than the cups need."""

    @property
    def pot_measures(self) -> Measures:
        """Those of a pot's parts; its cell has the shape of the others."""
        return replace(self.measures, cup=self.pot)

    def check(self) -> None:
        """Refuse a deck whose parts can't be made, or whose cups would touch. Raises MountError."""
        self.measures.check()
        self.pot_measures.check()
        if self.asked_pitch is not None and not self._needed_pitch <= self.asked_pitch < 400:
            raise MountError(
                f"pitch: {self.asked_pitch:g} mm is not between {self._needed_pitch:g} and 400, for cups "
                f"of {self.measures.cup.foot:g} mm at the foot and {self.measures.cup.top:g} mm at the top; "
                "give more, or leave it out"
            )

    @property
    def pitch(self) -> float:
        """From one cup to the next."""
        return max(_LEAST_PITCH, self._needed_pitch, self.asked_pitch or 0.0)

    @property
    def _needed_pitch(self) -> float:
        wanted = (
            self.measures.deck_hole + _WEB,
            self.measures.plate_width + 10,
            self.measures.cup.top + BETWEEN_TOPS,
        )
        return max(wanted)

    @property
    def rows_apart(self) -> float:
        """From south's row to north's."""
        return max(
            _LEAST_ROWS_APART, self.measures.deck_hole + 2 * _WEB, self.measures.cup.top + BETWEEN_TOPS
        )

    @property
    def pot_beside(self) -> float:
        """From the last cup to the pot, along the board: their holes apart, and their tops on the slant."""
        holes = self.measures.deck_hole / 2 + _WEB + self.pot_measures.deck_hole / 2
        slant = (self.measures.cup.top + self.pot.top) / 2 + BETWEEN_TOPS
        along = math.sqrt(max(0.0, slant**2 - (self.rows_apart / 2) ** 2))
        return max(holes, math.ceil(along))

    def middle(self, place: Place) -> Point:
        """Where a cup or pot stands."""
        sign = 1 if place.startswith("south") else -1
        last_x = (self.cups - 1) / 2 * self.pitch
        if not is_cup(place):
            return (sign * (last_x + self.pot_beside), 0.0)
        column = int(place.rpartition("-")[2]) - 1
        return (sign * (column * self.pitch - last_x), -sign * self.rows_apart / 2)

    def hole(self, place: Place) -> float:
        """The diameter of a place's hole."""
        return (self.measures if is_cup(place) else self.pot_measures).deck_hole

    def strip_beside(self, place: Place) -> float:
        """From a place's middle out to its piece of strip: off the hole, and not below the cup's edge."""
        top = self.measures.cup.top if is_cup(place) else self.pot.top
        return max(self.hole(place) / 2 + 12, top / 2 + 8)

    @property
    def reach(self) -> float:
        """From the middle of a place to the outer end of its foot: fixed ends point outwards."""
        return self.measures.load_x + _PLATE_BEFORE

    @property
    def size(self) -> Point:
        """Width and depth of deck and base board, rounded up to 10."""
        beside_pot, beside_cup = (
            max(self.reach, self.strip_beside(place) + 6) for place in (pot(Side.SOUTH), cup(Side.SOUTH, 1))
        )
        width = 2 * (self.middle(pot(Side.SOUTH))[0] + beside_pot + _BORDER)
        depth = 2 * (self.rows_apart / 2 + beside_cup + _BORDER)
        return (-(-width // 10) * 10, -(-depth // 10) * 10)

    def foot(self, place: Place) -> tuple[float, float, float, float]:
        """Left, low, right and high border of a place's foot."""
        x, y = self.middle(place)
        inner = self.measures.cell_length - self.measures.load_x + _PLATE_BEYOND
        half, outward = self.measures.plate_width / 2, (1 if place.startswith("south") else -1)
        if is_cup(place):
            low, high = sorted((y - outward * self.reach, y + outward * inner))
            return (x - half, low, x + half, high)
        left, right = sorted((x + outward * self.reach, x - outward * inner))
        return (left, y - half, right, y + half)


def deck_drawing(profile: Profile, deck: Deck) -> str:
    """The deck from above with its holes, the feet below it dashed, as SVG."""
    return _Plan(profile, deck).draw()


class _Plan:
    def __init__(self, profile: Profile, deck: Deck) -> None:
        self.profile, self.deck = profile, deck
        width, depth = deck.size
        self.drawing = Drawing(
            2 * _LEFT + width * _SCALE, _TOP + depth * _SCALE + 60, f"Deck of the {profile.name} board"
        )

    def draw(self) -> str:
        drawing, (width, depth) = self.drawing, self.deck.size
        drawing.text(30, 40, f"{self.profile.name}: deck and base board", size=22, bold=True)
        drawing.text(
            30,
            64,
            "Millimetres, from above. Holes are the deck's. Dashed: feet on the base board, tops of cups.",
            fill=SOFT,
        )
        drawing.box(
            *self._at(-width / 2, depth / 2),
            width * _SCALE,
            depth * _SCALE,
            fill="#faf4e9",
            line=INK,
            corner=14,
        )
        for x, y in ((0.0, depth / 2 + 8), (0.0, -depth / 2 - 8)):
            drawing.path((self._at(x, y), self._at(x, -y)), line=FAINT, weight=1, dashes="12 4 3 4")
        drawing.path(
            (self._at(-width / 2 - 8, 0), self._at(width / 2 + 8, 0)), line=FAINT, weight=1, dashes="12 4 3 4"
        )
        for place in self._places():
            self._draw_place(place)
        self._draw_strips()
        self._draw_buttons()
        self._draw_sizes()
        return drawing.text_file()

    def _places(self) -> Iterator[Place]:
        for side in Side:
            yield from (cup(side, number) for number in range(1, self.deck.cups + 1))
            yield pot(side)

    def _at(self, x: float, y: float) -> Point:
        width, depth = self.deck.size
        return (_LEFT + (x + width / 2) * _SCALE, _TOP + (depth / 2 - y) * _SCALE)

    def _draw_place(self, place: Place) -> None:
        x, y = self._at(*self.deck.middle(place))
        top = self.deck.measures.cup.top if is_cup(place) else self.deck.pot.top
        self.drawing.circle(x, y, self.deck.hole(place) / 2 * _SCALE, fill="#ffffff", line=INK)
        self.drawing.circle(x, y, top / 2 * _SCALE, line=DATA, weight=1, dashes="3 3")
        left, low, right, high = self.deck.foot(place)
        self.drawing.box(
            *self._at(left, high),
            (right - left) * _SCALE,
            (high - low) * _SCALE,
            line=SOFT,
            weight=1,
            dashes="5 4",
            corner=4,
        )
        self.drawing.path(((x - 7, y), (x + 7, y)), line=SOFT, weight=1)
        self.drawing.path(((x, y - 7), (x, y + 7)), line=SOFT, weight=1)
        hole = f"Ø {self.deck.hole(place):g}"
        for words, level in ((place, y - 14), (hole, y + 24)):
            # Over the dashes of the foot.
            width = 8.0 * len(words)
            self.drawing.box(x - width / 2, level - 11, width, 14, fill="#ffffff", corner=0)
        self.drawing.text(x, y - 14, place, size=12, anchor="middle", bold=True)
        self.drawing.text(x, y + 24, hole, size=11.5, anchor="middle", fill=PIXEL)

    def _draw_strips(self) -> None:
        """A piece of strip on the deck at the outer side of each place."""
        for place in self._places():
            count = len(self.profile.strip.spans[place].pixels)
            length = min(16.7 * count, self.deck.pitch - 6) if is_cup(place) else 16.7 * count
            (x, y), outward = self.deck.middle(place), (1 if place.startswith("south") else -1)
            beside = self.deck.strip_beside(place)
            if is_cup(place):
                corner, size = self._at(x - length / 2, y - outward * beside + 5), (length, 10.0)
            else:
                corner, size = self._at(x + outward * beside - 5, y + length / 2), (10.0, length)
            self.drawing.box(
                *corner, size[0] * _SCALE, size[1] * _SCALE, fill="#e5f3e8", line=PIXEL, corner=3
            )

    def _draw_buttons(self) -> None:
        width, depth = self.deck.size
        for sign, name in ((1, "south"), (-1, "north")):
            x, y = self._at(sign * (width / 2 - 40), -sign * (depth / 2 - 40))
            self.drawing.circle(x, y, 12 * _SCALE, fill="#dfe8fa", line=BUTTON)
            self.drawing.text(x, y - 26, f"button {name}", size=12, anchor="middle", fill=BUTTON)

    def _draw_sizes(self) -> None:
        deck, (width, depth) = self.deck, self.deck.size
        first, second = deck.middle(cup(Side.NORTH, 2))[0], deck.middle(cup(Side.NORTH, 1))[0]
        pot_x = deck.middle(pot(Side.SOUTH))[0]
        self._across(first, second, depth / 2 + 14, f"{deck.pitch:g}")
        self._across(second, pot_x, depth / 2 + 14, f"{pot_x - second:g}")
        self._across(0, pot_x, depth / 2 + 32, f"{pot_x:g} from the middle")
        self._across(-width / 2, width / 2, -depth / 2 - 22, f"{width:g}")
        self._up(-width / 2 - 16, -deck.rows_apart / 2, deck.rows_apart / 2, f"{deck.rows_apart:g}")
        self._up(-width / 2 - 36, -depth / 2, depth / 2, f"{depth:g}")

    def _across(self, left: float, right: float, y: float, words: str) -> None:
        (x1, level), (x2, _) = self._at(left, y), self._at(right, y)
        self._rule((x1, level), (x2, level), (0, 5))
        self.drawing.text((x1 + x2) / 2, level - 6, words, size=12, anchor="middle", fill=PIXEL)

    def _up(self, x: float, low: float, high: float, words: str) -> None:
        (level, y1), (_, y2) = self._at(x, low), self._at(x, high)
        self._rule((level, y1), (level, y2), (5, 0))
        self.drawing.text(level - 6, (y1 + y2) / 2, words, size=12, anchor="middle", fill=PIXEL, turned=True)

    def _rule(self, start: Point, end: Point, tick: Point) -> None:
        self.drawing.path((start, end), line=PIXEL, weight=1)
        for x, y in (start, end):
            self.drawing.path(((x - tick[0], y - tick[1]), (x + tick[0], y + tick[1])), line=PIXEL, weight=1)
