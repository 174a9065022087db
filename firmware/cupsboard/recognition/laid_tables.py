"""Propose the tables that may lie while players lay a wanted one (a set-up, an undo, a game taken up again).

Hands keep no order there: any number between the agreed and the wanted one may lie in any place, and pieces
come one by one or by the handful. The weights propose the few tables that are plausible.
"""

import math
from collections.abc import Iterator, Sequence

from cupsboard.numbers import COSTS
from cupsboard.recognition.evidence import Evidence
from cupsboard.rules.places import BEAN

Counts = tuple[int, ...]


def laid_tables(evidence: Evidence, wanted: Sequence[int]) -> set[Counts]:
    """Return the plausible tables on the way from the agreed table to `wanted`, as counts by place.

    Each is what the weights show for one mean mass of a piece, or that with one piece more or less in one
    place, or with one place not begun or already done. The agreed and the wanted table are always among them.
    """
    ends = list(zip(evidence.counts, wanted, strict=True))
    tables = {tuple(evidence.counts), tuple(wanted)}
    for mean_grams in _means_grams(evidence):
        shown = [
            _between(*end, end[0] + _pieces_gained(evidence, index, mean_grams))
            for index, end in enumerate(ends)
        ]
        tables.add(tuple(shown))
        for index, end in enumerate(ends):
            for count in (*end, shown[index] - 1, shown[index] + 1):
                tables.add((*shown[:index], _between(*end, count), *shown[index + 1 :]))
    return tables


def _between(before: int, after: int, count: int) -> int:
    return min(max(count, min(before, after)), max(before, after))


def _pieces_gained(evidence: Evidence, index: int, mean_grams: float) -> int:
    """Return the number of pieces nearest to the change of weight of a place; 0 if it can't be read."""
    each, count = evidence.weighed[index], evidence.counts[index]
    if not each.is_trusted:
        return 0
    if each.change_grams < 0 and count:
        least_grams = COSTS.proposals.lightest_content_share * mean_grams
        mean_grams = max(each.content_grams / count, least_grams)
    return round(each.change_grams / mean_grams)


def _means_grams(evidence: Evidence) -> Iterator[float]:
    """Yield the plausible mean masses of a fresh piece: one for each number in the place that gained most."""
    fresh = evidence.populations[BEAN]
    yield fresh.mean_grams
    gained_grams = max((each.change_grams for each in evidence.weighed if each.is_trusted), default=0.0)
    doubt_grams = COSTS.limits.likely_sigmas * math.sqrt(fresh.mean_variance)
    lightest_grams = COSTS.proposals.lightest_content_share * fresh.mean_grams
    fewest = math.floor(gained_grams / (fresh.mean_grams + doubt_grams))
    most = math.ceil(gained_grams / max(fresh.mean_grams - doubt_grams, lightest_grams))
    for count in range(max(fewest, 1), most + 1):
        yield gained_grams / count
