"""The game Oware on boards of 2 to 12 cups a side: legal moves, plans, and the result.

A cup is taken up and sown bean by bean round the cups, itself and both pots left out. If the last bean makes
two or three in a cup of the other, these are captured, and so are twos and threes in the other's cups right
before it; a sowing that would capture all the other's beans captures none. If the other has no beans, the
mover must bring some there. The game is over once a pot holds more than half of all beans, if the mover has
no move, or if a table comes again with the same side to move. The beans in a player's cups then count for
that player.
"""

from dataclasses import dataclass
from functools import cached_property

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import carried_out
from cupsboard.rules.oware.position import Position
from cupsboard.rules.oware.turns import OwareTurns
from cupsboard.rules.places import Side
from cupsboard.rules.sowing_game import Row, SowingGame, format_rows, parse_rows

LONGEST_GAME = 2000
"""The most moves in a record: without a capture a table comes again long before."""
_BEFORE = " / before "


@dataclass(frozen=True)
class Oware(SowingGame[Position]):
    """Oware with `cups` cups a side and `seeds` beans in each cup at first."""

    word = "oware"

    @property
    def most_moves(self) -> int:
        """Return the most moves that a record holds."""
        return LONGEST_GAME

    @cached_property
    def turns(self) -> OwareTurns:
        """Return the machine of sowings, act by act."""
        return OwareTurns(self.cups)

    def placed(self, south: Row, north: Row, to_move: Side | None) -> Position:
        """Return the position with these rows, and no table before it."""
        return Position(south, north, to_move)

    def play(self, position: Position, side: Side, label: str) -> Position:
        """Return the position after the move written in `label`. Raises RulesError with the reason."""
        number = self.legal(position, side, label)
        if number not in position.movable(side):
            raise RulesError(
                f"{side.value} {label}: {side.other.value} has no beans, so some must come there; "
                f"sow {' or '.join(map(str, position.movable(side)))}"
            )
        plan = next(plan for plan in self.plans(position, side) if plan.label == label)
        after = self.with_contents(position, carried_out(self.contents(position), plan.open))
        earlier = () if plan.owed else (*position.earlier, position.table(side))
        return Position(after.south, after.north, side.other, earlier)

    def format_position(self, position: Position) -> str:
        """Return one line: that of `format_rows`, and after it the tables since the last capture."""
        before = f"{_BEFORE}{' '.join(position.earlier)}" if position.earlier else ""
        return format_rows(position) + before

    def parse_position(self, text: str) -> Position:
        """Return the position of a line. Raises RulesError that says what to write."""
        rows, _, before = text.partition(_BEFORE)
        position = Position(*parse_rows(rows, self.cups), tuple(before.split()))
        if self.format_position(position) != text or not all(map(self._is_table, position.earlier)):
            raise RulesError(
                f"{before!r}: write after 'before' the tables since the last capture, each as in "
                f"'{self.start(Side.SOUTH).table(Side.SOUTH)}'"
            )
        return position

    def _is_table(self, word: str) -> bool:
        """Return whether a word is a table as `Position.table` writes it."""
        rows = word.split("-")
        return (
            len(rows) == 3
            and rows[2] in [side.value for side in Side]
            and all(
                len(row.split(".")) == self.cups and all(count.isdecimal() for count in row.split("."))
                for row in rows[:2]
            )
        )
