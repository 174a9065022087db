"""Puzzles of one's own: positions kept behind the puzzles that ship, with the moves that an engine found."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from cupsboard.engine import engines
from cupsboard.ports import Gone, Rows, StoreError
from cupsboard.rules.puzzle import Kind, Puzzle
from cupsboard.storage.solved_puzzles import Tried


@dataclass(frozen=True, slots=True)
class OwnPuzzle:
    """The row of a puzzle of one's own."""

    number: int
    """Counts own puzzles from 1; it stays where others are deleted."""
    game: str
    position: str
    solution: str
    """The best moves, with commas between them."""
    is_proved: bool
    """Whether every move was proved, and not estimated."""

    @property
    def puzzle(self) -> Puzzle:
        """Return it as one of the puzzles that may be played."""
        solution, name = tuple(self.solution.split(", ")), f"own-{self.number}"
        measure, is_proved = float(self.number), self.is_proved
        return Puzzle(name, Kind.OWN, self.game, self.position, solution, 0, measure, is_proved=is_proved)


def own_puzzles(rows: Rows) -> tuple[Puzzle, ...]:
    """Return the puzzles of one's own, in the order in which they were kept. Raises StoreError."""
    return tuple(each.puzzle for each in rows.find(OwnPuzzle))


def own_among(rows: Callable[[], Rows]) -> tuple[Puzzle, ...]:
    """Return the same; no puzzles where the rows can't be read."""
    try:
        return own_puzzles(rows())
    except StoreError:
        return ()


def keep(rows: Rows, made: OwnPuzzle) -> Puzzle:
    """Keep a puzzle by the next free number, or find it among those that are kept. Raises StoreError."""
    kept = rows.find(OwnPuzzle)
    known = [each for each in kept if (each.game, each.position) == (made.game, made.position)]
    if known:
        return known[0].puzzle
    row = replace(made, number=max((each.number for each in kept), default=0) + 1)
    rows.keep((row,))
    return row.puzzle


def delete(rows: Rows, number: int) -> bool:
    """Delete the puzzle with this number in the list of all, and what became of it.

    Return False where there is no such puzzle of one's own. Raises StoreError.
    """
    for each in rows.find(OwnPuzzle):
        if engines.number_of(each.puzzle) == number:
            rows.keep((Gone(OwnPuzzle, each.number), Gone(Tried, each.puzzle.name)))
            return True
    return False
