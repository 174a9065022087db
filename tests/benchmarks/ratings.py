"""Ratings of players out of games between them: the logistic model of Elo and of Bradley and Terry.

A player whose rating is higher by d points is expected to score 1 / (1 + 10^(-d/400)), a draw counting half
(R. A. Bradley and M. E. Terry, Biometrika 39, 1952; A. E. Elo, The Rating of Chessplayers, 1978).
"""

import math
from collections.abc import Mapping, Sequence
from random import Random

Pair = tuple[str, str]
Scores = Mapping[Pair, Sequence[float]]
"""For each pair of players what the first scored in each opening: the mean of the games from it, 0 to 1."""

POINTS = 400 / math.log(10)
IMAGINED = 0.5
"""A draw that is imagined for each pair, in openings: without it a pair that one side always won would have
no finite difference."""
_ROUNDS, _SMALL_POINTS = 10_000, 0.001


def fitted(scores: Scores, zero: str) -> dict[str, float]:
    """The most likely ratings; that of the player called `zero` is 0.

    By Zermelo's rule: a player's strength is what they scored, over what they'd score at strength 1.
    """
    met = [(pair, sum(each) + IMAGINED / 2, len(each) + IMAGINED) for pair, each in scores.items()]
    strengths = dict.fromkeys((name for pair in scores for name in pair), 1.0)
    for _ in range(_ROUNDS):
        won, expected = dict.fromkeys(strengths, 0.0), dict.fromkeys(strengths, 0.0)
        for (first, second), points, openings in met:
            shared = openings / (strengths[first] + strengths[second])
            won[first] += points
            won[second] += openings - points
            expected[first] += shared
            expected[second] += shared
        after = {name: won[name] / expected[name] for name in strengths}
        after = {name: strength / after[zero] for name, strength in after.items()}
        moved = max(abs(math.log(after[name] / strengths[name])) for name in strengths)
        strengths = after
        if moved * POINTS < _SMALL_POINTS:
            break
    return {name: POINTS * math.log(strength) for name, strength in strengths.items()}


def with_intervals(
    scores: Scores, zero: str, random: Random, draws: int = 200
) -> dict[str, tuple[float, float, float]]:
    """Each rating with the ends of its 95 % interval, from openings drawn again with replacement.

    Games from one opening aren't independent, so that openings are drawn, not games.
    """
    best = fitted(scores, zero)
    redrawn = [
        fitted({pair: random.choices(each, k=len(each)) for pair, each in scores.items()}, zero)
        for _ in range(draws)
    ]
    found = {}
    for name, rating in best.items():
        ratings = sorted(each[name] for each in redrawn)
        found[name] = rating, ratings[int(0.025 * draws)], ratings[int(0.975 * draws) - 1]
    return found


def share_interval(points: Sequence[float]) -> tuple[float, float, float]:
    """The mean score per opening with its 95 % interval, one imagined draw among the openings.

    With that draw an opponent who lost every game still has an interval.
    """
    each = [*points, 0.5]
    mean = sum(each) / len(each)
    spread = math.sqrt(sum((point - mean) ** 2 for point in each) / max(1, len(each) - 1) / len(each))
    return sum(points) / len(points), max(0.0, mean - 1.96 * spread), min(1.0, mean + 1.96 * spread)
