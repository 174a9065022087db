"""A plate as DXF: outline, holes and drill marks each on a layer of its own, in millimetres.

Written by hand in the oldest form that every program reads (R12, text): lines, arcs and circles. A library
would bring three packages along for these three shapes, and writes the time into its files, so that the test
for stale ones could not compare them.
"""

from collections.abc import Iterator

from hardware.plans.plates import Plate

CUT, DRILL, SHOWN = "CUT", "DRILL", "SHOWN"
"""Layers: to saw along, to drill, and drawn only."""
_COLOURS = {CUT: 1, DRILL: 5, SHOWN: 8}


def dxf(plate: Plate) -> str:
    """Return the text of a DXF file."""
    pairs = [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(_COLOURS))]
    for layer, colour in _COLOURS.items():
        pairs += [(0, "LAYER"), (2, layer), (70, 0), (62, colour), (6, "CONTINUOUS")]
    pairs += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    pairs += _entities(plate)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code}\n{value}\n" for code, value in pairs)


Pair = tuple[int, object]


def _entities(plate: Plate) -> Iterator[Pair]:
    (width, depth), r = plate.size, plate.corner
    x, y = width / 2, depth / 2
    yield from _line(CUT, (-x + r, -y), (x - r, -y))
    yield from _line(CUT, (x, -y + r), (x, y - r))
    yield from _line(CUT, (x - r, y), (-x + r, y))
    yield from _line(CUT, (-x, y - r), (-x, -y + r))
    for sign_x, sign_y, first in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        centre = (sign_x * (x - r), sign_y * (y - r))
        yield from ((0, "ARC"), (8, CUT), *_at(10, centre), (40, _n(r)), (50, first), (51, first + 90))
    for hole in plate.holes:
        layer = DRILL if hole.is_pilot else CUT
        yield from ((0, "CIRCLE"), (8, layer), *_at(10, hole.middle), (40, _n(hole.diameter / 2)))
    for mark in plate.marks:
        box = mark.box
        corners = ((box.left, box.low), (box.right, box.low), (box.right, box.high), (box.left, box.high))
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            yield from _line(SHOWN, start, end)
        yield from (
            (0, "TEXT"),
            (8, SHOWN),
            *_at(10, (box.left + 2, box.low + 2)),
            (40, 4),
            # The oldest form knows the letters of ASCII only; names of places have no others.
            (1, mark.use),
        )


def _line(layer: str, start: tuple[float, float], end: tuple[float, float]) -> Iterator[Pair]:
    yield from ((0, "LINE"), (8, layer), *_at(10, start), *_at(11, end))


def _at(code: int, point: tuple[float, float]) -> Iterator[Pair]:
    yield from ((code, _n(point[0])), (code + 10, _n(point[1])), (code + 20, 0))


def _n(value: float) -> str:
    return f"{value:g}"
