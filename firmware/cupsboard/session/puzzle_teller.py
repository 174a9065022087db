"""Says at the board whether the puzzle that is being played is solved, and keeps it."""

from collections.abc import Callable
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.puzzles import Progress, Puzzle, is_of, progress
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.referee.record_from_events import entered
from cupsboard.rules.history import History, TableCorrected
from cupsboard.signs.scene import Message
from cupsboard.storage.solved_puzzles import SolvedPuzzles

Tell = Callable[[Message], object]
Keep = Callable[[Puzzle, bool], object]


def keeper(kept: Callable[[], SolvedPuzzles], tell: Tell) -> Keep:
    """Keeps what was solved; where that can't be, it is told, and play goes on."""

    def keep(puzzle: Puzzle, is_solved: bool) -> None:
        try:
            kept().add(puzzle.name, is_solved=is_solved)
        except StoreError as fault:
            tell(Message("puzzles.unwritten", {"why": str(fault)}))

    return keep


class PuzzleTeller:
    """A listener of the loop; in a game that went on from no puzzle it says nothing.

    It never searches, so it costs the board no time: a puzzle is lost to it as soon as anyone can see that.
    """

    def __init__(self, history: History[Any], tell: Tell, keep: Keep | None = None) -> None:
        """`history` is what was played before; without `keep` nobody keeps what was solved."""
        self._history = history
        self._tell = tell
        self._keep = keep
        self._puzzle = puzzle_of(history)
        self._before = Progress.GOING_ON

    def __call__(self, moment: Moment) -> None:
        """Follow the game, and say what has become of its puzzle."""
        history = self._history
        for event in moment.decided.events:
            self._history = entered(self._history, event)
        if self._history is history:
            return
        puzzle = self._puzzle
        if puzzle is None or not is_of(puzzle, self._history):
            self._puzzle = puzzle_of(self._history)
            return
        now = progress(puzzle, self._history)
        if now is not self._before and now is not Progress.GOING_ON:
            self._say(puzzle, is_solved=now is Progress.SOLVED)
        self._before = now

    def _say(self, puzzle: Puzzle, *, is_solved: bool) -> None:
        if is_solved:
            self._tell(Message("puzzles.solved"))
        else:
            way = tuple(Message("tables.done", {"move": move}) for move in puzzle.solution)
            self._tell(Message("puzzles.missed", {"what": way}))
        if self._keep is not None:
            self._keep(puzzle, is_solved)


def puzzle_of(history: History[Any]) -> Puzzle | None:
    """The puzzle that a game went on from, if it is one of those that ship."""
    if not history.entries or not isinstance(history.entries[0], TableCorrected):
        return None
    return next((puzzle for puzzle in engines.puzzles() if is_of(puzzle, history)), None)
