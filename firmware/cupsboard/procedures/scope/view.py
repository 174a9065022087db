"""What a terminal and a page show of a first cup at a moment, as plain data."""

from collections.abc import Mapping, Sequence
from typing import Any

from cupsboard.procedures.scope.first_cup import FirstCup

BARS = "▁▂▃▄▅▆▇█"
"""The signs of a trace in a line of text."""
TRACE_SIGNS = 32
LEAST_NOISES = 12.0
"""A trace is drawn over this many noises at least, so that rest looks like rest."""
MOST_POINTS = 200
BIN_SECONDS = 5
"""The long trace has a point for this many seconds."""


def line(cup: FirstCup, bars: str = BARS) -> str:
    """Return a line of text: the weight, its trace, the rate, the noise and the beans."""
    latest = cup.latest
    if latest is None:
        return ""
    parts = [weight_in_words(latest, cup), drawn(cup, bars), "still" if cup.is_still else "moves"]
    if (rate := cup.trace.arriving_sps) is not None:
        parts.append(f"{rate:.1f}/s")
    if cup.noise_counts is not None:
        parts.append(f"noise {noise_in_words(cup)}")
    if cup.arrivals is not None:
        parts.append(f"beans {cup.arrivals.lying}")
    return "  ".join(parts)


def weight_in_words(weight: float, cup: FirstCup) -> str:
    """Return a weight with its unit, as wide as any other."""
    return f"{weight:9.0f} counts" if cup.counts_per_gram is None else f"{weight:9.2f} g"


def noise_in_words(cup: FirstCup) -> str:
    """Return the noise of one sample in the unit of the moment."""
    noise = cup.noise_counts or 0.0
    if cup.counts_per_gram is None:
        return f"{noise:.0f} counts"
    return f"{1000 * noise / cup.counts_per_gram:.0f} mg"


def drawn(cup: FirstCup, bars: str = BARS) -> str:
    """Return the last seconds as a row of bars."""
    counts = [float(each) for _, each in _thinned(cup.trace.samples, TRACE_SIGNS)]
    low, high = _range(counts, cup.noise_counts or 0.0)
    steps = len(bars) - 1
    return "".join(bars[round(steps * (each - low) / (high - low))] for each in counts)


def state(cup: FirstCup, now: float) -> Mapping[str, Any]:
    """Return what the page shows; `now` is the time of the samples."""
    arrivals, latest = cup.arrivals, cup.latest
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
            for time, counts in _thinned(cup.trace.samples, MOST_POINTS)
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


def _range(counts: Sequence[float], noise: float) -> tuple[float, float]:
    low, high = min(counts), max(counts)
    missing = max(0.0, LEAST_NOISES * noise - (high - low), 1.0 - (high - low)) / 2
    return low - missing, high + missing


def _rounded(weight: float) -> float:
    return round(weight, 3)
