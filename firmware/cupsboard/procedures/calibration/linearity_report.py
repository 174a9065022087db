"""The part of a calibration's report that says how straight the cells are."""

from collections.abc import Sequence
from html import escape

from cupsboard.procedures.calibration.charts import Dot
from cupsboard.procedures.calibration.charts import residuals as picture_of
from cupsboard.procedures.calibration.linearity import MOST_BEANS, Residual, line_loads, residuals
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration

_HEAD = """<h2>How straight the cells are</h2>
<p>What every place read of a load that is known, against the straight line through its empty cup and the cup
with the reference (squares), which the game reads it by. Within the green band it is less than {share:g} of a
bean. A place that bends is marked: see that its bar and its platform touch nothing and that its cell is not
overloaded.</p>
"""
_UNTRIED = """<p class="soft">Beans alone say little, as they differ. <code>calibrate --linearity</code> puts
the reference on the bare platforms too and finds a bend of some milligrams.</p>
"""


def straightness(calibration: Calibration, notes: Notes) -> str:
    """A table with one row a place, and a picture in each."""
    bean = calibration.beans.mean_grams
    found = {place: residuals(place, calibration, notes) for place in calibration.places}
    every = [residual for each in found.values() for residual in each]
    telling = [residual for residual in every if residual.is_of_reference] or every
    head = _HEAD.format(share=MOST_BEANS)
    if not every:
        return f"{head}<p>No readings of this calibration are at hand.</p>"
    most_load = max(max(line_loads(place, calibration, notes)) for place, each in found.items() if each)
    most_off = max(
        2 * MOST_BEANS * bean, *(abs(residual.off_grams) + residual.error_grams for residual in telling)
    )
    rows = "".join(
        _row(place, each, line_loads(place, calibration, notes), (most_load, most_off), bean)
        for place, each in found.items()
        if each
    )
    return (
        f"{head}{'' if telling is not every else _UNTRIED}"
        '<div class="wide"><table><thead><tr><th>place</th>'
        f"<th>read too much</th><th>in beans</th><th>0 to {most_load:.0f} g</th>"
        f'<th class="load">load</th></tr></thead><tbody>\n{rows}</tbody></table></div>'
    )


def _row(
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
        escape(place),
        _lines(
            [f"{round(1000 * each.off_grams):+d} &plusmn; {1000 * each.error_grams:.0f} mg" for each in found]
        ),
        _lines([f"{round(each.off_grams / bean_grams, 2) + 0.0:+.2f}" for each in found]),
        picture_of(
            dots, on_line, most_load, most_off, MOST_BEANS * bean_grams, f"{place} against a straight line"
        ),
    ]
    mark = ' class="odd"' if any(each.is_odd(bean_grams) for each in found) else ""
    told = "".join(f"<td>{cell}</td>" for cell in cells)
    loads = _lines([each.what for each in found])
    return f'<tr{mark}>{told}<td class="load">{loads}</td></tr>\n'


def _lines(lines: Sequence[str]) -> str:
    return "<br>".join(lines)
