"""The records in a PostgreSQL database, for games that outlive their machine: with the extra `postgres`.

One server at a time serves a database, with one process or several: it holds a lock that ends with its
connection. Each transaction sees the database as it was at its beginning, and where two write, the keys of
the tables let the first one win; the other meets a `Clash`. Where what holds lies
in several rows, as that a club has a director, transactions come in turn.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, reduce
from secrets import token_hex
from typing import Any

import psycopg

from cupsclub.store.port import Clash, Occupied, RecordsError
from cupsclub.store.statements import SqlRecords, other_version, steps

_SAID_OTHERWISE = {" real": " double precision", "lower(hex(randomblob(16)))": "gen_random_uuid()::text"}


def _in_own_words(step: str) -> str:
    """Return a step as PostgreSQL says it, whose tables are all strict."""
    plain = re.sub(r"\) strict(, without rowid)?;", ");", step)
    return reduce(lambda told, words: told.replace(*words), _SAID_OTHERWISE.items(), plain)


STEPS = {number: _in_own_words(step) for number, step in steps().items()}
VERSION = max(STEPS)
"""Of the tables."""
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 20
"""The longest wait for a statement, and for another server's transaction; and for a sign of the other end."""
ANSWER_SECONDS = 30.0
"""After which a connection is given up: the database ends statements by itself before."""
SERVING, MAKING_TABLES = 0x43555053, 0x43555054
"""The numbers of the locks."""
_CLASHES = psycopg.IntegrityError, psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected
"""What comes of two who write the same row: a key that is there, or a transaction that can't go on."""


class _Connection(psycopg.Connection[tuple[Any, ...]]):  # type: ignore[misc]
    """A connection whose every wait has a bound, also where the database takes messages and says nothing."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer `timeout` seconds, or ANSWER_SECONDS, and close the connection if none comes.

        An answer that came later would be taken for that of the next statement. Raises psycopg.Error.
        """
        try:
            return super().wait(gen, interval, timeout or ANSWER_SECONDS)
        except psycopg.OperationalError as fault:
            # What the database itself says has a code.
            if fault.sqlstate is None:
                self.close()
            raise


class PostgresRecords(SqlRecords):
    """Implements `Records`; used by one thread at a time. A connection that was lost is made anew."""

    def __init__(
        self, url: str, *, is_read_only: bool = False, is_only_server: bool = False, process: int = 0
    ) -> None:
        """Connect, and make the tables of a new database. Raises RecordsError.

        `url` is as in postgresql://cups@db.example.org/cups. With `is_only_server` another one is refused.
        `process` numbers those of one server.
        """
        self.process = process
        self._url, self._is_read_only, self._is_only_server = url, is_read_only, is_only_server
        self._name = f"cupsclub {token_hex(8)}"
        self._connect()
        if not is_read_only:
            self._make_tables()
        self._require_version()

    @property
    def place(self) -> str:
        """The database and its host, without a password."""
        info = self._connection.info
        return f"{info.dbname} at {info.host}"

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    @contextmanager
    def transaction(self, *, is_in_turn: bool = False) -> Iterator[None]:
        """See `Records`."""
        if self._connection.closed:
            self._connect()
        with self._explained():
            with self._counted():
                self._cursor.execute("begin isolation level repeatable read")
                if is_in_turn:
                    # A lock of a table, unlike others, comes before what the transaction sees.
                    self._cursor.execute("lock table club in share row exclusive mode")
            try:
                yield
                with self._counted():
                    done = self._cursor.execute("commit").statusmessage
                if done != "COMMIT":
                    raise RecordsError(f"PostgreSQL: {done} in place of a commit")
            except BaseException:
                if not self._connection.closed:
                    with suppress(psycopg.Error):
                        self._connection.execute("rollback")
                raise

    def free_bytes(self) -> int | None:
        """See `Records`."""
        return None

    def faults(self) -> list[str]:
        """Return nothing: the pages of its files are PostgreSQL's own to check."""
        return []

    def _connect(self) -> None:
        """Make the connection, and the one cursor of all statements, which is cheaper than one for each."""
        self._connection = self._connected()
        self._cursor = self._connection.cursor()

    def _connected(self) -> _Connection:
        milliseconds = 1000 * STATEMENT_SECONDS
        options = f"-c statement_timeout={milliseconds} -c idle_in_transaction_session_timeout={milliseconds}"
        # Else the database believes in a server whose line is cut for hours, and keeps its lock.
        options += (
            f" -c tcp_keepalives_idle={STATEMENT_SECONDS} -c tcp_keepalives_interval={STATEMENT_SECONDS}"
        )
        options += f" -c tcp_user_timeout={milliseconds}"
        if self._is_read_only:
            options += " -c default_transaction_read_only=on"
        with self._explained():
            connection: _Connection = _Connection.connect(
                self._url,
                autocommit=True,
                connect_timeout=CONNECT_SECONDS,
                options=options,
                application_name=self._name,
                keepalives_idle=STATEMENT_SECONDS,
                keepalives_interval=STATEMENT_SECONDS,
                tcp_user_timeout=milliseconds,
            )
            if self._is_only_server:
                self._require_lock(connection)
        return connection

    def _require_lock(self, connection: _Connection) -> None:
        """Take the lock of the only server. Raises Occupied, or RecordsError if a lost connection has it."""
        row = connection.execute("select pg_try_advisory_lock(%s)", (SERVING,)).fetchone()
        if row == (True,):
            return
        own = connection.execute(
            "select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)"
            " where locktype = 'advisory' and objid = %s and application_name = %s",
            (SERVING, self._name),
        ).fetchall()
        connection.close()
        if own:
            raise RecordsError("PostgreSQL: a connection that was lost has its lock yet; it is ended now")
        raise Occupied("another cupsclub serves this database; stop that one first")

    def _make_tables(self) -> None:
        with self._explained(), self._connection.transaction():
            self._connection.execute("select pg_advisory_xact_lock(%s)", (MAKING_TABLES,))
            self._connection.execute("create table if not exists version (number integer not null)")
            found = self._version()
            for number, statements in STEPS.items():
                if number > found:
                    self._connection.execute(statements.encode())
                    self._connection.execute("delete from version")
                    self._connection.execute("insert into version values (%s)", (number,))

    def _version(self) -> int:
        rows = self._connection.execute("select number from version").fetchall()
        return int(rows[0][0]) if rows else 0

    def _require_version(self) -> None:
        with self._explained():
            found = self._version()
        if found != VERSION:
            raise RecordsError(other_version(found, VERSION))

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """See `Records`."""
        with self._explained(), self._counted():
            try:
                found: list[tuple[Any, ...]] = self._cursor.execute(_own(statement), values).fetchall()
            except psycopg.DataError:
                # Text that no column can hold, as with a zero byte in it, is in no row.
                return []
        return found

    def write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """See `Records`."""
        with self._explained(), self._counted():
            try:
                if len(rows) == 1:
                    # Many rows have a way of their own, which would cost more for one.
                    self._cursor.execute(_own(statement), rows[0])
                else:
                    self._cursor.executemany(_own(statement), rows)
            except _CLASHES as fault:
                raise Clash(f"another program wrote at the same moment, try again: {fault}") from None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as fault:
            why = " ".join(str(fault).split()) or type(fault).__name__
            raise RecordsError(
                f"PostgreSQL: {why}; check the address, that the database runs and what its role may do"
            ) from fault


@cache
def _own(statement: str) -> bytes:
    """Return a statement of `SqlRecords` as psycopg takes it."""
    return statement.replace("?", "%s").encode()
