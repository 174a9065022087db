"""Entries that boards have beyond the record of a server that was put back to an older copy, as rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cupsboard.distance.wire import Entry, SideName, entry_from, written

from cupsclub.store.port import Sql


@dataclass(frozen=True, slots=True)
class Settled:
    """What a director decided of a game's newer entries: when the record had `n`, taken or not."""

    n: int
    is_taken: bool


class Offers:
    """Reads and writes them; within a transaction of the records where anything is written."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    def restored_at(self) -> float | None:
        """Return the server's time at which these records were put back; None where they never were."""
        ((at,),) = self._sql.rows("select max(at) from restored")
        return None if at is None else float(at)

    def keep_restored(self, at: float) -> None:
        """Note that these records were put back at a time of the server; what was settled before is over."""
        for table in ("restored", "offered", "settled"):
            self._sql.write(f"delete from {table} where true", [()])
        self._sql.write("insert into restored values (?)", [(at,)])

    def add(self, game: str, side: SideName, entries: Sequence[Entry]) -> None:
        """Add entries that a side's copy has."""
        rows = [(game, side, entry.n, written(entry)) for entry in entries]
        self._sql.write("insert into offered values (?, ?, ?, ?)", rows)

    def of(self, game: str) -> Mapping[SideName, Mapping[int, Entry]]:
        """Return what each side offers of a game, by the numbers of the entries; {} where none does."""
        found: dict[SideName, dict[int, Entry]] = {}
        rows = self._sql.rows("select side, n, entry from offered where game = ? order by n", game)
        for side, n, entry in rows:
            found.setdefault(side, {})[int(n)] = entry_from(entry)
        return found

    def games(self) -> Sequence[str]:
        """Return the codes of the games of which something is offered."""
        return [str(code) for (code,) in self._sql.rows("select distinct game from offered order by game")]

    def forget(self, game: str) -> None:
        """Take out what is offered of a game."""
        self._sql.write("delete from offered where game = ?", [(game,)])

    def settled(self, game: str) -> Settled | None:
        """Return what was decided of a game; None where nothing was."""
        found = self._sql.rows("select n, taken from settled where game = ?", game)
        return next((Settled(int(n), bool(taken)) for n, taken in found), None)

    def settle(self, game: str, settled: Settled) -> None:
        """Write what was decided of a game."""
        self._sql.write("delete from settled where game = ?", [(game,)])
        self._sql.write("insert into settled values (?, ?, ?)", [(game, settled.n, int(settled.is_taken))])
