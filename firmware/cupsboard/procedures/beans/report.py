"""What has been found out about beans, in words and as a histogram."""

import math
from collections import Counter
from collections.abc import Sequence

from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.forecast import Advice, advise, advised
from cupsboard.procedures.beans.sorting import Judged, Sorted
from cupsboard.procedures.beans.statistics import (
    SORTED_QUESTIONS,
    Grade,
    Portion,
    Spread,
    doubles_passing,
    grade,
    pairs_passing,
    questions_expected,
    rate,
    share_kept,
    sorted_beans,
    spread_of,
)
from cupsboard.signs.scene import Message, Phrases, Values

BIN = 0.05
"""Width of a bar of the histogram, in means."""
WIDEST_BAR = 60


def sorting_said(result: Sorted, change_sd_grams: float) -> Phrases:
    """Return what a sorting came to, and what it means for play, a line each."""
    kept = result.kept
    grades = Counter(bean.grade for bean in result.beans)
    thrown: Values = {"kept": len(kept), "thrown": len(result.beans) - len(kept)}
    lines = [
        Message("sorted.kept", {**thrown, "light": grades[Grade.TOO_LIGHT], "heavy": grades[Grade.TOO_HEAVY]})
    ]
    if result.several:
        lines.append(Message("sorted.several", {"count": result.several}))
    if result.mean_grams is None or len(kept) < 2:
        return (*lines, Message("sorted.too-few"))
    before, after = _spread_of_beans(result.beans), _spread_of_beans(kept)
    masses = [bean.weight.grams for bean in kept]
    lines += [
        *_as_they_are("", *histogram(result.beans, result.mean_grams).splitlines(), ""),
        Message(
            "sorted.spread",
            {"mean": f"{after.mean_grams:.3f}", "before": _percent(before), "after": _percent(after)},
        ),
        Message(
            "sorted.extremes",
            {"heaviest": f"{max(masses):.3f}", "lightest": f"{sum(sorted(masses)[:2]):.3f}"},
        ),
        _resolution(after, change_sd_grams),
        Message(
            "sorted.doubles",
            {
                "before": (rate(doubles_passing(before.share or 0.0)),),
                "after": (rate(pairs_passing(masses, change_sd_grams)),),
            },
        ),
        Message(
            "sorted.questions",
            {"before": (rate(questions_expected(before.share or 0.0)),), "after": (rate(SORTED_QUESTIONS),)},
        ),
        Message("sorted.advice", {"advice": (advised(before, change_sd_grams),)}),
        Message("sorted.to-note", {"values": _to_note(masses)}),
    ]
    strays = sum(grade(grams, result.mean_grams) is not Grade.KEEP for grams in masses)
    if strays:
        lines.append(Message("sorted.strays", {"count": strays}))
    if advise(after, change_sd_grams) is Advice.OTHER_BEANS:
        lines.append(Message("sorted.begin-none", {"why": (Message(Advice.OTHER_BEANS.value),)}))
    return tuple(lines)


def _to_note(masses: Sequence[float]) -> str:
    """Return what a calibration's file would say of such beans."""
    noted = sorted_beans(masses)
    return (
        f"mean_grams = {noted.mean_grams:.4f}, "
        f"mean_error_grams = {noted.mean_error_grams:.4f}, "
        f"spread_grams = {noted.spread_grams:.4f}, sample = {noted.sample}"
    )


def _as_they_are(*lines: str) -> Phrases:
    """Return lines that are the same in every language."""
    return tuple(Message("report.line", {"text": line}) for line in lines)


def check_said(portions: Sequence[Portion], change_sd_grams: float) -> Phrases:
    """Return what counted portions tell, how sure that is, and what to do, a line each."""
    if not portions:
        return (Message("checked.nothing"),)
    spread = spread_of(portions)
    beans = sum(portion.beans for portion in portions)
    each = [portion.weight.grams / portion.beans for portion in portions]
    mean: Values = {"mean": f"{spread.mean_grams:.3f}", "error": f"{spread.mean_error_grams:.3f}"}
    lines = [
        Message("checked.mean", {"count": beans, "portions": len(portions), **mean}),
        Message("checked.extremes", {"lightest": f"{min(each):.3f}", "heaviest": f"{max(each):.3f}"}),
        _resolution(spread, change_sd_grams),
        Message("checked.spread", {"spread": _percent(spread)}),
    ]
    if spread.share is not None:
        lines += [
            Message("checked.doubles", {"rate": (rate(doubles_passing(spread.share)),)}),
            Message(
                "checked.questions",
                {"rate": (rate(questions_expected(spread.share)),), "sorted": (rate(SORTED_QUESTIONS),)},
            ),
            Message("checked.kept", {"percent": f"{100 * share_kept(spread.share):.0f}"}),
        ]
    unit = "beans" if beans == len(portions) else "portions"
    lines.append(Message("checked.advice", {"advice": (advised(spread, change_sd_grams, unit),)}))
    if unit == "portions" and advise(spread, change_sd_grams) is Advice.UNDECIDED:
        lines.append(Message("checked.single-beans"))
    return tuple(lines)


def histogram(beans: Sequence[Judged], mean_grams: float) -> str:
    """The beans by weight: `#` kept, `x` thrown away; bars wider than the page are drawn to scale."""
    bins: dict[int, list[Grade]] = {}
    for bean in beans:
        bins.setdefault(math.floor(bean.weight.grams / mean_grams / BIN + 1e-9), []).append(bean.grade)
    widest = max(map(len, bins.values()))
    scale = min(1.0, WIDEST_BAR / widest)
    lines = []
    for number in range(min(bins), max(bins) + 1):
        grades = bins.get(number, [])
        kept = sum(grade is Grade.KEEP for grade in grades)
        bar = "#" * round(kept * scale) + "x" * round((len(grades) - kept) * scale)
        lines.append(f"{number * BIN * mean_grams:7.3f} g {len(grades):4d} {bar}".rstrip())
    return "\n".join(lines)


def _spread_of_beans(beans: Sequence[Judged]) -> Spread:
    return spread_of([Portion(1, bean.weight) for bean in beans])


def _percent(spread: Spread) -> Phrases:
    if spread.share is None:
        return (Message("spread.unknown"),)
    values: Values = {"percent": f"{100 * spread.share:.1f}", "low": f"{100 * spread.low:.1f}"}
    if math.isinf(spread.high):
        return (Message("spread.any", values),)
    return (Message("spread.known", {**values, "high": f"{100 * spread.high:.1f}"}),)


def _resolution(spread: Spread, change_sd_grams: float) -> Message:
    times = f"{spread.mean_grams / change_sd_grams:.0f}"
    return Message("checked.resolution", {"times": times, "needed": f"{COSTS.suitability.least_signal:.0f}"})
