"""Small pictures as SVG text, to be put into a page as they are; its style gives them their colours."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

ROW, LABEL, WIDTH, VALUE = 20, 96, 250, 64


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a bar chart; an odd one is marked."""

    label: str
    value: float
    is_odd: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """A value with its standard deviation."""

    x: float
    y: float
    error: float
    is_odd: bool = False


def bars(values: Sequence[Bar], unit: str, label: str) -> str:
    """One bar a row with its value behind it; `label` says what the picture shows."""
    most = max((bar.value for bar in values), default=0.0) or 1.0
    rows = "".join(_bar(number, bar, bar.value / most, unit) for number, bar in enumerate(values))
    return _svg(LABEL + WIDTH + VALUE, ROW * len(values), label, f'<g font-size="13">{rows}</g>')


def _bar(number: int, bar: Bar, share: float, unit: str) -> str:
    top = number * ROW
    length = WIDTH * max(share, 0.0)
    said = f"{bar.value:g}" if bar.value == int(bar.value) else f"{bar.value:.1f}"
    return (
        f'<text x="{LABEL - 8}" y="{top + 14}" text-anchor="end">{escape(bar.label)}</text>'
        f'<rect x="{LABEL}" y="{top + 3}" width="{length:.1f}" height="{ROW - 6}" '
        f'class="{_kind(bar.is_odd)}"/>'
        f'<text x="{LABEL + length + 6:.1f}" y="{top + 14}">{said} {escape(unit)}</text>'
    )


def line(points: Sequence[tuple[float, float]], label: str, width: int = 90, height: int = 18) -> str:
    """A line without axes, as high as its values differ; values are to be said beside it."""
    across = [x for x, _ in points]
    up = [y for _, y in points]
    wide, high = max(across) - min(across) or 1.0, max(up) - min(up) or 1.0
    dots = [((x - min(across)) / wide, (y - min(up)) / high) for x, y in points]
    path = " ".join(f"{2 + (width - 4) * x:.1f},{height - 2 - (height - 4) * y:.1f}" for x, y in dots)
    return _svg(width, height, label, f'<polyline points="{path}" class="curve"/>')


def residuals(
    dots: Sequence[Dot], on_line: Sequence[float], most_x: float, most_y: float, band: float, label: str
) -> str:
    """Values above and below a straight line, between -`most_y` and `most_y`, within a band that is good.

    `on_line` are the places on the axis that the line was drawn through.
    """
    width, height, edge = 170, 44, 6

    def across(x: float) -> float:
        return edge + (width - 2 * edge) * x / most_x

    def down(y: float) -> float:
        return height / 2 - (height / 2 - 4) * min(max(y / most_y, -1.0), 1.0)

    parts = [
        f'<rect x="0" y="{down(band):.1f}" width="{width}" height="{down(-band) - down(band):.1f}" '
        'class="band"/>',
        f'<line x1="0" y1="{height / 2}" x2="{width}" y2="{height / 2}" class="axis"/>',
        *(
            f'<rect x="{across(x) - 2:.1f}" y="{height / 2 - 2}" width="4" height="4" class="knot"/>'
            for x in on_line
        ),
    ]
    for dot in dots:
        x = across(dot.x)
        parts.append(
            f'<line x1="{x:.1f}" y1="{down(dot.y - dot.error):.1f}" x2="{x:.1f}" '
            f'y2="{down(dot.y + dot.error):.1f}" class="whisker"/>'
            f'<circle cx="{x:.1f}" cy="{down(dot.y):.1f}" r="3.5" class="{_kind(dot.is_odd)}"/>'
        )
    return _svg(width, height, label, "".join(parts))


def _kind(is_odd: bool) -> str:
    return "mark odd" if is_odd else "mark"


def _svg(width: float, height: float, label: str, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{escape(label)}">{content}</svg>'
    )
