"""A calibration as a page for a browser: the verdict, every place, the beans. It fetches nothing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files
from math import floor

from cupsboard.procedures.beans.forecast import Answer, Verdict, verdict_of
from cupsboard.procedures.beans.statistics import rate
from cupsboard.procedures.calibration.charts import Bar, Words, bars, line, method_message, wide_table
from cupsboard.procedures.calibration.linearity import straightness
from cupsboard.procedures.calibration.measurements import Notes, Rest
from cupsboard.procedures.calibration.raw_stillness import DATASHEET_NOISE_COUNTS, FAST_SPS
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, Occasion, PlaceCalibration
from cupsboard.signs.phrases import place_phrases
from cupsboard.signs.scene import Phrases
from cupsboard.signs.sentences import ENGLISH, Language, languages, read_language
from cupsboard.storage.paths import report_name

BIN = 0.05
"""Width of a bar of the bean histogram, in means."""
NOISY = 4.0
"""Times the data sheet from which a place is marked; twice is usual."""


def pages(calibration: Calibration, notes: Notes, cups: int) -> Mapping[str, bytes]:
    """The report in every language, by the name of its file; each leads to the others."""
    every = [read_language(code) for code in languages()]
    return {
        report_name(each.code): page(
            calibration, notes, cups, each, [one for one in every if one is not each]
        ).encode()
        for each in every
    }


def page(
    calibration: Calibration,
    notes: Notes,
    cups: int,
    language: Language = ENGLISH,
    others: Sequence[Language] = (),
) -> str:
    """The report; `notes` are the readings that the calibration was made from, `others` the other languages.

    A board without cups of its own (0) is not judged by its beans.
    """
    words = Words(language)
    style = files("cupsboard.procedures.calibration").joinpath("report.css").read_text("utf-8")
    wide = [_places(words, calibration, notes), straightness(words, calibration, notes)]
    narrow = [_noise(words, calibration)]
    if cups:
        wide.insert(0, _verdict(words, verdict_of(calibration, cups)))
        narrow.append(_beans(words, calibration, notes))
    links = " ".join(
        f'<a href="{report_name(each.code)}" lang="{each.code}">{each.name}</a>' for each in others
    )
    return f"""<!DOCTYPE html>
<html lang="{language.code}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{words("title", date=calibration.made)}</title>
<style>
{style}</style></head><body><main>
<h1>{words("title", date=_date(calibration.made))}</h1>
<div class="soft">{_made(words, calibration)}<p>{links}</p></div>
{_sections(wide)}
<div class="pair">{_sections(narrow)}</div>
</main></body></html>
"""


def noise_of_datasheet(values: PlaceCalibration, rate_sps: float) -> float:
    """Return the noise of a place, as so many times that of the HX711's data sheet."""
    return values.noise_grams * values.counts_per_gram / DATASHEET_NOISE_COUNTS[rate_sps > FAST_SPS]


def _sections(contents: Sequence[str]) -> str:
    return "\n".join(f"<section>{each}</section>" for each in contents)


def _date(made: str) -> str:
    """An ISO date and time without its letter and its zone."""
    return made.replace("T", ", ")[:17]


def _made(words: Words, calibration: Calibration) -> str:
    """How it was made; with the places and the dates where they were not all measured together."""
    rate = f"{calibration.rate_sps:g}"
    (most, _), *later = calibration.occasions.items()
    if not later:
        return f"<p>{words('made', method=_method(most), rate=rate)}</p>"
    parts = [
        words("part", places=place_phrases(places), date=_date(occasion.calibrated), method=_method(occasion))
        for occasion, places in later
    ]
    parts.append(words("all-other", date=_date(most.calibrated), method=_method(most)))
    return (
        f"<p>{words('made-in-parts', rate=rate)}</p><ul>{''.join(f'<li>{each}</li>' for each in parts)}</ul>"
    )


def _method(occasion: Occasion) -> Phrases:
    return (method_message(occasion.method),)


def _heads(heads: Iterable[str]) -> str:
    return "".join(f"<th>{each}</th>" for each in heads)


_COLOURS = {Answer.YES: "yes", Answer.SORTED: "perhaps", Answer.UNDECIDED: "perhaps"}


