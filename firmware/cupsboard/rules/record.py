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

The headers before the options are always there, in this order, with one for each player of the game; an
unknown player or date is "?". Starter is one of the players, as "south" or "north", or "open". An entry is a
move in the game's notation, a forced pass, the correction of a player's believed stock, or of the table:
"south table north-2 -1, north-3 +2" says that south confirmed that a bean less lay in the one cup and two
more in the other than the record had it; "south table" alone confirms the record. Where pieces are of several
kinds, theirs is named, as in "red table ring-2 +1 gold". What a player's dice came to is an entry as well,
"red chance circle, square", and so are words that count, "south call concede". "south time" says that South's
time to think was over and North claimed the game, which ends it: "north wins on time". All are numbered from
1. The result of a game that isn't over is "unfinished".

A line ends with LF, CR LF or CR, and blanks at its end don't matter. Words are separated by plain spaces.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass, field
from datetime import datetime
from functools import partial
from typing import Generic, TypeAlias, TypeVar

from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import GameOf
from cupsboard.rules.history import EntryOf, HistoryOf
from cupsboard.rules.names import folded, is_visible
from cupsboard.rules.places import Player, Side
from cupsboard.rules.record_entries import RecordError, RecordLines, entry_text, numbered_entry, shown

P = TypeVar("P")
T = TypeVar("T")
R = TypeVar("R")
Y = TypeVar("Y", bound=Player)

__all__ = [
    "NameRefused",
    "Record",
    "RecordError",
    "RecordOf",
    "format_record",
    "is_person",
    "is_program",
    "known_date",
    "parse_record",
    "require_players",
]

MOST_NAME_CHARACTERS, MOST_PLAYER_CHARACTERS = 80, 20
"""Of a name in a record, which may say more than who it is; of what a player is called at a board."""
OF_LEVEL = "level "
"""So begins what the board itself is called as a player."""
OF_PROGRAM = " (simulated)"
"""So ends in a record the name of a program that played in a person's place."""
BOARD = "Board"
"""The name of a board without a player's name in a game at a distance: a guest's."""
MOST_CORRECTIONS = 1000

_DATE = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?", re.ASCII)


@dataclass(frozen=True)
class RecordOf(Generic[P, Y]):
    """A game with the circumstances of its play. Raises RulesError if it can't be written and read back.

    `names` are the players' names, in the game's order; () stands for "?" each. `date` is "2025-03-09" or
    "2025-03-09T20:15"; `options` are names and values for the reader of the record. Undone moves are not part
    of it. Giving the history of the entries as `played` saves the time of playing them again.
    """

    game: GameOf[P, Y]
    starter: Y | None
    entries: tuple[EntryOf[Y], ...]
    names: tuple[str, ...] = ()
    date: str = "?"
    options: tuple[tuple[str, str], ...] = ()
    played: InitVar[HistoryOf[P, Y] | None] = None
    _history: HistoryOf[P, Y] = field(init=False, repr=False, compare=False)

    def __post_init__(self, played: HistoryOf[P, Y] | None) -> None:
        players = self.game.players
        if not self.names:
            object.__setattr__(self, "names", ("?",) * len(players))
        if len(self.names) != len(players):
            raise RulesError(f"names, {self.names}: {self.game.name} has {len(players)} players; name each")
        for player, name in zip(players, self.names, strict=True):
            _named(_header(player), _checked_name, name)
        _named("Date", _checked_date, self.date)
        seen: set[str] = set()
        for option in self.options:
            name, _ = _named("Option", _checked_option, option)
            if name in seen:
                raise RulesError(f"Option, {name!r}: stands there twice; give it once")
            seen.add(name)
        _require_possible(len(self.entries), self.game)
        begun = HistoryOf(self.game, self.starter)
        if played is None:
            played = begun.enter_all(self.entries)
        elif (played.game, played.starter, played.entries) != (self.game, self.starter, self.entries):
            raise RulesError("played: is not the game of these entries; leave it out")
        object.__setattr__(self, "_history", played.without_undone())

    @classmethod
    def of(cls, history: HistoryOf[P, Y]) -> "RecordOf[P, Y]":
        """Return the record of a game without its circumstances."""
        return cls(history.game, history.starter, history.entries, played=history)

    def history(self) -> HistoryOf[P, Y]:
        """Return the replayed game."""
        return self._history

    @property
    def result(self) -> str:
        """Return the text of the result, as in the last line."""
        return _result(self._history)


Record: TypeAlias = RecordOf[P, Side]
"""The record of a game of two sides."""


def format_record(record: RecordOf[P, Y]) -> str:
    """Return the text of a record, as the module describes it."""
    starter = "open" if record.starter is None else record.starter.value
    lines = [
        f"Game: {record.game.name}",
        *(
            f"{_header(player)}: {name}"
            for player, name in zip(record.game.players, record.names, strict=True)
        ),
        f"Date: {record.date}",
        f"Starter: {starter}",
        *(f"Option: {name} = {value}" for name, value in record.options),
        "",
        *(f"{number}. {entry_text(entry)}" for number, entry in enumerate(record.entries, start=1)),
        "",
        f"Result: {record.result}",
    ]
    return "\n".join(lines) + "\n"


