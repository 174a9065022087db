"""A position of Cups as a value and as one line of text: beans, and whose turn it is."""

from dataclasses import dataclass

from cupsboard.rules.errors import RulesError
from cupsboard.rules.line_words import LineWords
from cupsboard.rules.places import Side

MOST_BEANS = 9999
"""The most beans in one place: four digits in a position's text."""


@dataclass(frozen=True, slots=True)
class Row:
    """One player's beans: cups from the left, pot and stock."""

    cups: tuple[int, ...]
    pot: int
    stock: int

    def __post_init__(self) -> None:
        if min(self.cups, default=0) < 0 or self.pot < 0 or self.stock < 0:
            raise RulesError(
                f"cups {self.cups}, pot {self.pot}, stock {self.stock}: a place holds 0 beans or more; "
                "correct the negative count"
            )

    def can_sow(self, number: int) -> bool:
        """Return whether cup `number` holds exactly the beans that reach the pot."""
        return self.cups[number - 1] == len(self.cups) + 1 - number

    @property
    def can_move(self) -> bool:
        """Return whether the player has a drop or a sowing."""
        return self.stock > 0 or any(map(self.can_sow, range(1, len(self.cups) + 1)))


@dataclass(frozen=True, slots=True)
class Position:
    """Both rows and whose turn it is; `to_move` is None at the open start, when either side may drop first.

    The total of beans is not checked: it is 20N in a full game, and another after a stock was corrected.
    """

    south: Row
    north: Row
    to_move: Side | None

    def __post_init__(self) -> None:
        if len(self.south.cups) != len(self.north.cups):
            raise RulesError(
                f"south has {len(self.south.cups)} cups and north {len(self.north.cups)}; "
                "give both the same number"
            )

    def row(self, side: Side) -> Row:
        """Return the row of one player."""
        return self.south if side is Side.SOUTH else self.north

    @property
    def beans(self) -> int:
        """Return the number of all beans in cups, pots and stocks."""
        return sum(sum(row.cups) + row.pot + row.stock for row in (self.south, self.north))


def position_of(side: Side, own: Row, other: Row, to_move: Side | None) -> Position:
    """Return the position in which `own` is the row of `side`."""
    return Position(own, other, to_move) if side is Side.SOUTH else Position(other, own, to_move)


def format_position(position: Position) -> str:
    """Return the line that `parse_position` reads: both rows from south's, then whose turn it is.

    For N = 4, north to move: "2 2 1 1 pot 6 stock 30 / 4 0 5 7 pot 0 stock 22 / north"; "open" stands for
    either. Each row is written from its owner's left, so the first cup of one line is opposite the last cup
    of the other.
    """
    turn = "open" if position.to_move is None else position.to_move.value
    return f"{_format_row(position.south)} / {_format_row(position.north)} / {turn}"


def parse_position(text: str, cups: int) -> Position:
    """Return the position of a line, with `cups` cups a side. Raises RulesError naming the column."""
    words = LineWords(text, f" (a row has {cups} cups)")
    (south, north), to_move = words.rows(
        cups, lambda place: words.number(place, MOST_BEANS, unit=" of beans")
    )
    words.take("after the turn", "")
    return Position(_row_of(south), _row_of(north), to_move)


def _format_row(row: Row) -> str:
    return f"{' '.join(map(str, row.cups))} pot {row.pot} stock {row.stock}"


def _row_of(counts: list[int]) -> Row:
    *cups, in_pot, in_stock = counts
    return Row(tuple(cups), in_pot, in_stock)
