"""Small pictures for a report, written as SVG: rates with their intervals, and distributions.

Each series has a shape and a dash of its own beside its colour, so nothing depends on hue alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import ceil, floor, log10

from cupsim.campaign.rates import Rate

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
    parts = [*_legend(series, with_dash=False)]
    for exponent in range(int(log10(LEAST_SHARE)), 1):
        at = _share_x(10.0**exponent)
        parts.append(_line(at, TOP - 8, at, height - BOTTOM + 4, 'class="grid"'))
        parts.append(
            _text(at, height - BOTTOM + 20, f"1e{exponent}" if exponent else "all", "axis", "middle")
        )
    for number, (label, row) in enumerate(rows.items()):
        middle = TOP + ROW * number + ROW / 2
        parts.append(_text(LABELS - 12, middle + 4, label, anchor="end"))
        spread = ROW / (len(series) + 1)
        for name, rate in row.items():
            index = series.index(name)
            parts += _mark(rate, index, middle - ROW / 2 + spread * (index + 1))
    return _picture(title, height, parts)


def curves_picture(title: str, unit: str, curves: Mapping[str, Sequence[float]]) -> str:
    """The share of all values below each value, as one rising curve per series."""
    height, bottom = 420, 420 - BOTTOM
    highest = max((max(values) for values in curves.values() if values), default=1.0)
    step = _round_step(highest / 8)
    end, top, left = step * ceil(highest / step), TOP + 18 * ((len(curves) - 1) // 3), 60

    def x(value: float) -> float:
        return left + (WIDTH - left - RIGHT) * value / end

    parts = [*_legend(list(curves), with_dash=True)]
    for tick in range(round(end / step) + 1):
        at = x(tick * step)
        parts.append(_line(at, top, at, bottom, 'class="grid"'))
        parts.append(_text(at, bottom + 18, f"{tick * step:g} {unit}", "axis", "middle"))
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = bottom - (bottom - top) * share
        parts.append(_line(left, y, WIDTH - RIGHT, y, 'class="grid"'))
        parts.append(_text(left - 8, y + 4, f"{100 * share:.0f} %", "axis", "end"))
    for index, values in enumerate(curves.values()):
        ordered = sorted(values)
        points = " ".join(
            f"{x(value):.1f},{bottom - (bottom - top) * (rank + 1) / len(ordered):.1f}"
            for rank, value in enumerate(ordered)
        )
        parts.append(f'<polyline points="{points}" fill="none" {_stroke(index)} stroke-width="2"/>')
    return _picture(title, height, parts)


def _mark(rate: Rate, index: int, y: float) -> list[str]:
    colour = COLOURS[index % len(COLOURS)]
    if not rate.trials:
        return []
    high = _share_x(rate.highest)
    if not rate.events:
        arrow = f"{high - 16:.1f},{y:.1f} {high - 10:.1f},{y - 3:.1f} {high - 10:.1f},{y + 3:.1f}"
        return [
            _line(high - 12, y, high, y, f'stroke="{colour}"'),
            f'<polygon points="{arrow}" fill="{colour}"/>',
        ]
    bar = _line(_share_x(rate.lowest), y, high, y, f'stroke="{colour}" stroke-width="1.5"')
    return [bar, _shape(index, _share_x(rate.share), y)]


def _shape(index: int, x: float, y: float) -> str:
    colour = COLOURS[index % len(COLOURS)]
    match index % 4:
        case 0:
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
        case 1:
            return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" fill="{colour}"/>'
        case 2:
            points = f"{x - 4:.1f},{y + 3.5:.1f} {x + 4:.1f},{y + 3.5:.1f} {x:.1f},{y - 4:.1f}"
            return f'<polygon points="{points}" fill="{colour}"/>'
        case _:
            points = (
                f"{x - 4.5:.1f},{y:.1f} {x:.1f},{y - 4.5:.1f} {x + 4.5:.1f},{y:.1f} {x:.1f},{y + 4.5:.1f}"
            )
            return f'<polygon points="{points}" fill="{colour}"/>'


def _share_x(share: float) -> float:
    exponent = log10(min(1.0, max(share, LEAST_SHARE)))
    return LABELS + (WIDTH - LABELS - RIGHT) * (1.0 - exponent / log10(LEAST_SHARE))


def _legend(series: Sequence[str], *, with_dash: bool) -> Iterable[str]:
    for index, name in enumerate(series):
        x, y = 24 + 275 * (index % 3), 46 + 18 * (index // 3)
        yield (
            _line(x, y, x + 26, y, f'{_stroke(index)} stroke-width="2"')
            if with_dash
            else _shape(index, x + 13, y)
        )
        yield _text(x + 34, y + 4, name)


def _stroke(index: int) -> str:
    dash = DASHES[index % len(DASHES)]
    return f'stroke="{COLOURS[index % len(COLOURS)]}"' + (f' stroke-dasharray="{dash}"' if dash else "")


def _round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, ... that is not below `least`."""
    size = 10.0 ** floor(log10(least))
    return next(size * factor for factor in (1, 2, 5, 10) if size * factor >= least)


def _line(x1: float, y1: float, x2: float, y2: float, how: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {how}/>'


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(words)}</text>'


def _picture(title: str, height: float, parts: Iterable[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>"
        f'<rect class="frame" width="{WIDTH}" height="{height:.0f}"/>'
    )
    return "\n".join([head, _text(24, 24, title, "title"), *parts, "</svg>", ""])
