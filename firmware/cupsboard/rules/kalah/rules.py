"""The game Kalah on boards of 2 to 12 cups a side: legal moves, plans, further turns and the result.

A cup is taken up and sown bean by bean round the board, the opponent's pot left out. A last bean in the own
pot gives another turn; one in an own cup that was empty, opposite beans, goes into the pot together with
these. Once a player's cups are empty the game is over, and the beans in a player's cups count for that
player.
"""

import re
import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from cupsboard.rules.bean_game import BeanGame
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents
from cupsboard.rules.kalah.position import Position, Row, format_position, parse_position
from cupsboard.rules.kalah.turns import KalahTurns
from cupsboard.rules.places import Side, cup, pot

SEEDS = 4
"""The beans in each cup at first, unless the name says another number."""
_NAME = re.compile(r"kalah ([1-9][0-9]?)(?: seeds ([1-9][0-9]?))?")
_LABEL = re.compile(r"sow ([1-9][0-9]?)")


@dataclass(frozen=True)
class Kalah(BeanGame[Position]):
    """Kalah with `cups` cups a side and `seeds` beans in each cup at first."""

    cups: int
    seeds: int = SEEDS

    def __post_init__(self) -> None:
        if not 2 <= self.cups <= 12:
            raise RulesError(f"a board with {self.cups} cups a side: choose 2 to 12")

    @classmethod
    def named(cls, name: str) -> "Kalah":
        """Return the game of a name as in a record: "kalah 6", or "kalah 6 seeds 3" for other than four."""
        match = _NAME.fullmatch(name)
        if match is None:
            raise RulesError(
                f"{reprlib.repr(name)} is not a game: write 'kalah N', 2 to 12 cups a side, as in 'kalah 6', "
                f"and the beans in each cup where they are not {SEEDS}, as in 'kalah 6 seeds 3'"
            )
        return cls(int(match[1]), int(match[2] or SEEDS))

    @property
    def name(self) -> str:
        """Return the name that `named` reads."""
        return f"kalah {self.cups}" + ("" if self.seeds == SEEDS else f" seeds {self.seeds}")

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

    def start(self, starter: Side | None) -> Position:
        """Return the position with full cups; without a starter either side may sow first."""
        row = Row((self.seeds,) * self.cups, 0)
        return Position(row, row, starter)

    def contents(self, position: Position) -> Contents:
        """Return the beans in every cup and pot; there are no stocks."""
        counts = [count for side in Side for count in (*position.row(side).cups, position.row(side).pot)]
        return dict(zip(self.places, counts, strict=True))

    def movers(self, position: Position) -> tuple[Side, ...]:
        """Return the side whose turn it is; both at an open start, and none once the game is over."""
        if position.is_over:
            return ()
        return tuple(Side) if position.to_move is None else (position.to_move,)

    def play(self, position: Position, side: Side, label: str) -> Position:
        """Return the position after the move written in `label`. Raises RulesError with the reason."""
        number = self._legal(position, side, label)
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

    def with_contents(self, position: Position, contents: Contents) -> Position:
        """Return the position with other beans in cups and pots, and the same side to move."""
        south, north = (
            Row(tuple(contents[cup(side, number)] for number in range(1, self.cups + 1)), contents[pot(side)])
            for side in Side
        )
        return Position(south, north, position.to_move)

    def score(self, position: Position) -> Mapping[Side, int]:
        """Return the beans in each pot; once the game is over, those in its owner's cups count too."""
        return {
            side: row.pot + (sum(row.cups) if position.is_over else 0)
            for side in Side
            for row in (position.row(side),)
        }

    def format_position(self, position: Position) -> str:
        """Return one line as described in `position.format_position`."""
        return format_position(position)

    def parse_position(self, text: str) -> Position:
        """Return the position of a line. Raises RulesError that says what to write."""
        return parse_position(text, self.cups)

    def _legal(self, position: Position, side: Side, label: str) -> int:
        """Return the number of the cup that a label sows. Raises RulesError if that is no legal move."""
        said = f"{side.value} {label}"
        match = _LABEL.fullmatch(label)
        if match is None:
            raise RulesError(f"{reprlib.repr(label)} is not a move: write 'sow C', as in 'sow 3'")
        if position.is_over:
            raise RulesError(f"{said}: the game is over; start a new one or undo")
        if side not in self.movers(position):
            raise RulesError(f"{said}: it is {side.other.value}'s turn; wait for its move")
        number = int(match[1])
        if number > self.cups:
            raise RulesError(f"{said}: there is no cup {number}; the cups are 1 to {self.cups}")
        if not position.row(side).cups[number - 1]:
            raise RulesError(f"{said}: {cup(side, number)} is empty; sow a cup with beans in it")
        return number
