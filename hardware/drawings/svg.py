"""A picture as SVG text: shapes in the order they are drawn, and the colours all pictures share."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

INK, SOFT, FAINT, PAPER, CARD = "#22303c", "#66757f", "#d5dde2", "#ffffff", "#f4f7f9"
FIVE_VOLTS, THREE_VOLTS, GROUND = "#c8382f", "#d98a00", "#3b4650"
DATA, CLOCK, PIXEL, BUTTON, BUZZER = "#0b7285", "#7048b6", "#2b8a3e", "#2f5fc4", "#9c5a1e"

_FONT = "font-family:Helvetica,Arial,'Liberation Sans',sans-serif"


class Drawing:
    """Collects shapes; positions and sizes are pixels from the upper left."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._size = (width, height)
        self._title = title
        self._shapes: list[str] = []

    def text_file(self) -> str:
        """The finished document."""
        width, height = (_number(value) for value in self._size)
        return "\n".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" style="{_FONT}">',
                f"<title>{escape(self._title)}</title>",
                f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
                *self._shapes,
                "</svg>",
                "",
            )
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = "none",
        line: str = "none",
        weight: float = 1.5,
        corner: float = 6,
        dashes: str = "",
    ) -> None:
        """A rectangle with rounded corners."""
        place: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height, "rx": corner}
        self._add("rect", place | {"fill": fill} | _stroke(line, weight, dashes))

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: str = "none",
        line: str = "none",
        weight: float = 1.5,
        dashes: str = "",
    ) -> None:
        """A circle round a middle."""
        place: dict[str, str | float] = {"cx": x, "cy": y, "r": radius}
        self._add("circle", place | {"fill": fill} | _stroke(line, weight, dashes))

    def path(
        self,
        points: Sequence[tuple[float, float]],
        *,
        line: str = INK,
        weight: float = 1.5,
        dashes: str = "",
        fill: str = "none",
        closed: bool = False,
    ) -> None:
        """Straight lines from point to point."""
        steps = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        shape: dict[str, str | float] = {"points": steps, "fill": fill}
        self._add("polygon" if closed else "polyline", shape | _stroke(line, weight, dashes))

    def arrow(
        self, x: float, y: float, towards: tuple[float, float], *, fill: str = INK, size: float = 7
    ) -> None:
        """An arrow's head with its tip at a point; `towards` is its direction, of length 1."""
        dx, dy = towards
        back = (x - size * dx, y - size * dy)
        half = 0.42 * size
        left, right = ((back[0] - sign * half * dy, back[1] + sign * half * dx) for sign in (1, -1))
        self.path((left, (x, y), right), line="none", fill=fill, closed=True)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 13,
        fill: str = INK,
        anchor: str = "start",
        bold: bool = False,
        turned: bool = False,
    ) -> None:
        """Words on a base line; `anchor` is start, middle or end; `turned` reads upwards."""
        look: dict[str, str | float] = {
            "x": x,
            "y": y,
            "font-size": size,
            "fill": fill,
            "text-anchor": anchor,
        }
        if bold:
            look["font-weight"] = "bold"
        if turned:
            look["transform"] = f"rotate(-90 {_number(x)} {_number(y)})"
        self._add("text", look, escape(words))

    def _add(self, tag: str, attributes: Mapping[str, str | float], content: str | None = None) -> None:
        written = " ".join(f"{name}={quoteattr(_written(value))}" for name, value in attributes.items())
        self._shapes.append(
            f"<{tag} {written}/>" if content is None else f"<{tag} {written}>{content}</{tag}>"
        )


def _stroke(line: str, weight: float, dashes: str) -> dict[str, str | float]:
    if line == "none":
        return {}
    stroke: dict[str, str | float] = {"stroke": line, "stroke-width": weight, "stroke-linejoin": "round"}
    return stroke | {"stroke-dasharray": dashes} if dashes else stroke


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else _number(value)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
