"""The three printed parts under a cup, from the measures of the cup and of the load cell.

A bar cell lies on the *foot*, screwed at one end. On its other end stand a *spacer* and the *holder* with the
cup. x runs along the cell from its fixed end, y across it, z upwards; millimetres.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from hardware.flat import Point, circle, hexagon, rectangle
from hardware.solid import Region

FILAMENT_GRAMS_PER_MM3 = 1.24e-3
"""PLA, printed solid."""


class MountError(ValueError):
    """Measures that make no sound part; the message names the measure, its value and the next step."""


@dataclass(frozen=True, slots=True)
class Screw:
    """A metric screw: its hole with play, and the pocket for a pan head (ISO 7045) with play."""

    name: str
    hole: float
    head: float
    head_height: float


SCREWS: Mapping[str, Screw] = {
    screw.name: screw
    for screw in (
        Screw("M3", 3.4, 6.6, 2.9),
        Screw("M4", 4.5, 9.0, 3.6),
        Screw("M5", 5.5, 10.5, 4.2),
    )
}
STOP_NUT_ACROSS_FLATS, STOP_NUT_HEIGHT, STOP_HOLE = 7.3, 3.4, 4.5
"""An M4 nut (ISO 4032: 7 mm across flats, 3.2 mm high) with play, and the way of its screw."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What to measure on your cup and your cell, and what may stay as it is; millimetres."""

    cup_bottom: float = 60.0
    """Diameter of the cup where it stands."""
    cell_length: float = 80.0
    cell_width: float = 12.7
    cell_height: float = 12.7
    hole_edge: float = 5.0
    """From an end of the cell to the middle of its first hole."""
    hole_spacing: float = 15.0
    """From the first to the second hole of one end."""
    fixed_screw: str = "M5"
    free_screw: str = "M4"
    cup_play: float = 0.5
    """Between the cup's bottom and the rim of the holder, all round."""
    floor: float = 2.4
    ledge_height: float = 4.0
    """From the holder's floor to the cup's bottom: room for two screw heads."""
    rim_height: float = 5.0
    wall: float = 2.0
    ledge: float = 4.0
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
            value = getattr(self, name)
            if not 0 < value < 400:
                raise MountError(f"{name}: {value:g} mm is not between 0 and 400; measure again")
        for name, screw in (("fixed_screw", self.fixed_screw), ("free_screw", self.free_screw)):
            if screw not in SCREWS:
                raise MountError(f"{name}: {screw!r} is not one of {', '.join(SCREWS)}; choose one of them")
        self._check_fits()

    def _check_fits(self) -> None:
        fixed, free = SCREWS[self.fixed_screw], SCREWS[self.free_screw]
        heads = max(fixed.head, free.head)
        holes = max(fixed.hole, free.hole)
        pocket = max(fixed.head_height, STOP_NUT_HEIGHT)
        dish = self.hole_spacing + free.head + 2 * self.ledge + 2
        demands = (
            ("cell_length", self.cell_length, 2 * self.bearing + 4, "the two ends of the cell overlap"),
            ("hole_spacing", self.hole_spacing, heads + 0.8, "screw heads touch"),
            ("hole_edge", self.hole_edge, holes / 2 + 0.8, "a hole breaks out of the end"),
            ("cell_width", self.cell_width, free.hole + 1.6, "a hole breaks out of the spacer's side"),
            ("plate_width", self.plate_width, self.cell_width + 20, "the corner screws don't fit"),
            ("plate", self.plate, pocket + 1, "a screw head needs its pocket"),
            ("ledge_height", self.ledge_height, free.head_height, "the cup would stand on screw heads"),
            ("cup_bottom", self.cup_bottom, dish, "screws hit the ledge"),
        )
        for name, value, least, why in demands:
            if value < least:
                raise MountError(f"{name}: {value:g} mm is less than {least:g}: {why}; measure again")

    @property
    def bearing(self) -> float:
        """The length of one end of the cell: both its holes and their edges."""
        return 2 * self.hole_edge + self.hole_spacing

    @property
    def fixed_holes(self) -> tuple[Point, Point]:
        """Where the foot's screws go."""
        return ((self.hole_edge, 0.0), (self.hole_edge + self.hole_spacing, 0.0))

    @property
    def load_x(self) -> float:
        """Where the middle of the cup is, and under it the overload stop: between the free end's holes."""
        return self.cell_length - self.bearing / 2

    @property
    def holder_diameter(self) -> float:
        """Over everything."""
        return self.cup_bottom + 2 * (self.cup_play + self.wall)

    @property
    def holder_height(self) -> float:
        """Over everything."""
        return self.floor + self.ledge_height + self.rim_height

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


def foot(measures: Measures) -> Region:
    """The plate under a cell, with the pad for its fixed end and the nut of the overload stop."""
    screw, top = SCREWS[measures.fixed_screw], measures.plate + measures.pad
    half, margin, end = measures.plate_width / 2, 6.0, measures.cell_length + 8.0
    pockets = tuple(
        Region(
            circle(hole, screw.head), ((screw.head_height, top),), (Region(circle(hole, screw.hole, 48), ()),)
        )
        for hole in measures.fixed_holes
    )
    # The pad may be a little larger than the end of the cell, so that the pockets' walls stay whole.
    pad_half = max(measures.cell_width, screw.head + 2.4) / 2
    beyond = max(0.0, screw.head / 2 + 1.2 - measures.hole_edge)
    pad = Region(rectangle(-beyond, -pad_half, measures.bearing + beyond, pad_half), ((0.0, top),), pockets)
    stop = (measures.load_x, 0.0)
    nut = Region(
        hexagon(stop, STOP_NUT_ACROSS_FLATS),
        ((STOP_NUT_HEIGHT, measures.plate),),
        (Region(circle(stop, STOP_HOLE, 48), ()),),
    )
    corners = tuple(
        Region(circle((x, y), 4.5, 48), ())
        for x in (-8.0 + margin, end - margin)
        for y in (-half + margin, half - margin)
    )
    outline = rectangle(-8.0, -half, end, half, corner_radius=4.0)
    return Region(outline, ((0.0, measures.plate),), (pad, nut, *corners))


def spacer(measures: Measures) -> Region:
    """What holds the holder off the cell."""
    half = measures.cell_width / 2
    holes = tuple(
        Region(circle(hole, SCREWS[measures.free_screw].hole, 48), ()) for hole in measures.fixed_holes
    )
    return Region(rectangle(0.0, -half, measures.bearing, half), ((0.0, measures.spacer),), holes)


def holder(measures: Measures) -> Region:
    """The light dish a cup stands in; its middle is x = 0."""
    screws = tuple(
        Region(circle((x, 0.0), SCREWS[measures.free_screw].hole, 48), ())
        for x in (-measures.hole_spacing / 2, measures.hole_spacing / 2)
    )
    seat = measures.cup_bottom + 2 * measures.cup_play
    dish = Region(
        circle((0.0, 0.0), measures.cup_bottom - 2 * measures.ledge), ((0.0, measures.floor),), screws
    )
    ledge = Region(circle((0.0, 0.0), seat), ((0.0, measures.floor + measures.ledge_height),), (dish,))
    return Region(circle((0.0, 0.0), measures.holder_diameter), ((0.0, measures.holder_height),), (ledge,))


def parts(measures: Measures) -> dict[str, Region]:
    """All parts under one cup, by name. Raises MountError."""
    measures.check()
    return {"foot": foot(measures), "spacer": spacer(measures), "holder": holder(measures)}


def grams(region: Region) -> float:
    """What a part weighs in PLA."""
    return region.volume() * FILAMENT_GRAMS_PER_MM3
