"""Recordings of cells that behave as real ones were seen to, made from a seed."""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

NOISE_COUNTS = 12.0
"""Another cell's noise: 5 mg of 2,400 counts a gram."""
ZERO_COUNTS = 84_211.0
SAMPLES, SPS = 600, 10.0

Counts = list[float]


def steady(random: Random, samples: int = SAMPLES) -> Counts:
    """Noise and nothing else."""
    return [ZERO_COUNTS + random.gauss(0.0, NOISE_COUNTS) for _ in range(samples)]


def drifting(random: Random) -> Counts:
    """The zero goes by forty noises in a minute."""
    return [counts + 40 * NOISE_COUNTS * at / SAMPLES for at, counts in enumerate(steady(random))]


def jumping(random: Random) -> Counts:
    """One of three levels, for some seconds each."""
    level, levels = 0, (0.0, 30.0, 60.0)
    counts = steady(random)
    for at in range(SAMPLES):
        level = random.randrange(3) if random.random() < 0.03 else level
        counts[at] += levels[level] * NOISE_COUNTS
    return counts


def creeping(random: Random) -> Counts:
    """A load was put on just before, and the cell goes on yielding for a while."""
    return [
        counts + 25 * NOISE_COUNTS * (1 - math.exp(-at / SPS / 15))
        for at, counts in enumerate(steady(random))
    ]


def trembling(random: Random) -> Counts:
    """A finger rests on it for ten seconds, and trembles nine times a second."""
    return [
        counts + (30 + 20 * math.sin(2 * math.pi * 9 * at / SPS)) * NOISE_COUNTS * (200 <= at < 300)
        for at, counts in enumerate(steady(random))
    ]


def spiky(random: Random) -> Counts:
    """Every fiftieth sample is wild."""
    return [counts + 500 * NOISE_COUNTS * (at % 50 == 49) for at, counts in enumerate(steady(random))]


KINDS: Mapping[str, Callable[[Random], Counts]] = {
    "steady": steady,
    "drift": drifting,
    "jump": jumping,
    "creep after load": creeping,
    "tremor": trembling,
    "spikes": spiky,
}


def written(
    path: Path,
    counts: Sequence[float],
    *,
    header: str = "seconds,counts",
    sps: float = SPS,
    unit: float = 1.0,
) -> Path:
    """The file of a recording; a count is so much of its unit of weight."""
    lines = [f"{at / sps:.3f},{unit * each:.6f}" for at, each in enumerate(counts)]
    path.write_text("\n".join([header, *lines, ""]))
    return path
