"""Move all records from a file into another database, whole or not at all."""

from cupsclub.store.port import Records, RecordsError
from cupsclub.store.sqlite import SqliteRecords

ROWS_AT_ONCE = 10_000
_FIRST = ("member", "game")
"""Tables to which rows of others refer."""


def moved(source: SqliteRecords, target: Records) -> int:
    """Copy every row into a database that has none; return how many games there are. Raises RecordsError."""
    found = [str(name) for (name,) in source.rows("select name from sqlite_master where type = 'table'")]
    tables = [*_FIRST, *(name for name in found if name not in _FIRST)]
    with target.transaction():
        if target.rows("select 1 from game union all select 1 from member limit 1"):
            raise RecordsError("the database has games or members already; name an empty one")
        for table in ("served", "server_start", "club"):
            target.write(f"delete from {table} where true", [()])
        for table in tables:
            names = [str(row[1]) for row in source.rows(f"pragma table_info({table})")]
            into = f"insert into {table} ({', '.join(names)}) values ({', '.join('?' * len(names))})"
            at = 0
            while rows := source.rows(
                f"select {', '.join(names)} from {table} limit ? offset ?", ROWS_AT_ONCE, at
            ):
                target.write(into, rows)
                at += len(rows)
    return len(target.codes())
