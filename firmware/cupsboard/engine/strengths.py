"""How strong the levels are, as they were measured against each other, and how strong a player is by them.

A rating is in points: who has 400 more wins ten games of eleven. Level 1 of each game has `FIRST_POINTS`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, count
from math import log, log10, sqrt

FIRST_POINTS = 1000.0
_SCALE_POINTS = 400.0
_USUAL_POINTS = 600.0
"""The standard deviation of players about the levels that they choose, before anything is played."""
_CERTAIN = 1.96
"""Standard deviations, beyond which one rating in twenty lies."""
CHALLENGE = 0.4
"""The share of a game to expect against a level that neither bores a player nor always wins."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The scores of the levels of a game in matches, each level against the next lower one."""

    game: str
    """The game of the matches."""
    games: int
    """How many each match had."""
    scores_percent: tuple[float, ...]
    """Of level 2 against level 1, of level 3 against level 2, and so on."""

    def is_about(self, game: str) -> bool:
        """Return whether the levels are as strong in a game: of the same kind, of any size, at no odds."""
        family, size = self.game.split(" ", 1)
        named, _, said = game.partition(" ")
        return game == self.game or (size.isdecimal() and said.isdecimal() and named == family)

    @property
    def levels(self) -> Mapping[str, float]:
        """Return the rating of each level that was measured, weakest first."""
        steps = (_points((self.games * each / 100 + 0.5) / (self.games + 1)) for each in self.scores_percent)
        return dict(zip(map(str, count(1)), accumulate(steps, initial=FIRST_POINTS), strict=False))


MEASURED = (
    Measured("cups 4", 40, (85.0, 85.0, 95.0, 80.0, 85.0, 83.8, 85.0)),
    Measured("kalah 6", 40, (82.5, 81.2, 88.8, 76.2, 80.0, 72.5, 62.5)),
    Measured("oware 6", 40, (100.0, 100.0, 95.0, 93.8, 88.8, 90.0, 92.5)),
)
"""The tables of sim/results/LEVELS.md, as far as every level was measured."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is by games against levels: right within `error` in nineteen of twenty cases."""

    points: float
    error: float
    games: int
    next: str
    """The strongest level against which the player may expect `CHALLENGE` of a game."""


def rating_of(levels: Mapping[str, float], scores: Mapping[str, tuple[float, int]]) -> Rating:
    """Return the likeliest rating of a player.

    `levels` are their ratings; `scores` tell for levels how many games a player has won there, a tie as a
    half, and of how many.
    """
    games = sum(number for _, number in scores.values())
    about = sum(levels[level] * number for level, (_, number) in sorted(scores.items())) / games

    def pull(points: float) -> float:
        """Return how much the results speak for more points."""
        more = [won - number * expected(points, levels[level]) for level, (won, number) in scores.items()]
        return sum(sorted(more)) * log(10) / _SCALE_POINTS - (points - about) / _USUAL_POINTS**2

    low, high = min(levels.values()) - 4000, max(levels.values()) + 4000
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if pull(middle) > 0 else (low, middle)
    slope = (pull(low - 1) - pull(low + 1)) / 2
    least, *_ = levels
    able = [level for level, points in levels.items() if expected(low, points) >= CHALLENGE]
    return Rating(low, _CERTAIN / sqrt(slope), games, able[-1] if able else least)


def expected(points: float, other_points: float) -> float:
    """Return how much of a game a player may expect against another, by their ratings."""
    odds: float = 10.0 ** ((other_points - points) / _SCALE_POINTS)
    return 1.0 / (1.0 + odds)


def _points(share: float) -> float:
    """Return by how many points a player is stronger who wins this share of the games."""
    return _SCALE_POINTS * log10(share / (1.0 - share))
