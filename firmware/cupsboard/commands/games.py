"""The command `cupsboard games`: a line for each game of a board, also for one that can't be gone on with."""

import argparse
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from cupsboard.commands.parsers import describe
from cupsboard.storage.games import Game, KeptGameError, KeptGames, read
from cupsboard.storage.memory import memory_in
from cupsboard.storage.paths import homes
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
List the games of this board: the one being played, those put aside, and one that can't be gone on with, with
the next step. The exit code is 1 if there is such a one. With --player or --began: all that were ever played,
by one player, or in a year, a month or on a day, and how many they are.

  cupsboard games --player Anna --began 2026-11
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.add_argument("--player", metavar="NAME", help='a name as set at the page, or "level 4"')
    parser.add_argument("--began", metavar="DATE", help="2026, 2026-11 or 2026-11-27")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    games = KeptGames(memory_in(homes(os.environ, Path.home()).state), lambda: "")
    if asked.player is not None or asked.began is not None:
        found = games.found(asked.player, asked.began or "")
        print(*map(_in_words, found), f"{len(found)} game{'' if len(found) == 1 else 's'}", sep="\n")
        return 0
    listed = list(_lines(games.listed))
    for line, _is_readable in listed or [("no game yet", True)]:
        print(line)
    return 0 if all(is_readable for _line, is_readable in listed) else Ending.FAULTY


def _lines(rows: Iterable[Game]) -> Iterator[tuple[str, bool]]:
    """A line for each game by its number, and whether the game can be gone on with."""
    for row in rows:
        try:
            read(row)
        except KeptGameError as fault:
            yield f"{row.number:>4}  {fault}", False
        else:
            yield _in_words(row), True


def _in_words(row: Game) -> str:
    what = "over" if row.is_over else "being played" if row.is_playing else "put aside"
    players = f"  {row.south or '?'} and {row.north or '?'}" if row.south or row.north else ""
    return f"{row.number:>4}  {row.began}  {row.name}, {row.steps} entries, {row.score}  {what}{players}"
