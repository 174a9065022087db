"""A calibration as one page for a browser: the verdict, every place, the beans. It fetches nothing."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from math import floor

from cupsboard.procedures.beans.forecast import Answer, Verdict, verdict_of
from cupsboard.procedures.beans.rates import rate_in_words
from cupsboard.procedures.calibration.charts import Bar, bars, line
from cupsboard.procedures.calibration.linearity_report import straightness
from cupsboard.procedures.calibration.measurements import Notes, Rest
from cupsboard.procedures.calibration.raw_stillness import DATASHEET_NOISE_COUNTS, FAST_SPS
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, Occasion, PlaceCalibration
from cupsboard.signs.sentences import say

BIN = 0.05
"""Width of a bar of the bean histogram, in means."""
NOISY = 4.0
"""Times the data sheet from which a place is marked; twice is usual."""


def page(calibration: Calibration, notes: Notes, cups: int) -> str:
    """The page; `notes` are the readings that the calibration was made from.

    A board without cups of its own (0) is not judged by its beans.
    """
    style = files("cupsboard.procedures.calibration").joinpath("report.css").read_text("utf-8")
    wide = [_places(calibration, notes), straightness(calibration, notes)]
    narrow = [_noise(calibration)]
    if cups:
        wide.insert(0, _verdict(verdict_of(calibration, cups)))
        narrow.append(_beans(calibration, notes))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Calibration of {escape(calibration.made)}</title>
<style>
{style}</style></head><body><main>
<h1>Calibration of {_date(calibration.made)}</h1>
<div class="soft">{_made(calibration)}</div>
{_sections(wide)}
<div class="pair">{_sections(narrow)}</div>
</main></body></html>
"""


def noise_of_datasheet(values: PlaceCalibration, rate_sps: float) -> float:
    """The noise of a place as a multiple of the HX711's data sheet."""
    return values.noise_grams * values.counts_per_gram / DATASHEET_NOISE_COUNTS[rate_sps > FAST_SPS]


def _sections(contents: Sequence[str]) -> str:
    return "\n".join(f"<section>{each}</section>" for each in contents)


def _date(made: str) -> str:
    """An ISO date and time without its letter and its zone."""
    return escape(made.replace("T", ", ")[:17])


def _made(calibration: Calibration) -> str:
    """How it was made; with the places and the dates where they were not all measured together."""
    rate = f"{calibration.rate_sps:g} conversions a second"
    (most, _), *later = calibration.occasions.items()
    if not later:
        return f"<p>Made with {_method(most)}, at {rate}.</p>"
    alone = "".join(
        f"<li>{escape(', '.join(places))}: {_date(occasion.calibrated)}, with {_method(occasion)}</li>"
        for occasion, places in later
    )
    others = f"<li>all other places: {_date(most.calibrated)}, with {_method(most)}</li>"
    return f"<p>Made at {rate}, but not all places together:</p><ul>{alone}{others}</ul>"


def _method(occasion: Occasion) -> str:
    return escape(occasion.method).replace("+-", "&plusmn; ")


_COLOURS = {Answer.YES: "yes", Answer.SORTED: "perhaps", Answer.UNDECIDED: "perhaps"}


def _verdict(verdict: Verdict) -> str:
    now, once_sorted = verdict.expected, verdict.once_sorted
    rows = (
        ("honest moves that the board asks about", now.questioned, once_sorted.questioned),
        ("honest moves taken for another", now.wrong, once_sorted.wrong),
        ("two beans in one cup unseen", now.doubles, once_sorted.doubles),
        ("other single faults unseen", now.silent, once_sorted.silent),
    )
    told = "".join(
        f"<tr><td>{what}</td><td>{rate_in_words(share)}</td><td>{rate_in_words(sorted_share)}</td></tr>"
        for what, share, sorted_share in rows
    )
    advice = "".join(f"<li>{escape(say(each))}</li>" for each in verdict.advice)
    helps = f"<p>What would help most:</p><ol>{advice}</ol>" if advice else ""
    kind = _COLOURS.get(verdict.answer, "no")
    return (
        f'<h2>Will my beans do?</h2><p class="answer {kind}">{say(verdict.answer.message)}.</p>'
        '<div class="wide"><table class="rates"><thead><tr><th>to be expected</th><th>with these beans</th>'
        f"<th>once sorted</th></tr></thead><tbody>{told}</tbody></table></div>"
        f"<p>Weakest place: {escape(say(verdict.weakest))}.</p>{helps}"
    )


