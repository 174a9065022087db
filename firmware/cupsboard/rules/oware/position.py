"""A position of Oware as a value: beans, whose turn it is, and the tables that must not come again."""

from dataclasses import dataclass

from cupsboard.rules.oware.sowing import is_decided, movable
from cupsboard.rules.places import Side
from cupsboard.rules.sowing_game import Rows, Table


@dataclass(frozen=True, slots=True)
class Position(Rows):
    """Both rows, whose turn it is, and the tables since the last capture, before this one."""

    earlier: tuple[str, ...] = ()

    @property
    def is_over(self) -> bool:
        """Return whether no further move is made.

        That is so once a pot holds more than half of all beans, if this table was there before, and if the
        side to move has no move.
        """
        in_cups = sum(self.south.cups) + sum(self.north.cups)
        if not in_cups or is_decided(self.south.pot, self.north.pot, in_cups):
            return True
        if self.to_move is None:
            return False
        return self.table(self.to_move) in self.earlier or not self.movable(self.to_move)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Return the tables since the last capture, this one the last. Raises ValueError at an open start."""
        if self.to_move is None:
            raise ValueError("the tables before an open start: say whose turn it is")
        words = (word.split("-") for word in (*self.earlier, self.table(self.to_move)))
        return tuple((Side(mover), _cups(south), _cups(north)) for south, north, mover in words)

    def movable(self, side: Side) -> list[int]:
        """Return the numbers of the cups that a side may sow in its turn, from 1."""
        own, other = self.row(side), self.row(side.other)
        return [index + 1 for index in movable(own.cups, other.cups)]

    def table(self, mover: Side) -> str:
        """Return the beans in the cups with the side to move, as one word: "4.0.5-5.4.4-north"."""
        rows = (".".join(map(str, row.cups)) for row in (self.south, self.north))
        return "-".join((*rows, mover.value))


def _cups(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))