def parse_record(text: str, game_named: Callable[[str], GameOf[P, Y]]) -> RecordOf[P, Y]:
    """Return the record of a text, replayed move by move; `game_named` gives the game of a name.

    Raises RecordError with line, value and what to write instead.
    """
    lines = RecordLines(text)
    game = lines.header("Game", game_named)
    names = tuple(lines.header(_header(player), _checked_name) for player in game.players)
    date = lines.header("Date", _checked_date)
    starter = lines.header("Starter", partial(_starter, game.players))
    options = _options(lines)
    history = _entered(lines, HistoryOf(game, starter))
    lines.header("Result", partial(_require_result, _result(history)))
    lines.require_end()
    return RecordOf(game, starter, history.entries, names, date, options, played=history)


def _options(lines: RecordLines) -> tuple[tuple[str, str], ...]:
    options: dict[str, str] = {}
    stands_in: dict[str, int] = {}
    while lines.next_begins("Option:"):
        name, value = lines.header("Option", _option, is_repeatable=True)
        if name in options:
            raise lines.error(f"line {stands_in[name]} gives {name!r} already; remove one of them")
        options[name], stands_in[name] = value, lines.number
    return tuple(options.items())


def _entered(lines: RecordLines, history: HistoryOf[P, Y]) -> HistoryOf[P, Y]:
    """Return the game after all entries that the lines hold."""
    number = 0
    while not lines.next_begins("Result:"):
        number += 1
        line = lines.take("the next entry or 'Result:'")
        lines.checked(partial(_require_possible, number), history.game)
        entry = lines.checked(partial(numbered_entry, number, history.game.players), line)
        try:
            history = history.enter(entry)
        except RulesError as fault:
            # The line that is quoted says the entry already.
            raise lines.error(str(fault).removeprefix(f"{entry_text(entry)}: ")) from fault
    return history


def _require_possible(entries: int, game: GameOf[P, Y]) -> None:
    """Raise RulesError for more entries than any game has, so that no text takes long to read."""
    # Each move may be followed by a pass, and corrections may double the beans.
    most = 4 * game.most_moves + MOST_CORRECTIONS
    if entries > most:
        raise RulesError(
            f"a record of {game.name} has at most {most:,} entries: no game is longer, with up to "
            f"{MOST_CORRECTIONS:,} corrections; remove what is too much"
        )


def _named(header: str, check: Callable[[T], R], value: T) -> R:
    """Return the result of a check; its error message gets the header's name."""
    try:
        return check(value)
    except RulesError as fault:
        raise RulesError(f"{header}, {shown(repr(value))}: {fault}") from None


def is_program(name: str) -> bool:
    """Return whether a name in a record is the board's own at a level, or a simulated player's."""
    said = name.casefold()
    return said.startswith(OF_LEVEL) or said.endswith(OF_PROGRAM)


def is_person(name: str) -> bool:
    """Return whether a name in a record is a known person's: no guest's, and no program's."""
    return name.casefold() not in ("", "?", BOARD.casefold()) and not is_program(name)


class NameRefused(RulesError):
    """What a player can't be called at a board.

    `key` is "no-name", or "same-name" where the other side is called so; `name` is quoted.
    """

    def __init__(self, key: str, name: str) -> None:
        self.key, self.name = key, shown(repr(name))
        whys = {
            "no-name": f"is no player's name; write up to {MOST_PLAYER_CHARACTERS} printable characters "
            "without spaces at the ends, not what the board calls itself, or nothing for a guest",
            "same-name": "can't sit at both sides; add something to one of the names",
        }
        super().__init__(f"{self.name} {whys[key]}")


def require_players(*names: str) -> None:
    """Refuse what players can't be called at a board; "" is a guest's name. Raises NameRefused."""
    called = [*filter(None, names)]
    for name in called:
        if not is_person(name) or not _is_name(name) or len(name) > MOST_PLAYER_CHARACTERS:
            raise NameRefused("no-name", name)
    for at, name in enumerate(called):
        if folded(name) in map(folded, called[at + 1 :]):
            raise NameRefused("same-name", name)


def _is_name(value: str) -> bool:
    return bool(value) and is_visible(value)


def _checked_name(value: str) -> str:
    if not _is_name(value):
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
    """Return a date as a record writes it; "?" for any other text."""
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


def _header(player: Player) -> str:
    """Return the first word of the line with a player's name."""
    return player.value.capitalize()


def _starter(players: Sequence[Y], text: str) -> Y | None:
    if text == "open":
        return None
    for player in players:
        if player.value == text:
            return player
    *first, last = [*(repr(player.value) for player in players), "'open'"]
    raise RulesError(f"write {', '.join(first)} or {last}")


def _result(history: HistoryOf[P, Y]) -> str:
    if not history.is_over:
        return "unfinished"
    game, position = history.game, history.position
    score = ", ".join(f"{player.value} {points}" for player, points in game.score(position).items())
    winner = history.winner
    how = "" if history.timed_out is None else " on time"
    return f"{score}: " + ("tie" if winner is None else f"{winner.value} wins{how}")


def _require_result(expected: str, said: str) -> None:
    if said != expected:
        raise RulesError(f"the entries above give {expected!r}; correct the result or the entries")
