"""The command `cupsclub`: what those do who run a server of games at a distance."""

import argparse
from collections.abc import Callable, Sequence

from cupsboard.commands.launch import ended
from cupsboard.commands.parsers import Command, commands, program

_EXAMPLES = """\
examples:
  cupsclub serve                              serve games on this computer only
  cupsclub serve --listen 0.0.0.0             serve boards and browsers in this network
  cupsclub invite Anna --director             begin a club: a link that makes Anna its first member
  cupsclub check --file club.sqlite           judge every game of a file by the rules anew
  cupsclub backup club-2026-12-01.sqlite      copy all games, while the server runs
  cupsclub restore club-2026-12-01.sqlite     go back to that copy, while no server runs
  cupsclub export games                       write every game as a record into a folder
"""
COMMANDS = commands(
    "cupsclub.commands",
    """\
serve | serve | serve games to boards and browsers
invite | invite | let a new member into the club, by a link that counts once
check | records:define_check | judge every game of a file by the rules anew
backup | records:define_backup | copy all games into a new file
restore | restoring:define_restore | go back to a copy
newer | restoring:define_newer | take what boards know beyond a copy that was put back
move | restoring:define_move | move all games of a file into a database
export | records:define_export | write every game as a record into a folder
""",
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    told = "Serve games of Cups between boards in different houses."
    parser = program("cupsclub", told, _EXAMPLES, Command("", None, COMMANDS))
    asked = parser.parse_args(argv)
    command: Callable[[argparse.Namespace], int] = asked.command
    return ended("cupsclub", lambda: command(asked))
