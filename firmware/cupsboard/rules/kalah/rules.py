"""The game Kalah on boards of 2 to 12 cups a side: legal moves, their plans, further turns and the result.

A cup is taken up and sown bean by bean round the board, the other's pot left out. A last bean in the own pot
gives another turn; one in an own cup that was empty, opposite beans, goes into the pot together with these.
Once a player's cups are empty the game is over, and what lies in a player's cups counts for that player.
"""

import re
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cupsboard.rules import turn_plans
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents, Mark, Pieces, Plan, Standing, of_beans
from cupsboard.rules.kalah.position import MOST_BEANS, Position, Row, format_position, parse_position
from cupsboard.rules.kalah.turns import KalahTurns
from cupsboard.rules.places import BEAN, Kind, Place, Side, board_places, cup, pot

_SIDES = (Side.SOUTH, Side.NORTH)
SEEDS = 4
"""The beans in each cup at first, if nothing else is said."""
_NAME = re.compile(r"kalah ([1-9][0-9]?)(?: seeds ([1-9][0-9]?))?")
_LABEL = re.compile(r"sow ([1-9][0-9]?)")


@dataclass(frozen=True)
class Kalah:
    """Kalah with `cups` cups a side and `seeds` beans in each cup at first."""

    cups: int
    seeds: int = SEEDS

    def __post_init__(self) -> None:
        if not 2 <= self.cups <= 12:
            raise RulesError(f"a board with {self.cups} cups a side: choose 2 to 12")

    @classmethod
    def named(cls, name: str) -> "Kalah":
        """The game with a name as in a record: "kalah 6", or "kalah 6 seeds 3" for other than four."""
        match = _NAME.fullmatch(name)
        if match is None:
            raise RulesError(
                f"{reprlib.repr(name)} is not a game: write 'kalah N', 2 to 12 cups a side, as in 'kalah 6', "
                f"and the beans in each cup where they are not {SEEDS}, as in 'kalah 6 seeds 3'"
            )
        return cls(int(match[1]), int(match[2] or SEEDS))

    @property
    def name(self) -> str:
        """The name `named` reads."""
        return f"kalah {self.cups}" + ("" if self.seeds == SEEDS else f" seeds {self.seeds}")

    @property
    def most_moves(self) -> int:
        """Between two beans that reach a pot each move brings beans nearer to one, by a cup at the least."""
        beans = 2 * self.cups * self.seeds
        return beans * (beans * self.cups + 1)

    @property
    def kinds(self) -> Mapping[Kind, int]:
        """Beans only."""
        return {BEAN: 1}

    @property
    def players(self) -> Sequence[Side]:
        """South and north."""
        return _SIDES

    @cached_property
    def turns(self) -> KalahTurns:
        """Sowings, act by act."""
        return KalahTurns(self.cups)

    @cached_property
    def places(self) -> Sequence[Place]:
        """All cups and pots, in sowing order from south's cup 1."""
        return board_places(self.cups)

    def start(self, starter: Side | None) -> Position:
        """The full cups; without a starter whoever sows first starts."""
        row = Row((self.seeds,) * self.cups, 0)
        return Position(row, row, starter)

    def contents(self, position: Position) -> Contents:
        """The beans in every cup and pot; there are no stocks."""
        counts = [count for side in _SIDES for count in (*position.row(side).cups, position.row(side).pot)]
        return dict(zip(self.places, counts, strict=True))

    def pieces(self, position: Position) -> Pieces:
        """The same, called beans."""
        return of_beans(self.contents(position))

    def movers(self, position: Position) -> tuple[Side, ...]:
        """The side whose turn it is; both at an open start, and none once the game is over."""
        if position.is_over:
            return ()
        return _SIDES if position.to_move is None else (position.to_move,)

    def standing(self, position: Position) -> Standing:
        """Whether there is a move. Nobody ever passes: who has no bean to sow has ended the game."""
        return Standing.OVER if position.is_over else Standing.TO_MOVE

    def plans(self, position: Position, side: Side) -> tuple[Plan, ...]:
        """The legal moves of a side, from the left."""
        return turn_plans.plans(self, position, side)

    def play(self, position: Position, side: Side, label: str) -> Position:
        """The position after the move written in `label`. Raises RulesError with the reason."""
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

    def passer(self, position: Position) -> Side:
        """Nobody. Raises RulesError."""
        raise RulesError(f"pass: nobody passes in Kalah ({format_position(position)}); sow a cup")

    def pass_turn(self, position: Position) -> Position:
        """Impossible: there is no pass. Raises RulesError."""
        self.passer(position)
        raise AssertionError("somebody who must pass, in a game without passes")

    def set_stock(self, position: Position, side: Side, count: int) -> Position:  # noqa: ARG002
        """There are no stocks. Raises RulesError."""
        raise RulesError(f"{side.value} stock {count}: Kalah has no stocks; correct the table instead")

    def correct(self, position: Position, changes: Sequence[Mark]) -> Position:
        """The position with so many beans more or fewer in these places, the same side to move."""
        counts = dict(self.contents(position))
        for change in changes:
            if change.kind != BEAN or change.place not in counts:
                raise RulesError(
                    f"{change.place} {change.surplus:+d} {change.kind}: {self.name} has beans in cups and "
                    "pots alone; correct one of those"
                )
            counts[change.place] += change.surplus
            if not 0 <= counts[change.place] <= MOST_BEANS:
                raise RulesError(
                    f"{change.place} {change.surplus:+d}: it would hold {counts[change.place]} beans; a "
                    f"place holds 0 to {MOST_BEANS}"
                )
        south, north = (
            Row(tuple(counts[cup(side, number)] for number in range(1, self.cups + 1)), counts[pot(side)])
            for side in _SIDES
        )
        return Position(south, north, position.to_move)

    def blocked(self, position: Position) -> frozenset[Place]:  # noqa: ARG002
        """None: every cup with beans can be sown."""
        return frozenset()

    def winner(self, position: Position) -> Side | None:
        """The side with more beans, None for a tie. Raises RulesError before the end."""
        if not position.is_over:
            raise RulesError("winner: the game is not over; play on until a player's cups are empty")
        score = self.score(position)
        south, north = (score[side] for side in _SIDES)
        return None if south == north else Side.SOUTH if south > north else Side.NORTH

    def score(self, position: Position) -> Mapping[Side, int]:
        """The beans in each pot; once the game is over, with what lies in its owner's cups."""
        return {
            side: row.pot + (sum(row.cups) if position.is_over else 0)
            for side in _SIDES
            for row in (position.row(side),)
        }

    def format_position(self, position: Position) -> str:
        """One line as described in `position.format_position`."""
        return format_position(position)

    def parse_position(self, text: str) -> Position:
        """The position from its line. Raises RulesError that says what to write."""
        return parse_position(text, self.cups)

    def _legal(self, position: Position, side: Side, label: str) -> int:
        """The number of the cup that a label sows. Raises RulesError where that is no legal move."""
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
