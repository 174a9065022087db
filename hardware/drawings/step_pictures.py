"""A picture of each step of the building guide: what it adds is coloured and drawn apart, all else is pale.

Drawn from the bodies that interference is tested with, obliquely: x to the right, y back and up, z up. A step
under the board shows it turned over.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cupsboard.profile import Profile

from hardware.assembly.bodies import STEPS, Body, bodies
from hardware.drawings.drawing import FAINT, INK, SOFT, Drawing
from hardware.drawings.exploded_picture import hull
from hardware.parts.deck import Deck
from hardware.parts.flat import Point, rectangle
from hardware.parts.solid import Region
from hardware.parts.table import Table

_BACK_X, _BACK_Y = 0.42, 0.38
_MARGIN, _TOP, _LABELS = 30.0, 100.0, 210.0
_MOST_CORNERS, _PALE_CORNERS = 24, 16
_PALE, _PALE_LINE = "#f4f6f8", "#b9c3ca"
_WOOD, _PLASTIC, _METAL, _BOARD, _CUP = "#e9cf9f", "#8fc7d4", "#b7c0c8", "#9fd0a4", "#f6d9b5"
_FILLS: Mapping[str, str] = {
    **dict.fromkeys(("base", "deck", "lath", "post", "tray"), _WOOD),
    **dict.fromkeys(("foot", "spacer", "holder", "pot-holder"), _PLASTIC),
    **dict.fromkeys(("module", "Raspberry Pi", "carrier", "jack", "strip"), _BOARD),
    **dict.fromkeys(("cup", "button"), _CUP),
}


@dataclass(frozen=True, slots=True)
class View:
    """How a step is drawn.

    `apart` has for each kind of body how far it is drawn from its place, in millimetres upwards. A view of
    one place shows that place alone. One that is turned shows base and laths from below.
    """

    words: str
    apart: Mapping[str, float]
    of_one_place: bool = False
    is_turned: bool = False


VIEWS: Mapping[str, View] = {
    "base, posts and laths": View(
        "Posts on the base, screwed from below; then the laths below it, glued and screwed from above.",
        {"post": 45.0, "lath": -60.0, "lath screw": 75.0},
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
    ),
    "holders": View(
        "Spacer and holder on the free end, two screws from above.",
        {"spacer": 22.0, "holder": 45.0, "free screw": 75.0},
        of_one_place=True,
    ),
    "stops": View(
        "The set screw goes up through the base and the nut in the foot, until it all but meets the bar.",
        {"stop": -52.0},
        of_one_place=True,
    ),
    "electronics": View(
        "The board turned over: Pi, carrier and jack between the laths.",
        {"Raspberry Pi": -70.0, "carrier": -70.0, "jack": -70.0},
        is_turned=True,
    ),
    "deck": View(
        "The deck on its posts; strip and buttons on the deck.",
        {"deck": 90.0, "strip": 130.0, "button": 130.0},
    ),
    "cups": View("Cups and pots into the holders.", {"cup": 70.0, "tray": 70.0}),
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
        self.bodies = [(body, False) for body in earlier] + [(body, True) for body in now]
        self.scale = 3.2 if self.view.of_one_place else min(1.2, 900.0 / layout.size[0])

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
        shapes = list(self._shapes())
        points = [point for outline, *_ in shapes for point in outline]
        left, low = (min(point[axis] for point in points) for axis in (0, 1))
        right, high = (max(point[axis] for point in points) for axis in (0, 1))
        width = _LABELS + right - left + 2 * _MARGIN
        drawing = Drawing(
            max(width, 2 * _MARGIN + 8.2 * len(self.view.words)), _TOP + high - low + _MARGIN, self.title
        )
        drawing.text(_MARGIN, 40, self.title, size=20, bold=True)
        drawing.text(_MARGIN, 64, self.view.words, fill=SOFT)
        x, y = _MARGIN + _LABELS - left, _TOP - low
        for outline, fill, line in shapes:
            moved = [(round(px + x, 1), round(py + y, 1)) for px, py in outline]
            drawing.path(moved, line=line, weight=0.8, fill=fill, closed=True)
        self._label(drawing, (x, y))
        return drawing.text_file()

    def _at(self, x: float, y: float, z: float) -> Point:
        if self.view.is_turned:
            y, z = -y, -z
        return (self.scale * (x + _BACK_X * y), self.scale * (-z - _BACK_Y * y))

    def _shapes(self) -> Iterator[tuple[list[Point], str, str]]:
        """Yield outlines in the order in which they are painted, each with its fill and its line."""
        for body, is_new in sorted(self.bodies, key=self._depth):
            fill = _FILLS.get(body.kind, _METAL) if is_new else _PALE
            line = INK if is_new else _PALE_LINE
            lift = self.view.apart.get(body.kind, 0.0) if is_new else 0.0
            yield from self._region(body, body.solid, lift, fill, line)

    def _depth(self, item: tuple[Body, bool]) -> tuple[float, float]:
        """Return what bodies are sorted by: those below first, and of one height those at the back."""
        body, is_new = item
        lift = self.view.apart.get(body.kind, 0.0) if is_new else 0.0
        spans = [span for region in (body.solid, *body.solid.inside) for span in region.heights]
        low = body.at[2] + lift + min(low for low, _ in spans)
        high = body.at[2] + lift + max(high for _, high in spans)
        y = body.at[1] + _turned(_middle(body.solid.outline), body.turns)[1]
        return (-high, y) if self.view.is_turned else (low, -y)

    def _region(
        self, body: Body, region: Region, lift: float, fill: str, line: str
    ) -> Iterator[tuple[list[Point], str, str]]:
        most = _PALE_CORNERS if fill == _PALE else _MOST_CORNERS
        for low, high in region.heights:
            near, far = (low, high) if not self.view.is_turned else (high, low)
            lower, upper = (list(self._ring(body, region, level + lift, most)) for level in (near, far))
            yield hull([*lower, *upper]), fill, line
            yield upper, fill, line
        is_pale_far_off = fill == _PALE and not self.view.of_one_place and body.kind not in ("base", "deck")
        for inner in () if is_pale_far_off else region.inside:
            if inner.heights:
                yield from self._region(body, inner, lift, fill, line)
            elif region.heights:
                level = region.heights[-1][1] if not self.view.is_turned else region.heights[0][0]
                yield list(self._ring(body, inner, level + lift, most)), FAINT, line

    def _ring(self, body: Body, region: Region, level: float, most: int) -> Iterator[Point]:
        step = max(1, len(region.outline) // most)
        for point in region.outline[::step]:
            x, y = _turned(point, body.turns)
            yield self._at(body.at[0] + x, body.at[1] + y, body.at[2] + level)

    def _label(self, drawing: Drawing, origin: Point) -> None:
        """Name each kind that is added, with how many there are, beside its leftmost body."""
        kinds: dict[str, list[Body]] = {}
        for body, is_new in self.bodies:
            if is_new:
                kinds.setdefault(body.kind, []).append(body)
        levels: list[float] = []
        for kind, those in sorted(kinds.items(), key=lambda item: self._anchor(item[1])[1]):
            x, y = self._anchor(those)
            level = max([y + origin[1] + 4, *(each + 17 for each in levels)])
            levels.append(level)
            words = kind if len(those) == 1 else f"{len(those)} × {kind}"
            drawing.text(_MARGIN, level, words, size=13, bold=True)
            start = _MARGIN + 8.0 * len(words)
            drawing.path(((start, level - 4), (x + origin[0], y + origin[1])), line=SOFT, weight=0.7)

    def _anchor(self, those: Sequence[Body]) -> Point:
        lift = self.view.apart.get(those[0].kind, 0.0)
        points = []
        for body in those:
            spans = [span for region in (body.solid, *body.solid.inside) for span in region.heights]
            level = lift + (spans[0][0] + spans[0][1]) / 2
            x, y = _turned(min(body.solid.outline), body.turns)
            points.append(self._at(body.at[0] + x, body.at[1] + y, body.at[2] + level))
        return min(points)


def _turned(point: Point, quarters: int) -> Point:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return (x, y)


def _middle(outline: Sequence[Point]) -> Point:
    return (
        sum(x for x, _ in outline) / len(outline),
        sum(y for _, y in outline) / len(outline),
    )


def _piece(base: Body, foot: tuple[float, float, float, float]) -> Body:
    """Return the piece of the base below a foot and its module, with the holes that lie in it."""
    left, low, right, high = foot[0] - 15, foot[1] - 15, foot[2] + 40, foot[3] + 15
    holes = tuple(
        hole
        for hole in base.solid.inside
        if left < _middle(hole.outline)[0] < right and low < _middle(hole.outline)[1] < high
    )
    solid = Region(rectangle(left, low, right, high), base.solid.heights, holes)
    return Body(base.name, base.kind, solid, base.at, base.step)
