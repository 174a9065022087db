"""The part of a calibration's report that says how straight the cells are."""

from collections.abc import Sequence

from cupsboard.procedures.calibration.charts import Dot
from cupsboard.procedures.calibration.charts import residuals as picture_of
from cupsboard.procedures.calibration.linearity import MOST_BEANS, Residual, line_loads, residuals
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.procedures.calibration.sheet import Words
from cupsboard.procedures.calibration.wide_tables import wide_table
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration


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
