"""The common part of games like Kalah: beans in all cups at first, and moves that sow a cup round."""

import re
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Self, TypeVar

from cupsboard.rules.bean_game import MOST_BEANS, BeanGame
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Side, cup, pot

SEEDS = 4
"""The beans in each cup at first, unless the name says another number."""
_COUNT = r"(?:0|[1-9][0-9]{0,3})"
_TURNS = {"south": Side.SOUTH, "north": Side.NORTH, "open": None}
_LABEL = re.compile(r"sow ([1-9][0-9]?)")


@dataclass(frozen=True, slots=True)
class Row:
    """One player's beans: cups from the left, and pot."""

    cups: tuple[int, ...]
    pot: int

    def __post_init__(self) -> None:
        if not 0 <= min(*self.cups, self.pot) <= max(*self.cups, self.pot) <= MOST_BEANS:
            raise RulesError(
                f"cups {self.cups}, pot {self.pot}: a place holds 0 to {MOST_BEANS} beans; correct the count"
            )


@dataclass(frozen=True, slots=True)
class Rows(ABC):
    """Both rows and whose turn it is; `to_move` is None at the open start, when either side may sow first."""

    south: Row
    north: Row
    to_move: Side | None

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Return whether no further move is made."""

    @property
    def tables(self) -> tuple["Table", ...]:
        """Return the tables that end the game if they come again, this one the last; () where none does."""
        return ()

    def row(self, side: Side) -> Row:
        """Return the row of one player."""
        return self.south if side is Side.SOUTH else self.north


Table = tuple[Side, tuple[int, ...], tuple[int, ...]]
"""Who is to move, and the beans in south's cups and in north's."""

R = TypeVar("R", bound=Rows)


def format_rows(rows: Rows) -> str:
    """Return the line that `parse_rows` reads: both rows from south's, then whose turn it is.

    For four cups a side, north to move: "4 0 5 5 pot 1 / 5 4 4 4 pot 0 / north"; "open" stands for either
    side. Each row is written from its owner's left, so the first cup of one line is opposite the last cup of
    the other.
    """
    lines = (f"{' '.join(map(str, row.cups))} pot {row.pot}" for row in (rows.south, rows.north))
    return f"{' / '.join(lines)} / {'open' if rows.to_move is None else rows.to_move.value}"


def parse_rows(text: str, cups: int) -> tuple[Row, Row, Side | None]:
    """Return south's row, north's row and the side to move. Raises RulesError saying what to write."""
    row = rf"((?:{_COUNT} ){{{cups}}})pot ({_COUNT})"
    match = re.fullmatch(rf"{row} / {row} / ({'|'.join(_TURNS)})", text)
    if match is None:
        raise RulesError(
            f"{reprlib.repr(text)} is no position: write both rows of {cups} cups with their pots, and whose "
            f"turn it is, as in '{' '.join('4' * cups)} pot 0 / {' '.join('4' * cups)} pot 0 / south'"
        )
    south, north = (Row(tuple(map(int, match[first].split())), int(match[first + 1])) for first in (1, 3))
    return south, north, _TURNS[match[5]]


@dataclass(frozen=True)
class SowingGame(BeanGame[R]):
    """A game with `cups` cups a side and `seeds` beans in each cup at first.

    Once it is over, the beans in a player's cups count for that player.
    """

    word: ClassVar[str]
    """The first word of the game's name."""
    cups: int
    seeds: int = SEEDS

    def __post_init__(self) -> None:
        if not 2 <= self.cups <= 12:
            raise RulesError(f"a board with {self.cups} cups a side: choose 2 to 12")

    @abstractmethod
    def placed(self, south: Row, north: Row, to_move: Side | None) -> R:
        """Return the position with these rows, of which nothing earlier is known."""

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the game of a name as in a record: "kalah 6", or "kalah 6 seeds 3" for other than four."""
        word = cls.word
        match = re.fullmatch(rf"{word} ([1-9][0-9]?)(?: seeds ([1-9][0-9]?))?", name)
        if match is None:
            raise RulesError(
                f"{reprlib.repr(name)} is not a game: write '{word} N', 2 to 12 cups a side, as in "
                f"'{word} 6', and the beans in each cup where they are not {SEEDS}, as in '{word} 6 seeds 3'"
            )
        return cls(int(match[1]), int(match[2] or SEEDS))

    @property
    def name(self) -> str:
        """Return the name that `named` reads."""
        return f"{self.word} {self.cups}" + ("" if self.seeds == SEEDS else f" seeds {self.seeds}")

    def start(self, starter: Side | None) -> R:
        """Return the position with full cups; without a starter either side may sow first."""
        row = Row((self.seeds,) * self.cups, 0)
        return self.placed(row, row, starter)

    def contents(self, position: R) -> Contents:
        """Return the beans in every cup and pot; there are no stocks."""
        counts = [count for side in Side for count in (*position.row(side).cups, position.row(side).pot)]
        return dict(zip(self.places, counts, strict=True))

    def movers(self, position: R) -> tuple[Side, ...]:
        """Return the side whose turn it is; both at an open start, and none once the game is over."""
        if position.is_over:
            return ()
        return tuple(Side) if position.to_move is None else (position.to_move,)

    def with_contents(self, position: R, contents: Contents) -> R:
        """Return the position with other beans in cups and pots, and the same side to move."""
        south, north = (
            Row(tuple(contents[cup(side, number)] for number in range(1, self.cups + 1)), contents[pot(side)])
            for side in Side
        )
        return self.placed(south, north, position.to_move)

    def score(self, position: R) -> Mapping[Side, int]:
        """Return the beans in each pot; once the game is over, those in its owner's cups count too."""
        return {
            side: row.pot + (sum(row.cups) if position.is_over else 0)
            for side in Side
            for row in (position.row(side),)
        }

    def format_position(self, position: R) -> str:
        """Return one line as described in `format_rows`."""
        return format_rows(position)

    def parse_position(self, text: str) -> R:
        """Return the position of a line. Raises RulesError that says what to write."""
        return self.placed(*parse_rows(text, self.cups))

    def legal(self, position: R, side: Side, label: str) -> int:
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
