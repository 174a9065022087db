"""Small pictures for a report: rates with their intervals, and distributions.

Each series has a shape and a dash of its own beside its colour, so nothing depends on hue alone.
matplotlib would draw them in half the lines, but it is 171 MB in 11 packages, which the tests would need too.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10

from cupsboard.formats.svg import Svg

from studies.rates import Rate

WIDTH, LABELS, RIGHT, ROW, TOP, BOTTOM = 860, 300, 24, 22, 76, 44
COLOURS = ("#1b6ca8", "#b5501b", "#5b8c2a", "#8a4fa3", "#7a6a1f", "#2a8c82", "#a33a5b", "#555555")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 4", "12 4", "1 2", "6 2 1 2")
LEAST_SHARE = 1e-6

_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#222}.title{font-size:15px;font-weight:600}"
    ".axis{fill:#666;font-size:11px}.grid{stroke:#ddd}.frame{fill:#fff}"
)


def rates_picture(title: str, rows: Mapping[str, Mapping[str, Rate]]) -> str:
    """One line per row, and on it a mark per series at its rate; a bar reaches from bound to bound.

    Where nothing happened an arrow points down from the 95 % bound.
    """
    series = list(dict.fromkeys(name for row in rows.values() for name in row))
    height = TOP + ROW * len(rows) + BOTTOM
    picture = _framed(title, height)
    for index, name in enumerate(series):
        x, y = _legend(picture, index, name)
        _draw_shape(picture, index, x + 13, y)
    for exponent in range(int(log10(LEAST_SHARE)), 1):
        at = _share_x(10.0**exponent)
        picture.line((at, TOP - 8), (at, height - BOTTOM + 4), class_="grid")
        words = f"1e{exponent}" if exponent else "all"
        picture.text(at, height - BOTTOM + 20, words, text_anchor="middle", class_="axis")
    for number, (label, row) in enumerate(rows.items()):
        middle = TOP + ROW * number + ROW / 2
        picture.text(LABELS - 12, middle + 4, label, text_anchor="end")
        spread = ROW / (len(series) + 1)
        for name, rate in row.items():
            index = series.index(name)
            _draw_rate(picture, rate, index, middle - ROW / 2 + spread * (index + 1))
    return _written(picture, title)


def curves_picture(title: str, unit: str, curves: Mapping[str, Sequence[float]]) -> str:
    """The share of all values below each value, as one rising curve per series."""
    height, bottom = 420, 420 - BOTTOM
    highest = max((max(values) for values in curves.values() if values), default=1.0)
    step = _round_step(highest / 8)
    end, top, left = step * ceil(highest / step), TOP + 18 * ((len(curves) - 1) // 3), 60

    def x(value: float) -> float:
        return left + (WIDTH - left - RIGHT) * value / end

    picture = _framed(title, height)
    for index, name in enumerate(curves):
        start, level = _legend(picture, index, name)
        picture.line((start, level), (start + 26, level), stroke_width=2, **_stroke(index))
    for tick in range(round(end / step) + 1):
        at = x(tick * step)
        picture.line((at, top), (at, bottom), class_="grid")
        picture.text(at, bottom + 18, f"{tick * step:g} {unit}", text_anchor="middle", class_="axis")
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = bottom - (bottom - top) * share
        picture.line((left, y), (WIDTH - RIGHT, y), class_="grid")
        picture.text(left - 8, y + 4, f"{100 * share:.0f} %", text_anchor="end", class_="axis")
    for index, values in enumerate(curves.values()):
        ordered = sorted(values)
        points = [
            (x(value), bottom - (bottom - top) * (rank + 1) / len(ordered))
            for rank, value in enumerate(ordered)
        ]
        picture.polyline(points, fill="none", stroke_width=2, **_stroke(index))
    return _written(picture, title)


def _draw_rate(picture: Svg, rate: Rate, index: int, y: float) -> None:
    colour = COLOURS[index % len(COLOURS)]
    if not rate.trials:
        return
    high = _share_x(rate.highest)
    if rate.events:
        picture.line((_share_x(rate.lowest), y), (high, y), stroke=colour, stroke_width=1.5)
        _draw_shape(picture, index, _share_x(rate.share), y)
    else:
        picture.line((high - 12, y), (high, y), stroke=colour)
        picture.polygon(((high - 16, y), (high - 10, y - 3), (high - 10, y + 3)), fill=colour)


def _draw_shape(picture: Svg, index: int, x: float, y: float) -> None:
    colour = COLOURS[index % len(COLOURS)]
    match index % 4:
        case 0:
            picture.circle(x, y, 4, fill=colour)
        case 1:
            picture.rect(x - 3.5, y - 3.5, 7, 7, fill=colour)
        case 2:
            picture.polygon(((x - 4, y + 3.5), (x + 4, y + 3.5), (x, y - 4)), fill=colour)
        case _:
            picture.polygon(((x - 4.5, y), (x, y - 4.5), (x + 4.5, y), (x, y + 4.5)), fill=colour)


def _share_x(share: float) -> float:
    exponent = log10(min(1.0, max(share, LEAST_SHARE)))
    return LABELS + (WIDTH - LABELS - RIGHT) * (1.0 - exponent / log10(LEAST_SHARE))


def _legend(picture: Svg, index: int, name: str) -> tuple[float, float]:
    """Writes the name of a series; where its sign begins."""
    x, y = 24 + 275 * (index % 3), 46 + 18 * (index // 3)
    picture.text(x + 34, y + 4, name)
    return x, y


def _stroke(index: int) -> dict[str, str]:
    return {"stroke": COLOURS[index % len(COLOURS)], "stroke_dasharray": DASHES[index % len(DASHES)]}


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, ... that is not below `least`."""
    size = 10.0 ** floor(log10(least))
    return next(size * factor for factor in (1, 2, 5, 10) if size * factor >= least)


def _framed(title: str, height: float) -> Svg:
    picture = Svg(WIDTH, height)
    picture.background(class_="frame")
    picture.text(24, 24, title, class_="title")
    return picture


def _written(picture: Svg, title: str) -> str:
    return picture.written(title=title, css=_STYLE, role="img")