def _places(calibration: Calibration, notes: Notes) -> str:
    rows = "".join(_row(place, values, notes, calibration) for place, values in calibration.places.items())
    return f"""<h2>Places</h2>
<div class="wide"><table><thead><tr><th>place</th><th>cell</th><th>counts per gram</th><th>gain error</th>
<th>empty cup</th><th>noise</th><th>of the data sheet's</th><th>left after unloading</th>
<th colspan="2">drift of the empty cup</th></tr></thead><tbody>
{rows}
</tbody></table></div>"""


def _row(place: Place, values: PlaceCalibration, notes: Notes, calibration: Calibration) -> str:
    known = notes.places.get(place)
    times = noise_of_datasheet(values, calibration.rate_sps)
    cells = [
        escape(place),
        escape(values.cell_serial or "–"),
        f"{values.counts_per_gram:.1f}",
        f"{100 * values.gain_error:.2f} %",
        f"{values.cup_grams:.2f} &plusmn; {values.cup_error_grams:.2f} g",
        f"{1000 * values.noise_grams:.0f} mg",
        f"{times:.1f} x",
        "–" if known is None else f"{round(1000 * known.back_counts / values.counts_per_gram):+d} mg",
        *(("–", "") if known is None else _drift(place, known.rests, values.counts_per_gram)),
    ]
    mark = ' class="odd"' if times > NOISY else ""
    return f"<tr{mark}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


def _drift(place: Place, rests: Sequence[Rest], counts_per_gram: float) -> tuple[str, str]:
    """What the empty cup read over the session, in milligrams against the first time, and its picture."""
    if len(rests) < 2:
        return "–", ""
    first = rests[0]
    points = [
        (rest.seconds - first.seconds, 1000 * (rest.counts - first.counts) / counts_per_gram)
        for rest in rests
    ]
    return f"{round(points[-1][1]):+d} mg", line(points, f"drift of {place} in {points[-1][0]:.0f} s")


def _noise(calibration: Calibration) -> str:
    values = [
        Bar(place, times, is_odd=times > NOISY)
        for place, each in calibration.places.items()
        for times in [noise_of_datasheet(each, calibration.rate_sps)]
    ]
    picture = bars(values, "x", "noise of every place against the data sheet")
    caption = f"As a multiple of the HX711 data sheet's; 2 is usual, what is beyond {NOISY:g} is marked."
    return f"<h2>Noise of one conversion</h2>{_figure(picture, caption)}"


def _beans(calibration: Calibration, notes: Notes) -> str:
    beans = calibration.beans
    masses = [bean.counts / calibration.places[bean.place].counts_per_gram for bean in notes.beans]
    said = (
        f"<h2>Beans</h2><p>{beans.sample} beans: mean {beans.mean_grams:.3f} g &plusmn; "
        f"{beans.mean_error_grams:.3f} g, spread {beans.spread_grams / beans.mean_grams:.0%} of that.</p>"
    )
    if not masses:
        return said
    width = BIN * beans.mean_grams
    counts = Counter(floor(grams / width + 1e-9) for grams in masses)
    heights = [
        Bar(f"{number * width:.3f} g", float(counts[number]), is_odd=not _is_kept(number))
        for number in range(min(counts), max(counts) + 1)
    ]
    caption = "By weight, from the one given on; marked ones lie beyond 25 % of the mean."
    return said + _figure(bars(heights, "", "how many beans are how heavy"), caption)


def _is_kept(number: int) -> bool:
    return 0.75 <= (number + 0.5) * BIN <= 1.25


def _figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"
