"""A position of Coin Duel as a value and as one line: pieces, whose turn it is, and the match.

Stage 1 on four cups: "2 2 1 1 pot 6 stock 30 / 4 0 5 7 pot 0 stock 22 / north turn 9". With several kinds the
pieces of each stand in order with points between, as in "1.0.2.0"; "0" is nothing. After the turn follow, if
needed, the round and the totals of those before it, and who ended it with a call: "south turn 31 round 2
totals 410 0 ended concede south".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial

from cupsboard.rules.errors import RulesError
from cupsboard.rules.line_words import LineWords
from cupsboard.rules.places import Place, Side

MOST_PIECES = 9999
"""The most pieces of a kind in one place: four digits in a position's text."""

Amounts = tuple[int, ...]
"""The number of pieces of each kind, in the order of the kinds."""


@dataclass(frozen=True, slots=True)
class Row:
    """One player's pieces: cups from the left, pot and stock."""

    cups: tuple[Amounts, ...]
    pot: Amounts
    stock: Amounts

    def __post_init__(self) -> None:
        if min(map(min, (*self.cups, self.pot, self.stock))) < 0:
            raise RulesError(
                f"cups {self.cups}, pot {self.pot}, stock {self.stock}: a place holds 0 of a kind or "
                "more; correct the negative count"
            )

    @property
    def counts(self) -> tuple[int, ...]:
        """Return how many pieces lie in each cup."""
        return tuple(map(sum, self.cups))


class Called(Enum):
    """The calls by which a player can end a round."""

    CONCEDED = "concede"
    OFFENDED = "offence"


@dataclass(frozen=True, slots=True)
class Position:
    """Both rows, whose turn it is (None: either player may begin), and the state of the match."""

    south: Row
    north: Row
    to_move: Side | None
    turn: int = 0
    """The number of turns made in this round."""
    round: int = 1
    totals: tuple[int, int] = (0, 0)
    """South's and north's points of the rounds before this one."""
    called: tuple[Called, Side] | None = None
    """The call that ended the round, and who made it."""

    def row(self, side: Side) -> Row:
        """Return the row of one player."""
        return self.south if side is Side.SOUTH else self.north


def format_position(position: Position) -> str:
    """Return the line that `parse_position` reads back."""
    words = [_format_row(position.south), "/", _format_row(position.north), "/"]
    words += ["open" if position.to_move is None else position.to_move.value, "turn", str(position.turn)]
    if position.round > 1:
        words += ["round", str(position.round), "totals", *map(str, position.totals)]
    if position.called:
        how, who = position.called
        words += ["ended", how.value, who.value]
    return " ".join(words)


def parse_position(text: str, cups: int, kinds: int, rounds: int) -> Position:
    """Return the position of a line, for a board with `cups` cups a side.

    `kinds` is the number of kinds, `rounds` that of rounds. Raises RulesError that names the column.
    """
    words = LineWords(text)
    (south, north), to_move = words.rows(cups, partial(_pieces, words, kinds))
    words.take("after whose turn it is", "turn")
    turn = words.number("the turns made", 99999)
    in_round, totals, called = 1, (0, 0), None
    following = words.take("after the turns", *(("round",) if rounds > 1 else ()), "ended", "")
    if following == "round":
        in_round = words.number("the round", rounds, least=2)
        words.take("after the round", "totals")
        totals = words.number("south's total", 9999999), words.number("north's total", 9999999)
        following = words.take("after the totals", "ended", "")
    if following == "ended":
        how = Called(words.take("how it ended", *(each.value for each in Called)))
        called = how, Side(words.take("who ended it", "south", "north"))
        words.take("after who ended it", "")
    return Position(row_of(south), row_of(north), to_move, turn, in_round, totals, called)


def _format_row(row: Row) -> str:
    cups = " ".join(map(_format_pieces, row.cups))
    return f"{cups} pot {_format_pieces(row.pot)} stock {_format_pieces(row.stock)}"


def _format_pieces(pieces: Amounts) -> str:
    return ".".join(map(str, pieces)) if any(pieces) else "0"


_COUNT = re.compile(r"0|[1-9][0-9]{0,3}")


def _pieces(words: LineWords, kinds: int, place: Place) -> Amounts:
    """Return the next word as the pieces of a place."""
    word, column = words.next()
    if word == "0":
        return (0,) * kinds
    counts = word.split(".")
    if len(counts) != kinds or None in map(_COUNT.fullmatch, counts):
        wanted = f"{kinds} whole numbers with points between, or 0" if kinds > 1 else "a number"
        raise words.fault(column, place, word, f"what lies there, {wanted}; each is 0 to {MOST_PIECES}")
    return tuple(map(int, counts))


def row_of(pieces: Sequence[Amounts]) -> Row:
    """Return the row with these pieces in its cups from the left, then in its pot and its stock."""
    *cups, in_pot, in_stock = pieces
    return Row(tuple(cups), in_pot, in_stock)
