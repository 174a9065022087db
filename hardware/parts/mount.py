"""The three printed parts under a cup, from the measures of the cup and of the load cell.

A bar cell lies on the *foot*, screwed at one end. On its other end stand a *spacer* and the *holder* with the
cup. x runs along the cell from its fixed end, y across it, z upwards; millimetres.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from hardware.parts.flat import Point, circle, hexagon, rectangle, slot
from hardware.parts.solid import Region

FILAMENT_GRAMS_PER_MM3 = 1.24e-3
"""PLA, printed solid."""


class MountError(ValueError):
    """Measures that make no sound part; the message names the measure, its value and the next step."""


@dataclass(frozen=True, slots=True)
class Screw:
    """A metric screw: its hole and the pocket for a pan head (ISO 7045) with play, then bare measures."""

    name: str
    hole: float
    head: float
    head_height: float
    bare_head: float
    thread: float
    washer: float
    """Diameter (ISO 7089)."""
    washer_height: float
    nut_height: float
    nut_flats: float
    """Across the flats of its nut (ISO 4032)."""

    @property
    def nut_corners(self) -> float:
        """Across the corners of its nut, whichever way that is turned."""
        return self.nut_flats * 2 / math.sqrt(3)


SCREWS: Mapping[str, Screw] = {
    screw.name: screw
    for screw in (
        Screw("M3", 3.4, 6.6, 2.9, 5.6, 3.0, 7.0, 0.5, 2.4, 5.5),
        Screw("M4", 4.5, 9.0, 3.6, 8.0, 4.0, 9.0, 0.8, 3.2, 7.0),
        Screw("M5", 5.5, 10.5, 4.2, 9.5, 5.0, 10.0, 1.0, 4.7, 8.0),
    )
}
SCREW_LENGTHS = (6, 8, 10, 12, 16, 20, 25, 30, 35, 40)
"""What shops have."""
STOP_NUT_ACROSS_FLATS, STOP_NUT_HEIGHT, STOP_HOLE = 7.2, 3.1, 4.5
"""An M4 nut (ISO 4032: 7 mm across flats, 3.2 mm high), and the way of its screw.

The nut stands out by 0.1 mm, so that foot and base board hold it between them: it can't give when a hand
drives the cell on the stop.
"""
STOP_THREAD = 4.0
_BESIDE_NUT = 0.5
"""Between the stop's screw and a nut on the bar, which may sit a little askew."""
SKIN = 0.3
"""The closed end of a hole that begins at the ceiling of a pocket; a screw or a drill goes through it."""
_STEEPEST = 2.0
"""A cup this many times wider at its top than where it stands tips when a hand touches its edge."""


CUP_HEIGHT = 0.65
"""Of a printed cup, in diameters."""
_CUP_WALL = 1.2


@dataclass(frozen=True, slots=True)
class Cup:
    """Three diameters of a cup or pot; millimetres."""

    name: str
    foot: float
    """5 mm above its bottom: there the rim of the holder ends, and any wall that flares is widest in it."""
    stand: float
    """Of the ring or bottom that it stands on."""
    top: float
    """Where it is widest."""

    def check(self, rim_height: float) -> None:
        """Refuse what doesn't stand free in a holder. Raises MountError."""
        for name in ("foot", "stand", "top"):
            _check_range(f"{self.name}_{name}", getattr(self, name))
        foot, stand, top = (
            f"{self.name}_{name}: {getattr(self, name):g} mm" for name in ("foot", "stand", "top")
        )
        if self.top < self.foot:
            raise MountError(f"{top} is less than {foot}; measure the top where the {self.name} is widest")
        if self.foot - self.stand > 2 * rim_height:
            raise MountError(
                f"{foot} at the height of the rim, and {stand}: a wall flatter than 45 degrees hangs on the "
                f"rim and wedges; take a {self.name} with a steeper wall"
            )
        if self.top > _STEEPEST * self.stand:
            raise MountError(
                f"{top} on {stand}: it tips when a hand touches its edge; take a {self.name} that is less "
                f"than {_STEEPEST:g} times as wide at the top"
            )


