"""A position of a sowing game as a value, and as a line of text."""

import re
import reprlib
from dataclasses import dataclass

from cupsboard.rules.bean_game import MOST_BEANS
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Place, Side, cup
from cupsboard.rules.sowing.course import NO_MARKS, NOWHERE, Marks, turned_marks

_COUNT = r"(?:0|[1-9][0-9]{0,3})"
_TURNS = {"south": Side.SOUTH, "north": Side.NORTH, "open": None}
_ROUND, _LOST, _TUZ, _BEFORE = " / round ", " lost ", " / tuz ", " / before "


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


Table = tuple[Side, tuple[int, ...], tuple[int, ...]]
"""Who is to move, and the beans in south's cups and in north's."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of a game of several: its number, who began it, and the lost cups as south numbers places."""

    number: int = 1
    starter: Side | None = None
    lost: tuple[int, ...] = ()


FIRST = Round()
"""The first round before its first move, and all of a game of one."""


@dataclass(frozen=True, slots=True)
class Position:
    """Both rows, whose turn it is, and the tables that must not come again."""

    south: Row
    north: Row
    to_move: Side | None
    """None at the open start, when either side may sow first."""
    is_over: bool
    """Whether no further move is made."""
    earlier: tuple[str, ...] = ()
    """The tables since the last capture, before this one; () where one that comes again ends no game."""
    tuz: Marks = NO_MARKS
    """South's tuz and north's, as south numbers the places."""
    round: Round = FIRST

    def row(self, side: Side) -> Row:
        """Return the row of one player."""
        return self.south if side is Side.SOUTH else self.north

    def marks_of(self, side: Side) -> Marks:
        """Return the tuz of a player and of the other, and the lost cups, as that player numbers places."""
        marks = (*self.tuz, *self.round.lost)
        return marks if side is Side.SOUTH else turned_marks(marks, 2 * len(self.south.cups) + 2)

    @property
    def lost_places(self) -> tuple[Place, ...]:
        """Return the lost cups."""
        size = len(self.south.cups)
        numbers = ((place % (size + 1) + 1, place > size) for place in self.round.lost)
        return tuple(cup(Side.NORTH if is_norths else Side.SOUTH, number) for number, is_norths in numbers)

    @property
    def tuz_places(self) -> tuple[Place, ...]:
        """Return the places of the tuz: each lies in the row of the player whose it is not."""
        return tuple(
            cup(side.other, place - len(self.south.cups))
            for side in Side
            if (place := self.marks_of(side)[0]) >= 0
        )

    @property
    def tables(self) -> tuple[Table, ...]:
        """Return the tables since the last capture, this one the last. Raises ValueError at an open start."""
        if self.to_move is None:
            raise ValueError("the tables before an open start: say whose turn it is")
        words = (word.split("-") for word in (*self.earlier, table(self.south, self.north, self.to_move)))
        return tuple((Side(mover), _cups(south), _cups(north)) for south, north, mover in words)


def table(south: Row, north: Row, mover: Side) -> str:
    """Return the beans in the cups with the side to move, as one word: "4.0.5-5.4.4-north"."""
    rows = (".".join(map(str, row.cups)) for row in (south, north))
    return "-".join((*rows, mover.value))


def format_position(position: Position) -> str:
    """Return the line that `parse_position` reads: both rows from south's, then whose turn it is.

    For four cups a side, north to move: "4 0 5 5 pot 1 / 5 4 4 4 pot 0 / north"; "open" stands for either
    side. Each row is written from its owner's left, so the first cup of one line is opposite the last cup of
    the other. The tuz follow (" / tuz north-3"), and the tables since the last capture, if there are any.
    """
    rows = (f"{' '.join(map(str, row.cups))} pot {row.pot}" for row in (position.south, position.north))
    turn = "open" if position.to_move is None else position.to_move.value
    tuz = f"{_TUZ}{' '.join(position.tuz_places)}" if position.tuz_places else ""
    before = f"{_BEFORE}{' '.join(position.earlier)}" if position.earlier else ""
    told, lost = position.round, position.lost_places
    begun = "" if told.starter is None else f"{_ROUND}{told.number} {told.starter.value}"
    return f"{' / '.join(rows)} / {turn}{begun}{_LOST * bool(lost)}{' '.join(lost)}{tuz}{before}"


def parse_position(text: str, cups: int) -> tuple[Row, Row, Side | None, tuple[str, ...], Marks, Round]:
    """Return south's row and north's, the side to move, the earlier tables, the tuz and the round.

    Raises RulesError.
    """
    rows, before, tables = text.partition(_BEFORE)
    rows, has_tuz, tuz = rows.partition(_TUZ)
    rows, has_round, told = rows.partition(_ROUND)
    row = rf"((?:{_COUNT} ){{{cups}}})pot ({_COUNT})"
    match = re.fullmatch(rf"{row} / {row} / ({'|'.join(_TURNS)})", rows)
    if match is None:
        raise RulesError(
            f"{reprlib.repr(text)} is no position: write both rows of {cups} cups with their pots, and whose "
            f"turn it is, as in '{' '.join('4' * cups)} pot 0 / {' '.join('4' * cups)} pot 0 / south'"
        )
    cups_of = rf"{_COUNT}(?:\.{_COUNT}){{{cups - 1}}}"
    word = rf"{cups_of}-{cups_of}-(?:south|north)"
    if before and re.fullmatch(rf"{word}(?: {word})*", tables) is None:
        example = "-".join([".".join("4" * cups)] * 2)
        raise RulesError(
            f"{tables!r}: write after 'before' the tables since the last capture, each as in "
            f"'{example}-south'"
        )
    south, north = (Row(tuple(map(int, match[first].split())), int(match[first + 1])) for first in (1, 3))
    marks = _tuz(tuz, cups) if has_tuz else NO_MARKS
    begun = _round(told, cups) if has_round else FIRST
    return south, north, _TURNS[match[5]], tuple(tables.split()), marks, begun


def _round(text: str, cups: int) -> Round:
    """Return the round of its number, who began it, and its lost cups. Raises RulesError."""
    match = re.fullmatch(rf"([1-9][0-9]{{0,3}}) (south|north)(?:{_LOST}([a-z0-9 -]+))?", text)
    places = {
        cup(side, index + 1): (cups + 1) * at + index for at, side in enumerate(Side) for index in range(cups)
    }
    lost = (match[3] or "").split() if match is not None else ()
    if match is None or not all(place in places for place in lost):
        raise RulesError(
            f"{text!r}: write after 'round' its number, who began it and the lost cups, as in "
            "'2 south lost north-1 north-2'"
        )
    return Round(int(match[1]), Side(match[2]), tuple(places[Place(place)] for place in lost))


def _tuz(text: str, cups: int) -> Marks:
    """Return the tuz of a list of places, as south numbers the places. Raises RulesError."""
    match = re.fullmatch(r"(?:north-([1-9][0-9]?))? ?(?:south-([1-9][0-9]?))?", text)
    numbers = [] if match is None else [int(number) for number in match.groups(default="0")]
    if not any(numbers) or max(numbers) >= cups or numbers[0] == numbers[1]:
        raise RulesError(f"{text!r}: write after 'tuz' a cup of each row but the last, as in 'north-3'")
    south, north = numbers
    return south + cups if south else NOWHERE, north - 1 if north else NOWHERE


def _cups(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))
