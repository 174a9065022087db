"""How straight a cell is: what it read of known loads, against the straight line that the game reads it by.

That line goes through the empty cup and the cup with the reference. A calibration carries two more loads:
beans that are known by their number, and, where that was wished for, the reference on the bare platform.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

from cupsboard.procedures.calibration.charts import Dot, Words, wide_table
from cupsboard.procedures.calibration.charts import residuals as picture_of
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.signs.scene import Message

SURE = 3.0
"""Standard deviations from which a residual is not chance."""
MOST_BEANS = 0.1
"""A cell that is off by more, in beans, is worth looking at: mostly its bar or platform touches something."""


@dataclass(frozen=True, slots=True)
class Residual:
    """What a place read too much of a known load, in grams, with its standard deviation.

    `load_grams` is all that stood on the platform then.
    """

    what: Message
    load_grams: float
    off_grams: float
    error_grams: float
    is_of_reference: bool
    """Whether the load was the reference; beans are known less well."""

    def is_odd(self, bean_grams: float) -> bool:
        """Whether the cell bends by more than chance and by more than anybody should accept."""
        return abs(self.off_grams) > max(SURE * self.error_grams, MOST_BEANS * bean_grams)


def residuals(place: Place, calibration: Calibration, notes: Notes) -> tuple[Residual, ...]:
    """The residuals of one place, the lightest load first; none where its readings are not at hand."""
    if place not in notes.places or not notes.places[place].loaded:
        return ()
    found = (*_beans(place, calibration, notes), *_on_platform(place, calibration, notes))
    return tuple(sorted(found, key=lambda residual: residual.load_grams))


def line_loads(place: Place, calibration: Calibration, notes: Notes) -> tuple[float, ...]:
    """The loads in grams that the straight line goes through; for a place that has residuals."""
    cup = calibration.places[place].cup_grams
    return (cup, cup + _reference_grams(place, calibration, notes))


def _reference_grams(place: Place, calibration: Calibration, notes: Notes) -> float:
    return notes.places[place].mass.mean / calibration.places[place].counts_per_gram


def _on_platform(place: Place, calibration: Calibration, notes: Notes) -> list[Residual]:
    known, scale = notes.places[place], calibration.places[place].counts_per_gram
    in_cup = known.mass
    grams = _reference_grams(place, calibration, notes)
    return [
        Residual(
            Message("sheet.on-platform"),
            grams,
            (on_platform.mean - in_cup.mean) / scale,
            sqrt(on_platform.variance + in_cup.variance) / scale,
            is_of_reference=True,
        )
        for on_platform in known.on_platform
    ]


def _beans(place: Place, calibration: Calibration, notes: Notes) -> list[Residual]:
    beans, values = calibration.beans, calibration.places[place]
    felt = [bean for bean in notes.beans if bean.place == place]
    if not felt:
        return []
    number = len(felt)
    grams = sum(bean.counts for bean in felt) / values.counts_per_gram
    noise = sqrt(sum(bean.variance for bean in felt)) / values.counts_per_gram
    # Beans of one bag differ; so many of them weigh so many means give or take that.
    chance = hypot(sqrt(number) * beans.spread_grams, number * beans.mean_error_grams)
    return [
        Residual(
            Message("sheet.beans-in-cup", {"beans": number}),
            values.cup_grams + grams,
            grams - number * beans.mean_grams,
            hypot(noise, chance),
            is_of_reference=False,
        )
    ]


def straightness(words: Words, calibration: Calibration, notes: Notes) -> str:
    """A table with one row a place, and a picture in each."""
    bean = calibration.beans.mean_grams
    found = {place: residuals(place, calibration, notes) for place in calibration.places}
    every = [residual for each in found.values() for residual in each]
    telling = [residual for residual in every if residual.is_of_reference] or every
    head = f"<h2>{words('straight')}</h2>\n<p>{words('straight-text', share=f'{MOST_BEANS:g}')}</p>\n"
    if not every:
        return f"{head}<p>{words('unread')}</p>"
    most_load = max(max(line_loads(place, calibration, notes)) for place, each in found.items() if each)
    most_off = max(
        2 * MOST_BEANS * bean, *(abs(residual.off_grams) + residual.error_grams for residual in telling)
    )
    rows = "".join(
        _row(words, place, each, line_loads(place, calibration, notes), (most_load, most_off), bean)
        for place, each in found.items()
        if each
    )
    untried = "" if telling is not every else f'<p class="soft">{words("untried")}</p>\n'
    table = (
        f"<table><thead><tr><th>{words('place')}</th><th>{words('too-much')}</th>"
        f"<th>{words('in-beans')}</th><th>{words('up-to', most=f'{most_load:.0f}')}</th>"
        f'<th class="load">{words("load")}</th></tr></thead><tbody>\n{rows}</tbody></table>'
    )
    return f"{head}{untried}{wide_table(words('straight'), table)}"


def _row(
    words: Words,
    place: Place,
    found: Sequence[Residual],
    on_line: Sequence[float],
    most: tuple[float, float],
    bean_grams: float,
) -> str:
    most_load, most_off = most
    # What is less sure than the picture is high would only fill it.
    dots = [
        Dot(each.load_grams, each.off_grams, each.error_grams, is_odd=each.is_odd(bean_grams))
        for each in found
        if each.error_grams <= most_off
    ]
    cells = [
        words.place(place),
        _lines(
            [f"{round(1000 * each.off_grams):+d} &plusmn; {1000 * each.error_grams:.0f} mg" for each in found]
        ),
        _lines([f"{round(each.off_grams / bean_grams, 2) + 0.0:+.2f}" for each in found]),
        picture_of(
            dots, on_line, most_load, most_off, MOST_BEANS * bean_grams, words("against-line", place=place)
        ),
    ]
    mark = ' class="odd"' if any(each.is_odd(bean_grams) for each in found) else ""
    told = "".join(f"<td>{cell}</td>" for cell in cells)
    loads = _lines([words.say(each.what) for each in found])
    return f'<tr{mark}>{told}<td class="load">{loads}</td></tr>\n'


def _lines(lines: Sequence[str]) -> str:
    return "<br>".join(lines)
