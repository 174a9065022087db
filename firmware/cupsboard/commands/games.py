"""The command `cupsboard games`: a line for each game of a board, also for one that can't be gone on with."""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from cupsboard.commands.parsers import describe
from cupsboard.drivers.files import Files
from cupsboard.ports import StoreError
from cupsboard.storage.games import KeptGames
from cupsboard.storage.journal import Journal, JournalError
from cupsboard.storage.paths import homes
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
List the games of this board: the one being played, those put aside, and damaged or missing ones with the next
step. The exit code is 1 if a game is damaged or missing.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.set_defaults(command=_command)


def _command(_: argparse.Namespace) -> int:
    games = KeptGames(Files(homes(os.environ, Path.home()).state), lambda: "")
    listed = list(_lines(games))
    for line, _is_readable in listed or [("no game yet", True)]:
        print(line)
    return 0 if all(is_readable for _line, is_readable in listed) else Ending.FAULTY


def _lines(games: KeptGames) -> Iterator[tuple[str, bool]]:
    """A line for each game by its number, and whether the game can be read."""
    for number in games.listed:
        try:
            kept = games.journal(number)
        except (JournalError, StoreError) as fault:
            yield f"{number:>4}  {fault}", False
        else:
            yield f"{number:>4}  {_in_words(kept, is_playing=number == games.number)}", True


def _in_words(kept: Journal, *, is_playing: bool) -> str:
    game = kept.history.game
    points = game.score(kept.history.position)
    score = ", ".join(f"{side.value} {beans}" for side, beans in points.items())
    what = "over" if kept.is_over else "being played" if is_playing else "put aside"
    if kept.left_out_bytes:
        what += "; its last line is torn or damaged and left out"
    return f"{kept.began}  {game.name}, {len(kept.history.steps)} entries, {score}  {what}"
