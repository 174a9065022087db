"""Games that two members play at one board, as rows: which board, who is called there, and until when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from cupsboard.distance.wire import SideName

from cupsclub.store.port import Sql

Off: TypeAlias = Literal["", "hand", "board"]


@dataclass(frozen=True, slots=True)
class Board:
    """A board of the club: the number of its device, what it is called, and whose device it is."""

    number: int
    name: str
    member: int


@dataclass(frozen=True, slots=True)
class Call:
    """A game for which two members are called to a board; `board` is the number of its device.

    `by` is the member who asked for it at a phone, None where a board or the club did. Where they have not
    both confirmed at the time `until` of the server, nothing comes of it. `south_came` and `north_came` tell
    who has. `off` tells by whom it was taken back: a hand, or the board that can't play it.
    """

    game: str
    board: int
    south: int
    north: int
    by: int | None
    until: float
    south_came: bool = False
    north_came: bool = False
    off: Off = ""

    @property
    def came(self) -> Sequence[SideName]:
        """Return the sides that have confirmed."""
        has_come: dict[SideName, bool] = {"north": self.north_came, "south": self.south_came}
        return [side for side, has in has_come.items() if has]

    @property
    def is_on(self) -> bool:
        """Return whether both have confirmed, and the call was not taken back."""
        return self.south_came and self.north_came and not self.off

    def is_open(self, now: float) -> bool:
        """Return whether both have confirmed, or can at the time `now`."""
        return self.is_on or (not self.off and self.until > now)

    @property
    def members(self) -> Mapping[SideName, int]:
        """Return who is called, by side."""
        return {"south": self.south, "north": self.north}

    def side_of(self, member: int) -> SideName | None:
        """Return the side of a member; None for one who is not called."""
        return next((side for side, number in self.members.items() if number == member), None)


class Calls:
    """Reads and writes them; within a transaction of the records where anything is written."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    def boards(self) -> Sequence[Board]:
        """Return all boards of the club."""
        return [Board(*row) for row in self._sql.rows(f"{_BOARD} where board = 1 order by label, number")]

    def board(self, number: int) -> Board | None:
        """Return a board by its number; None without one, or where it was taken away."""
        return next(
            (Board(*r) for r in self._sql.rows(f"{_BOARD} where board = 1 and number = ?", number)), None
        )

    def board_with(self, token: str) -> Board | None:
        """Return the board that has a token of this digest; None without one, or where its member is out."""
        found = self._sql.rows(
            f"{_BOARD} where board = 1 and token = ?"
            " and member in (select number from member where blocked = 0)",
            token,
        )
        return next((Board(*row) for row in found), None)

    def add(self, call: Call) -> None:
        """Add a call to a game that was added before, in place of an earlier one."""
        self._sql.write("delete from call where game = ?", [(call.game,)])
        came = int(call.south_came), int(call.north_came)
        values = call.game, call.board, call.south, call.north, call.by, call.until, *came, call.off
        self._sql.write("insert into call values (?, ?, ?, ?, ?, ?, ?, ?, ?)", [values])

    def take_off(self, code: str, by: Off) -> None:
        """Note that the call of a game was taken back, or its game given back, by whom."""
        self._sql.write("update call set taken_off = ? where game = ?", [(by, code)])

    def of_game(self, code: str) -> Call | None:
        """Return the call of a game; None for a game at a distance."""
        return next((_call(row) for row in self._sql.rows(f"{_CALL} where call.game = ?", code)), None)

    def of_board(self, board: int, now: float) -> Sequence[Call]:
        """Return the calls of a board whose games go on, or wait at the time `now`; the oldest first."""
        return self._open("call.board = ?", board, now)

    def of_member(self, member: int, now: float) -> Sequence[Call]:
        """Return the same of a member."""
        return self._open("(call.south = ? or call.north = ?)", member, member, now)

    def _open(self, of_whom: str, *values: object) -> Sequence[Call]:
        found = self._sql.rows(
            f"{_CALL} join game on game.code = call.game where {of_whom} and game.ended = 0"
            " and call.taken_off = '' and (call.until > ? or call.south_came + call.north_came = 2)"
            " order by game.at, call.game",
            *values,
        )
        return [_call(row) for row in found]

    def lapsed(self, now: float) -> Sequence[str]:
        """Return the codes of the games that were to begin at a board, and to which not both came in time."""
        found = self._sql.rows(
            "select game from call where until <= ? and not exists"
            " (select 1 from entry where entry.game = call.game)",
            now,
        )
        return [str(code) for (code,) in found]


_BOARD = "select number, label, member from device"
_CALL = (
    "select call.game, call.board, call.south, call.north, call.by, call.until, call.south_came,"
    " call.north_came, call.taken_off from call"
)


def _call(row: Sequence[Any]) -> Call:
    game, board, south, north, by, until, south_came, north_came, off = row
    return Call(game, board, south, north, by, until, bool(south_came), bool(north_came), off)
