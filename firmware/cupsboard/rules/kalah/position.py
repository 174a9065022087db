"""A position of Kalah as a value and as one line of text: beans, and whose turn it is."""

import re
import reprlib
from dataclasses import dataclass

from cupsboard.rules.bean_game import MOST_BEANS
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side

_COUNT = r"(?:0|[1-9][0-9]{0,3})"
_TURNS = {"south": Side.SOUTH, "north": Side.NORTH, "open": None}


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
class Position:
    """Both rows and whose turn it is; `to_move` is None at the open start, when either side may sow first."""

    south: Row
    north: Row
    to_move: Side | None

    def row(self, side: Side) -> Row:
        """Return the row of one player."""
        return self.south if side is Side.SOUTH else self.north

    @property
    def is_over(self) -> bool:
        """Return whether a player's cups are all empty."""
        return not (any(self.south.cups) and any(self.north.cups))


def format_position(position: Position) -> str:
    """Return the line that `parse_position` reads: both rows from south's, then whose turn it is.

    For four cups a side, north to move: "4 0 5 5 pot 1 / 5 4 4 4 pot 0 / north"; "open" stands for either
    side. Each row is written from its owner's left, so the first cup of one line is opposite the last cup of
    the other.
    """
    rows = (f"{' '.join(map(str, row.cups))} pot {row.pot}" for row in (position.south, position.north))
    return f"{' / '.join(rows)} / {'open' if position.to_move is None else position.to_move.value}"


def parse_position(text: str, cups: int) -> Position:
    """Return the position of a line, with `cups` cups a side. Raises RulesError saying what to write."""
    row = rf"((?:{_COUNT} ){{{cups}}})pot ({_COUNT})"
    match = re.fullmatch(rf"{row} / {row} / ({'|'.join(_TURNS)})", text)
    if match is None:
        raise RulesError(
            f"{reprlib.repr(text)} is no position: write both rows of {cups} cups with their pots, and whose "
            f"turn it is, as in '{' '.join('4' * cups)} pot 0 / {' '.join('4' * cups)} pot 0 / south'"
        )
    south, north = (Row(tuple(map(int, match[first].split())), int(match[first + 1])) for first in (1, 3))
    return Position(south, north, _TURNS[match[5]])
