"""Puzzles of one's own: positions kept beside the puzzles that ship, with the moves that an engine found."""

from dataclasses import dataclass

from cupsboard.engine.puzzles import Kind, Puzzle
from cupsboard.ports import Rows


@dataclass(frozen=True, slots=True)
class OwnPuzzle:
    """The row of a puzzle of one's own."""

    number: int
    """Counts own puzzles from 1; none is ever given again."""
    game: str
    position: str
    solution: str
    """The best moves, with commas between them."""
    is_proved: bool
    """Whether every move was proved, and not estimated."""

    @property
    def puzzle(self) -> Puzzle:
        """Return it as one of the puzzles that may be played."""
        solution = tuple(self.solution.split(", "))
        return Puzzle(
            f"own-{self.number}", Kind.OWN, self.game, self.position, solution, 0, float(self.number)
        )


class OwnPuzzles:
    """All puzzles of one's own, in the order in which they were kept."""

    def __init__(self, rows: Rows) -> None:
        """Raises StoreError if what was kept can't be read."""
        self._rows = rows
        self._kept = sorted(rows.find(OwnPuzzle), key=lambda each: each.number)

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """Return the puzzles."""
        return tuple(each.puzzle for each in self._kept)

    def is_proved(self, puzzle: Puzzle) -> bool:
        """Return whether the way of a puzzle is proved; those that ship are."""
        return all(each.is_proved for each in self._kept if each.puzzle == puzzle)

    def number_of(self, game: str, position: str) -> int | None:
        """Return which of them it is, counted from 1; None for a new one."""
        known = [(each.game, each.position) for each in self._kept]
        return known.index((game, position)) + 1 if (game, position) in known else None

    def add(self, game: str, position: str, solution: tuple[str, ...], *, is_proved: bool) -> None:
        """Keep a puzzle. Raises StoreError."""
        number = max((each.number for each in self._kept), default=0) + 1
        kept = OwnPuzzle(number, game, position, ", ".join(solution), is_proved)
        self._rows.keep((kept,))
        self._kept.append(kept)
