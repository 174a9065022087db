"""What the board of commit 1e2253e did in these rows, measured once."""

from collections.abc import Mapping
from dataclasses import dataclass

COMMIT = "1e2253e"


@dataclass(frozen=True, slots=True)
class Then:
    """A row as it was then."""

    games: int
    moves: int
    asked: int
    pressed_again: int | None
    """None where no press ends a turn that is timed."""
    median_seconds: float
    late_seconds: float
    """Of 95 turns in 100 that a press ended."""
    wrong: int
    stuck: int


FOUND: Mapping[str, Then] = {
    "usual": Then(8, 329, 3, 0, 1.21, 2.60, 0, 0),
    "2x3": Then(8, 292, 1, 0, 1.22, 2.17, 0, 0),
    "2x6": Then(8, 362, 2, 1, 1.18, 2.13, 0, 0),
    "2x10": Then(8, 314, 3, 2, 1.18, 2.15, 0, 3),
    "navy": Then(8, 303, 2, 4, 1.24, 2.73, 4, 2),
    "pinto": Then(8, 338, 1, 0, 1.19, 2.52, 0, 0),
    "sorted": Then(8, 329, 0, 0, 1.19, 2.16, 0, 0),
    "uniform": Then(8, 299, 0, 0, 1.19, 2.20, 0, 0),
    "laying": Then(8, 326, 4, 0, 1.52, 2.13, 0, 0),
    "clumsy": Then(8, 329, 14, 1, 1.21, 2.71, 0, 0),
    "alone": Then(8, 334, 1, 0, 1.18, 2.05, 0, 0),
    "together": Then(8, 322, 11, 1, 1.24, 2.21, 0, 0),
    "in-turn": Then(8, 329, 13, 0, 1.25, 2.07, 0, 0),
    "coloured": Then(8, 302, 3, 0, 1.18, 2.07, 0, 0),
    "two-levels": Then(8, 326, 15, 4, 1.20, 2.65, 0, 0),
    "long-tails": Then(8, 316, 3, 0, 1.19, 2.05, 0, 0),
    "mains": Then(8, 317, 1, 0, 1.19, 2.04, 0, 0),
    "2x6-coloured": Then(8, 342, 4, 0, 1.18, 2.14, 0, 0),
    "navy-coloured": Then(8, 257, 48, 5, 1.22, 2.58, 26, 2),
    "coin-duel": Then(8, 379, 0, None, 0.26, 0.50, 0, 0),
    "king": Then(8, 60, 1, None, 0.31, 1.04, 0, 0),
}
"""By the name of the row; seeds from 700000 on, with today's cells and hands."""
