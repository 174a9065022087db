"""The command `cupsboard lab tables`: complete tables of small games, which make the computer perfect."""

import argparse
import os
import shutil
from pathlib import Path

from cupsboard.commands.argument_types import number, whole
from cupsboard.commands.parsers import add_command, add_commands
from cupsboard.commands.progress import watched_shares
from cupsboard.procedures.cups import tables
from cupsboard.procedures.cups.tables import WORKING_BYTES, TableError, most_beans, open_table, table_bytes
from cupsboard.storage.paths import homes
from cupsboard.storage.tables import FOLDER

MOST_CUPS = 12
SMALL_CUPS = 3
"""Up to here a table is of the full stocks, unless fewer beans are asked for: 2x2 takes 3 MB, 2x3 2.15 GB."""
GIGABYTE = 1e9

_BUILD = """\
Build the table of every position in which neither player has more than so many beans in stock and cups.
From there on the computer plays perfectly. It needs numpy (pip install 'cupsboard[tables]') and is made in
memory:

  2x2  the whole game, 20 beans        3 MB
  2x3  the whole game, 30 beans     2.15 GB, in memory and on the disk; a minute or two
       20 beans                   0.11 GB
  2x4  12 beans                   0.04 GB
       20 beans                   2.82 GB

A table is read from the disk where it is asked, so a small computer can use one that a large one has built:
copy the file that `cupsboard lab tables list` names.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    ways = add_commands(parser)
    building = add_command(ways, "build", "build the complete table of a small game", _BUILD)
    building.add_argument("cups", type=whole(2, MOST_CUPS), metavar="CUPS", help="cups a side")
    building.add_argument(
        "--beans",
        type=whole(1, 10 * MOST_CUPS),
        metavar="N",
        help=f"beans a side (all of them up to {SMALL_CUPS} cups; beyond, as many as fit)",
    )
    building.add_argument(
        "--memory",
        type=number(0.001, 1000.0),
        metavar="GB",
        help="take at most so much memory (what is available)",
    )
    building.set_defaults(command=lambda asked: build(asked, tables_folder()))
    listing = add_command(ways, "list", "show which tables there are, and where")
    listing.set_defaults(command=lambda _: show(tables_folder()))


def tables_folder() -> Path:
    """Where this user's tables lie."""
    return homes(os.environ, Path.home()).state / FOLDER


def build(asked: argparse.Namespace, folder: Path) -> int:
    """Build a table; the exit code. Raises TableError where it can't be."""
    cups: int = asked.cups
    limit = _memory_limit(asked.memory)
    beans = asked.beans or _usual_beans(cups, limit - WORKING_BYTES)
    if beans > 10 * cups:
        raise TableError(f"--beans {beans}: a player of 2x{cups} has {10 * cups}; give at most as many")
    size = table_bytes(cups, beans)
    extent = "the whole game" if beans == 10 * cups else f"up to {beans} beans a side"
    print(f"2x{cups}, {extent}: {_gigabytes(size + WORKING_BYTES)} of memory, {_gigabytes(size)} on the disk")
    _refuse_if_too_large(cups, size, limit)
    _refuse_if_disk_full(folder, size)
    table = tables.build(folder, cups, beans, watched_shares)
    start = ([0] * cups, beans)
    value = table.value(start, start)
    print(f"{tables.path(folder, cups)}: with {beans} beans each, who moves first gains {value:+d}")
    return 0


def show(folder: Path) -> int:
    """Print which tables there are; the exit code."""
    found = [table for cups in range(2, MOST_CUPS + 1) if (table := open_table(folder, cups)) is not None]
    for table in found:
        extent = "the whole game" if table.beans == 10 * table.cups else f"up to {table.beans} beans a side"
        size = _gigabytes(table_bytes(table.cups, table.beans))
        print(f"2x{table.cups}  {extent}, {size}: {tables.path(folder, table.cups)}")
    if not found:
        print(f"no tables in {folder}; build one: cupsboard lab tables build 2")
    return 0


def _usual_beans(cups: int, most_bytes: float) -> int:
    return 10 * cups if cups <= SMALL_CUPS else max(1, most_beans(cups, most_bytes))


def _refuse_if_too_large(cups: int, size: int, limit: float) -> None:
    if size + WORKING_BYTES <= limit:
        return
    fitting = most_beans(cups, limit - WORKING_BYTES)
    way_out = f"--beans {fitting} would fit, or" if fitting else "give it more,"
    raise TableError(
        f"{_gigabytes(size + WORKING_BYTES)} of memory are needed, and {_gigabytes(limit)} may be taken: "
        f"{way_out} build it on a larger computer and copy the file"
    )


def _refuse_if_disk_full(folder: Path, size: int) -> None:
    existing = next(each for each in (folder, *folder.parents) if each.exists())
    free = shutil.disk_usage(existing).free
    if size > free:
        raise TableError(
            f"{folder}: the table takes {_gigabytes(size)}, and {_gigabytes(free)} are free; make room "
            "or give fewer --beans"
        )


def _memory_limit(asked_gigabytes: float | None) -> float:
    available = _available_bytes()
    return available if asked_gigabytes is None else min(available, asked_gigabytes * GIGABYTE)


def _available_bytes() -> float:
    """What the machine could give without swapping; without bound where it doesn't tell."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except OSError:
        return float("inf")
    kilobytes = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return 1024.0 * int(kilobytes[0]) if kilobytes else float("inf")


def _gigabytes(size: float) -> str:
    return f"{size / GIGABYTE:.2f} GB" if size >= 0.1 * GIGABYTE else f"{size / 1e6:.1f} MB"
