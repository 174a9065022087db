"""Games that two members play at one board, as rows: which board, who is called there, and until when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cupsboard.distance.wire import SideName

from cupsclub.store.port import Sql


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
    both confirmed at the time `until` of the server, nothing comes of it.
    """

    game: str
    board: int
    south: int
    north: int
    by: int | None
    until: float

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
        """Add a call to a game that was added before."""
        values = call.game, call.board, call.south, call.north, call.by, call.until
        self._sql.write("insert into call values (?, ?, ?, ?, ?, ?)", [values])

    def of_game(self, code: str) -> Call | None:
        """Return the call of a game; None for a game at a distance."""
        return next((Call(*row) for row in self._sql.rows(f"{_CALL} where call.game = ?", code)), None)

    def of_board(self, board: int, now: float) -> Sequence[Call]:
        """Return the calls of a board whose games go on, or wait at the time `now`; the oldest first."""
        return self._open("call.board = ?", board, now)

    def of_member(self, member: int, now: float) -> Sequence[Call]:
        """Return the same of a member."""
        return self._open("(call.south = ? or call.north = ?)", member, member, now)

    def _open(self, of_whom: str, *values: object) -> Sequence[Call]:
        found = self._sql.rows(
            f"{_CALL} join game on game.code = call.game where {of_whom} and game.ended = 0"
            " and (call.until > ? or exists (select 1 from entry where entry.game = call.game))"
            " order by game.at, call.game",
            *values,
        )
        return [Call(*row) for row in found]

    def lapsed(self, now: float) -> Sequence[str]:
        """Return the codes of the games to which not both have come in time."""
        found = self._sql.rows(
            "select game from call where until <= ? and not exists"
            " (select 1 from entry where entry.game = call.game)",
            now,
        )
        return [str(code) for (code,) in found]


_BOARD = "select number, label, member from device"
_CALL = "select call.game, call.board, call.south, call.north, call.by, call.until from call"
