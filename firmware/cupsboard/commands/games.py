"""The command `cupsboard games`: a line for each game of a board, also for one that can't be gone on with."""

import argparse
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from cupsboard.commands.argument_types import whole
from cupsboard.commands.counting import counted
from cupsboard.commands.parsers import describe, never_with, only_with
from cupsboard.drivers.folder_lock import locked
from cupsboard.rules.record import format_record
from cupsboard.storage.games import Game, KeptGameError, KeptGames, read, record_of
from cupsboard.storage.memory import sound_memory_in
from cupsboard.storage.paths import homes
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
List the games of this board: the one being played, those put aside, and one that can't be gone on with, with
the next step. The exit code is 1 if there is such a one. With --player, --began or --find: all that were ever
played, by one player, or in a year, a month or on a day, or with these words, and how many they are; as a
table or as JSON if that is asked for. With --how: how strong a player is, against whom the player wins, what
goes wrong, and which openings go well.

  cupsboard games --player Anna --began 2026-11
  cupsboard games --find "anna kalah" --as csv > games.csv
  cupsboard games --how Anna
  cupsboard games --record 12 > game.txt
  cupsboard games --rename 12 --south Anna --north Ben
  cupsboard games --rename 13 --one Anna --three Cem

No board may play while a game is deleted or renamed: its owner's page does that meanwhile.
"""
SEATS = ("south", "north", "one", "two", "three", "four", "five", "six")
"""The sides and seats of all games, as a record names them."""
_SINGLE = ("--how", "--record", "--link", "--delete", "--rename")


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    number = whole(1, 2**53)
    parser.add_argument("--player", metavar="NAME", help='a name as set at the page, or "level 4"')
    parser.add_argument("--began", metavar="DATE", help="2026, 2026-11 or 2026-11-27")
    parser.add_argument("--find", metavar="WORDS", help="of the game, the day, the players and the result")
    parser.add_argument("--as", dest="form", choices=["csv", "json"], help="a line for each game found")
    parser.add_argument("--how", metavar="NAME", help="how a player plays, by all games that are over")
    parser.add_argument("--record", type=number, metavar="N", help="print the record of game N")
    parser.add_argument(
        "--link", type=number, metavar="N", help="print what opens game N behind a page's address"
    )
    parser.add_argument("--delete", type=number, metavar="N", help="delete game N, which can't be had back")
    parser.add_argument("--rename", type=number, metavar="N", help="give the players of game N these names")
    for seat in SEATS:
        parser.add_argument(f"--{seat}", metavar="NAME", help='"" is a guest')
    only_with(parser, "--player --began --find", "--as")
    only_with(parser, "--rename", *(f"--{seat}" for seat in SEATS))
    for index, option in enumerate(_SINGLE):
        never_with(parser, option, *_SINGLE[index + 1 :], "--player", "--began", "--find")
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    folder = homes(os.environ, Path.home()).state
    if asked.how is not None:
        from cupsboard.commands import career

        print(*career.told(folder, asked.how), sep="\n")
        return 0
    games = KeptGames(sound_memory_in(folder), lambda: "")
    if (number := asked.delete or asked.rename) is not None:
        with locked(folder):
            if asked.delete is None:
                names = {seat: vars(asked)[seat] for seat in SEATS}
                games.rename(number, {seat: name for seat, name in names.items() if name is not None})
            else:
                games.delete(number)
        if (fault := games.ledger.last_try()) is not None:
            raise fault
        return 0
    if (number := asked.record or asked.link) is not None:
        print(_taken(games.row(number), is_link=asked.record is None))
        return 0
    if asked.player is not None or asked.began is not None or asked.find is not None:
        found = games.found(asked.player, asked.began or "", asked.find or "")
        print(*_found(found, asked.form), sep="\n")
        return 0
    listed = list(_lines(games.listed))
    for line, _is_readable in listed or [("no game yet", True)]:
        print(line)
    return 0 if all(is_readable for _line, is_readable in listed) else Ending.FAULTY


def _taken(row: Game, *, is_link: bool) -> str:
    """Return the record of a game as text, or in the form that an address holds."""
    text = format_record(record_of(row))
    if not is_link:
        return text.removesuffix("\n")
    from cupsboard.web.game_links import code_of

    return f"#game={code_of(text)}&move={row.steps}"


def _found(rows: tuple[Game, ...], form: str | None) -> Iterator[str]:
    """Yield the lines about games that were found."""
    if form is None:
        yield from map(_in_words, rows)
        yield counted(len(rows), "game")
        return
    from cupsboard.web.kept_games import HEAD, json_of, table_of

    yield f"{HEAD}{table_of(rows)}".rstrip() if form == "csv" else json_of(rows).rstrip()


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
    how = f"over, {row.won_on_time} wins on time" if row.won_on_time else "over"
    what = how if row.is_over else "being played" if row.is_playing else "put aside"
    names = row.called.values()
    players = f"  {' and '.join(name or '?' for name in names)}" if any(names) else ""
    entries = counted(row.steps, "entry", "entries")
    return f"{row.number:>4}  {row.began}  {row.name}, {entries}, {row.score}  {what}{players}"
