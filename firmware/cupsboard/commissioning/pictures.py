"""Small pictures as SVG text, to be put into a page as they are."""

from collections.abc import Sequence
from html import escape

ROW, LABEL, WIDTH = 20, 110, 560
BLUE = "#4f81bd"


def bars(values: Sequence[tuple[str, float, str]], unit: str) -> str:
    """One bar a row: its label, its value and its colour ("" for the usual one)."""
    most = max((value for _, value, _ in values), default=0.0) or 1.0
    rows = [
        _bar(number, label, value, value / most, colour or BLUE, unit)
        for number, (label, value, colour) in enumerate(values)
    ]
    height = ROW * len(values)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LABEL + WIDTH + 70} {height}" '
        f'width="{LABEL + WIDTH + 70}" height="{height}" role="img" font-size="13">{"".join(rows)}</svg>'
    )


def _bar(number: int, label: str, value: float, share: float, colour: str, unit: str) -> str:
    top = number * ROW
    length = WIDTH * max(share, 0.0)
    said = f"{value:g}" if value == int(value) else f"{value:.1f}"
    return (
        f'<text x="{LABEL - 8}" y="{top + 14}" text-anchor="end">{escape(label)}</text>'
        f'<rect x="{LABEL}" y="{top + 3}" width="{length:.1f}" height="{ROW - 6}" fill="{colour}"/>'
        f'<text x="{LABEL + length + 6:.1f}" y="{top + 14}">{said} {escape(unit)}</text>'
    )


def line(points: Sequence[tuple[float, float]], width: int = 90, height: int = 18) -> str:
    """A line without axes, as high as its values differ; values are to be said beside it."""
    across = [x for x, _ in points]
    up = [y for _, y in points]
    wide, high = max(across) - min(across) or 1.0, max(up) - min(up) or 1.0
    dots = [((x - min(across)) / wide, (y - min(up)) / high) for x, y in points]
    path = " ".join(f"{2 + (width - 4) * x:.1f},{height - 2 - (height - 4) * y:.1f}" for x, y in dots)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img">'
        f'<polyline points="{path}" fill="none" stroke="{BLUE}" stroke-width="1.5"/></svg>'
    )
