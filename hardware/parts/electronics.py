"""Where the electronics go: the computer and the carrier under the base board, a module beside each foot.

The base board lies on two battens. Between these, under the board, is room for a Raspberry Pi with plugs on
its pins, and everything is reached from below. Millimetres from the middle of the board, as on the deck.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from cupsboard.profile import Profile
from cupsboard.rules.places import Place, Side, cup, tray

from hardware.circuit.netlist import CARRIER, DECK, JACK, PI, STRIP
from hardware.circuit.wires import THROUGH
from hardware.circuit.wiring import pieces_of_strip
from hardware.parts.deck import Deck
from hardware.parts.flat import Point
from hardware.parts.table import TRAY_MM, Table

BATTEN_HEIGHT, BATTEN_WIDTH = 44.0, 20.0
"""A lath on its edge; planed ones of 20 × 44 mm are usual."""
PI_SIZE: Point = (85.0, 56.0)
"""Of the models 3 to 5 (Raspberry Pi's mechanical drawings); a Zero 2 W is 65 × 30 mm and fits in as well."""
PI_HOLES: Point = (58.0, 49.0)
"""Between the middles of its four holes, which begin 3.5 mm from the edges at the end of the card slot."""
PI_HEIGHT = 5.0 + 1.4 + 20.0
"""Standoffs, the board, and plugs on the header (an estimate: plastic 2.5 mm, plug 14 mm, a bent wire)."""
CARRIER_SIZE: Point = (100.0, 70.0)
CARRIER_HEIGHT = 5.0 + 1.6 + 20.0
"""Standoffs, the board, and the fuse in its holder, the highest part (an estimate)."""
MODULE_SIZE: Point = (34.0, 21.0)
"""Room for an HX711 module; green ones have 34 × 21 mm."""
CABLE_HOLE = 10.0
"""Through the base beside each module: five wires, or the plug of a ribbon of six."""
STOP_WAY = 5.0
"""Through the base under the free end of each bar: the stop screw."""
LATH_SCREW_HEAD = 8.0
MODULE_HEIGHT = 12.0
"""An HX711 module on the base with plugs on its pins (an estimate)."""
POST_SIZE, RISER = 16.0, 8.0
_BESIDE_FOOT = 4.0
_BESIDE_MODULE = CABLE_HOLE / 2 + 2.0
_POST_IN = 20.0
_LATH_SCREWS_IN = (42.0, 62.0)
_BETWEEN_SPOTS = 57.0
"""From the middle of a place to the free strip between its module and the next foot."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the base board, seen from above."""

    left: float
    low: float
    right: float
    high: float

    @classmethod
    def round(cls, middle: Point, size: Point) -> "Box":
        """Return the box of a size round its middle."""
        (x, y), (width, depth) = middle, size
        return cls(x - width / 2, y - depth / 2, x + width / 2, y + depth / 2)

    def overlaps(self, other: "Box") -> bool:
        """Return whether both cover a common area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.low < other.high
            and other.low < self.high
        )

    @property
    def middle(self) -> Point:
        """Return the middle."""
        return ((self.left + self.right) / 2, (self.low + self.high) / 2)


@dataclass(frozen=True, slots=True)
class Electronics:
    """Where the electronics of a board are."""

    profile: Profile
    layout: Deck | Table

    @property
    def computer(self) -> Box:
        """Return the Raspberry Pi, under the base."""
        middle = (-60.0, 0.0) if isinstance(self.layout, Deck) else (0.0, self.layout.pitch / 2)
        return Box.round(middle, PI_SIZE)

    @property
    def carrier(self) -> Box:
        """Return the board with the buffers, under the base."""
        middle = (60.0, 0.0) if isinstance(self.layout, Deck) else (0.0, -self.layout.pitch / 2)
        return Box.round(middle, CARRIER_SIZE)

    @property
    def jack(self) -> Point:
        """Return the middle of the 5 V jack, at the right end between the battens."""
        return (self.layout.size[0] / 2 - 15.0, 0.0)

    def battens(self) -> tuple[Box, Box]:
        """Return both battens, along the long edges."""
        width, depth = self.layout.size
        middle = depth / 2 - 10.0 - BATTEN_WIDTH / 2
        return (
            Box.round((0.0, -middle), (width, BATTEN_WIDTH)),
            Box.round((0.0, middle), (width, BATTEN_WIDTH)),
        )

    def module(self, place: Place) -> Box:
        """Return the HX711 module of a place, on the base beside the place's foot."""
        left, low, right, high = self.foot(place)
        (x, y), (long, short) = ((left + right) / 2, (low + high) / 2), MODULE_SIZE
        if right - left > high - low:
            # The foot of a pot lies across: its module lies before its long side.
            return Box.round((x, high + _BESIDE_FOOT + short / 2), (long, short))
        return Box.round((right + _BESIDE_FOOT + short / 2, y), (short, long))

    def cable_hole(self, place: Place) -> Point:
        """Return the middle of the hole through which a module's wires go, at its end towards the middle."""
        box = self.module(place)
        x, y = box.middle
        if box.right - box.left > box.high - box.low:
            return (box.left - _BESIDE_MODULE if x > 0 else box.right + _BESIDE_MODULE, y)
        return (x, box.high + _BESIDE_MODULE if y < 0 else box.low - _BESIDE_MODULE)

    def foot(self, place: Place) -> tuple[float, float, float, float]:
        """Return left, low, right and high border of a place's foot."""
        return self.layout.foot(place)

    def stop(self, place: Place) -> Point:
        """Return where a place's stop comes up: under its middle, or from there towards its fixed end."""
        (x, y), inwards = self.layout.middle(place), self.layout.measures.stop_in
        left, low, right, high = self.foot(place)
        # Seen from the middle, most of a foot lies towards the fixed end.
        if right - left > high - low:
            return (x + math.copysign(inwards, (left + right) / 2 - x), y)
        return (x, y + math.copysign(inwards, (low + high) / 2 - y))

    @property
    def riser(self) -> Point:
        """Return the middle of the hole for the wires of strip and buttons, beside their plugs."""
        beside = self.carrier.right + RISER
        return (beside, 0.0) if isinstance(self.layout, Deck) else (_BETWEEN_SPOTS, 0.0)

    def posts(self) -> tuple[Point, ...]:
        """Return where the posts that carry the deck stand: at the corners, and along the long sides."""
        width, depth = self.layout.size
        x, y = width / 2 - _POST_IN, depth / 2 - _POST_IN
        corners = ((-x, -y), (x, -y), (x, y), (-x, y))
        if not isinstance(self.layout, Deck):
            # Between the feet of the rows, at the right and left of the spots.
            out = min(x, 1.5 * self.layout.pitch + _POST_IN)
            levels = (-self.layout.pitch / 2, 0.72 * self.layout.pitch)
            return (*corners, *((sign * out, level) for sign in (-1, 1) for level in levels))
        between = [cup(Side.SOUTH, column) for column in range(1, self.layout.cups, 2)]
        columns = [self.layout.middle(place)[0] + _BETWEEN_SPOTS for place in between]
        return (*corners, *((column, level) for column in columns for level in (-y, y)))

    def lath_screws(self) -> tuple[Point, ...]:
        """Return where screws go from above into the laths: two near each end, beside the corner posts."""
        out, (_, level) = self.layout.size[0] / 2, self.battens()[1].middle
        return tuple(
            (sign * (out - inwards), y)
            for y in (-level, level)
            for sign in (-1, 1)
            for inwards in _LATH_SCREWS_IN
        )

    def strip(self, place: Place) -> Point:
        """Return the middle of a place's piece of strip, on the deck at the outer side of the place."""
        (x, y), beside = self.layout.middle(place), self.layout.strip_beside(place)
        left, low, right, high = self.foot(place)
        if right - left > high - low:
            return (x + math.copysign(beside, x), y)
        return (x, y + math.copysign(beside, y))

    def sites(self) -> Mapping[str, Point]:
        """Return where each part of the netlist is, by its `at`, and where wires come up to the deck."""
        return {
            PI: self.computer.middle,
            CARRIER: self.carrier.middle,
            JACK: self.jack,
            THROUGH: self.riser,
            DECK: self.strip(pieces_of_strip(self.profile)[0].place),
            **{place: self.module(place).middle for place in self.profile.places},
            **{STRIP + place: self.strip(place) for place in self.profile.places},
            **dict(self._buttons()),
        }

    def _buttons(self) -> Iterator[tuple[str, Point]]:
        width, depth = self.layout.size
        for owner in self.profile.buttons:
            if isinstance(self.layout, Deck):
                sign = 1 if owner == "south" else -1
                yield f"button {owner}", (sign * (width / 2 - 40), -sign * (depth / 2 - 40))
            else:
                x, y = self.layout.middle(tray(owner))
                yield f"button {owner}", (x - TRAY_MM / 2 + 10, y + TRAY_MM / 2 - 10)

    def through_base(self) -> Iterator[tuple[str, Point, float]]:
        """Yield each hole to drill through the base board: its use, its middle and its diameter."""
        for place in self.profile.places:
            yield f"stop {place}", self.stop(place), STOP_WAY
        for place in self.profile.places:
            yield f"cables {place}", self.cable_hole(place), CABLE_HOLE

    def above_base(self) -> dict[str, Box]:
        """Return what stands on the base board, by name."""
        feet = {f"foot {place}": Box(*self.foot(place)) for place in self.profile.places}
        modules = {f"module {place}": self.module(place) for place in self.profile.places}
        posts = {
            f"post {number}": Box.round(post, (POST_SIZE, POST_SIZE))
            for number, post in enumerate(self.posts(), start=1)
        }
        return feet | modules | posts

    def below_base(self) -> dict[str, Box]:
        """Return what hangs under the base board, by name."""
        first, second = self.battens()
        return {"Raspberry Pi": self.computer, "carrier": self.carrier, "lath": first, "other lath": second}

    def bored(self) -> dict[str, Box]:
        """Return the room that each hole through the base board takes, by its use."""
        through = {use: Box.round(middle, (size, size)) for use, middle, size in self.through_base()}
        size = (LATH_SCREW_HEAD, LATH_SCREW_HEAD)
        screws = {f"lath screw {n}": Box.round(at, size) for n, at in enumerate(self.lath_screws(), start=1)}
        return through | {"riser": Box.round(self.riser, (RISER, RISER))} | screws

    def conflicts(self) -> list[str]:
        """Return a phrase for each two things that want the same room; none if everything has its own."""
        above, below, bored = self.above_base(), self.below_base(), self.bored()
        pairs = [pair for boxes in (above, below, bored) for pair in combinations(boxes.items(), 2)]
        # A stop comes up through the nut in its own foot, and a lath's screw goes into it.
        pairs += [
            (hole, part)
            for hole in bored.items()
            for part in (above | below).items()
            if part[0] != hole[0].replace("stop ", "foot ")
            and not (hole[0].startswith("lath screw") and part[0].endswith("lath"))
        ]
        return [f"{name} meets {other}" for (name, box), (other, its) in pairs if box.overlaps(its)]
