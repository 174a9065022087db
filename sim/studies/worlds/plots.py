"""Said against found: a small plot for each world, of how often a table that was named is not the true one.

Both axes are logarithmic and show the share that is wrong: across what was said (one less the mean confidence
of a bin), up what was found, with its 95 % interval. Bars that reach the diagonal are as true as they say;
above it the board was too sure, below it more modest than it need be.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

from cupsboard.formats.svg import Svg

from studies.rates import Rate

PANEL, GAP, MARGIN, HEAD, COLUMNS = 150.0, 34.0, 44.0, 56.0, 5
LEAST_SHARE = 1e-6
"""The axes end here; a share of nothing at all is drawn there."""
_STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#222}.title{font-size:15px;font-weight:600}"
    ".axis{fill:#666;font-size:9px}.grid{stroke:#ddd}.frame{fill:#fff}.true{stroke:#888;stroke-dasharray:4 3}"
    ".found{stroke:#1b6ca8;stroke-width:2}.sure{stroke:#b5301b;stroke-width:2}"
)


@dataclass(frozen=True, slots=True)
class Bin:
    """Looks of about the same confidence: what share of them was said to be wrong, and what was."""

    said: float
    found: Rate

    @property
    def is_too_sure(self) -> bool:
        """Whether more were wrong than was said, beyond chance."""
        return self.found.lowest > self.said


def calibration_picture(title: str, worlds: Mapping[str, Sequence[Bin]]) -> str:
    """A panel a world, with a bar a bin; red where the board was too sure."""
    rows = -(-len(worlds) // COLUMNS)
    picture = Svg(2 * MARGIN + COLUMNS * (PANEL + GAP) - GAP, HEAD + rows * (PANEL + 2 * GAP) + 10)
    picture.background(class_="frame")
    picture.text(MARGIN, 26, title, class_="title")
    for number, (name, bins) in enumerate(worlds.items()):
        row, column = divmod(number, COLUMNS)
        left, top = MARGIN + column * (PANEL + GAP), HEAD + row * (PANEL + 2 * GAP)
        _draw_panel(picture, left, top, name, bins)
    return picture.written(title=title, css=_STYLE)


def _draw_panel(picture: Svg, left: float, top: float, name: str, bins: Sequence[Bin]) -> None:
    bottom, right = top + PANEL, left + PANEL
    picture.text(left, top - 6, name)
    for exponent in range(round(log10(LEAST_SHARE)), 1):
        at = _along(10.0**exponent)
        picture.line((left + at, top), (left + at, bottom), class_="grid")
        picture.line((left, bottom - at), (right, bottom - at), class_="grid")
        if exponent % 2 == 0:
            words = f"1e{exponent}" if exponent else "1"
            picture.text(left + at, bottom + 12, words, text_anchor="middle", class_="axis")
            picture.text(left - 4, bottom - at + 3, words, text_anchor="end", class_="axis")
    picture.line((left, bottom), (right, top), class_="true")
    for each in bins:
        x, look = left + _along(each.said), "sure" if each.is_too_sure else "found"
        low, high = (bottom - _along(share) for share in (each.found.lowest, each.found.highest))
        picture.line((x, low), (x, high), class_=look)
        y = bottom - _along(each.found.share)
        picture.line((x - 4, y), (x + 4, y), class_=look)


def _along(share: float) -> float:
    return PANEL * (1.0 - log10(max(share, LEAST_SHARE)) / log10(LEAST_SHARE))