@dataclass(frozen=True, slots=True)
class Measures:
    """What to measure on your cup and your cell, and what may stay as it is; millimetres."""

    cup: Cup = Cup("cup", foot=60.0, stand=56.0, top=72.0)
    cell_length: float = 80.0
    cell_width: float = 12.7
    cell_height: float = 12.7
    hole_edge: float = 5.0
    """From an end of the cell to the middle of its first hole, along the bar."""
    hole_spacing: float = 15.0
    """From the first to the second hole of one end."""
    are_holes_across: bool = False
    """Whether the two holes of an end lie side by side across the bar, instead of along it."""
    fixed_screw: str = "M5"
    free_screw: str = "M4"
    cup_play: float = 0.5
    """Between the cup's foot and the rim of the holder, all round."""
    floor: float = 2.4
    ledge_height: float = 4.0
    """From the holder's floor to the cup's bottom, or more where the screw heads need it."""
    rim_height: float = 5.0
    wall: float = 2.0
    ledge: float = 4.0
    """How far it reaches in under the ring that the cup stands on."""
    spacer: float = 3.0
    """Between cell and holder: nothing but the spacer may touch the cell."""
    plate: float = 6.0
    plate_width: float = 40.0
    pad: float = 3.0
    """Height of the pad that carries the fixed end: the room the free end has to bend and to be stopped."""
    deck: float = 6.0
    """Thickness of the deck the holders look out of."""
    gap: float = 2.0
    """Between holder and deck, all round: narrower than a bean, wider than any bend."""

    def check(self) -> None:
        """Refuse what can't be printed or screwed together. Raises MountError."""
        for name in (each.name for each in fields(self) if each.type == "float" or each.type is float):
            _check_range(name, getattr(self, name))
        for name, screw in (("fixed_screw", self.fixed_screw), ("free_screw", self.free_screw)):
            if screw not in SCREWS:
                raise MountError(f"{name}: {screw!r} is not one of {', '.join(SCREWS)}; choose one of them")
        self.cup.check(self.rim_height)
        for name, value, least, why in self._demands():
            if value < least:
                raise MountError(f"{name}: {value:g} mm is less than {least:g}: {why}; measure again")
        for screw, grip in ((self.fixed_screw, self.fixed_grip), (self.free_screw, self.free_grip)):
            screw_length(SCREWS[screw], grip, self.cell_height)

    def _demands(self) -> Iterator[tuple[str, float, float, str]]:
        """A measure, its value, the least it may be, and why."""
        fixed, free = SCREWS[self.fixed_screw], SCREWS[self.free_screw]
        heads, holes = max(fixed.bare_head, free.bare_head), max(fixed.hole, free.hole)
        across = self.hole_spacing if self.are_holes_across else 0.0
        pocket = max(fixed.head_height, STOP_NUT_HEIGHT)
        on_floor = self.hole_spacing + (free.washer if self.has_washers else free.head)
        yield "cell_length", self.cell_length, 2 * self.bearing + 4, "the two ends of the cell overlap"
        room_for_stop = self.bearing + STOP_NUT_ACROSS_FLATS + 2
        yield (
            "cell_length",
            self.cell_length,
            room_for_stop + self.cell_length - self.stop_x,
            "the stop meets the fixed end",
        )
        yield "hole_spacing", self.hole_spacing, heads + 0.2, "screw heads touch"
        yield "hole_edge", self.hole_edge, holes / 2 + 0.8, "a hole breaks out of the end"
        yield "cell_width", self.cell_width, across + holes + 1.6, "a hole breaks out of the cell's side"
        yield "plate_width", self.plate_width, 2 * self.pad_half + 20, "the corner screws don't fit"
        yield "plate", self.plate, pocket + 1, "a screw head needs its pocket"
        yield f"{self.cup.name}_stand", self.dish, on_floor + 2 - 1e-9, "screws hit the ledge"
        yield "spacer", self.spacer, 2.0, "the holder would touch the cell"

    @property
    def bearing(self) -> float:
        """The length of one end of the cell: its holes and their edges."""
        return 2 * self.hole_edge + (0.0 if self.are_holes_across else self.hole_spacing)

    def end_holes(self, middle_x: float) -> tuple[Point, Point]:
        """The two holes of an end of the cell, or of a part on it, round a middle."""
        half = self.hole_spacing / 2
        if self.are_holes_across:
            return ((middle_x, -half), (middle_x, half))
        return ((middle_x - half, 0.0), (middle_x + half, 0.0))

    @property
    def fixed_holes(self) -> tuple[Point, Point]:
        """Where the foot's screws go."""
        return self.end_holes(self.bearing / 2)

    @property
    def load_x(self) -> float:
        """Where the middle of the cup is: between the free end's holes."""
        return self.cell_length - self.bearing / 2

    @property
    def stop_in(self) -> float:
        """How far from under the cup's middle towards the fixed end the stop lies, so that it meets the bar.

        0 where it has room between the two nuts that plain holes take; else it lies beside the nuts, where
        the bar still bends a little beyond the stop (`overload`).
        """
        nut = SCREWS[self.free_screw].nut_corners
        if self.hole_spacing - nut >= STOP_THREAD + 2 * _BESIDE_NUT:
            return 0.0
        along = 0.0 if self.are_holes_across else self.hole_spacing / 2
        return math.ceil(2 * (along + nut / 2 + _BESIDE_NUT + STOP_THREAD / 2)) / 2

    @property
    def stop_x(self) -> float:
        """Where the overload stop meets the bar."""
        return self.load_x - self.stop_in

    @property
    def has_washers(self) -> bool:
        """Whether washers have room side by side under the heads of the free end's screws."""
        return self.hole_spacing >= SCREWS[self.free_screw].washer + 0.2

    @property
    def ledge_top(self) -> float:
        """The height of the cup's bottom in the holder: above the screw heads, which may lie on washers."""
        free = SCREWS[self.free_screw]
        heads = free.head_height + (free.washer_height if self.has_washers else 0.0)
        return self.floor + max(self.ledge_height, heads + 0.2)

    @property
    def fixed_grip(self) -> float:
        """What the fixed end's screws go through before they reach the cell."""
        return self.plate + self.pad - SCREWS[self.fixed_screw].head_height

    @property
    def free_grip(self) -> float:
        """What the free end's screws go through before they reach the cell."""
        washer = SCREWS[self.free_screw].washer_height if self.has_washers else 0.0
        return washer + self.floor + self.spacer

    @property
    def fixed_length(self) -> int:
        """Of the screws in threads of the fixed end. Raises MountError if there are none."""
        return screw_length(SCREWS[self.fixed_screw], self.fixed_grip, self.cell_height)

    @property
    def free_length(self) -> int:
        """Of the screws in threads of the free end. Raises MountError if there are none."""
        return screw_length(SCREWS[self.free_screw], self.free_grip, self.cell_height)

    @property
    def pad_half(self) -> float:
        """Half the width of the pad: the cell's, or more, so that the pockets' walls stay whole."""
        across = self.hole_spacing if self.are_holes_across else 0.0
        return max(self.cell_width, across + SCREWS[self.fixed_screw].head + 2.4) / 2

    @property
    def seat(self) -> float:
        """The inner diameter of the rim."""
        return max(self.cup.foot, self.cup.stand) + 2 * self.cup_play

    @property
    def dish(self) -> float:
        """The inner diameter of the ledge that the cup stands on."""
        return min(self.cup.foot, self.cup.stand) - 2 * self.ledge

    @property
    def holder_diameter(self) -> float:
        """Over everything."""
        return self.seat + 2 * self.wall

    @property
    def holder_height(self) -> float:
        """Over everything."""
        return self.ledge_top + self.rim_height

    @property
    def deck_hole(self) -> float:
        """The diameter of the hole in the deck."""
        return self.holder_diameter + 2 * self.gap

    @property
    def holder_bottom(self) -> float:
        """Its height above the base board."""
        return self.plate + self.pad + self.cell_height + self.spacer

    @property
    def deck_posts(self) -> float:
        """The height of the posts that carry the deck: rims then stand 2 mm proud of it."""
        return self.holder_bottom + self.holder_height - 2.0 - self.deck


