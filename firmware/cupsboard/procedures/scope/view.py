"""The first cup as a page shows it: weight, trace and verdict at one moment, as plain data."""

from collections.abc import Mapping, Sequence
from typing import Any

from cupsboard.procedures.scope.first_cup import FirstCup

MOST_POINTS = 200
BIN_SECONDS = 5
"""The long trace has a point for this many seconds."""


def noise_in_words(cup: FirstCup) -> str:
    """Return the noise of one sample in the unit of the moment."""
    noise = cup.noise_counts or 0.0
    if cup.counts_per_gram is None:
        return f"{noise:.0f} counts"
    return f"{1000 * noise / cup.counts_per_gram:.0f} mg"


def state(cup: FirstCup) -> Mapping[str, Any]:
    """Return what a page shows of the cell; times are seconds before the newest reading."""
    arrivals, latest, samples = cup.arrivals, cup.latest, cup.trace.samples
    now = samples[-1][0] if samples else 0.0
    return {
        "stage": cup.stage.name,
        "unit": "counts" if cup.counts_per_gram is None else "g",
        "weight": None if latest is None else _rounded(latest),
        "still": cup.is_still,
        "nominal": cup.rate_sps,
        "arriving": None if cup.trace.arriving_sps is None else round(cup.trace.arriving_sps, 1),
        "noise": None if cup.noise_counts is None else noise_in_words(cup),
        "datasheet": None if cup.noise_of_datasheet is None else round(cup.noise_of_datasheet, 1),
        "lying": None if arrivals is None else arrivals.lying,
        "weighed": cup.weighed,
        "short": [
            [round(time - now, 2), _rounded(cup.weight_of(counts))]
            for time, counts in _thinned(samples, MOST_POINTS)
        ],
        "long": _long(cup),
    }


def _long(cup: FirstCup) -> Sequence[Sequence[float]]:
    """The lowest and highest weight of each `BIN_SECONDS` that are over, with the seconds before the last."""
    bins: dict[int, tuple[int, int]] = {}
    for second in cup.trace.seconds:
        number = second.time // BIN_SECONDS
        low, high = bins.get(number, (second.low, second.high))
        bins[number] = (min(low, second.low), max(high, second.high))
    if not bins:
        return []
    last = max(bins)
    return [
        [(number - last) * BIN_SECONDS, _rounded(cup.weight_of(low)), _rounded(cup.weight_of(high))]
        for number, (low, high) in bins.items()
        if number < last
    ]


def _thinned(samples: Sequence[tuple[float, int]], most: int) -> Sequence[tuple[float, int]]:
    """At most `most` of the samples, evenly drawn, the first and the last among them."""
    if len(samples) <= most:
        return samples
    apart = (len(samples) - 1) / (most - 1)
    return [samples[round(number * apart)] for number in range(most)]


def _rounded(weight: float) -> float:
    return round(weight, 3)
