"""The tables of Cups: how large they are, how they are built, and what a file of one holds."""

from collections.abc import Callable, Iterable
from pathlib import Path

from cupsboard.engine.cups.tables import Table, TableError, head, most_beans, table_bytes, table_from
from cupsboard.storage.tables import open_content, path_of, write_table

__all__ = ["TableError", "build", "most_beans", "open_table", "path", "table_bytes"]

WORKING_BYTES = 120_000_000
"""What a build takes beside the table, at most: a few blocks of the largest layer, and the lists of sides."""

Watch = Callable[[Iterable[float], str], None]
"""Runs through shares of what is done, and shows them under a name."""


def path(folder: Path, cups: int) -> Path:
    """Where the table for so many cups a side lies."""
    return path_of(folder, f"2x{cups}")


def open_table(folder: Path, cups: int) -> Table | None:
    """The table for so many cups a side, None if there is none. Raises TableError for a file that is none."""
    content = open_content(folder, f"2x{cups}")
    if content is None:
        return None
    table = table_from(content, str(path(folder, cups)))
    if table.cups != cups:
        raise TableError(f"{path(folder, cups)}: a table of {table.cups} cups; call it 2x{table.cups}.table")
    return table


def build(folder: Path, cups: int, beans: int, watch: Watch) -> Table:
    """Build a table and write it; the table. Raises TableError where numpy is missing."""
    try:
        from cupsboard.procedures.cups.table_building import Build
    except ImportError as fault:
        raise TableError("building tables needs numpy: pip install 'cupsboard[tables]'") from fault
    making = Build(cups, beans)
    watch(making.run(), f"2x{cups}")
    values = making.values.reshape(-1).data
    watch(write_table(folder, f"2x{cups}", head(cups, beans), values), "writing")
    return Table(cups, beans, values)
