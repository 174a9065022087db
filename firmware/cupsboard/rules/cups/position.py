"""A position of Cups as a value and as one line of text: beans, and whose turn it is."""

import re
from dataclasses import dataclass

from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Place, Side, cup, pot, stock

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
    words = _Words(text, cups)
    south = _parse_row(words, Side.SOUTH, cups)
    words.take("between the rows", "/")
    north = _parse_row(words, Side.NORTH, cups)
    words.take("before the turn", "/")
    turn = words.take("whose turn it is", "south", "north", "open")
    words.end()
    return Position(south, north, None if turn == "open" else Side(turn))


def _format_row(row: Row) -> str:
    return f"{' '.join(map(str, row.cups))} pot {row.pot} stock {row.stock}"


def _parse_row(words: "_Words", side: Side, cups: int) -> Row:
    counts = tuple(words.count(cup(side, number)) for number in range(1, cups + 1))
    words.take(f"after {side.value}'s {cups} cups", "pot")
    in_pot = words.count(pot(side))
    words.take(f"after {side.value}'s pot", "stock")
    return Row(counts, in_pot, words.count(stock(side)))


_COUNT = re.compile(r"0|[1-9][0-9]{0,3}")


class _Words:
    """The words of a line from left to right, each with its column for an error message."""

    def __init__(self, text: str, cups: int):
        self._words = re.finditer(r"[^ \t]+", text)
        self._cups = cups

    def count(self, place: Place) -> int:
        """Return the next word as the beans of a place."""
        word, column = self._next()
        if _COUNT.fullmatch(word) is None:
            raise self._fault(column, place, word, "a whole number of beans, 0 to 9999")
        return int(word)

    def take(self, where: str, *allowed: str) -> str:
        """Return the next word, which must be one of `allowed`."""
        word, column = self._next()
        if word not in allowed:
            raise self._fault(column, where, word, " or ".join(map(repr, allowed)))
        return word

    def end(self) -> None:
        """Raise RulesError if further words follow."""
        word, column = self._next()
        if word:
            raise self._fault(column, "after the turn", word, "nothing more")

    def _next(self) -> tuple[str, str]:
        match = next(self._words, None)
        return ("", "at the end") if match is None else (match[0], f"column {match.start() + 1}")

    def _fault(self, column: str, where: str, word: str, wanted: str) -> RulesError:
        found = repr(word) if word else "nothing"
        return RulesError(
            f"{column}, {where}: found {found}, expected {wanted} (a row has {self._cups} cups)"
        )
