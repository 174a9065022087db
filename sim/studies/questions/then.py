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
    "coloured": Then(8, 302, 3, 0, 1.18, 2.07, 0, 0),
    "coin-duel": Then(8, 379, 0, None, 0.26, 0.50, 0, 0),
    "king": Then(8, 60, 1, None, 0.31, 1.04, 0, 0),
}
"""By the name of the row; seeds from 700000 on, with today's cells and hands."""
