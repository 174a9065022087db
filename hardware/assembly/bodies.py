"""Every body of a board in its place: millimetres from the middle of the base board's upper side, z upwards.

A body is a solid of its own and where that stands. Interference, STEP file and pictures are made from these.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from cupsboard.profile import Profile
from cupsboard.rules.places import Place, is_cup

from hardware.circuit.wiring import pieces_of_strip
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
from hardware.parts.flat import Point, circle, hexagon, rectangle
from hardware.parts.mount import (
    SCREWS,
    STOP_NUT_ACROSS_FLATS,
    STOP_NUT_HEIGHT,
    STOP_THREAD,
    Cup,
    Measures,
    Screw,
    foot,
    holder,
    nut_screw_length,
    spacer,
)
from hardware.parts.overload import Overload
from hardware.parts.solid import Heights, Region
from hardware.parts.table import TRAY_MM, Table
from hardware.plans import plates
from hardware.plans.plates import BASE_MM, Plate

Where = tuple[float, float, float]

STEPS = ("base, posts and laths", "feet and cells", "holders", "stops", "electronics", "deck", "cups")
"""What is added one after the other, as the building guide has it."""
STOP_LENGTH = 25.0
"""The set screw; it ends as far below the bar as `Overload` has it."""
_STANDOFF, _JACK = 5.0, (14.0, 9.0, 11.0)
BUTTON_DEPTH = 20.0
"""Below the deck, with its wires (an estimate): there are 25 mm."""
_BUTTON, _STRIP_WIDTH, _STRIP_HEIGHT, _PIXEL_MM = 15.0, 10.0, 2.0, 16.7
_CUP_HEIGHT, _TRAY_HEIGHT, _FLARE_STEP = 45.0, 6.0, 3.0
_WOOD_SCREW, _WOOD_SCREW_HEAD, _WOOD_SCREW_LENGTH, _LATH_SCREW_LENGTH = 4.0, 8.0, 16.0, 40.0
_POST_SCREW, _SUNK_HEAD_MM = 3.0, 1.5
POST_SCREWS_MM = (16, 30)
"""From the deck and from the base into a post, on one line: in the lowest post they must not meet."""
_CORNERS, _LARGE_HOLE = 48, 20.0


@dataclass(frozen=True, slots=True)
class Body:
    """A solid and where it stands.

    `turns` are quarter turns against the clock about its own origin, before it is moved to `at`. `moves` says
    whether it gives way with its cell under a load.
    """

    name: str
    kind: str
    solid: Region
    at: Where
    step: str
    turns: int = 0
    moves: bool = False


def bodies(profile: Profile, layout: Deck | Table, *, with_nuts: bool = False) -> tuple[Body, ...]:
    """Return all bodies of a board; `with_nuts` for cells with plain holes, where they can take nuts."""
    return tuple(_Builder(profile, layout, with_nuts).built())


@dataclass(frozen=True, slots=True)
class _Builder:
    profile: Profile
    layout: Deck | Table
    with_nuts: bool

    def built(self) -> Iterator[Body]:
        base = plates.base(self.profile, self.layout)
        yield self._plate(base, -base.thickness, "base, posts and laths")
        yield from self._below(-base.thickness)
        for place in self.profile.places:
            yield from self._place(place)
        yield from self._above()

    @property
    def _electronics(self) -> Electronics:
        return Electronics(self.profile, self.layout)

    def _plate(self, plate: Plate, low: float, step: str) -> Body:
        (width, depth), r = plate.size, plate.corner
        outline = rectangle(-width / 2, -depth / 2, width / 2, depth / 2, corner_radius=r)
        # As many corners as keep a hole round to some hundredths of a millimetre.
        holes = tuple(
            Region(circle(hole.middle, hole.diameter, 96 if hole.diameter > _LARGE_HOLE else 12), ())
            for hole in plate.holes
        )
        solid = Region(outline, ((0.0, plate.thickness),), holes)
        return Body(plate.kind, plate.kind, solid, (0.0, 0.0, low), step)

    def _below(self, level: float) -> Iterator[Body]:
        electronics = self._electronics
        for number, box in enumerate(electronics.battens(), start=1):
            yield _block(f"lath {number}", "lath", box, level - BATTEN_HEIGHT, level, "base, posts and laths")
        for number, (x, y) in enumerate(electronics.lath_screws(), start=1):
            screw = _wood_screw((0.0, 0.0), 0.0, _LATH_SCREW_LENGTH)
            yield Body(f"lath screw {number}", "lath screw", screw, (x, y, 0.0), STEPS[0])
        for name, box, height in (
            ("Raspberry Pi", electronics.computer, PI_HEIGHT),
            ("carrier", electronics.carrier, CARRIER_HEIGHT),
        ):
            yield _block(name, name, box, level - height, level - _STANDOFF, "electronics")
        width, depth, height = _JACK
        jack = Box.round(electronics.jack, (width, depth))
        yield _block("jack", "jack", jack, level - height, level, "electronics")

    def _above(self) -> Iterator[Body]:
        measures, electronics = self.layout.measures, self._electronics
        top = measures.deck_posts + measures.deck
        for number, post in enumerate(electronics.posts(), start=1):
            box = Box.round(post, (POST_SIZE, POST_SIZE))
            yield _block(f"post {number}", "post", box, 0.0, measures.deck_posts, STEPS[0])
            for kind, screw, level, step in (
                ("deck screw", _sunk_screw(-POST_SCREWS_MM[0]), top, "deck"),
                ("post screw", _sunk_screw(POST_SCREWS_MM[1]), -BASE_MM, STEPS[0]),
            ):
                yield Body(f"{kind} {number}", kind, screw, (*post, level), step)
        yield self._plate(plates.deck(self.profile, self.layout), measures.deck_posts, "deck")
        for piece in pieces_of_strip(self.profile):
            place = piece.place
            left, low, right, high = electronics.foot(place)
            size = (self._strip_length(place, len(piece.pixels)), _STRIP_WIDTH)
            lies = Box.round(electronics.strip(place), size if right - left < high - low else size[::-1])
            yield _block(f"strip {place}", "strip", lies, top, top + _STRIP_HEIGHT, "deck")
        sites = electronics.sites()
        for owner in self.profile.buttons:
            x, y = sites[f"button {owner}"]
            solid = Region(circle((0.0, 0.0), _BUTTON, _CORNERS), ((-BUTTON_DEPTH, measures.deck + 3.0),))
            yield Body(f"button {owner}", "button", solid, (x, y, measures.deck_posts), "deck")

    def _strip_length(self, place: Place, pixels: int) -> float:
        whole = _PIXEL_MM * pixels
        is_in_row = isinstance(self.layout, Deck) and is_cup(place)
        return min(whole, self.layout.pitch - 6) if is_in_row else whole

    def _place(self, place: Place) -> Iterator[Body]:
        """Yield what belongs to one place, from its foot up."""
        here = _Place(self.layout, place)
        measures = here.measures
        yield here.body("foot", foot(self.layout.measures), 0.0, "feet and cells")
        yield here.body("cell", _cell(measures), measures.plate + measures.pad, "feet and cells", moves=True)
        for hole in measures.fixed_holes:
            yield here.body("fixed screw", self._fixed_screw(measures, hole), 0.0, "feet and cells")
        half, end = measures.plate_width / 2 - 6.0, measures.cell_length + 2.0
        for corner in ((-2.0, -half), (-2.0, half), (end, -half), (end, half)):
            yield here.body("wood screw", _wood_screw(corner, measures.plate), 0.0, "feet and cells")
        cell_top = measures.plate + measures.pad + measures.cell_height
        at_free_end = _moved(spacer(measures), measures.cell_length - measures.bearing)
        yield here.body("spacer", at_free_end, cell_top, "holders", moves=True)
        kind = "holder" if is_cup(place) or not isinstance(self.layout, Deck) else "pot-holder"
        yield here.body(
            kind, _moved(holder(measures), measures.load_x), measures.holder_bottom, "holders", moves=True
        )
        for hole in measures.end_holes(measures.load_x):
            yield here.body("free screw", self._free_screw(measures, hole), 0.0, "holders", moves=True)
        if self.with_nuts and measures.are_holes_across:
            yield from self._nuts(here, measures, cell_top)
        stop = (measures.stop_x, 0.0)
        nut = Region(
            hexagon(stop, STOP_NUT_ACROSS_FLATS - 0.2), ((0.0, STOP_NUT_HEIGHT),), (_hole(stop, STOP_THREAD),)
        )
        yield here.body("stop nut", nut, 0.0, "feet and cells")
        tip = measures.plate + measures.pad - Overload(measures).gap_mm
        screw = Region(circle(stop, STOP_THREAD, _CORNERS), ((tip - STOP_LENGTH, tip),))
        yield here.body("stop", screw, 0.0, "stops")
        module = self._electronics.module(place)
        yield _block(f"module {place}", "module", module, 0.0, MODULE_HEIGHT, "feet and cells")
        yield from self._on_holder(here, measures)

    def _on_holder(self, here: "_Place", measures: Measures) -> Iterator[Body]:
        middle = (measures.load_x, 0.0)
        if is_cup(here.place) or isinstance(self.layout, Deck):
            level = measures.holder_bottom + measures.ledge_top
            kind = "cup" if is_cup(here.place) else "pot"
            yield here.body(kind, _cup(middle, measures.cup, measures.rim_height), level, "cups", moves=True)
        else:
            level = measures.holder_bottom + measures.holder_height
            disc = Region(circle(middle, TRAY_MM), ((0.0, _TRAY_HEIGHT),))
            yield here.body("tray", disc, level, "cups", moves=True)

    def _fixed_screw(self, measures: Measures, hole: Point) -> Region:
        screw = SCREWS[measures.fixed_screw]
        length = self._length(screw, measures.fixed_grip, measures.fixed_length, measures)
        low = screw.head_height
        return _screw(hole, screw, (low - 0.8 * screw.head_height, low), (low, low + length))

    def _free_screw(self, measures: Measures, hole: Point) -> Region:
        screw = SCREWS[measures.free_screw]
        length = self._length(screw, measures.free_grip, measures.free_length, measures)
        under_head = measures.plate + measures.pad + measures.cell_height + measures.free_grip
        head = (under_head, under_head + 0.8 * screw.head_height)
        return _screw(hole, screw, head, (under_head - length, under_head))

    def _length(self, screw: Screw, grip: float, in_thread: float, measures: Measures) -> float:
        if self.with_nuts and measures.are_holes_across:
            return nut_screw_length(screw, grip, measures.cell_height)
        return in_thread

    def _nuts(self, here: "_Place", measures: Measures, cell_top: float) -> Iterator[Body]:
        fixed, free = SCREWS[measures.fixed_screw], SCREWS[measures.free_screw]
        for hole in measures.fixed_holes:
            yield here.body("fixed nut", _nut(hole, fixed), cell_top, "feet and cells")
        for hole in measures.end_holes(measures.load_x):
            level = measures.plate + measures.pad - free.nut_height
            yield here.body("free nut", _nut(hole, free), level, "holders", moves=True)


class _Place:
    """A place with the frame of its parts: x runs along the cell, from its fixed end inwards."""

    def __init__(self, layout: Deck | Table, place: Place) -> None:
        self.place = place
        is_pot = isinstance(layout, Deck) and not is_cup(place)
        self.measures = layout.pot_measures if is_pot and isinstance(layout, Deck) else layout.measures
        (x, y), (left, low, right, high) = layout.middle(place), layout.foot(place)
        out_x, out_y = (left + right) / 2 - x, (low + high) / 2 - y
        reach = math.hypot(out_x, out_y)
        out_x, out_y = out_x / reach, out_y / reach
        self.at = (x + out_x * self.measures.load_x, y + out_y * self.measures.load_x)
        # Inwards is where the parts' own x runs.
        self.turns = {(1, 0): 0, (0, 1): 1, (-1, 0): 2, (0, -1): 3}[(-round(out_x), -round(out_y))]

    def body(self, kind: str, solid: Region, level: float, step: str, *, moves: bool = False) -> Body:
        return Body(f"{kind} {self.place}", kind, solid, (*self.at, level), step, self.turns, moves)


def _block(name: str, kind: str, box: Box, low: float, high: float, step: str) -> Body:
    x, y = box.middle
    half_x, half_y = (box.right - box.left) / 2, (box.high - box.low) / 2
    solid = Region(rectangle(-half_x, -half_y, half_x, half_y), ((low, high),))
    return Body(name, kind, solid, (x, y, 0.0), step)


def _moved(region: Region, x: float) -> Region:
    """Return a region moved along x."""
    outline = tuple((px + x, py) for px, py in region.outline)
    return Region(outline, region.heights, tuple(_moved(inner, x) for inner in region.inside))


def _hole(middle: Point, diameter: float) -> Region:
    return Region(circle(middle, diameter, _CORNERS), ())


def _cell(measures: Measures) -> Region:
    """A bar with holes as wide as its screws' threads."""
    half = measures.cell_width / 2
    fixed = [_hole(hole, SCREWS[measures.fixed_screw].thread) for hole in measures.fixed_holes]
    free = [_hole(hole, SCREWS[measures.free_screw].thread) for hole in measures.end_holes(measures.load_x)]
    outline = rectangle(0.0, -half, measures.cell_length, half)
    return Region(outline, ((0.0, measures.cell_height),), (*fixed, *free))


