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
"south", "north" or "open". An entry is a move in the game's notation, a forced pass, the correction of a
side's believed stock, or of the table: "south table north-2 -1, north-3 +2" says that south confirmed that a
bean less lay in the one cup and two more in the other than the record had it. All are numbered from 1. The
result of a game that isn't over is "unfinished".

A line ends with LF, CR LF or CR, and blanks at its end don't matter. Words are separated by plain spaces.
"""

import re
from collections.abc import Callable
from dataclasses import InitVar, dataclass, field
from datetime import datetime
from functools import partial
from typing import Generic, TypeVar, assert_never

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Game, Mark
from cupsboard.rules.history import Entry, History, Moved, Passed, StockCorrected, TableCorrected
from cupsboard.rules.places import Place, Side
from cupsboard.rules.record_reading import RecordError, RecordLines, shown

P = TypeVar("P")
T = TypeVar("T")
R = TypeVar("R")

__all__ = [
    "Record",
    "RecordError",
    "entry_from_text",
    "entry_text",
    "format_record",
    "known_date",
    "parse_record",
]

MOST_NAME_CHARACTERS = 80
MOST_CORRECTIONS = 1000

_HEADERS = ("Game", "South", "North", "Date", "Starter")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?", re.ASCII)
_ENTRY = re.compile(r"([1-9][0-9]{0,5})\. (south|north) (\S.*)")
_UNNUMBERED = re.compile(r"(south|north) (\S.*)")
_STOCK = re.compile(r"stock (-?[0-9]{1,80})")
_CHANGE = re.compile(r"([a-z]+-[a-z0-9]+) ([+-][1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class Record(Generic[P]):
    """A game with the circumstances it was played in. Raises RulesError if it can't be written and read back.

    `date` is "2025-03-09" or "2025-03-09T20:15"; `options` are names and values for the reader of the record.
    What was taken back is not part of it. Whoever has `played` the entries already gives that, and saves the
    time of playing them again.
    """

    game: Game[P]
    starter: Side | None
    entries: tuple[Entry, ...]
    south: str = "?"
    north: str = "?"
    date: str = "?"
    options: tuple[tuple[str, str], ...] = ()
    played: InitVar[History[P] | None] = None
    _history: History[P] = field(init=False, repr=False, compare=False)

    def __post_init__(self, played: History[P] | None) -> None:
        _named("South", _checked_name, self.south)
        _named("North", _checked_name, self.north)
        _named("Date", _checked_date, self.date)
        seen: set[str] = set()
        for option in self.options:
            name, _ = _named("Option", _checked_option, option)
            if name in seen:
                raise RulesError(f"Option, {name!r}: stands there twice; give it once")
            seen.add(name)
        _require_possible(len(self.entries), self.game)
        begun = History(self.game, self.starter)
        if played is None:
            played = begun.enter_all(self.entries)
        elif (played.game, played.starter, played.entries) != (self.game, self.starter, self.entries):
            raise RulesError("played: is not the game of these entries; leave it out")
        object.__setattr__(self, "_history", played.without_undone())

    @classmethod
    def of(cls, history: History[P]) -> "Record[P]":
        """The record of a game without its circumstances."""
        return cls(history.game, history.starter, history.entries, played=history)

    def history(self) -> History[P]:
        """The game replayed."""
        return self._history

    @property
    def result(self) -> str:
        """What the last line says."""
        return _result(self._history)


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
    lines = RecordLines(text)
    game = lines.header("Game", game_named)
    south = lines.header("South", _checked_name)
    north = lines.header("North", _checked_name)
    date = lines.header("Date", _checked_date)
    starter = lines.header("Starter", _starter)
    options = _options(lines)
    history = _entered(lines, History(game, starter))
    lines.header("Result", partial(_require_result, _result(history)))
    lines.require_end()
    return Record(game, starter, history.entries, south, north, date, options, played=history)


def _options(lines: RecordLines) -> tuple[tuple[str, str], ...]:
    options: dict[str, str] = {}
    stands_in: dict[str, int] = {}
    while lines.next_begins("Option:"):
        name, value = lines.header("Option", _option, is_repeatable=True)
        if name in options:
            raise lines.error(f"line {stands_in[name]} gives {name!r} already; remove one of them")
        options[name], stands_in[name] = value, lines.number
    return tuple(options.items())


def _entered(lines: RecordLines, history: History[P]) -> History[P]:
    """The game after all entries that the lines hold."""
    number = 0
    while not lines.next_begins("Result:"):
        number += 1
        line = lines.take("the next entry or 'Result:'")
        lines.checked(partial(_require_possible, number), history.game)
        entry = lines.checked(partial(_entry, number), line)
        try:
            history = history.enter(entry)
        except RulesError as fault:
            # The line that is quoted says the entry already.
            raise lines.error(str(fault).removeprefix(f"{entry_text(entry)}: ")) from fault
    return history


def _require_possible(entries: int, game: Game[P]) -> None:
    """Refuse more entries than any game has, so that no text takes long to read."""
    # Each move may be followed by a pass, and corrections may double the beans.
    most = 4 * game.most_moves + MOST_CORRECTIONS
    if entries > most:
        raise RulesError(
            f"a record of {game.name} has at most {most:,} entries: no game is longer, with up to "
            f"{MOST_CORRECTIONS:,} corrections; remove what is too much"
        )


def _named(header: str, check: Callable[[T], R], value: T) -> R:
    """What a check makes of a value; its complaint gets the value's name."""
    try:
        return check(value)
    except RulesError as fault:
        raise RulesError(f"{header}, {shown(repr(value))}: {fault}") from None


