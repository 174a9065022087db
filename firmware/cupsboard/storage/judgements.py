"""What an analysis found in games that are over: a row for each, so that a game is judged once."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Protocol

from cupsboard.engine.analysis import JudgedMove, Mark
from cupsboard.ports import Rows
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side


@dataclass(frozen=True, slots=True)
class Judged:
    """The row of a game that was judged, by the game's number.

    `game_sum` tells whether it is still that game.
    Of each side: how many moves it made, what it lost by all of them in mean pieces, and how often the reason
    of a mistake was which, as in "misses-capture 2, later 1". A game that can not be judged has no moves.
    """

    number: int
    game_sum: int
    south_moves: int = 0
    south_lost: float = 0.0
    south_mistakes: str = ""
    north_moves: int = 0
    north_lost: float = 0.0
    north_mistakes: str = ""

    def mistakes(self, side: Side) -> Mapping[str, int]:
        """Return how often a side's mistakes had which reason."""
        text = self.south_mistakes if side is Side.SOUTH else self.north_mistakes
        return {kind: int(times) for kind, times in map(str.split, filter(None, text.split(", ")))}


class Played(Protocol):
    """A game by its number, with the check sum of how it was played."""

    @property
    def number(self) -> int:
        """Return the number."""

    @property
    def played_sum(self) -> int:
        """Return the check sum."""


def judged_of(row: Played, moves: Iterable[JudgedMove] = (), piece_points: float = 1.0) -> Judged:
    """Return what is kept of the judgements of a game; `piece_points` is the worth of its mean piece."""
    made = [each for each in moves if isinstance(each.entry, Moved)]
    found: list[int | float | str] = []
    for side in Side:
        own = [each for each in made if each.side is side]
        # A mistake has one reason here, its dearest: there are as many reasons as mistakes.
        kinds = Counter(each.reasons[0].name for each in own if each.mark is not Mark.NONE and each.reasons)
        lost = fsum(each.loss_beans for each in own) / piece_points
        found += [len(own), round(lost, 3), ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items()))]
    return Judged(row.number, row.played_sum, *found)  # type: ignore[arg-type]


def known_judgements(rows: Rows, played: Sequence[Played]) -> Mapping[int, Judged]:
    """Return what was found in games, by their numbers. Raises StoreError."""
    known = {each.number: each for each in rows.find(Judged)} if played else {}
    sums = {row.number: row.played_sum for row in played}
    return {n: known[n] for n, game_sum in sums.items() if n in known and known[n].game_sum == game_sum}