def _verdict(words: Words, verdict: Verdict) -> str:
    now, once_sorted = verdict.expected, verdict.once_sorted
    rows = (
        ("questioned", now.questioned, once_sorted.questioned),
        ("wrong", now.wrong, once_sorted.wrong),
        ("doubles", now.doubles, once_sorted.doubles),
        ("silent", now.silent, once_sorted.silent),
    )
    told = "".join(
        f"<tr><td>{words(what)}</td>{''.join(f'<td>{words.say(rate(each))}</td>' for each in shares)}</tr>"
        for what, *shares in rows
    )
    advice = "".join(f"<li>{words.say(each)}</li>" for each in verdict.advice)
    helps = f"<p>{words('would-help')}</p><ol>{advice}</ol>" if advice else ""
    kind = _COLOURS.get(verdict.answer, "no")
    heads = _heads(map(words, ("expected", "these", "sorted")))
    rates = f'<table class="rates"><thead><tr>{heads}</tr></thead><tbody>{told}</tbody></table>'
    return (
        f'<h2>{words("will-they")}</h2><p class="answer {kind}">{words.say(verdict.answer.message)}.</p>'
        f"{wide_table(words('will-they'), rates)}"
        f"<p>{words('weakest', what=(verdict.weakest,))}</p>{helps}"
    )


def _places(words: Words, calibration: Calibration, notes: Notes) -> str:
    rows = "".join(
        _row(words, place, values, notes, calibration) for place, values in calibration.places.items()
    )
    heads = _heads(map(words, _OF_A_PLACE))
    table = f"""<table><thead><tr>{heads}
<th colspan="2">{words("drift")}</th></tr></thead><tbody>
{rows}
</tbody></table>"""
    return f"<h2>{words('places')}</h2>\n{wide_table(words('places'), table)}"


_OF_A_PLACE = ("place", "cell", "gain", "gain-error", "cup", "noise", "of-datasheet", "back")


def _row(words: Words, place: Place, values: PlaceCalibration, notes: Notes, calibration: Calibration) -> str:
    known = notes.places.get(place)
    times = noise_of_datasheet(values, calibration.rate_sps)
    cells = [
        words.place(place),
        escape(values.cell_serial or "–"),
        f"{values.counts_per_gram:.1f}",
        f"{100 * values.gain_error:.2f} %",
        f"{values.cup_grams:.2f} &plusmn; {values.cup_error_grams:.2f} g",
        f"{1000 * values.noise_grams:.0f} mg",
        f"{times:.1f} x",
        "–" if known is None else f"{round(1000 * known.back_counts / values.counts_per_gram):+d} mg",
        *(("–", "") if known is None else _drift(words, place, known.rests, values.counts_per_gram)),
    ]
    mark = ' class="odd"' if times > NOISY else ""
    return f"<tr{mark}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"


def _drift(words: Words, place: Place, rests: Sequence[Rest], counts_per_gram: float) -> tuple[str, str]:
    """What the empty cup read over the session, in milligrams against the first time, and its picture."""
    if len(rests) < 2:
        return "–", ""
    first = rests[0]
    points = [
        (rest.seconds - first.seconds, 1000 * (rest.counts - first.counts) / counts_per_gram)
        for rest in rests
    ]
    return f"{round(points[-1][1]):+d} mg", line(
        points, words("drift-of", place=place, seconds=f"{points[-1][0]:.0f}")
    )


def _noise(words: Words, calibration: Calibration) -> str:
    values = [
        Bar(words.place(place), times, is_odd=times > NOISY)
        for place, each in calibration.places.items()
        for times in [noise_of_datasheet(each, calibration.rate_sps)]
    ]
    picture = bars(values, "x", words("noise-picture"))
    return f"<h2>{words('noise-of-one')}</h2>{_figure(picture, words('noise-text', most=f'{NOISY:g}'))}"


def _beans(words: Words, calibration: Calibration, notes: Notes) -> str:
    beans = calibration.beans
    masses = [bean.counts / calibration.places[bean.place].counts_per_gram for bean in notes.beans]
    mean = words(
        "beans-mean",
        beans=beans.sample,
        mean=f"{beans.mean_grams:.3f}",
        error=f"{beans.mean_error_grams:.3f}",
        spread=f"{beans.spread_grams / beans.mean_grams:.0%}",
    )
    said = f"<h2>{words('beans')}</h2><p>{mean}</p>"
    if not masses:
        return said
    width = BIN * beans.mean_grams
    counts = Counter(floor(grams / width + 1e-9) for grams in masses)
    heights = [
        Bar(f"{number * width:.3f} g", float(counts[number]), is_odd=not _is_kept(number))
        for number in range(min(counts), max(counts) + 1)
    ]
    return said + _figure(bars(heights, "", words("beans-picture")), words("beans-text"))


def _is_kept(number: int) -> bool:
    return 0.75 <= (number + 0.5) * BIN <= 1.25


def _figure(picture: str, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"
