"""A puzzle: a position for South with one best way to play."""

from dataclasses import dataclass
from enum import Enum

MOST_DIFFICULT = 5


class Kind(Enum):
    """The tasks that a puzzle can set."""

    ENDGAME = "endgame"
    """Sow everything into the pot; the other side is idle."""
    TRANSFER = "transfer"
    """The same with a stock: which drops make it possible?"""
    TACTIC = "tactic"
    """One move is three beans or more better than any other, and it isn't the one that takes most."""
    OWN = "own"
    """Which move is the best? A position that players have kept."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position for South, with its solution and difficulty."""

    name: str
    kind: Kind
    game: str
    """In the words of a record."""
    position: str
    """In the words of the game, South to move."""
    solution: tuple[str, ...]
    """South's moves: of a tactic the first alone, of a player's own puzzle each of the best first moves, of
    the other puzzles all moves to the end (their order may differ)."""
    difficulty: int
    """1 to MOST_DIFFICULT, after `level`."""
    measure: float
    """What orders puzzles of one difficulty: for a tactic how many moves one must look ahead, for the others
    in how many games of random moves one is a solution, as a power of two."""
    level: str = ""
    """The weakest level of play from which on it is solved every other time."""
    is_proved: bool = True
    """Whether its way is proved, and not the best that was found; that of each that ships is."""

    @property
    def needs_all(self) -> bool:
        """Return whether all moves to the end of the game solve it, not the first alone."""
        return self.kind in (Kind.ENDGAME, Kind.TRANSFER)
