"""What has been found out about beans, in words and as a histogram."""

import math
from collections import Counter
from collections.abc import Sequence

from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.advice import Advice, advise, in_words
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
    share_kept,
    sorted_beans,
    spread_of,
)

BIN = 0.05
"""Width of a bar of the histogram, in means."""
WIDEST_BAR = 60


def sorting_report(result: Sorted, change_sd_grams: float) -> str:
    """What a sorting came to, and what it means for play."""
    kept = result.kept
    grades = Counter(bean.grade for bean in result.beans)
    head = (
        f"{len(kept)} beans kept, {len(result.beans) - len(kept)} thrown away "
        f"({grades[Grade.TOO_LIGHT]} too light, {grades[Grade.TOO_HEAVY]} too heavy)."
    )
    lines = [head]
    if result.several:
        lines.append(f"{result.several} times more than one bean lay in a cup; they are not counted here.")
    if result.mean_grams is None or len(kept) < 2:
        return "\n".join([*lines, "That is too few to say more; sort two beans or more to keep."])
    before, after = _spread_of_beans(result.beans), _spread_of_beans(kept)
    masses = [bean.weight.grams for bean in kept]
    to_note = sorted_beans(masses)
    lines += [
        "",
        histogram(result.beans, result.mean_grams),
        "",
        f"mean {after.mean_grams:.3f} g; spread {_percent(before)} before, {_percent(after)} after",
        f"heaviest kept {max(masses):.3f} g, the two lightest together {sum(sorted(masses)[:2]):.3f} g",
        _resolution(after, change_sd_grams),
        f"two beans in one cup unnoticed: {_rate(doubles_passing(before.share or 0.0))} before, "
        f"{_rate(pairs_passing(masses, change_sd_grams))} after",
        f"honest moves questioned: {_rate(questions_expected(before.share or 0.0))} before, "
        f"{_rate(SORTED_QUESTIONS)} after",
        f"advice for such beans as they came: {in_words(before, change_sd_grams)}",
        f"for the calibration: mean_grams = {to_note.mean_grams:.4f}, "
        f"mean_error_grams = {to_note.mean_error_grams:.4f}, "
        f"spread_grams = {to_note.spread_grams:.4f}, sample = {to_note.sample}",
    ]
    strays = sum(grade(grams, result.mean_grams) is not Grade.KEEP for grams in masses)
    if strays:
        lines.append(
            f"{strays} of the kept were judged while the mean was less sure, and lie beyond 25 % of it now; "
            "sort the kept ones once more to find them"
        )
    if advise(after, change_sd_grams) is Advice.OTHER_BEANS:
        lines.append(f"Don't begin a game: {Advice.OTHER_BEANS.value}.")
    return "\n".join(lines)


def check_report(portions: Sequence[Portion], change_sd_grams: float) -> str:
    """What counted portions tell, how sure that is, and what to do."""
    if not portions:
        return "Nothing was weighed."
    spread = spread_of(portions)
    beans = sum(portion.beans for portion in portions)
    each = [portion.weight.grams / portion.beans for portion in portions]
    lines = [
        f"{beans} beans in {len(portions)} portions: mean {spread.mean_grams:.3f} g "
        f"+-{spread.mean_error_grams:.3f} g",
        f"lightest portion {min(each):.3f} g a bean, heaviest {max(each):.3f} g",
        _resolution(spread, change_sd_grams),
        f"spread {_percent(spread)}",
    ]
    if spread.share is not None:
        lines += [
            f"two beans in one cup unnoticed: {_rate(doubles_passing(spread.share))} as they are",
            f"honest moves questioned: {_rate(questions_expected(spread.share))} as they are, "
            f"{_rate(SORTED_QUESTIONS)} sorted",
            f"sorting would keep about {100 * share_kept(spread.share):.0f} % of them",
        ]
    unit = "beans" if beans == len(portions) else "portions"
    lines.append(f"Advice: {in_words(spread, change_sd_grams, unit)}.")
    if unit == "portions" and advise(spread, change_sd_grams) is Advice.UNDECIDED:
        lines.append("A bean in a cup of its own tells as much of the spread as a portion does.")
    return "\n".join(lines)


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


def _percent(spread: Spread) -> str:
    if spread.share is None:
        return "unknown"
    high = "any" if math.isinf(spread.high) else f"{100 * spread.high:.1f} %"
    return f"{100 * spread.share:.1f} % (98 % certain: {100 * spread.low:.1f} to {high})"


def _resolution(spread: Spread, change_sd_grams: float) -> str:
    times = spread.mean_grams / change_sd_grams
    return (
        f"a bean is {times:.0f} times the scales' uncertainty ({COSTS.suitability.least_signal:.0f} needed)"
    )


def _rate(share: float) -> str:
    """A share as people say it; what is rarer than one in a million is only said to be."""
    if share < 1e-6:
        return "fewer than 1 in 1 000 000"
    return f"1 in {1 / share:,.0f}".replace(",", " ") if share < 0.1 else f"{100 * share:.0f} %"
