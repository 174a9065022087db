"""What the writer needs of a database."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from cupsboard.distance.wire import Entry, SideName
from cupsboard.rules.clocks import Clock


class RecordsError(OSError):
    """The database can't be read or written; the message says which file, why, and what to do."""


class Occupied(RecordsError):
    """Another server serves these records."""


class Clash(RecordsError):
    """Another writer has written an entry of this number, or with this key, in the meantime."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was wished for; `key` is that of its invitation.

    It was opened at the time `at` of the server; `opened` names the day, in seconds since 1970. `to` is the
    member whom its other seat is for, 0 for any member, None for all who have the code. A game of a
    tournament has its number.
    """

    code: str
    key: str
    name: str
    opened: float
    at: float
    starter: SideName | None
    clock: Clock | None
    takebacks: bool
    listed: bool = False
    to: int | None = None
    rated: bool = False
    tournament: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: the name that others see, and whose the seat is.

    That is the `member` of this number, with whatever device; else who has the token of which `token` is the
    digest.
    """

    name: str
    token: str
    member: int | None = None


class Sql(Protocol):
    """A database that is spoken to in SQL. Statements have a `?` for each value."""

    database_seconds: float
    """The time that statements and commits have taken so far."""

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return what a statement finds. Raises RecordsError."""

    def write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Run a statement for each row. Raises RecordsError, and Clash for a row that is there already."""


class Records(Sql, Protocol):
    """All games and their entries. Each method raises RecordsError, and within a transaction also Clash."""

    def transaction(self, *, is_in_turn: bool = False) -> AbstractContextManager[None]:
        """Commit what the block writes when it ends, to survive a power cut; nothing of it if it fails.

        Of blocks that are `is_in_turn`, by whatever process, each sees all that the one before has written.
        """

    def served_seconds(self) -> float:
        """Return for how long servers have served these records; the time without one does not count."""

    def keep_served_seconds(self, seconds: float) -> None:
        """Write down for how long these records have been served."""

    def keep_start(self, at: float) -> None:
        """Write down that a server began at this time of the server; once, however often it is called."""

    def first_start(self, since: float) -> float | None:
        """Return when the first server since a time of the server began; None where none has."""

    def free_bytes(self) -> int | None:
        """Return the room that is left for the records; None where another computer knows."""

    def going(self) -> int:
        """Return how many games are not over."""

    def game(self, code: str) -> Game | None:
        """Return the game with a code; None where there is none."""

    def game_with(self, key: str) -> str | None:
        """Return the code of the game whose invitation had a key; None where there is none."""

    def open_games_of(self, token: str) -> int:
        """Return how many games with a seat of this token have a free seat."""

    def add_game(self, game: Game) -> None:
        """Add a game."""

    def end_game(self, code: str) -> None:
        """Note that a game is over, as its entries tell."""

    def ended(self) -> frozenset[str]:
        """Return the codes of the games that are noted to be over."""

    def forget_open_games(self, since: float, until: float) -> Sequence[str]:
        """Take out the games opened between two times of the server that none joined; return their codes."""

    def forget_open_game(self, code: str) -> None:
        """Take out a game that has not begun."""

    def listed(self, most: int) -> Sequence[str]:
        """Return the codes of `most` games with a free seat that anybody may find, the newest first."""

    def seats(self, code: str) -> Mapping[SideName, Seat]:
        """Return the seats of a game that are taken."""

    def add_seat(self, code: str, side: SideName, seat: Seat) -> None:
        """Give a seat away."""

    def entries(self, code: str, since: int) -> tuple[Entry, ...]:
        """Return the entries of a game after a number, in their order."""

    def entry_with(self, code: str, key: str) -> Entry | None:
        """Return the entry of a game that has a key; None where there is none."""

    def add_entries(self, code: str, entries: Sequence[Entry]) -> None:
        """Add entries behind those of a game."""

    def codes(self) -> Sequence[str]:
        """Return the codes of all games, the newest first."""

    def begun(self, before: str | None, most: int) -> Sequence[str]:
        """Return the codes of `most` games by code whose seats are both taken, the newest first.

        With `before`, the code of a game, they are those behind it in this order.
        """
