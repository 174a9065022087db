"""The puzzle that a game started from, and how far it is solved."""

from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.puzzles import Progress, Puzzle, is_of, progress
from cupsboard.rules.history import History, TableCorrected


class PuzzlePlayed:
    """Follows a game and how far its puzzle is solved. It never searches, so it costs the board no time."""

    def __init__(self, history: History[Any]) -> None:
        """Begin with `history`, what was played before."""
        self.puzzle: Puzzle | None = None
        """The puzzle that lies on the table; None in any other game."""
        self.progress = Progress.GOING_ON
        self._follow(history)

    @property
    def is_going_on(self) -> bool:
        """Return whether a puzzle is being played and not decided yet; then no hint may give it away."""
        return self.puzzle is not None and self.progress is Progress.GOING_ON

    def follow(self, history: History[Any]) -> None:
        """Update puzzle and progress from the game as it is now."""
        if history is not self._history:
            self._follow(history)

    def _follow(self, history: History[Any]) -> None:
        self._history = history
        if self.puzzle is None or not is_of(self.puzzle, history):
            self.puzzle = puzzle_of(history)
        self.progress = Progress.GOING_ON if self.puzzle is None else progress(self.puzzle, history)


def puzzle_of(history: History[Any]) -> Puzzle | None:
    """Return the shipped puzzle that a game started from; None if it started from none."""
    if not history.entries or not isinstance(history.entries[0], TableCorrected):
        return None
    return next((puzzle for puzzle in engines.puzzles() if is_of(puzzle, history)), None)
