"""The entries of tournaments as rows, and which games are theirs."""

from collections.abc import Mapping, Sequence

import msgspec
from cupsboard.distance.wire import End

from cupsclub.store.port import Sql
from cupsclub.tournaments import entries
from cupsclub.tournaments.entries import Entry


class TournamentRows:
    """Reads and writes them; within a transaction of the records where anything is written."""

    def __init__(self, sql: Sql) -> None:
        self._sql = sql

    def numbers(self) -> Sequence[int]:
        """Return the numbers of all tournaments, the newest first."""
        found = self._sql.rows("select distinct tournament from tournament_entry order by tournament desc")
        return [int(number) for (number,) in found]

    def unfinished(self) -> Sequence[int]:
        """Return the numbers of the tournaments that have not ended, the newest first."""
        found = self._sql.rows(
            "select tournament from tournament_entry as last where act not like ? and n ="
            " (select max(n) from tournament_entry where tournament = last.tournament)"
            " order by tournament desc",
            '{"kind":"finished"%',
        )
        return [int(number) for (number,) in found]

    def entries(self, tournament: int) -> tuple[Entry, ...]:
        """Return the entries of a tournament in their order; none where there is no such one."""
        found = self._sql.rows(
            "select n, at, act from tournament_entry where tournament = ? order by n", tournament
        )
        return tuple(Entry(n, at, entries.act_from(act)) for n, at, act in found)

    def add(self, tournament: int, entry: Entry) -> None:
        """Add an entry behind those of a tournament."""
        values = tournament, entry.n, entry.at, entries.written(entry.act)
        self._sql.write("insert into tournament_entry values (?, ?, ?, ?)", [values])

    def keep_apart(self, tournament: int) -> None:
        """Have another transaction clash that asks for the same at the same time."""
        self._sql.write("update tournament_entry set at = at where tournament = ? and n = 1", [(tournament,)])

    def games(self, tournament: int) -> frozenset[str]:
        """Return the codes of the games that were begun for a tournament."""
        return self._codes("select code from game where tournament = ?", tournament)

    def ends(self, tournament: int) -> Mapping[str, End]:
        """Return how those of its games have ended that are over, by their codes."""
        found = self._sql.rows(
            "select game, act from entry where act like ?"
            " and game in (select code from game where tournament = ? and ended = 1)",
            *('{"kind":"end"%', tournament),
        )
        return {str(code): msgspec.json.decode(act, type=End) for code, act in found}

    def going(self) -> frozenset[str]:
        """Return the codes of the games of all tournaments that go on."""
        return self._codes("select code from game where tournament is not null and ended = 0")

    def played(self) -> Sequence[int]:
        """Return the numbers of the tournaments of which games go on, the oldest first."""
        found = self._sql.rows(
            "select distinct tournament from game where tournament is not null and ended = 0"
            " order by tournament"
        )
        return [int(number) for (number,) in found]

    def _codes(self, statement: str, *values: object) -> frozenset[str]:
        return frozenset(str(code) for (code,) in self._sql.rows(statement, *values))
