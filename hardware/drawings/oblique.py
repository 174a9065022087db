"""Bodies of a board as they look obliquely: x to the right, y back and up, z up.

What lies lower is painted first, and of one height what is further back. The pictures of the steps and of the
whole board taken apart are painted here, from the bodies that interference is tested with.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hardware.assembly.bodies import Body
from hardware.drawings.drawing import FAINT, INK, SOFT, Drawing
from hardware.parts.flat import Point
from hardware.parts.solid import Region

BACK_X, BACK_Y = 0.42, 0.38
"""How far to the right and up a millimetre towards the back is drawn, in millimetres."""
_MOST_CORNERS, _PALE_CORNERS, _SMALL_CORNERS = 24, 16, 8
_SMALL_PIXELS = 12.0
_PALE, _PALE_LINE = "#f4f6f8", "#b9c3ca"
_WOOD, _PLASTIC, _METAL, _BOARD, _CUP = "#e9cf9f", "#8fc7d4", "#b7c0c8", "#9fd0a4", "#f6d9b5"
_FILLS: Mapping[str, str] = {
    **dict.fromkeys(("base", "deck", "lath", "post", "tray"), _WOOD),
    **dict.fromkeys(("foot", "spacer", "holder", "pot-holder"), _PLASTIC),
    **dict.fromkeys(("module", "Raspberry Pi", "carrier", "jack", "strip"), _BOARD),
    **dict.fromkeys(("cup", "pot", "button"), _CUP),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A body in a picture: how far it is drawn above its place, in millimetres, and whether it is pale."""

    body: Body
    lift: float = 0.0
    is_pale: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed outline in the picture, with its fill and its line."""

    outline: tuple[Point, ...]
    fill: str
    line: str


@dataclass(frozen=True, slots=True)
class Oblique:
    """How bodies are painted: `scale` is pixels a millimetre. A turned board is seen from below.

    Holes in a pale body are painted in base and deck only, or in all bodies where the picture is `detailed`.
    """

    scale: float = 1.0
    is_turned: bool = False
    is_detailed: bool = False

    def at(self, x: float, y: float, z: float) -> Point:
        """Return where a point of the board is in the picture."""
        if self.is_turned:
            y, z = -y, -z
        return (self.scale * (x + BACK_X * y), self.scale * (-z - BACK_Y * y))

    def shapes(self, all_shown: Sequence[Shown]) -> Iterator[Shape]:
        """Yield the outlines of bodies in the order in which they are painted."""
        for shown in sorted(all_shown, key=self._depth):
            yield from self._region(shown, shown.body.solid)

    def anchor(self, those: Sequence[Shown]) -> Point:
        """Return where a line to these bodies ends: half up the leftmost of them."""
        points = []
        for shown in those:
            body, (low, high) = shown.body, _spans(shown.body)[0]
            x, y = _turned(min(body.solid.outline), body.turns)
            level = shown.lift + (low + high) / 2
            points.append(self.at(body.at[0] + x, body.at[1] + y, body.at[2] + level))
        return min(points)

    def _depth(self, shown: Shown) -> tuple[float, float]:
        low, high = height(shown)
        y = shown.body.at[1] + _turned(middle(shown.body.solid.outline), shown.body.turns)[1]
        return (-high, y) if self.is_turned else (low, -y)

    def _region(self, shown: Shown, region: Region) -> Iterator[Shape]:
        fill = _PALE if shown.is_pale else _FILLS.get(shown.body.kind, _METAL)
        line = _PALE_LINE if shown.is_pale else INK
        for low, high in region.heights:
            near, far = (low, high) if not self.is_turned else (high, low)
            lower, upper = self._ring(shown, region, near), self._ring(shown, region, far)
            yield Shape(tuple(hull([*lower, *upper])), fill, line)
            yield Shape(upper, fill, line)
        is_plain = shown.is_pale and not self.is_detailed and shown.body.kind not in ("base", "deck")
        for inner in () if is_plain else region.inside:
            if inner.heights:
                yield from self._region(shown, inner)
            elif region.heights:
                level = region.heights[-1][1] if not self.is_turned else region.heights[0][0]
                yield Shape(self._ring(shown, inner, level), FAINT, line)

    def _ring(self, shown: Shown, region: Region, level: float) -> tuple[Point, ...]:
        body, most = shown.body, _PALE_CORNERS if shown.is_pale else _MOST_CORNERS
        across = max(x for x, _ in region.outline) - min(x for x, _ in region.outline)
        if across * self.scale < _SMALL_PIXELS:
            most = _SMALL_CORNERS
        step = max(1, len(region.outline) // most)
        turned = [_turned(point, body.turns) for point in region.outline[::step]]
        z = body.at[2] + level + shown.lift
        return tuple(self.at(body.at[0] + x, body.at[1] + y, z) for x, y in turned)


def paint(drawing: Drawing, shapes: Sequence[Shape], origin: Point) -> None:
    """Draw shapes, moved by `origin`."""
    for shape in shapes:
        moved = [(round(x + origin[0], 1), round(y + origin[1], 1)) for x, y in shape.outline]
        drawing.path(moved, line=shape.line, weight=0.8, fill=shape.fill, closed=True)


def name_kinds(
    drawing: Drawing, view: Oblique, all_shown: Sequence[Shown], origin: Point, left: float
) -> tuple[float, float]:
    """Write each kind of body with how many there are from `left` on, with a line to its leftmost body.

    Returns the levels of the first and the last of these lines of text.
    """
    kinds: dict[str, list[Shown]] = {}
    for shown in all_shown:
        kinds.setdefault(shown.body.kind, []).append(shown)
    levels: list[float] = []
    for kind, those in sorted(kinds.items(), key=lambda item: view.anchor(item[1])[1]):
        x, y = view.anchor(those)
        level = max([y + origin[1] + 4, *(each + 17 for each in levels[-1:])])
        levels.append(level)
        words = kind if len(those) == 1 else f"{len(those)} × {kind}"
        drawing.text(left, level, words, size=13, bold=True)
        start = left + 8.0 * len(words)
        end = (x + origin[0], y + origin[1])
        drawing.path(((start, level - 4), end), line=SOFT, weight=0.7)
        drawing.circle(*end, 1.8, fill=INK)
    return levels[0], levels[-1]


def bounds(shapes: Sequence[Shape]) -> tuple[float, float, float, float]:
    """Return the left, upper, right and lower end of shapes in the picture."""
    points = [point for shape in shapes for point in shape.outline]
    (left, up), (right, low) = (
        (end(point[0] for point in points), end(point[1] for point in points)) for end in (min, max)
    )
    return (left, up, right, low)


def height(shown: Shown) -> tuple[float, float]:
    """Return from where to where a body is drawn upwards, in millimetres above the base's upper side."""
    level, spans = shown.body.at[2] + shown.lift, _spans(shown.body)
    return (level + min(low for low, _ in spans), level + max(high for _, high in spans))


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


def middle(outline: Sequence[Point]) -> Point:
    """Return the mean of an outline's corners."""
    return (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))


def _spans(body: Body) -> list[tuple[float, float]]:
    return [span for region in (body.solid, *body.solid.inside) for span in region.heights]


def _turned(point: Point, quarters: int) -> Point:
    x, y = point
    for _ in range(quarters):
        x, y = -y, x
    return (x, y)


def _turns_right(a: Point, b: Point, c: Point) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0
