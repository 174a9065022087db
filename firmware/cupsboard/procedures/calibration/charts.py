"""Parts of a calibration's sheet: pictures that the page's style colours, its words, wide tables."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from cupsboard.formats.svg import Svg
from cupsboard.procedures.reference_masses import UNKNOWN
from cupsboard.rules.places import Place
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import Language, place_name, say


def wide_table(name: str, table: str) -> str:
    """Return the HTML of a `table` in a frame that scrolls; `name` is what it is called for readers."""
    return f'<div class="wide" tabindex="0" role="region" aria-label="{escape(name)}">{table}</div>'


_METHOD = re.compile(r"(?P<name>.*), (?P<taken>taken for )?(?P<mass>[\d.]+) g \+-(?P<error>[\d.]+) g")
_WEIGHT = re.compile(r"a weight of (?P<mass>\S+) g")
_COINS = re.compile(r"(?P<number>\d+) x (?P<coin>.+)")


@dataclass(frozen=True, slots=True)
class Words:
    """Says what stands on a sheet in a language."""

    language: Language

    def __call__(self, key: str, **values: str | int | Phrases) -> str:
        """Return a sentence of the sheet by its key."""
        return self.say(Message(f"sheet.{key}", values))

    def say(self, message: Message) -> str:
        """Return a message as text for a page."""
        return escape(say(message, self.language))

    def place(self, place: Place) -> str:
        """Return the name of a place."""
        return escape(place_name(place, self.language))


def method_message(method: str) -> Message:
    """Return what places were calibrated with, which a calibration keeps in English words, as a message."""
    found = _METHOD.fullmatch(method)
    if found is None:
        return Message("report.line", {"text": method})
    key = "taken-for" if found["taken"] else "exactly"
    exactly = Message(f"sheet.{key}", {"mass": found["mass"], "error": found["error"]})
    return mass_message(found["name"], (exactly,))


def mass_message(name: str, exactly: Phrases = ()) -> Message:
    """Return the name of a known mass as a message, with what it weighs `exactly` behind it."""
    if name == UNKNOWN.name:
        return Message("sheet.handful", {"exactly": exactly})
    if (weight := _WEIGHT.fullmatch(name)) is not None:
        return Message("sheet.weight", {**weight.groupdict(), "exactly": exactly})
    if (coins := _COINS.fullmatch(name)) is not None:
        return Message("sheet.coins", {**coins.groupdict(), "exactly": exactly})
    return Message("report.line", {"text": name})


ROW, LABEL, WIDTH, VALUE = 20, 128, 218, 64


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
    picture = Svg(LABEL + WIDTH + VALUE, ROW * len(values))
    for number, bar in enumerate(values):
        _draw_bar(picture, number * ROW, bar, bar.value / most, unit)
    return _written(picture, label)


def _draw_bar(picture: Svg, top: float, bar: Bar, share: float, unit: str) -> None:
    length = WIDTH * max(share, 0.0)
    said = f"{bar.value:g}" if bar.value == int(bar.value) else f"{bar.value:.1f}"
    picture.text(LABEL - 8, top + 14, bar.label, text_anchor="end", font_size=13)
    picture.rect(LABEL, top + 3, length, ROW - 6, class_=_kind(bar.is_odd))
    picture.text(LABEL + length + 6, top + 14, f"{said} {unit}", font_size=13)


def line(points: Sequence[tuple[float, float]], label: str, width: int = 90, height: int = 18) -> str:
    """A line without axes, as high as its values differ; values are to be said beside it."""
    across = [x for x, _ in points]
    up = [y for _, y in points]
    wide, high = max(across) - min(across) or 1.0, max(up) - min(up) or 1.0
    dots = [((x - min(across)) / wide, (y - min(up)) / high) for x, y in points]
    picture = Svg(width, height)
    picture.polyline([(2 + (width - 4) * x, height - 2 - (height - 4) * y) for x, y in dots], class_="curve")
    return _written(picture, label)


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

    picture = Svg(width, height)
    picture.rect(0, down(band), width, down(-band) - down(band), class_="band")
    picture.line((0, height / 2), (width, height / 2), class_="axis")
    for x in on_line:
        picture.rect(across(x) - 2, height / 2 - 2, 4, 4, class_="knot")
    for dot in dots:
        x, low, high = across(dot.x), down(dot.y - dot.error), down(dot.y + dot.error)
        picture.line((x, low), (x, high), class_="whisker")
        picture.circle(x, down(dot.y), 3.5, class_=_kind(dot.is_odd))
    return _written(picture, label)


def _kind(is_odd: bool) -> str:
    return "mark odd" if is_odd else "mark"


def _written(picture: Svg, label: str) -> str:
    return picture.written(width=picture.width, height=picture.height, role="img", aria_label=label)
