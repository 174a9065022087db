"""What all pictures of a board share: their colours, their font, and the few shapes they are made of."""

from collections.abc import Mapping, Sequence

from cupsboard.formats.svg import Look, Point, Svg

INK, SOFT, FAINT, PAPER, CARD = "#22303c", "#66757f", "#d5dde2", "#ffffff", "#f4f7f9"
FIVE_VOLTS, THREE_VOLTS, GROUND = "#c8382f", "#d98a00", "#3b4650"
DATA, CLOCK, PIXEL, BUTTON, BUZZER = "#1c5fb0", "#7048b6", "#2b8a3e", "#8a6700", "#9c5a1e"
WIRES: Mapping[str, str] = {
    "black": GROUND,
    "red": FIVE_VOLTS,
    "orange": THREE_VOLTS,
    "blue": DATA,
    "violet": CLOCK,
    "green": PIXEL,
    "yellow": "#c9b100",
    "brown": "#6f3c14",
    "white": "#aab4bb",
    "ribbon": "#8b98a2",
}
"""By the word of the wire list; what would not show on paper is darker than the wire."""

_FONT = "font-family:Helvetica,Arial,'Liberation Sans',sans-serif"


class Drawing:
    """Collects shapes; positions and sizes are pixels from the upper left."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self._svg = Svg(width, height)
        self._svg.background(fill=PAPER)
        self._title = title

    def text_file(self) -> str:
        """The finished document."""
        width, height = self._svg.width, self._svg.height
        return self._svg.written(title=self._title, width=width, height=height, style=_FONT)

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
        self._svg.rect(x, y, width, height, rx=corner, fill=fill, **_stroke(line, weight, dashes))

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
        self._svg.circle(x, y, radius, fill=fill, **_stroke(line, weight, dashes))

    def path(
        self,
        points: Sequence[Point],
        *,
        line: str = INK,
        weight: float = 1.5,
        dashes: str = "",
        fill: str = "none",
        closed: bool = False,
    ) -> None:
        """Straight lines from point to point."""
        draw = self._svg.polygon if closed else self._svg.polyline
        draw(points, fill=fill, **_stroke(line, weight, dashes))

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
        self._svg.text(
            x,
            y,
            words,
            turned_degrees=-90 if turned else 0,
            font_size=size,
            fill=fill,
            text_anchor=anchor,
            font_weight="bold" if bold else "",
        )


def _stroke(line: str, weight: float, dashes: str) -> Mapping[str, Look]:
    if line == "none":
        return {}
    return {"stroke": line, "stroke_width": weight, "stroke_linejoin": "round", "stroke_dasharray": dashes}
