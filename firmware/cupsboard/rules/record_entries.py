"""Entries of a record or a kept game as text: "south drop 3", "north pass", "south table north-2 -1".

A move stands in its game's notation. The other entries begin with the words pass, time, stock, table, chance
and call.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar, assert_never

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Mark
from cupsboard.rules.history import (
    Called,
    Chance,
    EntryOf,
    Moved,
    Passed,
    StockCorrected,
    TableCorrected,
    TimedOut,
)
from cupsboard.rules.places import BEAN, Kind, Place, Player

T = TypeVar("T")
R = TypeVar("R")

_LINE_END = re.compile(r"\r\n|\r|\n")
_BLANKS = " \t"
_MOST_SHOWN = 80
"""The most characters of a line that a message quotes."""


class RecordError(RulesError):
    """Raised for a text that is not a game record; the message names the line."""


class RecordLines:
    """The lines of a text that aren't blank, one after the other, with their numbers for error messages."""

    def __init__(self, text: str):
        self._rest = self._not_blank(text)
        self._ahead = next(self._rest, None)
        self._once: dict[str, int] = {}
        """The headers already taken that may not come again, with their lines."""
        self.number = 0
        """The number of the line taken last."""
        self._line = ""

    def next_begins(self, start: str) -> bool:
        """Return whether the next line begins with `start`."""
        return self._ahead is not None and self._ahead[1].startswith(start)

    def take(self, wanted: str) -> str:
        """Return the next line. Raises RecordError, saying what is wanted, at the end of the text."""
        if self._ahead is None:
            raise RecordError(f"after line {self.number}: the text ends, but {wanted} must follow; add it")
        self.number, self._line = self._ahead
        self._ahead = next(self._rest, None)
        self.checked(_require_visible, self._line)
        header = self._line.partition(":")[0]
        if header in self._once:
            raise self.error(f"line {self._once[header]} gives {header} already; remove one of them")
        return self._line

    def header(self, name: str, read: Callable[[str], R], *, is_repeatable: bool = False) -> R:
        """Return the result of `read` for the value of the next line, which must be this header."""
        found, colon, value = self.take(f"a line '{name}: ...'").partition(":")
        if found != name or not colon:
            raise self.error(f"a line '{name}: ...' must stand here; write one")
        if value and not value.startswith(" "):
            raise self.error(f"a space must follow the colon; write '{name}: {shown(value)}'")
        if not is_repeatable:
            self._once[name] = self.number
        return self.checked(read, value[1:])

    def checked(self, read: Callable[[T], R], value: T) -> R:
        """Return the result of `read` for a value of the last line; its errors get the line's number."""
        try:
            return read(value)
        except RulesError as fault:
            raise self.error(str(fault)) from fault

    def require_end(self) -> None:
        """Raise RecordError if further lines follow."""
        if self._ahead is not None:
            self.take("nothing")
            raise self.error("nothing may follow the result; remove it")

    def error(self, fault: str) -> RecordError:
        """Return an error about the line taken last."""
        return RecordError(f"line {self.number}, {shown(self._line)!r}: {shown(fault, 3 * _MOST_SHOWN)}")

    def _not_blank(self, text: str) -> Iterator[tuple[int, str]]:
        for number, line in enumerate(_LINE_END.split(text), start=1):
            if line := line.rstrip(_BLANKS):
                yield number, line


def shown(text: str, most: int = _MOST_SHOWN) -> str:
    """Return a text as a message quotes it: shortened to its beginning and its end if it is long."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} ... {text[-half:]}"


def _require_visible(line: str) -> None:
    """Raise RulesError for characters that can't be seen, or that look like a plain space."""
    for column, sign in enumerate(line, start=1):
        if not sign.isprintable():
            name = "a tab" if sign == "\t" else unicodedata.name(sign, "a sign without a name").lower()
            instead = "write a plain space, or nothing" if sign.isspace() else "remove it"
            raise RulesError(f"column {column} holds {name} (U+{ord(sign):04X}); {instead}")


Y = TypeVar("Y", bound=Player)

_NUMBERED = re.compile(r"([1-9][0-9]{0,5})\. (.*)")
_WORDS = re.compile(r"([a-z]+) (\S.*)")
_STOCK = re.compile(r"stock (-?[0-9]{1,80})")
_CHANGE = re.compile(r"([a-z]+-[a-z0-9]+) ([+-][1-9][0-9]{0,3})(?: ([a-z]+(?:-[a-z]+)*))?")


