"""A plate at full size on sheets of A4 or Letter to be stuck together: a template to drill and saw by.

Each sheet repeats 10 mm of its neighbours, has crosses at the corners of what is its own, its row and column,
and a ruler of 100 mm to hold another against: printers like to shrink. Written by hand, as DXF is.
"""

import math
from collections.abc import Iterator

from hardware.plans.plates import PILOT, Plate

_SHEET = (279.4, 210.0)
"""As wide as Letter and as high as A4, lying, so that both papers hold all of it."""
_MARGIN, _OVERLAP = 10.0, 10.0
_POINTS = 72 / 25.4
_BEZIER = 0.5522847498
"""A quarter of a circle as a cubic curve: how far its handles reach."""


def pdf(plate: Plate) -> bytes:
    """Return the bytes of a PDF file: the plate drawn once, and a sheet for each part of the drawing."""
    sheets = [
        _sheet(plate, column, row) for row in range(_count(plate, 1)) for column in range(_count(plate, 0))
    ]
    kids = b" ".join(b"%d 0 R" % (5 + 2 * number) for number in range(len(sheets)))
    size = b"[0 0 %.3f %.3f]" % (_SHEET[0] * _POINTS, _SHEET[1] * _POINTS)
    (width, depth), font = plate.size, b"/Resources << /Font << /F1 3 0 R >> >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] /MediaBox %s >>" % (len(sheets), kids, size),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        _stream(
            b"/Type /XObject /Subtype /Form /BBox [%.1f %.1f %.1f %.1f] %s"
            % (-width / 2 - 5, -depth / 2 - 5, width / 2 + 5, depth / 2 + 5, font),
            "\n".join(_drawn(plate)),
        ),
    ]
    resources = b"/Resources << /Font << /F1 3 0 R >> /XObject << /Plate 4 0 R >> >>"
    for number, content in enumerate(sheets):
        objects.append(b"<< /Type /Page /Parent 2 0 R %s /Contents %d 0 R >>" % (resources, 6 + 2 * number))
        objects.append(_stream(b"", content))
    return _file(objects)


def _stream(entries: bytes, content: str) -> bytes:
    data = content.encode("cp1252")
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(data), data)


def _file(objects: list[bytes]) -> bytes:
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _own(axis: int) -> float:
    """Return what a sheet adds to those before it, along an axis; millimetres."""
    return _SHEET[axis] - 2 * _MARGIN - _OVERLAP


def _count(plate: Plate, axis: int) -> int:
    return max(1, math.ceil((plate.size[axis] - _OVERLAP) / _own(axis)))


def _sheet(plate: Plate, column: int, row: int) -> str:
    width, height = (side - 2 * _MARGIN for side in _SHEET)
    left = -plate.size[0] / 2 + column * _own(0)
    low = -plate.size[1] / 2 + row * _own(1)
    words = (
        f"{plate.name}: column {column + 1} of {_count(plate, 0)}, row {row + 1} of {_count(plate, 1)}, "
        "from the lower left. Print at 100 %; this line is 100 mm long:"
    )
    lines = [
        f"{_POINTS:.6f} 0 0 {_POINTS:.6f} {_MARGIN * _POINTS:.3f} {_MARGIN * _POINTS:.3f} cm",
        "q",
        f"0 0 {width:g} {height:g} re W n",
        f"1 0 0 1 {-left:g} {-low:g} cm /Plate Do",
        "Q",
        "0.1 w",
        *(line for x in (0.0, width) for y in (0.0, height) for line in _cross(x, y)),
        *_text(4, -6, words),
        "0.3 w 160 -5 m 260 -5 l 160 -7 m 160 -3 l 260 -7 m 260 -3 l S",
    ]
    return "\n".join(lines)


def _drawn(plate: Plate) -> Iterator[str]:
    yield "0.3 w"
    yield from _outline(plate)
    for hole in plate.holes:
        (x, y), radius = hole.middle, hole.diameter / 2
        yield from _circle(x, y, radius)
        yield from _cross(x, y, max(2.0, min(radius, 5.0)))
        if hole.diameter != PILOT:
            # What is screwed there is drawn beside it.
            use = "" if hole.use.startswith("screw of ") else f"{hole.use}, "
            yield from _text(x + 1.5, y + 1.5, f"{use}{hole.diameter:g} mm")
    yield "0.15 w [2 1.5] 0 d"
    for mark in plate.marks:
        box = mark.box
        yield f"{box.left:g} {box.low:g} {box.right - box.left:g} {box.high - box.low:g} re S"
        yield from _text(box.left + 1.5, box.low + 1.5, mark.use)
    yield "[] 0 d"


def _outline(plate: Plate) -> Iterator[str]:
    (width, depth), r = plate.size, plate.corner
    x, y, handle = width / 2, depth / 2, plate.corner * (1 - _BEZIER)
    yield f"{-x + r:g} {-y:g} m {x - r:g} {-y:g} l"
    yield f"{x - handle:g} {-y:g} {x:g} {-y + handle:g} {x:g} {-y + r:g} c {x:g} {y - r:g} l"
    yield f"{x:g} {y - handle:g} {x - handle:g} {y:g} {x - r:g} {y:g} c {-x + r:g} {y:g} l"
    yield f"{-x + handle:g} {y:g} {-x:g} {y - handle:g} {-x:g} {y - r:g} c {-x:g} {-y + r:g} l"
    yield f"{-x:g} {-y + handle:g} {-x + handle:g} {-y:g} {-x + r:g} {-y:g} c S"


def _circle(x: float, y: float, r: float) -> Iterator[str]:
    k = r * _BEZIER
    yield f"{x + r:g} {y:g} m {x + r:g} {y + k:g} {x + k:g} {y + r:g} {x:g} {y + r:g} c"
    yield f"{x - k:g} {y + r:g} {x - r:g} {y + k:g} {x - r:g} {y:g} c"
    yield f"{x - r:g} {y - k:g} {x - k:g} {y - r:g} {x:g} {y - r:g} c"
    yield f"{x + k:g} {y - r:g} {x + r:g} {y - k:g} {x + r:g} {y:g} c S"


def _cross(x: float, y: float, half: float = 3.0) -> Iterator[str]:
    yield f"{x - half:g} {y:g} m {x + half:g} {y:g} l {x:g} {y - half:g} m {x:g} {y + half:g} l S"


def _text(x: float, y: float, words: str) -> Iterator[str]:
    escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
    yield f"BT /F1 3 Tf {x:g} {y:g} Td ({escaped}) Tj ET"
