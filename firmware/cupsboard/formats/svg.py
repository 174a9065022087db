"""SVG pictures as text: all pictures are written here, so numbers and escapes are right in one place.

Written by hand, because svgwrite, the usual library, calls itself inactive since 2022, and our pictures need
no more than the shapes below.
"""

import re
from collections.abc import Iterable
from math import isfinite

Look = str | float
"""The value of an attribute: a word, or a number in pixels."""
Point = tuple[float, float]

_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;", "\r": "&#13;"}
)
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Everything but the characters that XML 1.0 allows (section 2.2)."""


class Svg:
    """Collects shapes in the order they are drawn; positions and sizes are pixels from the upper left.

    Every other keyword of a shape is an attribute of its element: `stroke_width=2` writes
    `stroke-width="2"`, `class_="axis"` writes `class="axis"`; an attribute that is "" is left out. A number
    that is not finite raises ValueError.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._shapes: list[str] = []

    def background(self, **look: Look) -> None:
        """A rectangle as large as the picture."""
        self._add("rect", {"width": self.width, "height": self.height, **look})

    def rect(self, x: float, y: float, width: float, height: float, **look: Look) -> None:
        """A rectangle from its upper left corner."""
        self._add("rect", {"x": x, "y": y, "width": width, "height": height, **look})

    def circle(self, x: float, y: float, radius: float, **look: Look) -> None:
        """A circle round its middle."""
        self._add("circle", {"cx": x, "cy": y, "r": radius, **look})

    def line(self, start: Point, end: Point, **look: Look) -> None:
        """A straight line."""
        self._add("line", {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1], **look})

    def polyline(self, points: Iterable[Point], **look: Look) -> None:
        """Straight lines from point to point."""
        self._add("polyline", {"points": _written_points(points), **look})

    def polygon(self, points: Iterable[Point], **look: Look) -> None:
        """The same, and back to the first point."""
        self._add("polygon", {"points": _written_points(points), **look})

    def text(self, x: float, y: float, words: str, turned_degrees: float = 0.0, **look: Look) -> None:
        """Words on a base line, which may be turned clockwise round its start."""
        turn = f"rotate({_number(turned_degrees)} {_number(x)} {_number(y)})" if turned_degrees else ""
        self._add("text", {"x": x, "y": y, **look, "transform": turn}, words)

    def written(self, *, title: str = "", css: str = "", **look: Look) -> str:
        """The whole picture, to be a file of its own or a part of an HTML page.

        `look` goes to the outermost element. Without `width` and `height` there, the picture is as large as
        the page that shows it allows.
        """
        frame = f"0 0 {_number(self.width)} {_number(self.height)}"
        root = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": frame, **look}
        head = [_element(tag, {}, words) for tag, words in (("title", title), ("style", css)) if words]
        return "\n".join((f"<svg{_attributes(root)}>", *head, *self._shapes, "</svg>", ""))

    def _add(self, tag: str, attributes: dict[str, Look], words: str | None = None) -> None:
        self._shapes.append(_element(tag, attributes, words))


def _element(tag: str, attributes: dict[str, Look], words: str | None) -> str:
    opened = f"<{tag}{_attributes(attributes)}"
    return f"{opened}/>" if words is None else f"{opened}>{_escaped(words)}</{tag}>"


def _attributes(attributes: dict[str, Look]) -> str:
    return "".join(_attribute(name, value) for name, value in attributes.items() if value != "")


def _attribute(name: str, value: Look) -> str:
    written = _escaped(value) if isinstance(value, str) else _number(value)
    return f' {name.rstrip("_").replace("_", "-")}="{written}"'


def _escaped(words: str) -> str:
    """As XML holds it; what it can't hold becomes the sign for an unknown character."""
    return _UNWRITABLE.sub("\ufffd", words).translate(_ESCAPES)


def _written_points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    if not isfinite(value):
        raise ValueError(f"{value} is no place or size in a picture")
    return f"{value:.2f}".rstrip("0").rstrip(".")
