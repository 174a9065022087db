"""Flat shapes: points, the loops printed parts are bounded by, and triangles that fill them."""

import math
from collections.abc import Iterator, Sequence

Point = tuple[float, float]
Loop = tuple[Point, ...]
"""Corners of a simple polygon, counter-clockwise."""
FlatTriangle = tuple[Point, Point, Point]

_TINY = 1e-9


def circle(centre: Point, diameter: float, corners: int = 96) -> Loop:
    """A round loop whose corners lie on the circle."""
    x, y = centre
    radius = diameter / 2
    turns = [2 * math.pi * corner / corners for corner in range(corners)]
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def hexagon(centre: Point, across_flats: float) -> Loop:
    """A loop for a nut."""
    return circle(centre, across_flats / math.cos(math.pi / 6), 6)


def slot(start: Point, end: Point, width: float, corners: int = 96) -> Loop:
    """A loop round two points, with round ends."""
    (x1, y1), (x2, y2) = start, end
    along, half, steps = math.atan2(y2 - y1, x2 - x1), width / 2, corners // 2
    return tuple(
        (x + half * math.cos(turn), y + half * math.sin(turn))
        for (x, y), first in (((x2, y2), along - math.pi / 2), ((x1, y1), along + math.pi / 2))
        for turn in (first + math.pi * step / steps for step in range(steps + 1))
    )


def rectangle(left: float, low: float, right: float, high: float, corner_radius: float = 0.0) -> Loop:
    """An upright rectangle, with rounded corners if asked."""
    if corner_radius <= 0:
        return ((left, low), (right, low), (right, high), (left, high))
    r, steps = corner_radius, 12
    centres = (
        (right - r, high - r, 0),
        (left + r, high - r, 1),
        (left + r, low + r, 2),
        (right - r, low + r, 3),
    )
    return tuple(
        (x + r * math.cos(turn), y + r * math.sin(turn))
        for x, y, quarter in centres
        for turn in (math.pi / 2 * (quarter + step / steps) for step in range(steps + 1))
    )


def area(loop: Sequence[Point]) -> float:
    """The enclosed area; negative for a clockwise loop."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(loop)) / 2


def edges(loop: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The sides of a loop, in its direction."""
    return zip(loop, (*loop[1:], loop[0]), strict=True)


def triangles(outer: Loop, holes: Sequence[Loop] = ()) -> list[FlatTriangle]:
    """Counter-clockwise triangles that fill a loop but for its holes, with no corners but theirs."""
    joined = list(outer)
    waiting = sorted(holes, key=lambda hole: max(hole), reverse=True)
    while waiting:
        hole = waiting.pop(0)
        joined = _joined(joined, hole, waiting)
    return _clipped(joined)


def _joined(outer: list[Point], hole: Loop, others: Sequence[Loop]) -> list[Point]:
    """The loop with a cut to the hole and round it, so that one loop is left."""
    start = max(range(len(hole)), key=lambda corner: hole[corner])
    here = hole[start]
    walls = [*edges(outer), *edges(hole), *(edge for other in others for edge in edges(other))]
    for corner in sorted(range(len(outer)), key=lambda index: math.dist(here, outer[index])):
        there = outer[corner]
        if _opens_towards(outer, corner, here) and not any(_cross(here, there, *wall) for wall in walls):
            # Round a hole clockwise, because it lies to the right of its own border.
            round_it = [hole[(start - step) % len(hole)] for step in range(len(hole) + 1)]
            return [*outer[: corner + 1], *round_it, *outer[corner:]]
    raise ValueError(f"the hole at {here} can't be seen from its outline; do loops touch or cross?")


def _opens_towards(loop: Sequence[Point], corner: int, point: Point) -> bool:
    """Whether a point is on the inner side of a corner; tells the two sides of an earlier cut apart."""
    before, here, after = loop[corner - 1], loop[corner], loop[(corner + 1) % len(loop)]
    left_of_first, left_of_second = _turn(before, here, point) > _TINY, _turn(here, after, point) > _TINY
    if _turn(before, here, after) > 0:
        return left_of_first and left_of_second
    return left_of_first or left_of_second


def _clipped(loop: list[Point]) -> list[FlatTriangle]:
    """Ears cut off one by one."""
    left, found = list(loop), []
    while len(left) > 3:
        ear = next((corner for corner in range(len(left)) if _is_ear(left, corner)), None)
        if ear is None:
            raise ValueError(f"no triangle fits at {left[0]}; do loops touch or cross?")
        found.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        del left[ear]
    return [*found, (left[0], left[1], left[2])]


def _is_ear(loop: Sequence[Point], corner: int) -> bool:
    a, b, c = loop[corner - 1], loop[corner], loop[(corner + 1) % len(loop)]
    if _turn(a, b, c) <= _TINY:
        return False
    return not any(
        point not in (a, b, c)
        and _turn(a, b, point) >= -_TINY
        and _turn(b, c, point) >= -_TINY
        and _turn(c, a, point) >= -_TINY
        for point in loop
    )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments that share no end meet."""
    if {a, b} & {c, d}:
        return False
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """Twice the area of a triangle; positive where it turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
