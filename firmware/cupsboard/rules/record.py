"""A game record: a text file that says who played what when, and reads back to the same value.

    Game: cups 2 stock 2
    South: Anna
    North: Ben O'Neill
    Date: 2025-03-09
    Starter: open
    Option: end by stillness = off

    1. south drop 1
    2. north drop 2
    3. south drop 1
    4. south stock 1
    5. north pass
    6. south drop 1
    7. north pass
    8. south sow 1
    9. north pass
    10. south sow 2

    Result: south 3, north 1: south wins

The headers before the options are always there, in this order; an unknown player or date is "?". Starter is
"south", "north" or "open". An entry is a move in the game's notation, a forced pass, or the correction of a
side's believed stock, and all are numbered from 1. The result of a game that isn't over is "unfinished".
"""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Generic, TypeVar, assert_never

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game
from cupsboard.rules.history import Entry, History, Moved, Passed, StockCorrected
from cupsboard.rules.places import Side

P = TypeVar("P")
T = TypeVar("T")
R = TypeVar("R")

_HEADERS = ("Game", "South", "North", "Date", "Starter")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?", re.ASCII)
_ENTRY = re.compile(r"([1-9][0-9]{0,5})\. (south|north) (\S.*)")
_UNNUMBERED = re.compile(r"(south|north) (\S.*)")
_STOCK = re.compile(r"stock (0|[1-9][0-9]{0,3})")


class RecordError(RulesError):
    """A text that is not a game record; the message names the line."""


@dataclass(frozen=True, slots=True)
class Record(Generic[P]):
    """A game with the circumstances it was played in. Raises RulesError if it can't be written and read back.

    `date` is "2025-03-09" or "2025-03-09T20:15"; `options` are names and values for the reader of the record.
    What was taken back is not part of it.
    """

    game: Game[P]
    starter: Side | None
    entries: tuple[Entry, ...]
    south: str = "?"
    north: str = "?"
    date: str = "?"
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        _checked_name("South", self.south)
        _checked_name("North", self.north)
        _checked_date(self.date)
        for option in self.options:
            _checked_option(option)
        self.history()

    def history(self) -> History[P]:
        """The game replayed."""
        return History(self.game, self.starter).enter_all(self.entries)

    @property
    def result(self) -> str:
        """What the last line says."""
        return _result(self.history())


def format_record(record: Record[P]) -> str:
    """The text of a record, as the module describes it."""
    starter = "open" if record.starter is None else record.starter.value
    values = (record.game.name, record.south, record.north, record.date, starter)
    lines = [
        *(f"{header}: {value}" for header, value in zip(_HEADERS, values, strict=True)),
        *(f"Option: {name} = {value}" for name, value in record.options),
        "",
        *(f"{number}. {entry_text(entry)}" for number, entry in enumerate(record.entries, start=1)),
        "",
        f"Result: {record.result}",
    ]
    return "\n".join(lines) + "\n"


def parse_record(text: str, game_named: Callable[[str], Game[P]]) -> Record[P]:
    """The record a text holds, replayed move by move with the game that `game_named` gives for its name.

    Raises RecordError with line, value and what to write instead.
    """
    lines = _Lines(text)
    game = lines.checked(game_named, lines.value("Game"))
    south = lines.checked(partial(_checked_name, "South"), lines.value("South"))
    north = lines.checked(partial(_checked_name, "North"), lines.value("North"))
    date = lines.checked(_checked_date, lines.value("Date"))
    starter = lines.checked(_starter, lines.value("Starter"))
    options: list[tuple[str, str]] = []
    while lines.next_begins("Option:"):
        options.append(lines.checked(_option, lines.value("Option")))
    history = History(game, starter)
    while not lines.next_begins("Result:"):
        entry = lines.checked(
            partial(_entry, len(history.steps) + 1), lines.take("the next entry or 'Result:'")
        )
        history = lines.checked(history.enter, entry)
    lines.checked(partial(_require_result, _result(history)), lines.value("Result"))
    lines.require_end()
    return Record(game, starter, history.entries, south, north, date, tuple(options))