def screw_length(screw: Screw, grip: float, bar: float) -> int:
    """The shortest screw that holds in a thread of the cell and doesn't come out of it. Raises MountError.

    It reaches one and a half times its diameter into the aluminium, or once where there is no such length.
    """
    for hold in (1.5 * screw.thread, screw.thread):
        for length in SCREW_LENGTHS:
            if grip + hold <= length <= grip + bar:
                return length
    raise MountError(
        f"no {screw.name} screw of a usual length goes through {grip:g} mm and then holds in a cell of "
        f"{bar:g} mm without coming out of it; take a thinner screw, or a higher cell"
    )


def nut_screw_length(screw: Screw, grip: float, bar: float) -> int:
    """The screw for plain holes, with a nut on the far side of the cell that it fills but for 0.5 mm."""
    through = grip + bar + screw.nut_height
    return next(length for length in SCREW_LENGTHS if length >= through - 0.5)


def _check_range(name: str, value: float) -> None:
    # Written so that NaN is refused too.
    if not 0 < value < 400:
        raise MountError(f"{name}: {value:g} mm is not between 0 and 400; measure again")


def foot(measures: Measures) -> Region:
    """The plate under a cell, with the pad for its fixed end and the nut of the overload stop."""
    screw, top = SCREWS[measures.fixed_screw], measures.plate + measures.pad
    half, margin, end = measures.plate_width / 2, 6.0, measures.cell_length + 8.0
    beyond = max(0.0, screw.head / 2 + 1.2 - measures.hole_edge)
    pad = Region(
        rectangle(-beyond, -measures.pad_half, measures.bearing + beyond, measures.pad_half),
        ((0.0, top),),
        _pockets(measures, ((screw.head_height, top),)),
    )
    stop = (measures.stop_x, 0.0)
    nut = Region(
        hexagon(stop, STOP_NUT_ACROSS_FLATS),
        ((STOP_NUT_HEIGHT, measures.plate),),
        (Region(circle(stop, STOP_HOLE, 48), (_skin(STOP_NUT_HEIGHT),)),),
    )
    corners = tuple(
        Region(circle((x, y), 4.5, 48), ())
        for x in (-8.0 + margin, end - margin)
        for y in (-half + margin, half - margin)
    )
    outline = rectangle(-8.0, -half, end, half, corner_radius=4.0)
    return Region(outline, ((0.0, measures.plate),), (pad, nut, *corners))