def _checked_name(value: str) -> str:
    if not value or value != value.strip() or not value.isprintable():
        raise RulesError("write printable text without spaces at its ends, or '?'")
    if len(value) > MOST_NAME_CHARACTERS:
        raise RulesError(
            f"a name of {len(value):,} characters, and at most {MOST_NAME_CHARACTERS} are allowed; shorten it"
        )
    return value


def _checked_date(value: str) -> str:
    if value != "?" and not _is_date(value):
        raise RulesError("write a day as YYYY-MM-DD, with THH:MM if known, or '?'")
    return value


def known_date(value: str) -> str:
    """A day as a record writes it; "?" for any other words."""
    return value if _is_date(value) else "?"


def _is_date(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    # Python reads many more ISO forms than a reader of records should have to.
    return _DATE.fullmatch(value) is not None


def _checked_option(option: tuple[str, str]) -> tuple[str, str]:
    name, value = option
    for part in option:
        if not part or part != part.strip() or not part.isprintable():
            raise RulesError("write 'name = value' in printable text, without more spaces")
    if "=" in name:
        raise RulesError("the name of an option holds no '='; leave it out")
    return name, value


def _option(text: str) -> tuple[str, str]:
    name, separator, value = text.partition(" = ")
    if not separator:
        raise RulesError("write 'name = value'")
    return _checked_option((name, value))


def _starter(text: str) -> Side | None:
    if text == "open":
        return None
    if text not in ("south", "north"):
        raise RulesError("write 'south', 'north' or 'open'")
    return Side(text)


def entry_from_text(text: str) -> Entry:
    """The entry that `entry_text` wrote. Raises RulesError for any other text."""
    match = _UNNUMBERED.fullmatch(text)
    if match is None:
        raise RulesError(f"{shown(text)!r} is no entry; write 'SIDE MOVE', as in 'south drop 3'")
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
    kind, _, rest = said.partition(" ")
    if kind == "table":
        return TableCorrected(side, _changes(rest))
    if kind != "stock":
        return Moved(side, said)
    match = _STOCK.fullmatch(said)
    if match is None or str(int(match[1])) != match[1]:
        raise RulesError(
            f"{shown(said)!r} is no correction; write 'stock S' with the beans in {side.value}'s stock, "
            "as in 'stock 12'"
        )
    return StockCorrected(side, int(match[1]))


def _changes(said: str) -> tuple[Mark, ...]:
    found = [(each, _CHANGE.fullmatch(each)) for each in said.split(", ")]
    changes = []
    for each, match in found:
        if match is None:
            raise RulesError(
                f"{shown(each)!r} is no correction of the table; write 'table PLACE +N' or 'PLACE -N', with "
                "commas between, as in 'table south-3 -1, north-pot +2'"
            )
        changes.append(Mark(Place(match[1]), int(match[2])))
    if len({mark.place for mark in changes}) < len(changes):
        raise RulesError(f"{shown(said)!r} corrects a place twice; name each place once")
    return tuple(changes)


def entry_text(entry: Entry) -> str:
    """An entry as it stands in a record after its number: "south drop 3"."""
    match entry:
        case Moved(side, label):
            return f"{side.value} {label}"
        case Passed(side):
            return f"{side.value} pass"
        case StockCorrected(side, count):
            return f"{side.value} stock {count}"
        case TableCorrected(side, changes):
            said = ", ".join(f"{mark.place} {mark.surplus:+d}" for mark in changes)
            return f"{side.value} table {said}"
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
