"""A calibration as one page for a browser: the verdict, every place, the beans. It fetches nothing."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from math import floor

from cupsboard.commissioning.counts_watch import DATASHEET_NOISE_COUNTS, FAST_SPS
from cupsboard.commissioning.notes import Notes, Rest
from cupsboard.commissioning.pictures import bars, line
from cupsboard.commissioning.verdict import verdict_of
from cupsboard.rules.places import Place
from cupsboard.sensing.calibration import Calibration, PlaceCalibration

BIN = 0.05
"""Width of a bar of the bean histogram, in means."""

_STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; color: #222; max-width: 62rem; margin: 2rem auto }
table { border-collapse: collapse; width: 100% } th, td { padding: .3rem .6rem; text-align: right }
td { white-space: nowrap }
th { border-bottom: 2px solid #888; font-weight: 600 } td { border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
pre { background: #f4f4f0; padding: 1rem; overflow-x: auto }
figure { margin: 1rem 0 } figcaption { color: #555 } .odd { background: #fde9d9 }
"""
_NOISY = 4.0
"""Times the data sheet from which a place is marked; twice is usual."""


def page(calibration: Calibration, notes: Notes, cups: int) -> str:
    """The page; `notes` are the readings that the calibration was made from."""
    rows = "\n".join(
        _row(place, values, notes, calibration.rate_sps) for place, values in calibration.places.items()
    )
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Calibration of {escape(calibration.made)}</title>
<style>{_STYLE}</style></head><body>
<h1>Calibration of {escape(calibration.made)}</h1>
<p>Made with {escape(calibration.method)}, at {calibration.rate_sps:g} conversions a second.</p>
<h2>Will my beans do?</h2>
<pre>{escape(str(verdict_of(calibration, cups)))}</pre>
<h2>Places</h2>
<table><thead><tr><th>place</th><th>cell</th><th>counts per gram</th><th>gain error</th><th>cup</th>
<th>noise</th><th>of data sheet</th><th>left after unloading</th><th>drift of the empty cup</th></tr></thead>
<tbody>
{rows}
</tbody></table>
{_noise_picture(calibration)}
<h2>Beans</h2>
{_beans(calibration, notes)}
</body></html>
"""


def noise_of_datasheet(values: PlaceCalibration, rate_sps: float) -> float:
    """The noise of a place as a multiple of the HX711's data sheet."""
    return values.noise_grams * values.counts_per_gram / DATASHEET_NOISE_COUNTS[rate_sps > FAST_SPS]


def _row(place: Place, values: PlaceCalibration, notes: Notes, rate_sps: float) -> str:
    known = notes.places.get(place)
    times = noise_of_datasheet(values, rate_sps)
    cells = [
        escape(place),
        escape(values.cell_serial or "–"),
        f"{values.counts_per_gram:.1f}",
        f"{100 * values.gain_error:.2f} %",
        f"{values.cup_grams:.2f} g",
        f"{1000 * values.noise_grams:.0f} mg",
        f"{times:.1f} x",
        "–" if known is None else f"{1000 * known.back_counts / values.counts_per_gram:+.0f} mg",
        "–" if known is None else _drift(known.rests, values.counts_per_gram),
    ]
    mark = ' class="odd"' if times > _NOISY else ""
    return f"<tr{mark}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _drift(rests: Sequence[Rest], counts_per_gram: float) -> str:
    """What the empty cup read over the session, in milligrams against the first time."""
    if len(rests) < 2:
        return "–"
    first = rests[0]
    points = [
        (rest.seconds - first.seconds, 1000 * (rest.counts - first.counts) / counts_per_gram)
        for rest in rests
    ]
    return f"{points[-1][1]:+.0f} mg {line(points)}"


def _noise_picture(calibration: Calibration) -> str:
    values = [
        (
            place,
            noise_of_datasheet(each, calibration.rate_sps),
            "#c0504d" if _is_noisy(each, calibration) else "",
        )
        for place, each in calibration.places.items()
    ]
    return _figure(
        bars(values, "x"), "Noise of one conversion, as a multiple of the data sheet's; 2 is usual."
    )


def _is_noisy(values: PlaceCalibration, calibration: Calibration) -> bool:
    return noise_of_datasheet(values, calibration.rate_sps) > _NOISY


def _beans(calibration: Calibration, notes: Notes) -> str:
    beans = calibration.beans
    masses = [bean.counts / calibration.places[bean.place].counts_per_gram for bean in notes.beans]
    said = (
        f"<p>{beans.sample} beans: mean {beans.mean_grams:.3f} g &plusmn; {beans.mean_error_grams:.3f} g, "
        f"spread {100 * beans.spread_grams / beans.mean_grams:.0f} % of that.</p>"
    )
    if not masses:
        return said
    width = BIN * beans.mean_grams
    counts = Counter(floor(grams / width + 1e-9) for grams in masses)
    heights = [
        (f"{number * width:.3f} g", float(counts[number]), "" if _is_kept(number) else "#c0504d")
        for number in range(min(counts), max(counts) + 1)
    ]
    return said + _figure(bars(heights, ""), "Beans by weight; red ones lie beyond 25 % of the mean.")


def _is_kept(number: int) -> bool:
    return 0.75 <= (number + 0.5) * BIN <= 1.25


def _figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"
