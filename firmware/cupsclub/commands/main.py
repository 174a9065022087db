"""The command `cupsclub`: what those do who run a server of games at a distance."""

import argparse
from collections.abc import Callable, Sequence

from cupsboard.commands.launch import ended
from cupsboard.commands.parsers import add_commands, add_modules, program

_EXAMPLES = """\
examples:
  cupsclub serve                              serve games on this computer only
  cupsclub serve --listen 0.0.0.0             serve boards and browsers in this network
  cupsclub check --file club.sqlite           judge every game of a file by the rules anew
  cupsclub backup club-2026-12-01.sqlite      copy all games, while the server runs
  cupsclub export games                       write every game as a record into a folder
"""
COMMANDS = {
    "serve": ("serve games to boards and browsers", "cupsclub.commands.serve"),
    "check": ("judge every game of a file by the rules anew", "cupsclub.commands.check"),
    "backup": ("copy all games into a new file", "cupsclub.commands.backup"),
    "export": ("write every game as a record into a folder", "cupsclub.commands.export"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    parser = program("cupsclub", "Serve games of Cups between boards in different houses.", _EXAMPLES)
    add_modules(add_commands(parser), COMMANDS)
    asked = parser.parse_args(argv)
    command: Callable[[argparse.Namespace], int] = asked.command
    return ended("cupsclub", lambda: command(asked))
