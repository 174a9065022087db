"""A picture of each step of the building guide: what it adds is coloured and drawn apart, all else is pale.

A step under the board shows it turned over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cupsboard.profile import Profile

from hardware.assembly.bodies import STEPS, Body, bodies
from hardware.drawings.drawing import SOFT, WIRES, Drawing
from hardware.drawings.oblique import Oblique, Shown, bounds, middle, name_kinds, paint
from hardware.parts.cables import cell_cable
from hardware.parts.deck import Deck
from hardware.parts.flat import Point, rectangle
from hardware.parts.solid import Region
from hardware.parts.table import Table

_MARGIN, _TOP, _LABELS = 30.0, 100.0, 210.0
_APART, _WIRE = 1.3, 3.0
"""How far apart the wires of a cable are drawn, in millimetres, and a line for one, in pixels."""


@dataclass(frozen=True, slots=True)
class View:
    """How a step is drawn.

    `apart` has for each kind of body how far it is drawn from its place, in millimetres upwards. A view of
    one place shows that place alone. One that is turned shows the base from below. One `with_wires` shows
    those of the cell.
    """

    words: str
    apart: Mapping[str, float]
    of_one_place: bool = False
    is_turned: bool = False
    with_wires: bool = False


VIEWS: Mapping[str, View] = {
    "base, posts and laths": View(
        "Posts on the base, screwed from below; then the laths below it, glued and screwed from above.",
        {"post": 45.0, "lath": -100.0, "lath screw": 75.0, "post screw": -50.0},
    ),
    "feet and cells": View(
        "Nut and screws from below, cell on its pad, four wood screws into the base.",
        {
            "foot": 45.0,
            "stop nut": 22.0,
            "fixed screw": 20.0,
            "cell": 75.0,
            "wood screw": 95.0,
            "module": 45.0,
        },
        of_one_place=True,
        with_wires=True,
    ),
    "holders": View(
        "Spacer and holder on the free end, two screws from above.",
        {"spacer": 22.0, "holder": 45.0, "free screw": 75.0},
        of_one_place=True,
    ),
    "stops": View(
        "The set screw goes up through the base and the nut in the foot, until its tip shows above the foot.",
        {"stop": -52.0},
        of_one_place=True,
    ),
    "electronics": View(
        "The board turned over, posts on two laths so that no holder bears it: Pi, carrier, jack.",
        {"Raspberry Pi": -70.0, "carrier": -70.0, "jack": -70.0},
        is_turned=True,
    ),
    "deck": View(
        "The deck on its posts; strip and buttons on the deck.",
        {"deck": 90.0, "strip": 130.0, "button": 130.0, "deck screw": 140.0},
    ),
    "cups": View("Cups and pots into the holders.", {"cup": 70.0, "pot": 70.0, "tray": 70.0}),
}
_SMALL = ("screw", " nut", "stop")


def step_pictures(profile: Profile, layout: Deck | Table) -> dict[str, str]:
    """Return the pictures of all steps as SVG, by the number of the step from 1."""
    built = bodies(profile, layout)
    return {
        str(number): _Picture(profile, layout, built, step).drawn()
        for number, step in enumerate(STEPS, start=1)
    }


class _Picture:
    def __init__(self, profile: Profile, layout: Deck | Table, built: Sequence[Body], step: str) -> None:
        self.step, self.view = step, VIEWS[step]
        self.place = profile.places[0]
        number = STEPS.index(step)
        earlier = [body for body in built if STEPS.index(body.step) < number and self._is_shown(body)]
        now = [body for body in built if body.step == step and self._is_shown(body)]
        self.title = f"{profile.name}, step {number + 1}: {step}"
        if self.view.of_one_place:
            earlier = [
                _piece(body, layout.foot(self.place)) if body.kind == "base" else body for body in earlier
            ]
        self.new = [Shown(body, self.view.apart.get(body.kind, 0.0)) for body in now]
        self.shown = [Shown(body, is_pale=True) for body in earlier] + self.new
        self.oblique = Oblique(
            3.2 if self.view.of_one_place else min(1.2, 900.0 / layout.size[0]),
            is_turned=self.view.is_turned,
            is_detailed=self.view.of_one_place,
        )
        self.wires = self._wires(profile, layout)

    def _is_shown(self, body: Body) -> bool:
        """Return whether a body is drawn: small ones in their own step, and in one place that place alone."""
        if body.step == self.step:
            return not self.view.of_one_place or body.name.endswith(f" {self.place}")
        if self.view.is_turned:
            return body.kind in ("base", "lath")
        if any(word in body.kind for word in _SMALL):
            return False
        return not self.view.of_one_place or body.kind == "base" or body.name.endswith(f" {self.place}")

    def drawn(self) -> str:
        shapes = list(self.oblique.shapes(self.shown))
        left, up, right, low = bounds(shapes)
        width = max(_LABELS + right - left + 2 * _MARGIN, 2 * _MARGIN + 8.2 * len(self.view.words))
        drawing = Drawing(width, _TOP + low - up + _MARGIN, self.title)
        drawing.text(_MARGIN, 40, self.title, size=20, bold=True)
        drawing.text(_MARGIN, 64, self.view.words, fill=SOFT)
        origin = (_MARGIN + _LABELS - left, _TOP - up)
        paint(drawing, shapes, origin)
        for colour, way in self.wires:
            moved = [(round(x + origin[0], 1), round(y + origin[1], 1)) for x, y in way]
            drawing.path(moved, line=WIRES[colour], weight=_WIRE)
        name_kinds(drawing, self.oblique, self.new, origin, _MARGIN)
        return drawing.text_file()

    def _wires(self, profile: Profile, layout: Deck | Table) -> list[tuple[str, list[Point]]]:
        """Return each wire that is shown: its colour, and its way between parts drawn apart."""
        if not self.view.with_wires:
            return []
        cable = cell_cable(
            profile, layout, self.place, *(self.view.apart[kind] for kind in ("cell", "module"))
        )
        ways = cable.ways(_APART, _APART)
        return [(wire.colour, [self.oblique.at(*corner) for corner in way]) for wire, way in ways]


def _piece(base: Body, foot: tuple[float, float, float, float]) -> Body:
    """Return the piece of the base below a foot and its module, with the holes that lie in it."""
    left, low, right, high = foot[0] - 15, foot[1] - 15, foot[2] + 40, foot[3] + 15
    holes = tuple(
        hole
        for hole in base.solid.inside
        if left < middle(hole.outline)[0] < right and low < middle(hole.outline)[1] < high
    )
    solid = Region(rectangle(left, low, right, high), base.solid.heights, holes)
    return Body(base.name, base.kind, solid, base.at, base.step)