def _skin(ceiling: float) -> tuple[float, float]:
    """Return the heights between which a hole is closed above a pocket, so that a printer can bridge it."""
    return (ceiling, ceiling + SKIN)


def _pockets(measures: Measures, heights: tuple[tuple[float, float], ...]) -> tuple[Region, ...]:
    """Room for the heads of the foot's screws: two round pockets, or one for both where they would touch."""
    screw = SCREWS[measures.fixed_screw]
    skin = (_skin(heights[0][0]),)
    holes = tuple(Region(circle(hole, screw.hole, 48), skin) for hole in measures.fixed_holes)
    if measures.hole_spacing < screw.head + 0.8:
        return (Region(slot(*measures.fixed_holes, screw.head), heights, holes),)
    return tuple(
        Region(circle(middle, screw.head), heights, (hole,))
        for middle, hole in zip(measures.fixed_holes, holes, strict=True)
    )


def spacer(measures: Measures) -> Region:
    """What holds the holder off the cell."""
    half = measures.cell_width / 2
    holes = tuple(
        Region(circle(hole, SCREWS[measures.free_screw].hole, 48), ()) for hole in measures.fixed_holes
    )
    return Region(rectangle(0.0, -half, measures.bearing, half), ((0.0, measures.spacer),), holes)


def holder(measures: Measures) -> Region:
    """The light dish a cup stands in; its middle is x = 0."""
    middle = (0.0, 0.0)
    screws = tuple(
        Region(circle(hole, SCREWS[measures.free_screw].hole, 48), ()) for hole in measures.end_holes(0.0)
    )
    dish = Region(circle(middle, measures.dish), ((0.0, measures.floor),), screws)
    ledge = Region(circle(middle, measures.seat), ((0.0, measures.ledge_top),), (dish,))
    return Region(circle(middle, measures.holder_diameter), ((0.0, measures.holder_height),), (ledge,))


def printed_cup(cup: Cup) -> Region:
    """A plain cup that is as wide all the way up as its foot."""
    inner = circle((0.0, 0.0), cup.foot - 2 * _CUP_WALL)
    height = CUP_HEIGHT * cup.foot
    return Region(circle((0.0, 0.0), cup.foot), ((0.0, height),), (Region(inner, ((0.0, _CUP_WALL),)),))


def parts(measures: Measures) -> dict[str, Region]:
    """All parts under one cup, by name. Raises MountError."""
    measures.check()
    return {"foot": foot(measures), "spacer": spacer(measures), "holder": holder(measures)}


def grams(region: Region) -> float:
    """What a part weighs in PLA."""
    return region.volume() * FILAMENT_GRAMS_PER_MM3
