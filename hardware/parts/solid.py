"""Printable solids: nested flat regions, each filled between heights, as closed surfaces of triangles.

Written by hand so that a maker gets STL files from what is installed anyway. The usual libraries, trimesh and
manifold3d, would save the triangles of `flat` and most of this module, about 110 lines, and cost 81 MB of an
installation of their own; made with manifold3d, 450 parts for random cups and cells were the same solids to a
ten millionth of their volume. The tests show parts to admesh. A parametric OpenSCAD file would ask every
maker for OpenSCAD, and the drawings could not use it; a part's form can be changed there all the same
(README.md).
"""

import struct
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import hypot
from operator import sub

from hardware.parts.flat import Loop, area, edges, triangles

Corner = tuple[float, float, float]
Triangle = tuple[Corner, Corner, Corner]
"""Corners counter-clockwise as seen from outside; millimetres."""
Heights = tuple[tuple[float, float], ...]
"""Disjoint spans from low to high."""


class SurfaceError(ValueError):
    """A surface that does not close; the message names an edge."""


@dataclass(frozen=True, slots=True)
class Region:
    """What an outline encloses but for the regions inside: material at these heights, air elsewhere.

    Outlines must not touch each other. An inner region without heights is a hole right through.
    """

    outline: Loop
    heights: Heights
    inside: tuple["Region", ...] = field(default=())

    def volume(self) -> float:
        """Cubic millimetres by arithmetic, without any surface."""
        own = area(self.outline) - sum(area(region.outline) for region in self.inside)
        return own * sum(high - low for low, high in self.heights) + sum(
            region.volume() for region in self.inside
        )


def surface(region: Region) -> list[Triangle]:
    """The closed surface. Raises SurfaceError if outlines or heights make one that doesn't close."""
    levels = sorted({level for heights in _all_heights(region) for span in heights for level in span})
    found = [*_caps(region), *_walls(region, (), levels)]
    _check_closed(found)
    return found


def enclosed(triangles_: Sequence[Triangle]) -> float:
    """The enclosed cubic millimetres; negative where a surface is inside out."""
    return (
        sum(
            a[0] * (b[1] * c[2] - b[2] * c[1])
            + a[1] * (b[2] * c[0] - b[0] * c[2])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
            for a, b, c in triangles_
        )
        / 6
    )


def binary_stl(name: str, triangles_: Sequence[Triangle]) -> bytes:
    """A file for any slicer; its unit is the millimetre."""
    facets = b"".join(struct.pack("<12fH", *_normal(a, b, c), *a, *b, *c, 0) for a, b, c in triangles_)
    return name.encode("ascii").ljust(80, b" ") + struct.pack("<I", len(triangles_)) + facets


def _normal(a: Corner, b: Corner, c: Corner) -> Corner:
    """Outwards, of length 1. Slicers work it out; viewers in a browser show a part without it black."""
    (ux, uy, uz), (vx, vy, vz) = (tuple(map(sub, end, a)) for end in (b, c))
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = hypot(x, y, z)
    return (x / length, y / length, z / length)


def _all_heights(region: Region) -> Iterator[Heights]:
    yield region.heights
    for inner in region.inside:
        yield from _all_heights(inner)


def _caps(region: Region) -> Iterator[Triangle]:
    flat = triangles(region.outline, [inner.outline for inner in region.inside]) if region.heights else []
    for low, high in region.heights:
        for a, b, c in flat:
            yield ((*a, high), (*b, high), (*c, high))
            yield ((*c, low), (*b, low), (*a, low))
    for inner in region.inside:
        yield from _caps(inner)


def _walls(region: Region, around: Heights, levels: Sequence[float]) -> Iterator[Triangle]:
    """Walls where there is material on one side of an outline only, cut at every level so that they meet."""
    for low, high in pairwise(levels):
        is_filled, is_filled_around = _holds(region.heights, low), _holds(around, low)
        if is_filled != is_filled_around:
            for a, b in edges(region.outline):
                left, right = (a, b) if is_filled else (b, a)
                yield ((*left, low), (*right, low), (*right, high))
                yield ((*left, low), (*right, high), (*left, high))
    for inner in region.inside:
        yield from _walls(inner, region.heights, levels)


def _holds(heights: Heights, level: float) -> bool:
    return any(low <= level < high for low, high in heights)


def _check_closed(found: Sequence[Triangle]) -> None:
    directed = Counter(edge for a, b, c in found for edge in ((a, b), (b, c), (c, a)))
    for (start, end), times in directed.items():
        if times != 1 or directed[end, start] != 1:
            raise SurfaceError(f"the edge from {start} to {end} isn't shared by two triangles")