def _screw(middle: Point, screw: Screw, head: tuple[float, float], shaft: tuple[float, float]) -> Region:
    whole: Heights = ((min(head[0], shaft[0]), max(head[1], shaft[1])),)
    inner = Region(circle(middle, screw.thread, _CORNERS), whole)
    return Region(circle(middle, screw.bare_head, _CORNERS), (head,), (inner,))


def _nut(middle: Point, screw: Screw) -> Region:
    return Region(
        hexagon(middle, screw.nut_flats), ((0.0, screw.nut_height),), (_hole(middle, screw.thread),)
    )


def _wood_screw(middle: Point, level: float, length: float = _WOOD_SCREW_LENGTH) -> Region:
    shaft = (level - length, level + 2.5)
    inner = Region(circle(middle, _WOOD_SCREW, _CORNERS), (shaft,))
    return Region(circle(middle, _WOOD_SCREW_HEAD, _CORNERS), ((level, level + 2.5),), (inner,))


def _sunk_screw(reach: float) -> Region:
    """Return a screw into a post, its head sunk at 0, its tip at `reach`: below where that is negative."""
    head = math.copysign(_SUNK_HEAD_MM, reach)
    shaft, whole = ((min(0.0, end), max(0.0, end)) for end in (reach, head))
    inner = Region(circle((0.0, 0.0), _POST_SCREW, _CORNERS), (shaft,))
    return Region(circle((0.0, 0.0), 2 * _POST_SCREW, _CORNERS), (whole,), (inner,))


def _cup(middle: Point, cup: Cup, rim: float) -> Region:
    """A cup as wide as it may be: above the rim its wall leans out by 45 degrees, in steps, up to its top."""
    widths = [(rim, cup.foot + 2 * _FLARE_STEP)]
    while widths[-1][1] < cup.top:
        level, width = widths[-1]
        widths.append((level + _FLARE_STEP, width + 2 * _FLARE_STEP))
    steps = [(0.0, min(cup.stand, cup.foot)), (1.0, cup.foot), *widths]
    inner: tuple[Region, ...] = ()
    for number, (level, width) in enumerate(steps):
        # Outlines must not touch, so that each is a little wider than the one before.
        across = min(width, max(cup.top, cup.foot)) + 0.01 * number
        inner = (Region(circle(middle, across), ((level, _CUP_HEIGHT),), inner),)
    return inner[0]