class _Lines:
    """The lines of a text that aren't blank, one after the other, with their numbers for a complaint."""

    def __init__(self, text: str):
        numbered = enumerate(text.splitlines(), start=1)
        self._ahead = deque((number, line) for number, line in numbered if line.strip())
        self._number = 0
        self._line = ""

    def next_begins(self, start: str) -> bool:
        """Whether the next line begins with `start`."""
        return bool(self._ahead) and self._ahead[0][1].startswith(start)

    def take(self, wanted: str) -> str:
        """The next line. Raises RecordError, saying what is wanted, at the end of the text."""
        if not self._ahead:
            raise RecordError(f"after line {self._number}: the text ends, but {wanted} must follow; add it")
        self._number, self._line = self._ahead.popleft()
        return self._line

    def value(self, header: str) -> str:
        """What the next line, which must be this header, says."""
        name, separator, value = self.take(f"a line '{header}: ...'").partition(": ")
        if name != header or not separator:
            raise self._error(f"a line '{header}: ...' must stand here; write one")
        return value

    def checked(self, read: Callable[[T], R], value: T) -> R:
        """What `read` makes of a value from the line taken last; its complaint gets the line's number."""
        try:
            return read(value)
        except RulesError as fault:
            raise self._error(str(fault)) from fault

    def require_end(self) -> None:
        """Refuse further lines."""
        if self._ahead:
            self.take("nothing")
            raise self._error("nothing may follow the result; remove it")

    def _error(self, fault: str) -> RecordError:
        return RecordError(f"line {self._number}, {self._line!r}: {fault}")


def _checked_name(header: str, value: str) -> str:
    if not value or value != value.strip() or not value.isprintable():
        raise RulesError(f"{header}, {value!r}: write printable text without spaces at its ends, or '?'")
    return value


def _checked_date(value: str) -> str:
    if value != "?" and not _is_date(value):
        raise RulesError(f"Date, {value!r}: write YYYY-MM-DD, with THH:MM if known, or '?'")
    return value


def _is_date(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    # Python reads many more ISO forms than a reader of records should have to.
    return _DATE.fullmatch(value) is not None


def _checked_option(option: tuple[str, str]) -> tuple[str, str]:
    name, value = (_checked_name("Option", part) for part in option)
    if "=" in name:
        raise RulesError(f"Option, {name!r}: the name of an option holds no '='; leave it out")
    return name, value


def _option(text: str) -> tuple[str, str]:
    name, separator, value = text.partition(" = ")
    if not separator:
        raise RulesError(f"Option, {text!r}: write 'name = value'")
    return _checked_option((name, value))


def _starter(text: str) -> Side | None:
    if text == "open":
        return None
    if text not in ("south", "north"):
        raise RulesError(f"Starter, {text!r}: write 'south', 'north' or 'open'")
    return Side(text)


def entry_from_text(text: str) -> Entry:
    """The entry that `entry_text` wrote. Raises RulesError for any other text."""
    match = _UNNUMBERED.fullmatch(text)
    if match is None:
        raise RulesError(f"{text!r} is no entry; write 'SIDE MOVE', as in 'south drop 3'")
    return _said(Side(match[1]), match[2])


def _entry(number: int, line: str) -> Entry:
    match = _ENTRY.fullmatch(line)
    if match is None:
        raise RulesError(f"not an entry; write '{number}. SIDE MOVE', as in '{number}. south drop 3'")
    if int(match[1]) != number:
        raise RulesError(f"numbered {match[1]}, but the entry before is {number - 1}; number it {number}")
    return _said(Side(match[2]), match[3])


def _said(side: Side, said: str) -> Entry:
    if said == "pass":
        return Passed(side)
    stock = _STOCK.fullmatch(said)
    return Moved(side, said) if stock is None else StockCorrected(side, int(stock[1]))


def entry_text(entry: Entry) -> str:
    """An entry as it stands in a record after its number: "south drop 3"."""
    match entry:
        case Moved(side, label):
            return f"{side.value} {label}"
        case Passed(side):
            return f"{side.value} pass"
        case StockCorrected(side, count):
            return f"{side.value} stock {count}"
        case _:
            assert_never(entry)


def _result(history: History[P]) -> str:
    if not history.is_over:
        return "unfinished"
    game, position = history.game, history.position
    score = ", ".join(f"{side.value} {points}" for side, points in game.score(position).items())
    winner = game.winner(position)
    return f"{score}: " + ("tie" if winner is None else f"{winner.value} wins")


def _require_result(expected: str, said: str) -> None:
    if said != expected:
        raise RulesError(f"the entries above give {expected!r}; correct the result or the entries")
