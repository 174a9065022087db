"""The puzzle that lies on a simulated table, as a page shows it."""

from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.puzzles import Progress
from cupsboard.rules.history import History
from cupsboard.session.puzzle_teller import Keep, PuzzleTeller, Tell

Section = dict[str, Any]


class PuzzleAtTable(PuzzleTeller):
    """Also tells pages how far the puzzle is, and its way once somebody has asked for that or found it."""

    def __init__(self, history: History[Any], tell: Tell, keep: Keep) -> None:
        super().__init__(history, tell, keep)
        self._is_way_shown = False

    def show_way(self) -> None:
        """Tell pages the way from now on, which is help."""
        if self.played.puzzle is not None:
            self._is_way_shown = True
            self.help_given()

    def section(self) -> Section:
        """Return the part of a page's state that is about the puzzle; empty in any other game."""
        puzzle, progress = self.played.puzzle, self.played.progress
        if puzzle is None:
            return {}
        is_told = self._is_way_shown or progress is Progress.SOLVED
        return {
            "puzzle": {
                "number": engines.puzzles().index(puzzle) + 1,
                "progress": progress.value,
                "isHelped": self.is_helped,
                "way": list(puzzle.solution) if is_told else [],
            }
        }
