"""Entries of a record or a journal as text: "south drop 3", "north pass", "south table north-2 -1".

A move stands in its game's notation. The other entries begin with the words pass, stock, table, chance and
call.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar, assert_never

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Mark
from cupsboard.rules.history import Called, Chance, EntryOf, Moved, Passed, StockCorrected, TableCorrected
from cupsboard.rules.places import BEAN, Kind, Place, Player
from cupsboard.rules.record_reading import shown

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
    found = [(each, _CHANGE.fullmatch(each)) for each in said.split(", ")]
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
            return f"{player.value} table {', '.join(map(_change_text, changes))}"
        case Chance(player, outcome):
            return f"{player.value} chance {outcome}"
        case Called(player, said):
            return f"{player.value} call {said}"
        case _:
            assert_never(entry)


def _change_text(mark: Mark) -> str:
    kind = "" if mark.kind == BEAN else f" {mark.kind}"
    return f"{mark.place} {mark.surplus:+d}{kind}"
