"""The game Kalah on boards of 2 to 12 cups a side: legal moves, plans, further turns and the result.

A cup is taken up and sown bean by bean round the board, the opponent's pot left out. A last bean in the own
pot gives another turn; one in an own cup that was empty, opposite beans, goes into the pot together with
these. Once a player's cups are empty the game is over, and the beans in a player's cups count for that
player.
"""

from dataclasses import dataclass
from functools import cached_property

from cupsboard.rules.kalah.position import Position
from cupsboard.rules.kalah.turns import KalahTurns
from cupsboard.rules.places import Side
from cupsboard.rules.sowing_game import Row, SowingGame


@dataclass(frozen=True)
class Kalah(SowingGame[Position]):
    """Kalah with `cups` cups a side and `seeds` beans in each cup at first."""

    word = "kalah"

    @property
    def most_moves(self) -> int:
        """Return an upper bound of the moves of a game.

        Between two beans that reach a pot each move brings beans nearer to a pot, by at least one cup.
        """
        beans = 2 * self.cups * self.seeds
        return beans * (beans * self.cups + 1)

    @cached_property
    def turns(self) -> KalahTurns:
        """Return the machine of sowings, act by act."""
        return KalahTurns(self.cups)

    def placed(self, south: Row, north: Row, to_move: Side | None) -> Position:
        """Return the position with these rows."""
        return Position(south, north, to_move)

    def play(self, position: Position, side: Side, label: str) -> Position:
        """Return the position after the move written in `label`. Raises RulesError with the reason."""
        number = self.legal(position, side, label)
        own, other = position.row(side), position.row(side.other)
        ring = [*own.cups, own.pot, *other.cups]
        beans, ring[number - 1] = ring[number - 1], 0
        for place in range(number, number + beans):
            ring[place % len(ring)] += 1
        last, pot_at = (number + beans - 1) % len(ring), self.cups
        opposite = 2 * self.cups - last
        if last < pot_at and ring[last] == 1 and ring[opposite]:
            ring[pot_at] += 1 + ring[opposite]
            ring[last] = ring[opposite] = 0
        mine, theirs = Row(tuple(ring[:pot_at]), ring[pot_at]), Row(tuple(ring[pot_at + 1 :]), other.pot)
        south, north = (mine, theirs) if side is Side.SOUTH else (theirs, mine)
        return Position(south, north, side if last == pot_at else side.other)
