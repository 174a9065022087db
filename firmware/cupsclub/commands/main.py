"""The command `cupsclub`: what those do who run a server of games at a distance."""

import argparse
from collections.abc import Callable, Sequence

from cupsboard.commands.launch import ended
from cupsboard.commands.parsers import Command, program

_EXAMPLES = """\
examples:
  cupsclub serve                              serve games on this computer only
  cupsclub serve --listen 0.0.0.0             serve boards and browsers in this network
  cupsclub check --file club.sqlite           judge every game of a file by the rules anew
  cupsclub backup club-2026-12-01.sqlite      copy all games, while the server runs
  cupsclub export games                       write every game as a record into a folder
"""
COMMANDS = {
    "serve": Command("serve games to boards and browsers", "cupsclub.commands.serve"),
    "check": Command("judge every game of a file by the rules anew", "cupsclub.commands.check"),
    "backup": Command("copy all games into a new file", "cupsclub.commands.backup"),
    "export": Command("write every game as a record into a folder", "cupsclub.commands.export"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    told = "Serve games of Cups between boards in different houses."
    parser = program("cupsclub", told, _EXAMPLES, Command("", None, COMMANDS))
    asked = parser.parse_args(argv)
    command: Callable[[argparse.Namespace], int] = asked.command
    return ended("cupsclub", lambda: command(asked))
