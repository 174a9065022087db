"""What is said of a calibration, its beans and its proof when they are done: in English."""

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "verdict.will-they": "Will my beans do? {answer}.",
    "verdict.yes": "Yes, they will do",
    "verdict.sorted": "Yes, once they have been sorted",
    "verdict.undecided": "Yes, once they have been sorted; more of them weighed may show that they "
    "will do as they are",
    "verdict.no": "No, not like this",
    "verdict.overload": "No, not like this: a full pot overloads its cell",
    "verdict.questioned": "  honest moves questioned     {rate}",
    "verdict.wrong": "  taken for another move      {rate}",
    "verdict.doubles": "  two beans in a cup unseen   {rate}   (sorted: {sorted})",
    "verdict.silent": "  other single faults unseen  {rate}",
    "verdict.weakest": "  weakest: {what}",
    "verdict.weakest-place": "{place}, where a bean is {times} times what a settled weight is off "
    "by ({needed} needed)",
    "verdict.all-alike": "every place alike: a bean is {times} times what a settled weight is off "
    "by ({needed} needed); a full pot weighs {full} of {most} g",
    "verdict.this-cell": "a bean is {times} times what a settled weight is off by ({needed} needed)",
    "verdict.would-help": "  what would help: {what}",
    "verdict.weigh-more": "weigh about {count} more beans, to know whether to sort them",
    "verdict.sort": "sort out the odd beans (about {percent}% of them; begin with {more} for {stay} to stay)",
    "verdict.sort-first": "sort out the odd beans (cupsboard beans sort)",
    "verdict.sort-later": "sort out the odd beans (cupsboard beans sort, once the board is built)",
    "verdict.half-rating": "cells of half the rating, which feel a bean twice as well",
    "verdict.heavier": "a heavier reference, for gains known twice as well",
    "verdict.noisier": "see why the weakest place is noisier than the others",
    "verdict.other-rate": "{other} instead of {sps} SPS",
    "verdict.cells-of": "cells of {rating}",
    "rate.fewer": "fewer than 1 in 10^6",
    "rate.one-in": "1 in {count}",
    "rate.percent": "{percent} %",
    "proof.right": "{place}: {grams} g, known as {known} g: right",
    "proof.off": "{place}: {grams} g, known as {known} g: {share}; if all of it and nothing else "
    "lay there, calibrate this place again: cupsboard calibrate {option}",
    "proof.seats": "{count} cups put back: {usual} g otherwise on average, {place} {grams} g (a "
    "bean is {bean} g)",
    "proof.odd-seat": "{place} reads {grams} g otherwise when put back, {share} beans: see that "
    "the cup sits flat and touches nothing but its platform, and that the platform is tight",
    "proof.nothing": "nothing was proved: all of it was left out",
    "report.left-out": "not calibrated: {places} left out; what was read is kept",
    "report.more-beans": "more of these beans: cupsboard calibrate --more-beans",
    "report.written": "written: {files}",
    "report.file": "{path}",
    "report.weigh-cups": "next: cupsboard cups weigh, so that the board knows its cups",
    "report.line": "{text}",
    "advice.other-beans": "these beans are too light for these cells; take heavier beans or cells for less "
    "weight",
    "advice.count-more": "weigh more portions: one alone tells the mean only",
    "advice.must-sort": "sort them: no game should be begun with beans that differ so much",
    "advice.sort": "sorting is worth it: two beans in one cup will no longer pass as one",
    "advice.undecided": "whether sorting is worth it can't be said yet",
    "advice.play": "play: sorting would gain nothing",
    "advice.hardly-told": "sort them to be on the safe side: they differ about as much as beans may, and "
    "weighing more would hardly tell",
    "advice.more-beans": "sort them to be on the safe side, or weigh about {more} more beans: whether "
    "sorting is worth it can't be said yet from {sample}",
    "advice.more-portions": "sort them to be on the safe side, or weigh about {more} more portions: whether "
    "sorting is worth it can't be said yet from {sample}",
    "sorted.kept": "{kept} beans kept, {thrown} thrown away ({light} too light, {heavy} too heavy).",
    "sorted.several": "{count} times more than one bean lay in a cup; they are not counted here.",
    "sorted.too-few": "That is too few to say more; sort two beans or more to keep.",
    "sorted.spread": "mean {mean} g; spread {before} before, {after} after",
    "sorted.extremes": "heaviest kept {heaviest} g, the two lightest together {lightest} g",
    "sorted.doubles": "two beans in one cup unnoticed: {before} before, {after} after",
    "sorted.questions": "honest moves questioned: {before} before, {after} after",
    "sorted.advice": "advice for such beans as they came: {advice}",
    "sorted.to-note": "for the calibration: {values}",
    "sorted.strays": "{count} of the kept were judged while the mean was less sure, and lie beyond 25 % of "
    "it now; sort the kept ones once more to find them",
    "sorted.begin-none": "Don't begin a game: {why}.",
    "checked.nothing": "Nothing was weighed.",
    "checked.mean": "{count} beans in {portions} portions: mean {mean} g +-{error} g",
    "checked.extremes": "lightest portion {lightest} g a bean, heaviest {heaviest} g",
    "checked.resolution": "a bean is {times} times the scales' uncertainty ({needed} needed)",
    "checked.spread": "spread {spread}",
    "checked.doubles": "two beans in one cup unnoticed: {rate} as they are",
    "checked.questions": "honest moves questioned: {rate} as they are, {sorted} sorted",
    "checked.kept": "sorting would keep about {percent} % of them",
    "checked.advice": "Advice: {advice}.",
    "checked.single-beans": "A bean in a cup of its own tells as much of the spread as a portion does.",
    "spread.unknown": "unknown",
    "spread.any": "{percent} % (98 % certain: {low} to any)",
    "spread.known": "{percent} % (98 % certain: {low} to {high} %)",
}