def entry_from_text(text: str, players: Sequence[Y]) -> EntryOf[Y]:
    """Return the entry that `entry_text` wrote, of one of these players. Raises RulesError for other text."""
    entry = _entry(text, players)
    if entry is None:
        raise RulesError(f"{shown(text)!r} is no entry; write 'PLAYER MOVE', {_names(players)}")
    return entry


def numbered_entry(number: int, players: Sequence[Y], line: str) -> EntryOf[Y]:
    """Return the entry number `number` of a record from its line. Raises RulesError for any other line."""
    match = _NUMBERED.fullmatch(line)
    entry = match and _entry(match[2], players)
    if match is None or entry is None:
        raise RulesError(f"not an entry; write '{number}. PLAYER MOVE', {_names(players)}")
    if int(match[1]) != number:
        raise RulesError(f"numbered {match[1]}, but the entry before is {number - 1}; number it {number}")
    return entry


def _names(players: Sequence[Player]) -> str:
    *first, last = (player.value for player in players)
    return f"with {', '.join(first)} or {last} for PLAYER"


def _entry(text: str, players: Sequence[Y]) -> EntryOf[Y] | None:
    """Return the entry of a text; None if it doesn't begin with one of the players."""
    match = _WORDS.fullmatch(text)
    player = match and next((each for each in players if each.value == match[1]), None)
    return _said(player, match[2]) if match and player else None


def _said(player: Y, said: str) -> EntryOf[Y]:
    if said == "pass":
        return Passed(player)
    if said == "time":
        return TimedOut(player)
    kind, _, rest = said.partition(" ")
    match kind:
        case "table":
            return TableCorrected(player, _changes(rest))
        case "stock":
            return StockCorrected(player, _stock(player, said))
        case "chance":
            if not rest:
                raise RulesError("'chance' alone says nothing; write after it what the dice came to")
            return Chance(player, rest)
        case "call":
            if not rest:
                raise RulesError("'call' alone says nothing; write after it what was called")
            return Called(player, rest)
        case _:
            return Moved(player, said)


def _stock(player: Player, said: str) -> int:
    match = _STOCK.fullmatch(said)
    if match is None or str(int(match[1])) != match[1]:
        raise RulesError(
            f"{shown(said)!r} is no correction; write 'stock S' with the beans in {player.value}'s stock, "
            "as in 'stock 12'"
        )
    return int(match[1])


def _changes(said: str) -> tuple[Mark, ...]:
    found = [(each, _CHANGE.fullmatch(each)) for each in said.split(", ") if said]
    changes: list[Mark] = []
    for each, match in found:
        if match is None:
            raise RulesError(
                f"{shown(each)!r} is no correction of the table; write 'table PLACE +N' or 'PLACE -N', with "
                "commas between, as in 'table south-3 -1, north-pot +2'"
            )
        place, surplus, kind = Place(match[1]), int(match[2]), match[3]
        if kind == BEAN:
            raise RulesError(f"{shown(each)!r}: beans are meant where no kind is named; leave it out")
        changes.append(Mark(place, surplus, Kind(kind or BEAN)))
    if len({replace(mark, surplus=0) for mark in changes}) < len(changes):
        raise RulesError(f"{shown(said)!r} corrects a place twice; name each place once")
    return tuple(changes)


def entry_text(entry: EntryOf[Y]) -> str:
    """Return an entry as it stands in a record after its number: "south drop 3"."""
    match entry:
        case Moved(player, label):
            return f"{player.value} {label}"
        case Passed(player):
            return f"{player.value} pass"
        case StockCorrected(player, count):
            return f"{player.value} stock {count}"
        case TableCorrected(player, changes):
            return f"{player.value} table {', '.join(map(_change_text, changes))}".rstrip()
        case Chance(player, outcome):
            return f"{player.value} chance {outcome}"
        case Called(player, said):
            return f"{player.value} call {said}"
        case TimedOut(player):
            return f"{player.value} time"
        case _:
            assert_never(entry)


def _change_text(mark: Mark) -> str:
    kind = "" if mark.kind == BEAN else f" {mark.kind}"
    return f"{mark.place} {mark.surplus:+d}{kind}"
